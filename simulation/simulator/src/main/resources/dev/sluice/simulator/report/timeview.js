// The part of time, and of the machine, that all charts over time show; moved with mouse, wheel, fingers and keys.

const CLOSEST_SECONDS = 1;
const CLOSEST_RESOURCES = 2;

/** A pointer that moves less between down and up taps, and does not drag. */
const TAP_PIXELS = 4;

class TimeView {
  constructor() {
    Object.assign(this, { begin: 0, end: 1, resources: 1, listeners: [] });
    this.reset();
  }

  /** What can be shown. A view that shows everything shows everything then, too. */
  bound(begin, end, resources) {
    const edge = (end - begin) * 0.01, { from, to, low, high } = this;
    const wasAllTime = from === this.begin && to === this.end, wasAllResources = low === 0 && high === this.resources;
    Object.assign(this, { begin: begin - edge, end: end + edge, resources });
    this.show(wasAllTime ? this.begin : from, wasAllTime ? this.end : to);
    this.showResources(wasAllResources ? 0 : low, wasAllResources ? resources : high);
  }

  reset() {
    Object.assign(this, { from: this.begin, to: this.end, low: 0, high: this.resources });
    this.changed();
  }

  listen(listener) { this.listeners.push(listener); }

  changed() { for (const listener of this.listeners) listener(); }

  /** Shows these moments, or as near to them as the whole allows. */
  show(from, to) {
    [this.from, this.to] = within(from, to, this.begin, this.end, CLOSEST_SECONDS);
    this.changed();
  }

  showResources(low, high) {
    [this.low, this.high] = within(low, high, 0, this.resources, Math.min(CLOSEST_RESOURCES, this.resources));
    this.changed();
  }

  zoom(factor, at = (this.from + this.to) / 2) { this.show(at + (this.from - at) / factor, at + (this.to - at) / factor); }

  zoomResources(factor, at = (this.low + this.high) / 2) {
    this.showResources(at + (this.low - at) / factor, at + (this.high - at) / factor);
  }

  move(share) {
    const by = share * (this.to - this.from);
    this.show(this.from + by, this.to + by);
  }

  moveResources(share) {
    const by = share * (this.high - this.low);
    this.showResources(this.low + by, this.high + by);
  }
}

function within(from, to, lowest, highest, closest) {
  const extent = Math.min(Math.max(to - from, closest), highest - lowest);
  const start = Math.min(Math.max((from + to - extent) / 2, lowest), highest - extent);
  return [start, start + extent];
}

/** A chart whose x axis is the view's time. */
class TimeChart extends Chart {
  constructor(view, height, description, margins) {
    super(height, description, { narrowLeft: 62, ...margins });
    this.view = view;
    this.pointer = undefined;
    this.host.classList.add("moves");
    view.listen(() => this.redraw());
    this.listen();
  }

  x(time) { return this.left + (time - this.view.from) / (this.view.to - this.view.from) * (this.right - this.left); }

  timeAt(x) { return this.view.from + (x - this.left) / (this.right - this.left) * (this.view.to - this.view.from); }

