// A metric against the load: a line per policy, with the confidence interval as a band around it.

class LineChart extends Chart {
  /** @param lines {policy, points: [{x, mean, half}]}, points in ascending order of x; a mean may be null */
  constructor(title, lines, unit, colorOf) {
    super(260, title + " against the load. The table has the same numbers.", { left: 66, bottom: 42, right: 16 });
    Object.assign(this, { unit, colorOf });
    this.lines = lines.map(line => ({ ...line, points: line.points.filter(({ mean }) => mean !== null) })).filter(({ points }) => points.length > 0);
    this.xs = [...new Set(this.lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
    this.canvas.addEventListener("pointermove", event => this.point(event.offsetX));
    this.canvas.addEventListener("pointerleave", () => this.point(undefined));
  }

  get legend() { return this.lines.map(({ policy }) => ({ label: policy, color: this.colorOf(policy), dash: [] })); }

  draw(context) {
    const points = this.lines.flatMap(line => line.points);
    if (points.length === 0) return;
    const xLow = this.xs[0], xHigh = this.xs.at(-1), pad = (xHigh - xLow || 1) * 0.04;
    const low = Math.min(0, ...points.map(({ mean, half }) => mean - (half ?? 0)));
    const top = Math.max(...points.map(({ mean, half }) => mean + (half ?? 0)));
    const high = top > low ? top + (top - low) * 0.05 : low + 1;
    this.x = value => this.left + (value - xLow + pad) / (xHigh - xLow + 2 * pad) * (this.right - this.left);
    this.y = value => this.bottom - (value - low) / (high - low) * (this.bottom - this.top);
    this.axes(context, { xTicks: this.xTicks(), x: this.x, yTicks: unitTicks(low, high, (this.bottom - this.top) / 45, this.unit),
      y: this.y, xTitle: "load" });
    for (const line of this.lines) this.drawBand(context, line);
    for (const line of this.lines) this.drawLine(context, line);
  }

  /** At the loads themselves; fewer where they are close. */
  xTicks() {
    const ticks = [];
    for (const at of this.xs) if (ticks.length === 0 || this.x(at) - this.x(ticks.at(-1).at) > 38) ticks.push({ at, text: String(at) });
    return ticks;
  }

  drawBand(context, { policy, points }) {
    const known = points.filter(({ half }) => half !== null);
    if (known.length === 0) return;
    context.fillStyle = context.strokeStyle = this.colorOf(policy);
    context.globalAlpha = 0.18;
    context.beginPath();
    known.forEach(({ x, mean, half }, i) => i === 0 ? context.moveTo(this.x(x), this.y(mean + half)) : context.lineTo(this.x(x), this.y(mean + half)));
    known.toReversed().forEach(({ x, mean, half }) => context.lineTo(this.x(x), this.y(mean - half)));
    context.closePath();
    context.fill();
    context.globalAlpha = 1;
  }

  drawLine(context, { policy, points }) {
    context.fillStyle = context.strokeStyle = this.colorOf(policy);
    context.lineWidth = 2;
    context.beginPath();
    points.forEach(({ x, mean }, i) => i === 0 ? context.moveTo(this.x(x), this.y(mean)) : context.lineTo(this.x(x), this.y(mean)));
    context.stroke();
    for (const { x, mean } of points) {
      context.beginPath();
      context.arc(this.x(x), this.y(mean), 3.5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** The values at the nearest load, as the tooltip and with a line. */
  point(at) {
    const nearest = at === undefined || !this.x ? undefined : this.xs.toSorted((a, b) => Math.abs(this.x(a) - at) - Math.abs(this.x(b) - at))[0];
    if (nearest === this.nearest) return;
    this.nearest = nearest;
    this.canvas.title = nearest === undefined ? "" : "load " + nearest + "\n" + this.lines.map(({ policy, points }) => {
      const point = points.find(({ x }) => x === nearest);
      return policy + ": " + (point ? interval([point.mean, point.half], this.unit) : "–");
    }).join("\n");
    this.drawOver();
  }

  drawAbove(context) {
    if (this.nearest === undefined) return;
    context.strokeStyle = theme().soft;
    context.beginPath();
    line(context, this.x(this.nearest), this.top, this.x(this.nearest), this.bottom);
    context.stroke();
  }
}
