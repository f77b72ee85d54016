// Curves: steps over time, and distributions.

/** Mean and maximum of a step function in each of so many equal parts of a time span. */
function perColumn(steps, from, to, columns) {
  const means = new Float64Array(columns), most = new Float64Array(columns), extent = (to - from) / columns;
  let index = indexAt(steps.time, from);
  for (let column = 0; column < columns; column++) {
    const begin = from + column * extent, end = begin + extent;
    let at = begin, sum = 0, maximum = 0;
    for (;;) {
      const value = index < 0 ? 0 : steps.value[index];
      const next = index + 1 < steps.time.length ? steps.time[index + 1] : Infinity;
      sum += value * (Math.min(next, end) - at);
      maximum = Math.max(maximum, value);
      if (next >= end) break;
      at = next;
      index++;
    }
    means[column] = sum / extent;
    most[column] = maximum;
  }
  return { means, most };
}

const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [12, 4], [1, 3], [6, 2, 2, 2]];

const MEANS_APART_FOR_LOG = 10;

/** One curve per run over time: the mean of what a pixel covers, and its maximum as a shade. */
class StepChart extends TimeChart {
  constructor(view, { height = 170, title, stepsOf, limit, text, yTitle }) {
    super(view, height, title);
    Object.assign(this, { runs: [], stepsOf, limit, text, yTitle, kind: "linear" });
  }

  /** @param kind "automatic", "logarithmic" or "linear"; automatic is logarithmic where one run's mean is far above another's */
  scaleBy(kind) {
    this.kind = kind;
    this.redraw();
  }

  isLogarithmic(shown) {
    if (this.kind !== "automatic") return this.kind === "logarithmic";
    const means = shown.map(({ means: values }) => mean(values)).filter(value => value > 0);
    return this.most >= 10 && Math.max(...means) >= MEANS_APART_FOR_LOG * Math.min(...means);
  }

  show(runs) {
    this.runs = runs;
    this.redraw();
  }

  draw(context) {
    const columns = Math.max(1, Math.floor(this.right - this.left));
    const shown = this.runs.map(run => perColumn(this.stepsOf(run), this.view.from, this.view.to, columns));
    this.most = this.limit ?? Math.max(1, ...shown.map(({ most }) => most.reduce((a, b) => Math.max(a, b), 0)));
    const scale = new Scale(this.isLogarithmic(shown) ? "both" : "linear", 0, this.most, 1, "ratio");
    const y = value => this.bottom - scale.share(value) * (this.bottom - this.top);
    this.axes(context, { xTicks: momentTicks(this.view.from, this.view.to, this.right - this.left), x: time => this.x(time),
      yTicks: scale.kind === "linear" ? this.ticks() : [{ at: 0, text: "0" }, ...powerTicks(1, this.most, short, 4)], y, yTitle: this.yTitle });
    shown.forEach(({ means, most }, index) => {
      context.fillStyle = context.strokeStyle = this.runs[index].color;
      context.globalAlpha = 0.13;
      most.forEach((value, column) => context.fillRect(this.left + column, y(value), 1, y(means[column]) - y(value)));
      context.globalAlpha = 1;
      context.lineWidth = 1.4;
      context.beginPath();
      means.forEach((value, column) => context.lineTo(this.left + column + 0.5, y(value)));
      context.stroke();
    });
  }

  /** Without a limit the values are counts, which have no halves. */
  ticks() { return linearTicks(0, this.most, 4, this.text).filter(({ at }) => this.limit || Number.isInteger(at)); }

  drawAbove(context) {
    super.drawAbove(context);
    if (!this.pointer || this.pointer.x < this.left || this.pointer.x > this.right) { facts.hide(this); return; }
    const time = this.timeAt(this.pointer.x);
    facts.show(this, this.pointer, when(time),
      this.runs.map(run => [run.label, this.text(valueAt(this.stepsOf(run), time)), run.swatch]));
  }

  get legend() { return this.runs.map(({ label, color }) => ({ label, color, dash: [] })); }

  /** The steps in the view, exactly. */
  csv() {
    const table = new CsvTable(["run", "time", ...(calendar.on ? ["date"] : []), "value"]);
    for (const run of this.runs) {
      const { time, value } = this.stepsOf(run);
      for (let i = Math.max(0, indexAt(time, this.view.from)); i < time.length && time[i] <= this.view.to; i++) {
        if (!table.add([run.label, time[i], ...(calendar.on ? [when(time[i])] : []), value[i]])) return table;
      }
    }
    return table;
  }
}

