// The runs in numbers: key figures of each, and all metrics side by side.

const KEY_FIGURES = ["utilisation", "wait_mean", "bounded_slowdown_mean", "wait_p95"];

function keyFigures(data, runs) {
  const figure = (run, key) => {
    const index = data.metrics.findIndex(metric => metric.key === key), metric = data.metrics[index];
    return [element("dt", {}, metric.label), element("dd", {}, inUnit(run.facts.metrics[index], metric.unit))];
  };
  return element("div", { class: "cards" }, ...runs.map(run => element("section", { class: "card figures" },
    element("h2", {}, element("span", { class: "swatch", color: run.swatch }), run.label),
    element("dl", {}, ...KEY_FIGURES.map(key => element("div", {}, ...figure(run, key)))),
    run.facts.unfinished > 0
      ? element("p", { class: "partial" }, "Stopped early: " + number(run.facts.unfinished) + " jobs had not ended.") : undefined)));
}

/** Metrics that no run has a value for are left out. */
function comparison(data, runs, count) {
  const known = data.metrics.map((metric, index) => ({ ...metric, values: runs.map(run => run.facts.metrics[index]) }))
    .filter(metric => metric.values.some(value => value !== null));
  const rows = known.map(metric => {
    const best = bestOf(metric.values, metric.better);
    return element("tr", {}, element("th", { scope: "row" }, metric.label), ...metric.values.map((value, index) =>
      labelled(element("td", index === best ? { class: "best", title: "best" } : {}, inUnit(value, metric.unit),
        index > 0 ? element("small", {}, change(metric.values[0], value)) : undefined), runs[index].label, runs[index].swatch)));
  });
  const among = runs.length < count ? " among the " + runs.length + " runs shown" : "";
  return element("section", { class: "card compare" }, element("h2", {}, runs.length > 1 ? "Policies side by side" : "In numbers"),
    element("p", { class: "lead" }, runs.length > 1
      ? "The best value of a row" + among + " is marked, where one can say which is best. Percentages compare with " + runs[0].label + "."
      : "What these mean is explained at the end of the page."),
    element("div", { class: "scroll stack" }, inLines(element("table", {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Metric"), ...runs.map(run => element("th", { scope: "col" },
        element("span", { class: "swatch", color: run.swatch }), " " + run.label)))),
      element("tbody", {}, ...rows)), runs.length)));
}

function change(from, to) {
  if (from === null || to === null || from === 0) return "";
  const relative = 100 * (to - from) / Math.abs(from);
  return Math.abs(relative) < 0.05 ? "=" : (relative > 0 ? "+" : "−") + number(Math.abs(relative), Math.abs(relative) < 10 ? 2 : 3) + " %";
}

const MEANINGS = [
  ["Wait", "From submission to start, of every job that started."],
  ["Turnaround", "From submission to the end, of every job that ran."],
  ["Bounded slowdown", "max(1, turnaround ÷ max(run time, 10 s)): how much longer a job took than it had to."],
  ["Utilisation", "Resource-time held by jobs ÷ resource-time there was, from the first submission to the last end."],
  ["Throughput", "Jobs that ended, having run, per hour between the first submission and the last end (the makespan)."],
  ["Jain index of users' slowdowns", "(Σx)² ÷ (n·Σx²) over the users' mean bounded slowdowns: 1 if all fare alike, 1/n if one bears it all."],
  ["Gini coefficient of waits", "0 if all jobs wait alike, near 1 if a few wait for all."],
  ["Backfilled jobs", "Started jobs that overtook one that had been ahead of them."],
  ["Estimated start", "The first start that a job was told: when it was first planned, or when it started, or, with forecasts, when it was submitted. Error: mean of |start − estimate|; bias: mean of start − estimate, positive if jobs start later than foreseen."],
  ["Starvation bound", "The longest time by which the reservation of a job at the head of the queue moved later than when it was first made."],
  ["Lost to failures", "Runs that a failing node ended. Their jobs wait again; wait and start are those of the last run. Utilisation counts them as busy; what they held is also told as a share of the same resource-time."],
  ["Quantiles", "Linear between the two nearest values (R's type 7)."],
];

function meanings() {
  return element("section", { class: "card" }, element("details", {}, element("summary", {}, "What the numbers mean"),
    element("dl", { class: "words" }, ...MEANINGS.flatMap(([word, text]) => [element("dt", {}, word), element("dd", {}, text)]))));
}
