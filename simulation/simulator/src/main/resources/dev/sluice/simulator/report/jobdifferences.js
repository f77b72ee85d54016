// Two runs, job by job: what a job gains or loses when the policy changes.

const DIFFERENCES = [
  { key: "wait", title: "wait", unit: "seconds", value: (run, job) => run.wait(job), less: "wait less", more: "wait longer" },
  { key: "turnaround", title: "turnaround", unit: "seconds", value: (run, job) => run.finish[job] - run.submit[job],
    less: "end sooner after their submission", more: "end later" },
  { key: "slowdown", title: "bounded slowdown", unit: "ratio", less: "are slowed down less", more: "are slowed down more",
    value: (run, job, data) => run.hasRun(job) ? run.slowdown(job, data.slowdownBound) : NaN },
];

/** How many jobs the table shows of those that gain most, and of those that lose most. */
const JOBS_PER_SIDE = 10;

/** For each job of one run the row of the same job in the other, or -1. */
function sameJobs(from, to) {
  const rows = new Int32Array(from.count);
  if (from.count === to.count && from.number.every((number, job) => number === to.number[job])) return rows.map((_, job) => job);
  const known = new Map();
  to.number.forEach((number, job) => { if (!known.has(number)) known.set(number, job); });
  return rows.map((_, job) => known.get(from.number[job]) ?? -1);
}

/** Jobs that have a value in both runs, with the second's value minus the first's. */
function differencesOf(data, from, to, { value }) {
  const rows = sameJobs(from, to), jobs = new Uint32Array(from.count), by = new Float64Array(from.count);
  let count = 0;
  for (let job = 0; job < from.count; job++) {
    if (rows[job] < 0) continue;
    const difference = value(to, rows[job], data) - value(from, job, data);
    if (Number.isNaN(difference)) continue;
    jobs[count] = job;
    by[count++] = difference;
  }
  return { rows, jobs: jobs.subarray(0, count), by: by.subarray(0, count) };
}

/** The places of the least and of the greatest differences, other than zero. */
function extremes(by) {
  const keep = (isFarther, isMeant) => {
    const kept = [];
    for (let i = 0; i < by.length; i++) {
      if (!isMeant(by[i]) || (kept.length === JOBS_PER_SIDE && !isFarther(by[i], by[kept.at(-1)]))) continue;
      const at = kept.findIndex(other => isFarther(by[i], by[other]));
      kept.splice(at < 0 ? kept.length : at, 0, i);
      kept.length = Math.min(kept.length, JOBS_PER_SIDE);
    }
    return kept;
  };
  return [...keep((a, b) => a < b, value => value < 0), ...keep((a, b) => a > b, value => value > 0).reverse()];
}

/** @param goTo shows a job of a run in the schedule */
function differenceSection(data, runs, goTo) {
  if (runs.length < 2) return undefined;
  const select = (id, options, chosen) => element("select", { id, on: { change: () => fill() } },
    ...options.map((text, index) => element("option", { value: index, selected: index === chosen }, text)));
  const labels = runs.map(run => run.label);
  const from = select("difference-from", labels, 0), to = select("difference-to", labels, 1);
  const by = select("difference-by", DIFFERENCES.map(({ title }) => title), 0);
  const axis = element("select", { id: "difference-axis", on: { change: () => chart.scaleBy(axis.value) } }, ...axisOptions());
  const chart = new ShareChart({ title: "Distribution of the differences between two runs, job by job", unit: "seconds", xTitle: "difference", signed: true });
  const summary = element("p", { class: "lead", role: "status" }), note = element("p", { class: "quiet" }), table = element("div");
  const fill = () => {
    const [a, b, measure] = [runs[from.value], runs[to.value], DIFFERENCES[by.value]], found = differencesOf(data, a, b, measure);
    const sorted = found.by.slice().sort(), values = withoutManyZeros(sorted);
    Object.assign(chart, { unit: measure.unit, lowest: measure.unit === "seconds" ? 1 : 0.1, xTitle: measure.title + " under " + b.label + " − under " + a.label });
    note.textContent = values.length < sorted.length ? "Only the " + number(values.length) + " jobs that fare differently." : "";
    chart.show([{ label: "jobs", swatch: b.swatch, get color() { return b.color; }, position: 0, values }]);
    summary.textContent = differenceSummary(found.by, a, b, measure);
    table.replaceChildren(jobDifferenceTable(data, a, b, measure, found, goTo));
  };
  fill();
  return element("section", { class: "card long", id: "differences" }, element("h2", {}, "Two runs, job by job"),
    element("div", { class: "tools" }, tool("From", from), tool("to", to), tool("by", by), tool("Axis", axis)),
    summary, figure("Distribution of the difference", chart, "difference"), note, table);
}

function differenceSummary(by, a, b, { title, unit, less, more }) {
  if (by.length === 0) return "No job has a " + title + " in both runs.";
  let below = 0, above = 0, sum = 0;
  for (const value of by) {
    below += value < 0 ? 1 : 0;
    above += value > 0 ? 1 : 0;
    sum += value;
  }
  const part = count => number(100 * count / by.length, count > 0.01 * by.length ? 3 : 2) + " %";
  const signed = value => (value > 0 ? "+" : "") + inUnit(value, unit);
  return "Under " + b.label + ", " + part(below) + " of " + number(by.length) + " jobs " + less + " than under " + a.label + ", "
    + part(above) + " " + more + ", " + part(by.length - below - above) + " fare the same. "
    + "Mean difference: " + signed(sum / by.length) + "; median: " + signed(quantile(by.slice().sort(), 0.5)) + ".";
}

function jobDifferenceTable(data, a, b, measure, { rows, jobs, by }, goTo) {
  const found = extremes(by).map(at => ({ job: jobs[at], other: rows[jobs[at]], by: by[at] }));
  if (found.length === 0) return "";
  const text = value => inUnit(value, measure.unit), name = row => String(a.number[row.job]);
  const columns = [
    { title: "Job", text: name, value: row => a.number[row.job],
      cell: row => button(name(row), () => goTo(a.number[row.job], [a, b]), "Show job " + name(row) + " in the schedule") },
    { title: "User", text: row => a.names.user[a.user[row.job]] || "–", value: row => a.names.user[a.user[row.job]] },
    { title: "Resources", text: row => number(a.resources[row.job]), value: row => a.resources[row.job] },
    { title: "Ran", text: row => duration(a.finish[row.job] - a.start[row.job]), value: row => a.finish[row.job] - a.start[row.job] },
    { title: a.label, color: a.swatch, text: row => text(measure.value(a, row.job, data)), value: row => measure.value(a, row.job, data) },
    { title: b.label, color: b.swatch, text: row => text(measure.value(b, row.other, data)), value: row => measure.value(b, row.other, data) },
    { title: "Difference", text: row => (row.by > 0 ? "+" : "") + text(row.by), value: row => row.by },
  ];
  return new SortedTable("The jobs whose " + measure.title + " changes most, in both directions. A number leads to the job in the schedule.",
    columns, found, { by: -1, stacked: true }).host;
}
