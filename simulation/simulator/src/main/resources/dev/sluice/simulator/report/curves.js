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

/** One curve per run over time: the mean of what a pixel covers, and its maximum as a shade. */
class StepChart extends TimeChart {
  constructor(view, runs, { height = 170, title, stepsOf, limit, text, yTitle }) {
    super(view, height, title);
    Object.assign(this, { runs, stepsOf, limit, text, yTitle });
  }

  draw(context) {
    const columns = Math.max(1, Math.floor(this.right - this.left));
    const shown = this.runs.map(run => perColumn(this.stepsOf(run), this.view.from, this.view.to, columns));
    this.most = this.limit ?? Math.max(1, ...shown.map(({ most }) => most.reduce((a, b) => Math.max(a, b), 0)));
    const y = value => this.bottom - value / this.most * (this.bottom - this.top);
    this.axes(context, { xTicks: timeTicks(this.view.from, this.view.to, this.right - this.left), x: time => this.x(time),
      yTicks: this.ticks(), y, yTitle: this.yTitle });
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

  /** What has no limit of its own is counted, and has no halves. */
  ticks() { return linearTicks(0, this.most, 4, this.text).filter(({ at }) => this.limit || Number.isInteger(at)); }

  drawAbove(context) {
    super.drawAbove(context);
    if (!this.pointer || this.pointer.x < this.left || this.pointer.x > this.right) { facts.hide(this); return; }
    const time = this.timeAt(this.pointer.x);
    facts.show(this, this.pointer, moment(time),
      this.runs.map(run => [run.label, this.text(valueAt(this.stepsOf(run), time)), run.swatch]));
  }
}

/** What share of the jobs has at most x, x on a logarithmic axis. */
class ShareChart extends Chart {
  constructor(runs, { title, valuesOf, lowest, text, xTitle, ticks = powerTicks }) {
    super(270, title, { bottom: 42 });
    Object.assign(this, { runs, lowest, text, xTitle, ticks });
    this.sorted = runs.map(valuesOf);
    this.highest = Math.max(lowest * 10, ...this.sorted.map(values => values.at(-1) ?? 0));
    this.host.classList.add("moves");
    this.canvas.addEventListener("pointermove", event => {
      const box = this.canvas.getBoundingClientRect();
      this.pointer = { x: event.clientX - box.left, clientX: event.clientX, clientY: event.clientY };
      this.drawOver();
    });
    this.canvas.addEventListener("pointerleave", () => { this.pointer = undefined; this.drawOver(); });
  }

  x(value) {
    return this.left + Math.log(Math.max(value, this.lowest) / this.lowest) / Math.log(this.highest / this.lowest) * (this.right - this.left);
  }

  valueAt(x) { return this.lowest * (this.highest / this.lowest) ** ((x - this.left) / (this.right - this.left)); }

  y(share) { return this.bottom - share * (this.bottom - this.top); }

  share(values, value) { return values.length === 0 ? 0 : (indexAt(values, value) + 1) / values.length; }

  draw(context) {
    this.axes(context, { xTicks: this.ticks(this.lowest, this.highest, this.text, (this.right - this.left) / 60), x: value => this.x(value),
      yTicks: linearTicks(0, 1, 5, percent), y: share => this.y(share), xTitle: this.xTitle, yTitle: "share of jobs" });
    this.sorted.forEach((values, index) => {
      context.strokeStyle = this.runs[index].color;
      context.setLineDash(DASHES[index % DASHES.length]);
      context.lineWidth = 2;
      context.beginPath();
      for (let x = this.left; x <= this.right; x++) context.lineTo(x, this.y(this.share(values, this.valueAt(x) * (1 + 1e-9))));
      context.stroke();
    });
    context.setLineDash([]);
  }

  drawAbove(context) {
    if (!this.pointer || this.pointer.x < this.left || this.pointer.x > this.right) { facts.hide(this); return; }
    const value = this.valueAt(this.pointer.x);
    context.strokeStyle = theme().soft;
    context.beginPath();
    line(context, this.pointer.x, this.top, this.pointer.x, this.bottom);
    context.stroke();
    facts.show(this, this.pointer, "at most " + this.text(value),
      this.runs.map((run, index) => [run.label, percent(this.share(this.sorted[index], value)), run.swatch]));
  }
}
