// Puts the page of a sweep together.

const KEY_METRICS = ["utilisation", "wait_mean", "wait_p95", "bounded_slowdown_mean", "makespan", "jain_index_of_users"];

class Sweep {
  constructor(data) {
    this.data = data;
    this.policyAt = data.parameters.indexOf(data.policyName);
    this.policies = [...new Set(data.groups.map(group => this.policy(group)))];
    this.settings = Map.groupBy(data.groups, group => this.setting(group));
  }

  policy(group) { return this.policyAt < 0 ? "" : group.parameters[this.policyAt]; }

  /** All that is set, but the policy; what all runs share need not be said. */
  setting(group) {
    return group.parameters.map((value, index) => [this.data.parameters[index], value, index])
      .filter(([, , index]) => index !== this.policyAt && new Set(this.data.groups.map(other => other.parameters[index])).size > 1)
      .map(([name, value]) => name + " " + (value || "–")).join(", ") || "all runs";
  }

  color(policy) { return runColor(this.policies.indexOf(policy)); }

  swatch(policy) { return runSwatch(this.policies.indexOf(policy)); }

  known(metric) { return this.data.groups.some(group => group.metrics[metric][0] !== null); }

  /** Whether a group's mean is the best among the policies of its setting. */
  isBest(group, metric) {
    const rivals = this.settings.get(this.setting(group));
    return rivals[bestOf(rivals.map(rival => rival.metrics[metric][0]), this.data.metrics[metric].better)] === group;
  }
}

function interval([mean, half], unit) {
  return inUnit(mean, unit) + (half === null ? "" : " ± " + inUnit(half, unit, mean));
}

function sweepTable(sweep, metrics) {
  const { data } = sweep;
  const columns = [
    ...data.parameters.map((name, index) => ({ title: name, text: group => group.parameters[index], value: group => group.parameters[index] })),
    { title: "runs", text: group => number(group.runs), value: group => group.runs },
    ...metrics.map(metric => ({ title: data.metrics[metric].label, text: group => interval(group.metrics[metric], data.metrics[metric].unit),
      value: group => group.metrics[metric][0], mark: group => sweep.isBest(group, metric) })),
  ];
  return new SortedTable("Means over seeds and their 95 % confidence intervals (Student's t). The best policy of a setting is marked.",
    columns, data.groups, { filtered: data.groups.length > ROWS_AT_FIRST, by: -1 }).host;
}

function sweepCharts(sweep, metrics) {
  const { data } = sweep;
  const legend = element("div", { class: "legend" }, ...sweep.policies.map(policy =>
    element("span", {}, element("span", { class: "swatch", color: sweep.swatch(policy) }), policy)));
  const chart = metric => {
    const settings = [...sweep.settings].map(([name, groups]) => ({ name,
      dots: groups.map(group => ({ policy: sweep.policy(group), mean: group.metrics[metric][0], half: group.metrics[metric][1] })) }));
    const { label, unit } = data.metrics[metric];
    return element("div", {}, element("h3", {}, label), new IntervalChart(label, settings, unit, policy => sweep.color(policy)).host);
  };
  return element("section", { class: "card long" }, element("h2", {}, "By policy"),
    element("p", { class: "lead" }, "A dot is the mean over seeds, the line through it the 95 % confidence interval."), legend,
    element("div", { class: "two" }, ...metrics.map(chart)));
}

function main() {
  preferTheme();
  const content = document.getElementById("content"), status = document.getElementById("status");
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("subtitle").textContent = number(data.runs) + " runs, " + number(data.groups.length) + " settings and policies";
  const sweep = new Sweep(data);
  const known = data.metrics.map((_, index) => index).filter(index => sweep.known(index));
  const keys = known.filter(index => KEY_METRICS.includes(data.metrics[index].key));
  const table = element("div", {}, sweepTable(sweep, keys));
  const all = element("input", { type: "checkbox", id: "all",
    on: { change: () => table.replaceChildren(sweepTable(sweep, all.checked ? known : keys)) } });
  content.append(
    element("section", { class: "card long" }, element("h2", {}, "Results"),
      element("div", { class: "tools" }, all, element("label", { for: "all" }, "all metrics")), table),
    sweepCharts(sweep, keys));
  status.hidden = true;
  document.documentElement.dataset.ready = "true";
}

main();
