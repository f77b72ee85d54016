// How the runs were made, how their jobs ended if not well, and their notes.

/** Longer values, and those of several lines, are folded. */
const OPTION_LENGTH_MAX = 80;

function optionValue(text) {
  if (text === undefined || text === "") return "–";
  const lines = text.trimEnd().split("\n");
  if (lines.length === 1 && text.length <= OPTION_LENGTH_MAX) return text;
  const size = lines.length > 1 ? number(lines.length) + " lines" : number(text.length) + " characters";
  const first = lines[0].length > 30 ? lines[0].slice(0, 30) + "…" : lines[0];
  return element("details", {}, element("summary", {}, first + " (" + size + ")"), element("pre", { tabindex: 0 }, text));
}

/** What all runs share once; what differs side by side. */
function setupSection(runs) {
  const names = [...new Set(runs.flatMap(run => run.facts.options.map(([name]) => name)))];
  if (names.length === 0) return undefined;
  const values = new Map(names.map(name => [name, runs.map(run => new Map(run.facts.options).get(name))]));
  const isShared = name => new Set(values.get(name)).size === 1;
  const shared = names.filter(isShared), differing = names.filter(name => !isShared(name));
  return element("section", { class: "card long", id: "setup" },
    element("h2", {}, runs.length > 1 ? "How these runs were made" : "How this run was made"),
    element("p", { class: "lead" }, "The options of the command line. With these, the trace and the same version a run gives the same bytes."),
    shared.length > 0 ? element("dl", { class: "options" }, ...shared.map(name =>
      element("div", {}, element("dt", {}, name), element("dd", {}, optionValue(values.get(name)[0]))))) : undefined,
    differing.length > 0 ? element("div", { class: "scroll stack" }, element("table", { class: "texts" },
      element("caption", {}, "Options that differ"),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Option"), ...runs.map(run =>
        element("th", { scope: "col" }, element("span", { class: "swatch", color: run.swatch }), " " + run.label)))),
      element("tbody", {}, ...differing.map(name => element("tr", {}, element("th", { scope: "row" }, name),
        ...runs.map((run, index) => labelled(element("td", {}, optionValue(values.get(name)[index])), run.label, run.swatch)))))))
      : undefined);
}

/** Items that are the same in several runs, once each: [item, runs]. */
function sharedItems(runs, itemsOf) {
  const items = new Map();
  for (const run of runs) {
    for (const item of itemsOf(run)) {
      const key = JSON.stringify(item);
      if (!items.has(key)) items.set(key, [item, []]);
      items.get(key)[1].push(run);
    }
  }
  return [...items.values()];
}

function runLabels(of, runs) {
  if (of.length === runs.length) return runs.length > 1 ? "all runs" : of[0].label;
  return of.map(run => run.label).join(", ");
}

const stateName = state => state.toLowerCase().replaceAll("_", " ");

function endingSection(data, runs) {
  const endings = sharedItems(runs, run => run.facts.endings);
  if (endings.length === 0) return undefined;
  endings.sort(([a], [b]) => data.states.indexOf(a.state) - data.states.indexOf(b.state));
  const row = ([{ state, count, reasons, first }, of]) => element("tr", {}, element("th", { scope: "row" }, stateName(state)),
    runs.length > 1 ? labelled(element("td", {}, runLabels(of, runs)), "Runs") : undefined,
    labelled(element("td", { class: "count" }, number(count) + " (" + number(100 * count / of[0].count, 2) + " %)"), "Jobs"),
    labelled(element("td", { class: reasons.length === 0 ? "none" : "wide" }, reasons.length === 0 ? "–" : element("ul", {}, ...reasons.map(([reason, times]) =>
      element("li", {}, reason + (times > 1 || reasons.length > 1 ? " (" + number(times) + ")" : ""))))), "Reasons"),
    labelled(element("td", {}, first.join(", ") + (count > first.length ? ", …" : "")), "First jobs"));
  return element("section", { class: "card long", id: "endings" }, element("h2", {}, "Jobs that did not end well"),
    element("div", { class: "scroll stack" }, element("table", { class: "texts" },
      element("thead", {}, element("tr", {}, ...["State", ...(runs.length > 1 ? ["Runs"] : []), "Jobs", "Reasons", "First jobs"].map(title =>
        element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...endings.map(row)))));
}

function notes(runs) {
  const all = sharedItems(runs, run => run.facts.notes);
  if (all.length === 0) return undefined;
  return element("section", { class: "card" }, element("h2", {}, "Notes"), element("dl", { class: "words" },
    ...all.flatMap(([{ topic, text }, of]) => [element("dt", {}, (of.length < runs.length ? runLabels(of, runs) + ": " : "") + topic), element("dd", {}, text)])));
}