const REST_SHARES = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

/** What share of the jobs has at most x. */
class ShareChart extends Chart {
  constructor({ title, lowest = 1, unit, xTitle, signed }) {
    super(270, title, { bottom: 42, narrowLeft: 62 });
    Object.assign(this, { series: [], lowest, unit, xTitle, signed, kind: "automatic" });
    this.host.classList.add("moves");
    const point = event => {
      const box = this.canvas.getBoundingClientRect();
      this.pointer = { x: event.clientX - box.left, clientX: event.clientX, clientY: event.clientY };
      this.drawOver();
    };
    this.canvas.addEventListener("pointermove", point);
    this.canvas.addEventListener("pointerdown", point);
    this.canvas.addEventListener("pointerleave", () => { this.pointer = undefined; this.drawOver(); });
  }

  /** @param series {label, swatch, color, position, values}: values ascend; the position chooses the dashes */
  show(series) {
    this.series = series;
    this.scaleBy(this.kind);
  }

  /** @param kind "automatic", "logarithmic" or "linear" */
  scaleBy(kind) {
    this.kind = kind;
    this.axis = Scale.of(this.series.map(({ values }) => values), { kind, lowest: this.lowest, unit: this.unit, signed: this.signed });
    this.redraw();
  }

  x(value) { return this.left + this.axis.share(value) * (this.right - this.left); }

  valueAt(x) { return this.axis.value((x - this.left) / (this.right - this.left)); }

  y(share) { return this.bottom - (share - this.lowShare) / (1 - this.lowShare) * (this.bottom - this.top); }

  /** Where nearly all jobs are at the left edge, as jobs that do not wait are, the axis shows the rest. */
  findLowShare() {
    const least = Math.min(...this.series.map(({ values }) => this.share(values, this.valueAt(this.left))));
    this.lowShare = least > 0.8 && least < 1 ? 1 - REST_SHARES.findLast(rest => rest >= 1 - least) : 0;
  }

  share(values, value) { return values.length === 0 ? 0 : (indexAt(values, value) + 1) / values.length; }

  draw(context) {
    this.findLowShare();
    const note = this.axis.kind === "linear" ? "" : " (logarithmic axis)";
    this.axes(context, { xTicks: this.axis.ticks(this.right - this.left), x: value => this.x(value),
      yTicks: linearTicks(this.lowShare, 1, 5, share => short(100 * share) + " %"), y: share => this.y(share), xTitle: this.xTitle + note, yTitle: "share of jobs" });
    for (const { values, color, position } of this.series) {
      context.strokeStyle = color;
      context.setLineDash(DASHES[position % DASHES.length]);
      context.lineWidth = 2;
      context.beginPath();
      for (let x = this.left; x <= this.right; x++) {
        const value = this.valueAt(x);
        context.lineTo(x, this.y(this.share(values, value + Math.abs(value) * 1e-9)));
      }
      context.stroke();
    }
    context.setLineDash([]);
  }

  drawAbove(context) {
    if (!this.pointer || this.pointer.x < this.left || this.pointer.x > this.right) { facts.hide(this); return; }
    const value = this.valueAt(this.pointer.x);
    context.strokeStyle = theme().soft;
    context.beginPath();
    line(context, this.pointer.x, this.top, this.pointer.x, this.bottom);
    context.stroke();
    facts.show(this, this.pointer, this.xTitle + " at most " + this.axis.text(value),
      this.series.map(({ label, swatch, values }) => [label, percent(this.share(values, value)), swatch]));
  }

  get legend() { return this.series.map(({ label, color, position }) => ({ label, color, dash: DASHES[position % DASHES.length] })); }

  /** The whole distribution: each value, and the share of jobs that have at most that. */
  csv() {
    const table = new CsvTable(["series", this.unit === "seconds" ? "seconds" : "value", "share_of_jobs"]);
    for (const { label, values } of this.series) {
      for (let i = 0; i < values.length; i++) {
        if (values[i] !== values[i + 1] && !table.add([label, values[i], (i + 1) / values.length])) return table;
      }
    }
    return table;
  }
}
