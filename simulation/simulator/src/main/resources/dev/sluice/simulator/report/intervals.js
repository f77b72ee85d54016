// Means with confidence intervals: a row per setting, a dot and a line per policy.

const ROW_GAP = 14, DOT_GAP = 13, LABEL_LINE = 17;

/** Labels take at most this share of the width beside the dots; longer ones stand above them. */
const LABEL_SHARE = 0.4;

class IntervalChart extends Chart {
  /** @param settings {parts, full, dots: [{policy, mean, half}]}; the parts of its name, and all of it, not shortened */
  constructor(title, settings, unit, colorOf) {
    super(0, title + ". The table has the same numbers.", { bottom: 28, right: 22, left: 14 });
    Object.assign(this, { settings, unit, colorOf });
    this.rows = [];
    this.canvas.addEventListener("pointermove", event => this.point(event.offsetY));
    this.layOut(900);
    for (const canvas of [this.canvas, this.over]) canvas.style.height = this.height + "px";
  }

  /** A new height waits for the next frame: observers of sizes must not change sizes. */
  resize() {
    const width = this.host.clientWidth, height = this.height;
    if (width === 0) return;
    this.layOut(width);
    if (this.height === height) {
      super.resize();
      return;
    }
    requestAnimationFrame(() => {
      this.width = 0;
      for (const canvas of [this.canvas, this.over]) canvas.style.height = this.height + "px";
      super.resize();
    });
  }

  /** Where labels stand, and how high the chart is with them. */
  layOut(width) {
    const context = this.canvas.getContext("2d");
    context.font = FONT;
    const single = this.settings.length === 1;
    const longest = Math.max(...this.settings.map(({ parts }) => context.measureText(parts.join(", ")).width));
    this.isAbove = !single && longest + 24 > LABEL_SHARE * width;
    this.margins.left = single || this.isAbove ? 14 : longest + 24;
    this.labels = this.settings.map(({ parts }) => single ? [] : this.isAbove ? wrapped(context, parts, width - 28) : [parts.join(", ")]);
    this.height = this.settings.reduce((sum, { dots }, i) => sum + ROW_GAP + DOT_GAP * dots.length + (this.isAbove ? LABEL_LINE * this.labels[i].length : 0), 48);
  }

  get legend() {
    const policies = [...new Set(this.settings.flatMap(({ dots }) => dots.map(({ policy }) => policy)))];
    return policies.map(policy => ({ label: policy, color: this.colorOf(policy), dash: [] }));
  }

  /** The range of the axis, if any value is known. */
  range() {
    const known = this.settings.flatMap(({ dots }) => dots).filter(({ mean }) => mean !== null);
    const low = Math.min(0, ...known.map(({ mean, half }) => mean - (half ?? 0)));
    const high = Math.max(...known.map(({ mean, half }) => mean + (half ?? 0)));
    return known.length === 0 ? undefined : [low, high > low ? high : low + 1];
  }

  draw(context) {
    const range = this.range();
    if (!range) return;
    const [low, high] = range;
    const x = value => this.left + (value - low) / (high - low) * (this.right - this.left);
    this.axes(context, { xTicks: this.ticks(low, high), x, yTicks: [], y: () => 0 });
    this.rows = [];
    let y = this.top + ROW_GAP;
    this.settings.forEach((setting, i) => {
      const from = y;
      y = this.drawLabel(context, this.labels[i], setting.dots.length, y);
      for (const dot of setting.dots) {
        this.drawDot(context, dot, x, y);
        y += DOT_GAP;
      }
      this.rows.push({ setting, from: from - ROW_GAP / 2, to: y });
      y += ROW_GAP;
    });
  }

  drawLabel(context, lines, dots, y) {
    context.fillStyle = theme().ink;
    context.textBaseline = "middle";
    context.textAlign = this.isAbove ? "left" : "right";
    if (!this.isAbove) {
      for (const text of lines) context.fillText(text, this.left - 10, y + DOT_GAP * (dots - 1) / 2);
      return y;
    }
    lines.forEach((text, i) => context.fillText(text, this.left, y + i * LABEL_LINE));
    return y + lines.length * LABEL_LINE;
  }

  /** The tooltip of what is under the pointer. */
  point(y) {
    const row = this.rows.find(({ from, to }) => y >= from && y < to);
    this.canvas.title = row ? row.setting.full + "\n" + row.setting.dots
      .map(({ policy, mean, half }) => policy + ": " + interval([mean, half], this.unit)).join("\n") : "";
  }

  ticks(low, high) { return unitTicks(low, high, (this.right - this.left) / 90, this.unit); }

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

/** Ticks of an axis in the unit of a metric. */
function unitTicks(low, high, wanted, unit) {
  if (unit !== "seconds") return linearTicks(low, high, wanted, unit === "share" ? percent : short);
  const [name, size] = timeUnit(Math.max(Math.abs(low), Math.abs(high)));
  return linearTicks(low / size, high / size, wanted).map(({ at, text }) => ({ at: at * size, text: text + name }));
}

/** The parts in as many lines as they need. Of a part that is longer than a line the end is kept: paths differ there. */
function wrapped(context, parts, room) {
  const lines = [];
  for (const part of parts.map(text => fitted(context, text, room))) {
    const longer = lines.length > 0 ? lines.at(-1) + ", " + part : part;
    if (lines.length > 0 && context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

function fitted(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let from = 1;
  while (from < text.length - 1 && context.measureText("…" + text.slice(from)).width > room) from++;
  return "…" + text.slice(from);
}
