// Tables of jobs by size and by user, with a few columns per run.

/** @param codeOf a small number for a job, which means the same {name, order} all through a run */
function groupsOf(data, runs, codeOf, groupOf) {
  const groups = new Map();
  const find = (run, code) => {
    const { name, order } = groupOf(run, code);
    if (!groups.has(name)) groups.set(name, { name, order, runs: runs.map(() => ({ jobs: 0, work: 0, waits: [], slowdowns: [] })) });
    return groups.get(name).runs[run.position];
  };
  for (const run of runs) {
    const parts = [];
    for (let job = 0; job < run.count; job++) {
      const code = codeOf(run, job), part = parts[code] ??= find(run, code);
      part.jobs++;
      if (!Number.isNaN(run.start[job])) part.waits.push(run.wait(job));
      if (run.hasRun(job)) {
        part.slowdowns.push(run.slowdown(job, data.slowdownBound));
        part.work += run.resources[job] * (run.finish[job] - run.start[job]);
      }
    }
  }
  const totals = runs.map((_, index) => [...groups.values()].reduce((sum, group) => sum + group.runs[index].work, 0));
  for (const group of groups.values()) {
    group.runs.forEach((part, index) => {
      part.share = totals[index] > 0 ? part.work / totals[index] : null;
      part.meanWait = mean(part.waits);
      part.p95Wait = quantile(Float64Array.from(part.waits).sort(), 0.95);
      part.meanSlowdown = mean(part.slowdowns);
      part.waits = part.slowdowns = undefined;
    });
  }
  return [...groups.values()];
}

const MEASURES = [
  { key: "meanWait", title: "Mean wait", text: duration },
  { key: "p95Wait", title: "95 % wait", text: duration },
  { key: "meanSlowdown", title: "Mean slowdown", text: number },
];

/** With more runs, or on a narrow screen, the columns show one measure at a time. */
const RUNS_WITH_ALL_MEASURES = 2;

function groupTable(caption, first, groups, runs, measures, options) {
  const single = measures.length === 1;
  const of = (run, measure) => group => group.runs[run.position][measure.key];
  const columns = [{ title: first, text: group => group.name, value: group => group.order },
    { title: "Jobs", text: group => number(group.runs[runs[0].position].jobs), value: group => group.runs[runs[0].position].jobs },
    { title: "Share of work", text: group => percent(group.runs[runs[0].position].share), value: group => group.runs[runs[0].position].share },
    ...runs.flatMap(run => measures.map(measure => ({ title: single ? run.label : measure.title, color: single ? run.swatch : undefined,
      text: group => measure.text(of(run, measure)(group)), value: of(run, measure) })))];
  const above = [{ label: "", span: 3 }, ...runs.map(run => ({ label: run.label, color: run.swatch, span: measures.length }))];
  return new SortedTable(caption, columns, groups, { runs: single ? [] : above, stacked: true, ...options }).host;
}

/** A table with a choice of the measure where not all of them fit. */
function groupSection(choice, { id, title, caption, first, groups, options }) {
  const table = element("div");
  const measure = element("select", { id, on: { change: () => fill() } },
    ...MEASURES.map(({ key, title: name }) => element("option", { value: key }, name)));
  const tools = element("div", { class: "tools" }, tool("Show", measure));
  const fill = () => {
    const all = choice.shown.length <= RUNS_WITH_ALL_MEASURES && !NARROW.matches;
    tools.hidden = all;
    table.replaceChildren(groupTable(caption, first, groups, choice.shown,
      all ? MEASURES : MEASURES.filter(({ key }) => key === measure.value), options));
  };
  NARROW.addEventListener("change", fill);
  choice.follow(fill);
  return element("section", { class: "card long", id: "by-" + id }, element("h2", {}, title), tools, table);
}

function sizeTable(data, choice) {
  const power = (run, job) => run.resources[job] <= 1 ? 0 : 32 - Math.clz32(run.resources[job] - 1);
  const group = (_, order) => {
    const upper = 2 ** order, lower = upper / 2 + 1;
    return { order, name: lower >= upper ? number(upper) : number(lower) + "–" + number(upper) };
  };
  return groupSection(choice, { id: "size", title: "By size", caption: "Jobs by the number of resources they asked for", first: "Resources",
    groups: groupsOf(data, choice.runs, power, group) });
}

function userTable(data, choice) {
  const group = (run, code) => ({ name: run.names.user[code] || "(unknown)", order: run.names.user[code] });
  const groups = groupsOf(data, choice.runs, (run, job) => run.user[job], group);
  if (groups.length === 1) return undefined;
  return groupSection(choice, { id: "user", title: "By user", caption: "Jobs by user; click a heading to sort", first: "User", groups,
    options: { filtered: groups.length > ROWS_AT_FIRST, by: 2, down: true } });
}
