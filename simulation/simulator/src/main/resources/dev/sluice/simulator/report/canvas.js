// Drawing on canvases: sharp on any screen, in the page's colours, redrawn once per frame.

const FONT = "12px system-ui, sans-serif";
const RUN_COLORS = 12;

/** Below this width in pixels a chart spares its margins. */
const NARROW_CHART = 480;

let cachedTheme;

function theme() {
  if (!cachedTheme) {
    const style = getComputedStyle(document.documentElement), get = name => style.getPropertyValue(name).trim();
    cachedTheme = { card: get("--card"), ink: get("--ink"), soft: get("--soft"), line: get("--line"), grid: get("--grid"),
      accent: get("--accent"), idle: get("--idle"), mark: get("--mark"),
      runs: Array.from({ length: RUN_COLORS }, (_, i) => get("--run-" + i)) };
  }
  return cachedTheme;
}

/** What the n-th run is drawn in on a canvas. */
function runColor(position) { return theme().runs[position % RUN_COLORS]; }

/** The same colour for elements, which follow the theme by themselves. */
function runSwatch(position) { return "var(--run-" + position % RUN_COLORS + ")"; }

const charts = [];

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  cachedTheme = undefined;
  for (const chart of charts) chart.themeChanged();
}

/** What is drawn in light colours, whatever the page's theme is. */
function inLightTheme(draw) {
  const { theme: current } = document.documentElement.dataset;
  try {
    document.documentElement.dataset.theme = "light";
    cachedTheme = undefined;
    return draw();
  } finally {
    document.documentElement.dataset.theme = current;
    cachedTheme = undefined;
  }
}

/** What the reader's system prefers, until the button is pressed. */
function preferTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  const current = () => document.documentElement.dataset.theme;
  document.getElementById("theme").addEventListener("click", () => setTheme(current() === "dark" ? "light" : "dark"));
}

/** A canvas with margins for axes and a second one above it, for what follows the pointer. */
class Chart {
  constructor(height, description, margins = {}) {
    this.margins = { left: 74, right: 14, top: 8, bottom: 24, ...margins };
    this.canvas = element("canvas", { role: "img", "aria-label": description, tabindex: 0 });
    this.over = element("canvas", { class: "over", "aria-hidden": "true" });
    this.host = element("div", { class: "chart" }, this.canvas, this.over);
    for (const canvas of [this.canvas, this.over]) canvas.style.height = height + "px";
    this.height = height;
    this.width = 0;
    charts.push(this);
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  get left() { return this.width < NARROW_CHART ? this.margins.narrowLeft ?? this.margins.left : this.margins.left; }
  get right() { return this.width - this.margins.right; }
  get top() { return this.margins.top; }
  get bottom() { return this.height - this.margins.bottom; }

  resize() {
    const width = this.host.clientWidth, scale = window.devicePixelRatio || 1;
    if (width === this.width && scale === this.scale) return;
    this.width = width; // 0 while the chart is hidden: then it is not drawn.
    if (width === 0) return;
    this.scale = scale;
    for (const canvas of [this.canvas, this.over]) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(this.height * scale);
    }
    this.redrawNow();
  }

  themeChanged() { this.redrawNow(); }

  redraw() { this.frame ??= requestAnimationFrame(() => this.redrawNow()); }

  redrawNow() {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    if (this.width === 0) return;
    const context = this.begin(this.canvas);
    this.draw(context);
    this.drawOver();
  }

  drawOver() { this.drawAbove(this.begin(this.over)); }

  /** What follows the pointer; most charts add to it. */
  drawAbove() {}

  begin(canvas) {
    const context = canvas.getContext("2d");
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.font = FONT;
    return context;
  }

  /** Lines and labels; x and y turn values into places. */
  axes(context, { xTicks, x, yTicks, y, yTitle, xTitle, grid = true }) {
    const colors = theme();
    context.strokeStyle = colors.grid;
    context.fillStyle = colors.soft;
    context.lineWidth = 1;
    context.beginPath();
    for (const { at } of yTicks) line(context, this.left - 4, y(at), grid ? this.right : this.left, y(at));
    for (const { at } of xTicks) line(context, x(at), grid ? this.top : this.bottom, x(at), this.bottom + 4);
    context.stroke();
    context.textAlign = "right";
    context.textBaseline = "middle";
    let taken = -Infinity; // Labels that would touch the one before are left out.
    for (const { at, text } of yTicks) {
      if (Math.abs(y(at) - taken) < LABEL_HEIGHT) continue;
      context.fillText(text, this.left - 7, y(at));
      taken = y(at);
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    let free = -Infinity;
    for (const { at, text } of xTicks) {
      const half = context.measureText(text).width / 2, middle = Math.min(Math.max(x(at), this.left + half - 8), this.width - half);
      if (middle - half < free) continue;
      context.fillText(text, middle, this.bottom + 7);
      free = middle + half + LABEL_GAP;
    }
    if (xTitle) context.fillText(xTitle, (this.left + this.right) / 2, this.bottom + 22);
    if (yTitle) {
      context.save();
      context.translate(9, (this.top + this.bottom) / 2);
      context.rotate(-Math.PI / 2);
      context.textBaseline = "middle";
      context.fillText(yTitle, 0, 0);
      context.restore();
    }
  }
}

const LABEL_GAP = 8, LABEL_HEIGHT = 13;

function line(context, x0, y0, x1, y1) {
  const half = value => Math.round(value) + 0.5;
  context.moveTo(x0 === x1 ? half(x0) : x0, y0 === y1 ? half(y0) : y0);
  context.lineTo(x0 === x1 ? half(x1) : x1, y0 === y1 ? half(y1) : y1);
}

function linearTicks(low, high, wanted, text = short) {
  const rough = (high - low) / wanted || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough * 0.999);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    const at = Number((i * step).toPrecision(12));
    ticks.push({ at, text: text(at) });
  }
  return ticks;
}

const TIME_STEPS = [1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 5 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 56 * DAY, 91 * DAY,
  182 * DAY, 364 * DAY, 728 * DAY, 1820 * DAY, 3640 * DAY];

/** Moments since the run's beginning. */
function timeTicks(low, high, width) {
  const rough = (high - low) / Math.max(2, width / 110);
  if (rough < 1) return linearTicks(low, high, width / 110, value => moment(value));
  const step = TIME_STEPS.find(size => size >= rough) ?? TIME_STEPS.at(-1);
  const text = value => step >= DAY ? "day " + number(value / DAY) : moment(value, step < MINUTE);
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push({ at, text: text(at) });
  return ticks;
}

/** One per power of ten, or fewer. */
function powerTicks(low, high, text, wanted = 8) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / wanted));
  const ticks = [];
  for (let power = first; power <= last; power += step) ticks.push({ at: 10 ** power, text: text(10 ** power) });
  return ticks;
}

const DURATIONS = [1, 10, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 10 * DAY, 100 * DAY, 1000 * DAY];

const DURATION_NAMES = ["1 s", "10 s", "1 min", "10 min", "1 h", "6 h", "1 d", "10 d", "100 d", "1000 d"];

/** Those that people think in, for a logarithmic axis. */
function durationTicks(low, high) {
  return DURATIONS.map((at, index) => ({ at, text: DURATION_NAMES[index] })).filter(({ at }) => at >= low && at <= high);
}
