// Puts the page together.

const RUNS_DRAWN_AT_FIRST = 3;

/** Short names for paths; what all runs share need not be said. */
function labelRuns(data) {
  const differs = key => new Set(data.runs.map(run => run[key])).size > 1, seen = new Map();
  const traces = shortNames(data.runs.map(run => run.trace)), machines = shortNames(data.runs.map(run => run.machine));
  for (const [index, run] of data.runs.entries()) {
    run.traceName = traces.get(run.trace);
    run.machineName = machines.get(run.machine);
    const more = [["trace", run.traceName], ["machine", run.machineName], ["seed", "seed " + run.seed]].filter(([key]) => differs(key)).map(([, text]) => text);
    const label = [run.policy || "run " + (index + 1), ...more].join(", "), times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    run.label = times > 1 ? label + " (" + times + ")" : label;
    run.title = [run.policy, run.trace, run.machine, "seed " + run.seed].join(", ");
  }
}

function legend(choice) {
  const host = element("div", { class: "legend" });
  choice.follow(shown => host.replaceChildren(...shown.map(run =>
    element("span", { title: run.facts.title }, element("span", { class: "swatch", color: run.swatch }), run.label))));
  return host;
}

/** The charts over one time axis, and a way to lead to a job in them. */
class OverTime {
  constructor(data, choice) {
    const { runs } = choice, view = new TimeView();
    Object.assign(this, { data, choice, view });
    this.said = element("p", { class: "quiet", role: "status" });
    this.found = element("p", { class: "quiet", role: "status", id: "found" });
    this.gantts = runs.map(run => new Gantt(view, run, data));
    this.sections = this.gantts.map((gantt, index) => ganttSection(gantt, index < RUNS_DRAWN_AT_FIRST));
    this.colors = element("div", { class: "legend" });
    for (const gantt of this.gantts) gantt.onSelect = job => this.tell(gantt, job);
    const utilisation = new StepChart(view, { title: "Resources in use over time, in percent of the machine", yTitle: "in use", limit: 1,
      text: percent, stepsOf: run => run.shares ??= { time: run.busySteps().time, value: run.busySteps().value.map(busy => busy / run.size) } });
    const queue = new StepChart(view, { title: "Jobs in the queue over time", yTitle: "waiting", text: number, stepsOf: run => run.waitingSteps() });
    const queueAxis = element("select", { id: "queue-axis", on: { change: () => queue.scaleBy(queueAxis.value) } }, ...axisOptions());
    queue.scaleBy(queueAxis.value);
    const overview = new Overview(view, runs[0]);
    choice.follow(shown => {
      view.bound(Math.min(...shown.map(run => run.begin)), Math.max(...shown.map(run => run.last)), Math.max(...shown.map(run => run.size)));
      overview.show(shown[0]);
      utilisation.show(shown);
      queue.show(shown);
      this.sections.forEach((section, index) => { section.hidden = !shown.includes(runs[index]); });
    });
    this.host = element("section", { class: "card long", id: "over-time" }, element("h2", {}, "Over time"),
      element("p", { class: "lead wide" }, ...(calendar.on ? ["Dates are in UTC. "] : []),
        "Drag to move. Click a chart, then use the wheel to zoom (with Shift: the resources). ",
        ...keys("← → ↑ ↓", "move, "), ...keys("+ −", "zoom, "), ...keys("N P", "next and previous job, "), ...keys("0", "everything.")),
      this.tools(), this.found, overview.host,
      figure("Utilisation", utilisation, "utilisation", runs.length > 1 ? legend(choice) : undefined),
      ...this.downSection(),
      figure("Queue length", queue, "queue", element("div", { class: "tools" }, tool("Axis", queueAxis))),
      element("h3", {}, "Schedule"), this.colors, ...this.sections, this.said);
  }

  tools() {
    const { view, choice: { runs } } = this;
    const many = runs.some(run => run.count > 2000) || runs[0].names.user.length < 2, first = many ? "wait" : "user";
    const color = name => {
      for (const gantt of this.gantts) gantt.colorBy(name);
      this.colors.replaceChildren(...coloringLegend(COLORINGS[name], runs, this.data));
    };
    const coloring = element("select", { id: "coloring", on: { change: event => color(event.target.value) } },
      ...Object.entries(COLORINGS).map(([name, { title }]) => element("option", { value: name, selected: name === first }, title)));
    color(first);
    const input = element("input", { id: "find", type: "search", inputmode: "numeric", size: 8, placeholder: "number" });
    const find = () => { if (input.value.trim() !== "") this.goTo(Number(input.value), this.choice.shown); };
    input.addEventListener("keydown", event => { if (event.key === "Enter") find(); });
    const times = element("select", { id: "times", on: { change: event => { calendar.on = event.target.value === "dates"; view.changed(); } } },
      element("option", { value: "dates" }, "dates (UTC)"), element("option", { value: "since" }, "since the start"));
    return element("div", { class: "tools" },
      button("Zoom in", () => view.zoom(2)), button("Zoom out", () => view.zoom(0.5)),
      button("Earlier", () => view.move(-0.5)), button("Later", () => view.move(0.5)), button("Show all", () => view.reset()),
      element("span", { class: "gap" }), tool("Find job", input, button("Find", find)),
      calendar.on ? tool("Times", times) : undefined, tool("Colour by", coloring));
  }