  /** Whether the chart's y axis is the machine, and moves too. */
  get showsMachine() { return false; }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, clientX: event.clientX, clientY: event.clientY };
  }

  listen() {
    const canvas = this.canvas;
    canvas.addEventListener("pointerdown", event => {
      this.drag = { ...this.place(event), from: this.view.from, to: this.view.to, low: this.view.low, high: this.view.high };
      canvas.setPointerCapture(event.pointerId);
      this.host.classList.add("dragged");
    });
    canvas.addEventListener("pointermove", event => this.drag ? this.dragTo(this.place(event)) : this.pointTo(this.place(event)));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => {
      const place = this.place(event), isTap = end === "pointerup" && this.drag && Math.hypot(place.x - this.drag.x, place.y - this.drag.y) < TAP_PIXELS;
      this.drag = undefined;
      if (isTap) this.tap(place);
      this.host.classList.remove("dragged");
    });
    canvas.addEventListener("pointerleave", () => this.pointTo(undefined));
    canvas.addEventListener("dblclick", event => this.view.zoom(4, this.timeAt(this.place(event).x)));
    canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", event => { if (this.key(event)) event.preventDefault(); });
  }

  dragTo(place) {
    const { from, to, low, high, x, y } = this.drag, by = (x - place.x) / (this.right - this.left) * (to - from);
    if (this.showsMachine) {
      const up = (y - place.y) / (this.bottom - this.top) * (high - low);
      this.view.showResources(low + up, high + up);
    }
    this.view.show(from + by, to + by);
  }

  /** Touch screens have no hover: a tap points. */
  tap(place) { this.pointTo(place); }

  pointTo(place) {
    this.pointer = place;
    this.drawOver();
  }

  /** Without focus or Ctrl the wheel scrolls the page, as everywhere. */
  wheel(event) {
    if (document.activeElement !== this.canvas && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const place = this.place(event), factor = Math.exp(-(event.deltaY || event.deltaX) * 0.002);
    if (event.shiftKey && this.showsMachine) this.view.zoomResources(factor, this.resourceAt(place.y));
    else this.view.zoom(factor, this.timeAt(place.x));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const machine = this.showsMachine;
    switch (event.key) {
      case "ArrowLeft": this.view.move(-0.15); return true;
      case "ArrowRight": this.view.move(0.15); return true;
      case "PageUp": this.view.move(-0.9); return true;
      case "PageDown": this.view.move(0.9); return true;
      case "ArrowUp": if (machine) this.view.moveResources(-0.15); return machine;
      case "ArrowDown": if (machine) this.view.moveResources(0.15); return machine;
      case "+": case "=": this.view.zoom(1.6); return true;
      case "-": this.view.zoom(1 / 1.6); return true;
      case "*": if (machine) this.view.zoomResources(1.6); return machine;
      case "_": case "/": if (machine) this.view.zoomResources(1 / 1.6); return machine;
      case "0": case "Home": this.view.reset(); return true;
      default: return false;
    }
  }

  drawAbove(context) {
    if (!this.pointer || this.pointer.x < this.left || this.pointer.x > this.right) return;
    context.strokeStyle = theme().soft;
    context.setLineDash([3, 3]);
    context.beginPath();
    line(context, this.pointer.x, this.top, this.pointer.x, this.bottom);
    context.stroke();
    context.setLineDash([]);
  }
}

/** The whole time in small, with the view marked in it; dragging moves the view. */
class Overview extends Chart {
  constructor(view, run) {
    super(46, "Overview: utilisation over the whole time, with the part shown below marked", { top: 4, bottom: 4, narrowLeft: 62 });
    Object.assign(this, { view, run });
    view.listen(() => { if (this.width > 0) this.drawOver(); });
    const moveTo = event => {
      const box = this.canvas.getBoundingClientRect(), extent = view.to - view.from;
      const at = view.begin + (event.clientX - box.left - this.left) / (this.right - this.left) * (view.end - view.begin);
      view.show(at - extent / 2, at + extent / 2);
    };
    this.canvas.tabIndex = -1;
    this.canvas.addEventListener("pointerdown", event => { this.canvas.setPointerCapture(event.pointerId); moveTo(event); });
    this.canvas.addEventListener("pointermove", event => { if (event.buttons) moveTo(event); });
  }

  show(run) {
    this.run = run;
    this.redraw();
  }

  draw(context) {
    const columns = Math.max(1, Math.round(this.right - this.left));
    const { means } = perColumn(this.run.busySteps(), this.view.begin, this.view.end, columns);
    context.fillStyle = theme().line;
    for (let i = 0; i < columns; i++) {
      const height = means[i] / this.run.size * (this.bottom - this.top);
      context.fillRect(this.left + i, this.bottom - height, 1, height);
    }
    context.fillStyle = theme().soft;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillText("overview", this.left - 7, this.height / 2);
  }

  drawAbove(context) {
    const scale = (this.right - this.left) / (this.view.end - this.view.begin);
    const x = this.left + (this.view.from - this.view.begin) * scale, width = Math.max(3, (this.view.to - this.view.from) * scale);
    context.fillStyle = context.strokeStyle = theme().accent;
    context.globalAlpha = 0.18;
    context.fillRect(x, this.top, width, this.bottom - this.top);
    context.globalAlpha = 1;
    context.strokeRect(x + 0.5, this.top + 0.5, width - 1, this.bottom - this.top - 1);
  }
}
