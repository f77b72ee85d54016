// What is known about a job, beside the pointer and in words.

function jobFacts(run, job, data) {
  const rows = [];
  const add = (title, text) => { if (text !== undefined) rows.push([title, text]); };
  const name = kind => run.names[kind][run[kind][job]] || undefined;
  add("user", name("user"));
  add("group", name("group"));
  add("queue", name("queue"));
  add("resources", number(run.resources[job]));
  add("submitted", when(run.submit[job]));
  if (!Number.isNaN(run.start[job])) add("started", when(run.start[job]) + (run.backfilled[job] ? ", backfilled" : ""));
  if (run.lostRuns(job) > 0) add("runs lost before", number(run.lostRuns(job)));
  add("waited", Number.isNaN(run.start[job]) ? undefined : duration(run.wait(job)));
  if (!Number.isNaN(run.foreseen[job])) add("start estimated", when(run.foreseen[job]));
  if (run.hasRun(job)) {
    add("ran", duration(run.finish[job] - run.start[job]) + (Number.isNaN(run.wall[job]) ? "" : " of " + duration(run.wall[job])));
    add("ended", when(run.finish[job]));
    add("bounded slowdown", number(run.slowdown(job, data.slowdownBound)));
  }
  add("state", stateName(data.states[run.state[job]]));
  return rows;
}

/** One box for all charts. Rows are [title, text, colour]. */
const facts = {
  host: element("div", { class: "facts", hidden: true, "aria-hidden": "true" }),

  show(owner, place, title, rows) {
    this.owner = owner;
    this.host.replaceChildren(element("strong", {}, title), element("table", {}, element("tbody", {}, ...rows.map(([name, text, color]) =>
      element("tr", {}, element("th", {}, ...(color ? [element("span", { class: "swatch", color }), " "] : []), name), element("td", {}, text))))));
    this.host.hidden = false;
    const { offsetWidth, offsetHeight } = this.host, gap = 16;
    const right = place.clientX + gap + offsetWidth < window.innerWidth;
    this.host.style.left = Math.max(4, right ? place.clientX + gap : place.clientX - gap - offsetWidth) + "px";
    this.host.style.top = Math.max(4, Math.min(place.clientY + gap, window.innerHeight - offsetHeight - 4)) + "px";
  },

  hide(owner) {
    if (this.owner === owner) this.host.hidden = true;
  },
};
