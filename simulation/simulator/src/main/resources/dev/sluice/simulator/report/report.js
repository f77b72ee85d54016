// Puts the page together.

const RUNS_DRAWN_AT_FIRST = 3;

function labelRuns(data) {
  const differs = key => new Set(data.runs.map(run => run[key])).size > 1;
  for (const [index, run] of data.runs.entries()) {
    const more = [["trace", run.trace], ["machine", run.machine], ["seed", "seed " + run.seed]].filter(([key]) => differs(key)).map(([, text]) => text);
    run.label = [run.policy || "run " + (index + 1), ...more].join(", ");
  }
}

function legend(runs) {
  return element("div", { class: "legend" }, ...runs.map(run =>
    element("span", {}, element("span", { class: "swatch", color: run.swatch }), run.label)));
}

function overTime(data, runs) {
  const view = new TimeView(Math.min(...runs.map(run => run.begin)), Math.max(...runs.map(run => run.last)), Math.max(...runs.map(run => run.size)));
  const said = element("p", { class: "quiet", role: "status" });
  const gantts = runs.map(run => new Gantt(view, run, data));
  const sections = gantts.map((gantt, index) => ganttSection(gantt, index < RUNS_DRAWN_AT_FIRST));
  const colors = element("div", { class: "legend" });
  const color = name => {
    for (const gantt of gantts) gantt.colorBy(name);
    colors.replaceChildren(...coloringLegend(COLORINGS[name], runs, data));
  };
  const many = runs.some(run => run.count > 2000) || runs[0].names.user.length < 2;
  const choice = element("select", { id: "coloring", on: { change: event => color(event.target.value) } },
    ...Object.entries(COLORINGS).map(([name, { title }]) => element("option", { value: name, selected: name === (many ? "wait" : "user") }, title)));
  for (const gantt of gantts) gantt.onSelect = job => {
    said.textContent = job < 0 ? "" : "Job " + gantt.run.number[job] + " (" + gantt.run.label + "): "
      + jobFacts(gantt.run, job, data).map(([name, text]) => name + " " + text).join(", ") + ".";
  };
  color(many ? "wait" : "user");
  const utilisation = new StepChart(view, runs, { title: "Resources in use over time, in percent of the machine", yTitle: "in use", limit: 1,
    text: percent, stepsOf: run => run.shares ??= { time: run.busySteps().time, value: run.busySteps().value.map(busy => busy / run.size) } });
  const queue = new StepChart(view, runs, { title: "Jobs in the queue over time", yTitle: "waiting", text: number, stepsOf: run => run.waitingSteps() });
  return element("section", { class: "card long" }, element("h2", {}, "Over time"),
    element("p", { class: "lead wide" }, "Drag to move. Click a chart, then use the wheel to zoom (with Shift: the resources). ",
      ...keys("← → ↑ ↓", "move, "), ...keys("+ −", "zoom, "), ...keys("N P", "next and previous job, "), ...keys("0", "everything.")),
    element("div", { class: "tools" },
      button("Zoom in", () => view.zoom(2)), button("Zoom out", () => view.zoom(0.5)),
      button("Earlier", () => view.move(-0.5)), button("Later", () => view.move(0.5)), button("Show all", () => view.reset()),
      element("span", { class: "gap" }), ...finder(gantts, said), element("label", { for: "coloring" }, "Colour by"), choice),
    new Overview(view, runs[0]).host,
    element("h3", {}, "Utilisation"), runs.length > 1 ? legend(runs) : undefined, utilisation.host,
    ...downSection(view, runs),
    element("h3", {}, "Queue length"), queue.host,
    element("h3", {}, "Schedule"), colors, ...sections, said);
}

function keys(names, meaning) {
  return [...names.split(" ").flatMap(name => [element("kbd", {}, name), " "]), meaning];
}

function button(title, action) {
  return element("button", { type: "button", on: { click: action } }, title);
}

function ganttSection(gantt, open) {
  const { run } = gantt;
  const details = element("details", { open }, element("summary", {},
    element("span", { class: "swatch", color: run.swatch }), " " + run.label), gantt.host);
  if (run.facts.closedGaps > 0) details.append(element("p", { class: "quiet" }, number(run.facts.closedGaps)
    + " jobs that are scattered over very many places are drawn with their smallest gaps closed."));
  return details;
}

/** Only if anything was ever down. */
function downSection(view, runs) {
  const struck = runs.filter(run => run.down.time.length > 0);
  if (struck.length === 0) return [];
  const chart = new StepChart(view, struck, { height: 110, title: "Resources that are down over time", yTitle: "down", text: number, stepsOf: run => run.down });
  return [element("h3", {}, "Down"), chart.host];
}

