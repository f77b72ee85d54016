// How far each policy is from the baseline, on the same seeds.

/** Groups that have differences, which those of the baseline have not. */
function differenceTable(sweep, metrics) {
  const { data } = sweep;
  const text = ([mean, half], unit) => (mean > 0 ? "+" : "") + interval([mean, half], unit);
  const columns = [
    ...sweep.parameterColumns(),
    { title: "pairs", text: group => number(Math.max(...group.differences.map(it => it?.[2] ?? 0))), value: group => Math.max(...group.differences.map(it => it?.[2] ?? 0)) },
    ...metrics.map(metric => ({ title: data.metrics[metric].label,
      text: group => group.differences[metric] ? text(group.differences[metric], data.metrics[metric].unit) + (group.differences[metric][3] ? " *" : "") : "–",
      value: group => group.differences[metric]?.[0], mark: group => group.differences[metric]?.[3], markText: "the interval excludes zero",
      markClass: group => judgement(group.differences[metric][0], data.metrics[metric].better) })),
  ];
  const groups = data.groups.filter(group => group.differences);
  return new SortedTable("Differences to " + data.baseline + ", paired by seed: mean and 95 % confidence interval (Student's t). Those marked with * have an interval that excludes zero.",
    columns, groups, { filtered: groups.length > ROWS_AT_FIRST, by: -1 }).host;
}

/** Whether a difference is good, bad or neither. */
function judgement(difference, better) {
  if (better === "higher") return difference > 0 ? "best" : "worse";
  if (better === "lower") return difference < 0 ? "best" : "worse";
  return "differs";
}
