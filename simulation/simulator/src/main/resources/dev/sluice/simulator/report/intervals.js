// Means with confidence intervals: a row per setting, a dot and a line per policy.

const ROW_GAP = 14, DOT_GAP = 13;

class IntervalChart extends Chart {
  /** @param settings {name, dots: [{policy, mean, half}]} */
  constructor(title, settings, unit, colorOf) {
    const height = settings.reduce((sum, { dots }) => sum + ROW_GAP + DOT_GAP * dots.length, 0);
    super(height + 48, title + ". The table has the same numbers.", { left: Math.min(260, 24 + 7 * Math.max(...settings.map(({ name }) => name.length))), bottom: 28 });
    Object.assign(this, { settings, unit, colorOf });
  }

  draw(context) {
    const known = this.settings.flatMap(({ dots }) => dots).filter(({ mean }) => mean !== null);
    if (known.length === 0) return;
    const low = Math.min(0, ...known.map(({ mean, half }) => mean - (half ?? 0)));
    const high = Math.max(...known.map(({ mean, half }) => mean + (half ?? 0))) || 1;
    const x = value => this.left + (value - low) / (high - low) * (this.right - this.left);
    this.axes(context, { xTicks: this.ticks(low, high), x, yTicks: [], y: () => 0 });
    let y = this.top + ROW_GAP;
    for (const { name, dots } of this.settings) {
      context.fillStyle = theme().ink;
      context.textAlign = "right";
      context.textBaseline = "middle";
      context.fillText(name, this.left - 10, y + DOT_GAP * (dots.length - 1) / 2, this.left - 14);
      for (const dot of dots) {
        this.drawDot(context, dot, x, y);
        y += DOT_GAP;
      }
      y += ROW_GAP;
    }
  }

  ticks(low, high) {
    const wanted = (this.right - this.left) / 90;
    if (this.unit !== "seconds") return linearTicks(low, high, wanted, this.unit === "share" ? percent : short);
    const [name, size] = timeUnit(high);
    return linearTicks(low / size, high / size, wanted).map(({ at, text }) => ({ at: at * size, text: text + name }));
  }

  drawDot(context, { policy, mean, half }, x, y) {
    if (mean === null) return;
    context.fillStyle = context.strokeStyle = this.colorOf(policy);
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(mean - (half ?? 0)), y);
    context.lineTo(x(mean + (half ?? 0)), y);
    context.stroke();
    context.beginPath();
    context.arc(x(mean), y, 4.5, 0, 2 * Math.PI);
    context.fill();
  }
}