function coloringLegend(coloring, runs, data) {
  const entry = (text, color) => element("span", {}, element("span", { class: "swatch", color: css(color) }), text || "(unknown)");
  if (coloring.ramp) {
    const [low, high] = coloring.ramp(data);
    const ramp = element("span", { class: "ramp" });
    ramp.style.background = "linear-gradient(90deg, " + RAMP.map(css).join(", ") + ")";
    return [element("span", {}, coloring.title + ": " + low, ramp, high + " (logarithmic)")];
  }
  if (coloring.pair) return coloring.pair.map(([text, color]) => entry(text, color));
  if (coloring.states) return data.states.filter((_, code) => runs.some(run => run.state.includes(code)))
    .map(state => entry(state.toLowerCase().replaceAll("_", " "), STATE_COLORS[state]));
  const names = coloring.named(runs[0]), shown = 12;
  return [...names.slice(0, shown).map((name, code) => entry(name, hue(code))),
    ...(names.length > shown ? [element("span", {}, "and " + number(names.length - shown) + " more")] : [])];
}

function finder(gantts, said) {
  const input = element("input", { id: "find", type: "search", inputmode: "numeric", size: 8, placeholder: "number" });
  const find = () => {
    const wanted = Number(input.value);
    if (input.value.trim() === "") return;
    let found = false;
    for (const gantt of gantts) {
      const job = gantt.run.number.indexOf(wanted);
      if (job < 0 || Number.isNaN(gantt.run.start[job])) continue;
      const { run, view } = gantt, extent = Math.max(run.until[job] - run.submit[job], 60);
      if (!found) view.show(run.submit[job] - extent, run.until[job] + extent);
      gantt.select(job);
      found = true;
    }
    if (!found) said.textContent = "No job with the number " + input.value + " has started.";
  };
  input.addEventListener("keydown", event => { if (event.key === "Enter") find(); });
  return [element("label", { for: "find" }, "Find job"), input, button("Find", find)];
}

function distributions(data, runs) {
  const waits = new ShareChart(runs, { title: "Distribution of waits: share of jobs that wait at most so long", lowest: 1, text: duration, xTitle: "wait", ticks: durationTicks,
    valuesOf: run => run.sorted(job => run.wait(job)) });
  const slowdowns = new ShareChart(runs, { title: "Distribution of bounded slowdowns: share of jobs with at most such a slowdown", lowest: 1, text: number,
    xTitle: "bounded slowdown", valuesOf: run => run.sorted(job => run.slowdown(job, data.slowdownBound)) });
  return element("section", { class: "card" }, element("h2", {}, "Distributions"),
    element("p", { class: "lead" }, "What share of the jobs waits at most so long, or is slowed down at most so much. Higher is better."),
    legend(runs), element("div", { class: "two" }, waits.host, slowdowns.host));
}

function notes(runs) {
  const all = runs.flatMap(run => run.facts.notes.map(note => [run.label, note]));
  if (all.length === 0) return undefined;
  return element("section", { class: "card" }, element("h2", {}, "Notes"), element("dl", { class: "words" },
    ...all.flatMap(([label, { topic, text }]) => [element("dt", {}, (runs.length > 1 ? label + ": " : "") + topic), element("dd", {}, text)])));
}

async function main() {
  preferTheme();
  const status = document.getElementById("status"), content = document.getElementById("content");
  try {
    const data = JSON.parse(document.getElementById("data").textContent);
    labelRuns(data);
    const runs = await Promise.all(data.runs.map((facts, position) => Run.unpack(facts, data.columns, position)));
    data.longestWait = Math.max(60, ...runs.map(run => run.longestWait()));
    data.largestMachine = Math.max(...runs.map(run => run.size));
    const machines = [...new Set(runs.map(run => run.facts.machine))];
    document.getElementById("subtitle").textContent = [number(runs[0].count) + " jobs", machines.join(", "),
      runs.length > 1 ? runs.length + " runs" : "policy " + runs[0].label].join(" · ");
    const parts = [keyFigures(data, runs), comparison(data, runs), overTime(data, runs), distributions(data, runs), sizeTable(data, runs),
      userTable(data, runs), notes(runs), meanings()];
    content.append(...parts.filter(part => part !== undefined));
    document.body.append(facts.host);
    status.hidden = true;
    document.documentElement.dataset.ready = "true";
  } catch (problem) {
    status.className = "error";
    status.textContent = "The report cannot be shown: " + problem.message;
    throw problem;
  }
}

main();
