// Puts the page of a sweep together.

const KEY_METRICS = ["utilisation", "wait_mean", "wait_p95", "bounded_slowdown_mean", "makespan", "jain_index_of_users"];

class Sweep {
  constructor(data) {
    this.data = data;
    this.policyAt = data.parameters.indexOf(data.policyName);
    this.loadAt = data.parameters.indexOf(data.loadName);
    this.policies = [...new Set(data.groups.map(group => this.policy(group)))];
    this.varied = data.parameters.map((_, index) => new Set(data.groups.map(group => group.parameters[index])).size > 1);
    this.names = data.parameters.map((_, index) => shortNames(data.groups.map(group => group.parameters[index])));
    this.settings = Map.groupBy(data.groups, group => this.setting(group).full);
  }

  policy(group) { return this.policyAt < 0 ? "" : group.parameters[this.policyAt]; }

  load(group) { return Number(group.parameters[this.loadAt]); }

  get loads() { return this.loadAt < 0 ? [] : [...new Set(this.data.groups.map(group => this.load(group)))]; }

  /** All that is set, but the policy and what is left out; what all runs share need not be said. */
  setting(group, left = -1) {
    const told = this.data.parameters.map((name, index) => ({ name, index }))
      .filter(({ index }) => index !== this.policyAt && index !== left && this.varied[index] && group.parameters[index]);
    const parts = text => told.length > 0 ? told.map(({ name, index }) => name + " " + text(index)) : ["all runs"];
    return { full: parts(index => group.parameters[index]).join(", "), parts: parts(index => this.shown(group, index)) };
  }

  /** A parameter as it is shown: paths are shortened. */
  shown(group, index) { return this.names[index].get(group.parameters[index]); }

  /** Parameters that differ, and the policy in any case; what all runs share stands above the tables. */
  parameterColumns() {
    const told = this.data.parameters.map((name, index) => ({ name, index })).filter(({ index }) => this.varied[index] || index === this.policyAt);
    return told.map(({ name, index }) => ({ title: name, text: group => this.shown(group, index) || "–", value: group => group.parameters[index],
      hint: group => this.shown(group, index) === group.parameters[index] ? undefined : group.parameters[index] }));
  }

  /** What all runs share. */
  shared() {
    const first = this.data.groups[0];
    const parts = this.data.parameters.map((name, index) => ({ name, index })).filter(({ index }) => !this.varied[index] && index !== this.policyAt && first.parameters[index]);
    return parts.length === 0 ? undefined : element("p", { class: "lead" }, "All runs: ", ...parts.flatMap(({ name, index }, i) =>
      [(i > 0 ? ", " : "") + name + " ", element("span", { class: "value", title: first.parameters[index] }, this.shown(first, index))]), ".");
  }

  color(policy) { return runColor(this.policies.indexOf(policy)); }

  swatch(policy) { return runSwatch(this.policies.indexOf(policy)); }

  known(metric) { return this.data.groups.some(group => group.metrics[metric][0] !== null); }

  /** Whether a group's mean is the best among the policies of its setting that have a value. */
  isBest(group, metric) {
    const rivals = this.settings.get(this.setting(group).full);
    return rivals[bestOf(rivals.map(rival => rival.metrics[metric][0]), this.data.metrics[metric].better)] === group;
  }

  legend() {
    return element("div", { class: "legend" }, ...this.policies.map(policy =>
      element("span", {}, element("span", { class: "swatch", color: this.swatch(policy) }), policy)));
  }

  /** @param rows what is drawn, titles first */
  figure(title, chart, name, rows) {
    chart.csv = () => CsvTable.of(rows());
    return figure(title, chart, name);
  }
}

function interval([mean, half], unit) {
  return inUnit(mean, unit) + (half === null ? "" : " ± " + inUnit(half, unit, mean));
}

function sweepTable(sweep, metrics) {
  const { data } = sweep;
  const columns = [
    ...sweep.parameterColumns(),
    { title: "runs", text: group => number(group.runs), value: group => group.runs },
    ...metrics.map(metric => ({ title: data.metrics[metric].label, text: group => interval(group.metrics[metric], data.metrics[metric].unit),
      value: group => group.metrics[metric][0], mark: group => sweep.isBest(group, metric) })),
  ];
  return new SortedTable("Means over seeds and their 95 % confidence intervals (Student's t). The best policy of a setting is marked.",
    columns, data.groups, { filtered: data.groups.length > ROWS_AT_FIRST, by: -1 }).host;
}