  tell(gantt, job) {
    this.said.textContent = job < 0 ? "" : "Job " + gantt.run.number[job] + " (" + gantt.run.label + "): "
      + jobFacts(gantt.run, job, this.data).map(([name, text]) => name + " " + text).join(", ") + ".";
  }

  /** Brings the schedule of the first of these runs that started the job into view, and marks the job in all of them. */
  goTo(number, runs) {
    const shown = [...this.choice.shown, ...runs.filter(run => !this.choice.shown.includes(run))];
    const places = this.gantts.filter(gantt => shown.includes(gantt.run)).map(gantt => ({ gantt, job: gantt.run.number.indexOf(number) }));
    const started = places.filter(({ gantt, job }) => job >= 0 && !Number.isNaN(gantt.run.start[job]));
    const first = started.find(({ gantt }) => runs.includes(gantt.run));
    if (!first) {
      const known = places.find(({ job }) => job >= 0);
      this.found.textContent = known ? "Job " + number + " never started: " + stateName(this.data.states[known.gantt.run.state[known.job]]) + "."
        : "There is no job with the number " + number + ".";
      return;
    }
    if (shown.length > this.choice.shown.length) this.choice.show(shown);
    const { gantt: { run, canvas, host }, job } = first;
    const from = Math.min(...started.map(({ gantt, job: at }) => gantt.run.submit[at])), extent = Math.max(run.until[job] - from, 60);
    this.found.textContent = "";
    this.view.show(from - extent, run.until[job] + extent);
    for (const { gantt, job: at } of started.toReversed()) gantt.select(at);
    this.sections[run.position].open = true;
    host.scrollIntoView({ block: "center" });
    canvas.focus({ preventScroll: true });
  }

  /** Only if anything was ever down. */
  downSection() {
    const { view, choice } = this;
    if (choice.runs.every(run => run.down.time.length === 0)) return [];
    const chart = new StepChart(view, { height: 110, title: "Resources that are down over time", yTitle: "down", text: number, stepsOf: run => run.down });
    choice.follow(shown => chart.show(shown));
    return [figure("Down", chart, "down")];
  }
}

function keys(names, meaning) {
  return [...names.split(" ").flatMap(name => [element("kbd", {}, name), " "]), meaning];
}

/** A field with its label, which stay together. */
function tool(label, field, ...more) {
  return element("span", { class: "tool" }, element("label", { for: field.id }, label), field, ...more);
}

function ganttSection(gantt, open) {
  const { run } = gantt;
  const details = element("details", { open, class: "gantt" }, element("summary", {},
    element("span", { class: "swatch", color: run.swatch }), " " + run.label),
    element("div", { class: "figure" }, element("div", { class: "above" }, exportButtons(gantt, "schedule-" + run.label)), gantt.host));
  if (run.facts.closedGaps > 0) details.append(element("p", { class: "quiet" }, number(run.facts.closedGaps)
    + " jobs that are scattered over very many places are drawn with their smallest gaps closed."));
  return details;
}

function coloringLegend(coloring, runs, data) {
  if (coloring.ramp) {
    const [low, high] = coloring.ramp(data), ramp = element("span", { class: "ramp" });
    ramp.style.background = "linear-gradient(90deg, " + RAMP.map(css).join(", ") + ")";
    return [element("span", { class: "scale" }, coloring.title + ": " + low, ramp, high + " (logarithmic)")];
  }
  const more = coloring.named ? coloring.named(runs[0]).length - LEGEND_NAMES_MAX : 0;
  return [...coloringEntries(coloring, runs, data).map(([text, color]) => element("span", {}, element("span", { class: "swatch", color: css(color) }), text)),
    ...(more > 0 ? [element("span", {}, "and " + number(more) + " more")] : [])];
}

function axisOptions() {
  return ["automatic", "logarithmic", "linear"].map(kind => element("option", { value: kind }, kind));
}

