// Which runs the page shows.

/** More curves in one chart, or columns in one table, are hard to tell apart. */
const RUNS_SHOWN_AT_FIRST = 4;

/** With fewer runs there is nothing to choose. */
const RUNS_TO_CHOOSE_FROM = 3;

class RunChoice {
  constructor(runs) {
    Object.assign(this, { runs, shown: runs.slice(0, RUNS_SHOWN_AT_FIRST), listeners: [] });
  }

  /** Calls back now, and whenever other runs are shown. */
  follow(listener) {
    this.listeners.push(listener);
    listener(this.shown);
  }

  show(shown) {
    if (shown.length === 0) return;
    this.shown = this.runs.filter(run => shown.includes(run));
    for (const listener of this.listeners) listener(this.shown);
  }

  toggle(run) { this.show(this.shown.includes(run) ? this.shown.filter(other => other !== run) : [...this.shown, run]); }
}

/** A box per run; at least one stays checked. */
function chooser(choice) {
  if (choice.runs.length < RUNS_TO_CHOOSE_FROM) return undefined;
  const chips = choice.runs.map(run => {
    const box = element("input", { type: "checkbox", on: { change: () => choice.toggle(run) } });
    const chip = element("label", { class: "chip", title: run.facts.title }, box, element("span", { class: "swatch", color: run.swatch }), run.label);
    return { run, box, chip };
  });
  const count = element("span", { class: "quiet", role: "status" });
  choice.follow(shown => {
    for (const { run, box } of chips) {
      box.checked = shown.includes(run);
      box.disabled = box.checked && shown.length === 1;
    }
    count.textContent = shown.length === choice.runs.length ? "all shown" : shown.length + " of " + choice.runs.length + " shown";
  });
  return element("section", { class: "card chooser", "aria-label": "Runs shown" }, element("strong", {}, "Runs"),
    ...chips.map(({ chip }) => chip), button("All", () => choice.show(choice.runs)), count);
}

/** A part of the page that is built anew when other runs are shown; none if `build` gives none. */
function following(choice, build) {
  const host = element("div", { class: "part" });
  choice.follow(shown => {
    const part = build(shown);
    host.replaceChildren(...(part ? [part] : []));
    host.hidden = !part;
  });
  return host;
}

const NARROW = window.matchMedia("(max-width: 640px)");
