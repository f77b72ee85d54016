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

function groupTable(caption, first, groups, runs, options) {
  const columns = [{ title: first, text: group => group.name, value: group => group.order },
    { title: "Jobs", text: group => number(group.runs[0].jobs), value: group => group.runs[0].jobs },
    { title: "Share of work", text: group => percent(group.runs[0].share), value: group => group.runs[0].share }];
  runs.forEach((_, index) => columns.push(
    { title: "Mean wait", text: group => duration(group.runs[index].meanWait), value: group => group.runs[index].meanWait },
    { title: "95 % wait", text: group => duration(group.runs[index].p95Wait), value: group => group.runs[index].p95Wait },
    { title: "Mean slowdown", text: group => number(group.runs[index].meanSlowdown), value: group => group.runs[index].meanSlowdown }));
  const above = [{ label: "", span: 3 }, ...runs.map(run => ({ label: run.label, color: run.swatch, span: 3 }))];
  return new SortedTable(caption, columns, groups, { runs: above, ...options }).host;
}

function sizeTable(data, runs) {
  const power = (run, job) => run.resources[job] <= 1 ? 0 : 32 - Math.clz32(run.resources[job] - 1);
  const group = (_, order) => {
    const upper = 2 ** order, lower = upper / 2 + 1;
    return { order, name: lower >= upper ? number(upper) : number(lower) + "–" + number(upper) };
  };
  return element("section", { class: "card long" }, element("h2", {}, "By size"),
    groupTable("Jobs by the number of resources they asked for", "Resources", groupsOf(data, runs, power, group), runs));
}

function userTable(data, runs) {
  const group = (run, code) => ({ name: run.names.user[code] || "(unknown)", order: run.names.user[code] });
  const groups = groupsOf(data, runs, (run, job) => run.user[job], group);
  if (groups.length === 1) return undefined;
  return element("section", { class: "card long" }, element("h2", {}, "By user"),
    groupTable("Jobs by user; click a heading to sort", "User", groups, runs, { filtered: groups.length > ROWS_AT_FIRST, by: 2, down: true }));
}