/** Of no run in particular. */
function oneSeries(label, values) {
  return { label, swatch: "var(--ink)", get color() { return theme().ink; }, position: 0, values };
}

/** A series per run. */
function seriesOf(runs, valuesOf) {
  return runs.map(run => ({ label: run.label, swatch: run.swatch, get color() { return run.color; }, position: run.position, values: valuesOf(run) }));
}

/** Charts that follow the choice of runs and of the axis. Values are sorted once per run. */
function distributions(data, choice) {
  const estimateAt = data.metrics.findIndex(({ key }) => key === "estimate_error_mean_absolute");
  const estimates = run => run.facts.metrics[estimateAt] !== null;
  const shares = [
    { name: "waits", title: "Wait", chart: { title: "Distribution of waits: share of jobs that wait at most so long", unit: "seconds", xTitle: "wait" },
      valuesOf: run => run.sorted(job => run.wait(job)) },
    { name: "slowdowns", title: "Bounded slowdown", valuesOf: run => run.sorted(job => run.slowdown(job, data.slowdownBound)),
      chart: { title: "Distribution of bounded slowdowns: share of jobs with at most such a slowdown", unit: "ratio", xTitle: "bounded slowdown" } },
    { name: "sizes", title: "Size", chart: { title: "Distribution of sizes: share of jobs that ask for at most so many resources", unit: "ratio", xTitle: "resources" },
      valuesOf: run => run.sorted(job => run.resources[job]), merge: run => run.facts.columns.resources },
    { name: "estimate-errors", title: "Error of the estimated start", runs: estimates, valuesOf: run => withoutManyZeros(run.estimateErrors()),
      chart: { title: "Distribution of start minus first estimated start", unit: "seconds", xTitle: "start − estimate", signed: true },
      note: "Only runs whose policy estimates. Right of 0: jobs that start later than first estimated. "
        + "Where most jobs start exactly as estimated, the chart shows the others." },
  ].filter(({ runs }) => !runs || choice.runs.some(runs));
  const charts = shares.map(({ chart, valuesOf, runs = () => true, merge }) => {
    const share = new ShareChart(chart), known = new Map();
    choice.follow(shown => {
      const meant = shown.filter(runs).filter((run, index, all) => !merge || all.findIndex(other => merge(other) === merge(run)) === index);
      const series = seriesOf(meant, run => known.get(run) ?? known.set(run, valuesOf(run)).get(run));
      share.show(merge && series.length === 1 ? [oneSeries("jobs", series[0].values)] : series);
    });
    return share;
  });
  const axis = element("select", { id: "axis", on: { change: () => charts.forEach(chart => chart.scaleBy(axis.value)) } }, ...axisOptions());
  return element("section", { class: "card", id: "distributions" }, element("h2", {}, "Distributions"),
    element("p", { class: "lead" }, "What share of the jobs waits at most so long, is slowed down at most so much, and so on. For waits and slowdowns higher is better."),
    element("div", { class: "tools" }, tool("Axes", axis)), legend(choice),
    element("div", { class: "two" }, ...shares.map(({ name, title, note }, index) =>
      element("div", {}, figure(title, charts[index], name), note ? element("p", { class: "quiet" }, note) : undefined))));
}

function heading(data, runs) {
  const title = document.getElementById("title"), traces = [...new Set(data.runs.map(run => run.trace))];
  title.title = traces.join("\n");
  exportNames.prefix = traces.length === 1 ? data.runs[0].traceName.replace(/\.(gz|swf|json)\b/g, "") : "traces";
  const machines = [...new Set(data.runs.map(run => run.machineName))];
  document.getElementById("subtitle").textContent = [number(runs[0].count) + " jobs", machines.join(", "),
    ...(calendar.on ? [when(runs[0].begin).slice(0, 10) + " to " + when(Math.max(...runs.map(run => run.last))).slice(0, 10)] : []),
    runs.length > 1 ? runs.length + " runs" : "policy " + runs[0].label].join(" · ");
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
    findCalendar(runs);
    heading(data, runs);
    const choice = new RunChoice(runs), overTime = new OverTime(data, choice);
    const parts = [chooser(choice), following(choice, shown => keyFigures(data, shown)), following(choice, shown => comparison(data, shown, runs.length)),
      following(choice, shown => endingSection(data, shown)), overTime.host, distributions(data, choice),
      differenceSection(data, runs, (number, of) => overTime.goTo(number, of)), sizeTable(data, choice), userTable(data, choice),
      following(choice, setupSection), following(choice, notes), meanings()];
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