function dotCharts(sweep, metrics) {
  const { data } = sweep;
  return metrics.map(metric => {
    const { label, unit, key } = data.metrics[metric];
    const settings = [...sweep.settings].map(([full, groups]) => ({ full, parts: sweep.setting(groups[0]).parts,
      dots: groups.map(group => ({ policy: sweep.policy(group), mean: group.metrics[metric][0], half: group.metrics[metric][1] })) }));
    const rows = () => [["setting", data.policyName, key, "half_width_95"],
      ...settings.flatMap(({ full, dots }) => dots.map(({ policy, mean, half }) => [full, policy, mean, half]))];
    return sweep.figure(label, new IntervalChart(label, settings, unit, policy => sweep.color(policy)), key + "-by-policy", rows);
  });
}

/** One chart per metric, of the groups of one setting. */
function lineCharts(sweep, metrics, groups) {
  const { data } = sweep;
  return metrics.map(metric => {
    const { label, unit, key } = data.metrics[metric];
    const lines = [...Map.groupBy(groups, group => sweep.policy(group))].map(([policy, own]) => ({ policy,
      points: own.map(group => ({ x: sweep.load(group), mean: group.metrics[metric][0], half: group.metrics[metric][1] })).sort((a, b) => a.x - b.x) }));
    const rows = () => [[data.loadName, data.policyName, key, "half_width_95"],
      ...lines.flatMap(({ policy, points }) => points.map(({ x, mean, half }) => [x, policy, mean, half]))];
    return sweep.figure(label, new LineChart(label, lines, unit, policy => sweep.color(policy)), key + "-by-load", rows);
  });
}

/** Metrics against the load; where more than the load is varied, for one setting at a time. */
function byLoad(sweep, metrics) {
  if (sweep.loads.length < 2) return undefined;
  const settings = Map.groupBy(sweep.data.groups, group => sweep.setting(group, sweep.loadAt).full);
  const charts = element("div", { class: "two" });
  const show = full => charts.replaceChildren(...lineCharts(sweep, metrics, settings.get(full)));
  const pick = element("select", { id: "setting", on: { change: () => show(pick.value) } }, ...[...settings].map(([full, groups]) =>
    element("option", { value: full, title: full }, sweep.setting(groups[0], sweep.loadAt).parts.join(", "))));
  show([...settings.keys()][0]);
  return element("section", { class: "card long" }, element("h2", {}, "By load"),
    element("p", { class: "lead" }, "A line is the mean over seeds, the band around it the 95 % confidence interval."),
    settings.size > 1 ? element("div", { class: "tools pick" }, element("label", { for: "setting" }, "Setting"), pick) : undefined,
    sweep.legend(), charts);
}

function byPolicy(sweep, metrics) {
  return element("section", { class: "card long" }, element("h2", {}, "By policy"),
    element("p", { class: "lead" }, "A dot is the mean over seeds, the line through it the 95 % confidence interval."), sweep.legend(),
    element("div", { class: "two" }, ...dotCharts(sweep, metrics)));
}

/** A card with a table, of a few metrics or of all. */
function tableCard(title, id, keys, known, table, lead) {
  const host = element("div", { class: "rows" }, table(keys));
  const all = element("input", { type: "checkbox", id, on: { change: () => host.replaceChildren(table(all.checked ? known : keys)) } });
  return element("section", { class: "card long" }, element("h2", {}, title), lead,
    element("div", { class: "tools" }, all, element("label", { for: id }, "all metrics")), host);
}

function notes(data) {
  return data.notes.length === 0 ? undefined
    : element("section", { class: "card" }, element("ul", { class: "notes" }, ...data.notes.map(note => element("li", {}, note))));
}

function main() {
  preferTheme();
  const content = document.getElementById("content"), status = document.getElementById("status");
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("subtitle").textContent = number(data.runs) + " runs, " + number(data.groups.length) + " settings and policies";
  exportNames.prefix = "sweep";
  const sweep = new Sweep(data);
  const known = data.metrics.map((_, index) => index).filter(index => sweep.known(index));
  const keys = known.filter(index => KEY_METRICS.includes(data.metrics[index].key));
  const parts = [
    notes(data),
    tableCard("Results", "all", keys, known, metrics => sweepTable(sweep, metrics), sweep.shared()),
    byLoad(sweep, keys),
    byPolicy(sweep, keys),
    data.groups.some(group => group.differences)
      ? tableCard("Differences to " + data.baseline, "all-differences", keys, known, metrics => differenceTable(sweep, metrics)) : undefined,
  ];
  content.append(...parts.filter(part => part !== undefined));
  status.hidden = true;
  document.documentElement.dataset.ready = "true";
}

main();
