// The Gantt chart: time to the right, the machine's resources downwards, a rectangle per job.
//
// Few jobs are drawn as rectangles with borders and numbers. Many are averaged: every pixel gets the mean colour of what
// it covers, idle time included, so that 300,000 jobs look like what one would see from far away.

const RECTANGLES_MAX = 2500;

/** Smaller jobs get a ring when they are selected. */
const MARKED_PIXELS = 14;

/** From dark to bright: purple, blue, green, yellow. */
const RAMP = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
const STATE_COLORS = { COMPLETED_SUCCESSFULLY: [63, 142, 212], COMPLETED_FAILED: [214, 69, 65], COMPLETED_WALLTIME_REACHED: [240, 150, 40],
  COMPLETED_KILLED: [150, 90, 170], REJECTED: [130, 130, 130], UNFINISHED: [90, 190, 160] };

function onRamp(share) {
  const position = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1), below = Math.min(Math.floor(position), RAMP.length - 2);
  return RAMP[below].map((part, i) => part + (position - below) * (RAMP[below + 1][i] - part));
}

/** Neighbouring numbers get hues far apart. */
function hue(code) {
  const angle = code * 137.508 + 210, light = 0.5 + 0.09 * (code % 3 - 1), strength = 0.24;
  return [0, 8, 4].map(n => {
    const k = (n + angle / 30) % 12;
    return 255 * (light - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}

/** By what jobs are coloured: a colour per job, and a legend. */
const COLORINGS = {
  wait: { title: "wait", ramp: data => ["0 s", duration(data.longestWait)],
    color: (run, job, data) => onRamp(Math.log1p(run.wait(job)) / Math.log1p(data.longestWait)) },
  size: { title: "size", ramp: data => ["1", number(data.largestMachine)],
    color: (run, job, data) => onRamp(Math.log2(Math.max(1, run.resources[job])) / Math.log2(Math.max(2, data.largestMachine))) },
  user: { title: "user", named: run => run.names.user, code: (run, job) => run.user[job], color: (run, job) => hue(run.user[job]) },
  queue: { title: "queue", named: run => run.names.queue, code: (run, job) => run.queue[job], color: (run, job) => hue(run.queue[job]) },
  state: { title: "final state", states: true, color: (run, job, data) => STATE_COLORS[data.states[run.state[job]]] },
  backfilled: { title: "backfilled or not", pair: [["in turn", [63, 142, 212]], ["backfilled", [240, 150, 40]]],
    color: (run, job) => run.backfilled[job] ? [240, 150, 40] : [63, 142, 212] },
};

const css = color => "rgb(" + color.map(Math.round).join(", ") + ")";

const LEGEND_NAMES_MAX = 12;

/** Names and colours of a legend; of a ramp only its ends. */
function coloringEntries(coloring, runs, data) {
  if (coloring.ramp) {
    const [low, high] = coloring.ramp(data);
    return [[coloring.title + " " + low, RAMP[0]], [high + " (logarithmic)", RAMP.at(-1)]];
  }
  if (coloring.pair) return coloring.pair;
  if (coloring.states) return data.states.filter((_, code) => runs.some(run => run.state.includes(code))).map(state => [stateName(state), STATE_COLORS[state]]);
  return coloring.named(runs[0]).slice(0, LEGEND_NAMES_MAX).map((name, code) => [name || "(unknown)", hue(code)]);
}

class Gantt extends TimeChart {
  constructor(view, run, data) {
    super(view, Math.min(420, Math.max(180, 60 + run.size * 4)),
      "Gantt chart of " + run.label + ". Arrow keys move, plus and minus zoom, N and P go through the jobs.");
    Object.assign(this, { run, data, selected: -1, onSelect: () => {} });
  }

  get showsMachine() { return true; }

  y(resource) { return this.top + (resource - this.view.low) / (this.view.high - this.view.low) * (this.bottom - this.top); }

  resourceAt(y) { return this.view.low + (y - this.top) / (this.bottom - this.top) * (this.view.high - this.view.low); }

  colorBy(name) {
    this.coloring = COLORINGS[name];
    this.colors = undefined;
    this.redraw();
  }

  fillColors() {
    const { run, coloring } = this;
    this.colors = new Uint8ClampedArray(3 * run.count);
    for (let job = 0; job < run.count; job++) {
      if (run.rangeBegin[job + 1] > run.rangeBegin[job]) this.colors.set(coloring.color(run, job, this.data), 3 * job);
    }
  }

  /** Calls back with each range of each job that the view shows a part of, until told to stop by `false`. */
  eachVisible(visit) {
    const { run, view } = this, { start, until, rangeBegin, rangeFirst, rangeEnd } = run;
    for (let job = 0; job < run.count; job++) {
      if (!(start[job] < view.to && until[job] > view.from)) continue;
      for (let range = rangeBegin[job]; range < rangeBegin[job + 1]; range++) {
        if (rangeFirst[range] < view.high && rangeEnd[range] > view.low && visit(job, range) === false) return;
      }
    }
  }

  draw(context) {
    const most = context.rectanglesMax ?? RECTANGLES_MAX;
    let count = 0;
    this.eachVisible(() => ++count <= most);
    if (!this.colors) this.fillColors();
    context.fillStyle = theme().idle;
    context.fillRect(this.left, this.top, this.right - this.left, this.bottom - this.top);
    this.averaged = count > most;
    if (this.averaged) this.drawAverage(context); else this.drawRectangles(context);
    const rows = linearTicks(this.view.low, this.view.high, 5).filter(({ at }) => Number.isInteger(at) && at < this.view.high);
    this.axes(context, { xTicks: momentTicks(this.view.from, this.view.to, this.right - this.left), x: time => this.x(time),
      yTicks: rows, y: at => this.y(at), yTitle: "resources", grid: false });
    this.drawFrame(context);
  }

  drawFrame(context) {
    context.strokeStyle = theme().line;
    context.strokeRect(this.left + 0.5, this.top + 0.5, this.right - this.left - 1, this.bottom - this.top - 1);
  }

  box(job, range) {
    const x = Math.max(this.left, this.x(this.run.start[job])), end = Math.min(this.right, this.x(this.run.until[job]));
    const y = Math.max(this.top, this.y(this.run.rangeFirst[range])), bottom = Math.min(this.bottom, this.y(this.run.rangeEnd[range]));
    return { x, y, width: Math.max(1, end - x), height: Math.max(0.5, bottom - y) };
  }

  drawRectangles(context) {
    context.textBaseline = "middle";
    context.textAlign = "center";
    this.eachVisible((job, range) => {
      const { x, y, width, height } = this.box(job, range), color = [...this.colors.subarray(3 * job, 3 * job + 3)];
      const gap = width > 4 && height > 4 ? 0.5 : 0;
      context.fillStyle = css(color);
      context.fillRect(x + gap, y + gap, width - 2 * gap, height - 2 * gap);
      const text = String(this.run.number[job]);
      if (height > 12 && width > 8 * text.length + 8) {
        context.fillStyle = 0.3 * color[0] + 0.6 * color[1] + 0.1 * color[2] > 140 ? "#111" : "#fff";
        context.fillText(text, x + width / 2, y + height / 2);
      }
    });
  }

  /** Adds up, for every pixel, the colours that cover it, each by the part of it that it covers. */
  drawAverage(context) {
    const width = Math.max(1, Math.floor(this.right - this.left)), height = Math.max(1, Math.floor(this.bottom - this.top));
    const { run, view, colors } = this, { start, until, rangeBegin, rangeFirst, rangeEnd } = run;
    const sums = new Float32Array(4 * width * height);
    const perSecond = width / (view.to - view.from), perResource = height / (view.high - view.low);
    for (let job = 0; job < run.count; job++) {
      if (!(start[job] < view.to && until[job] > view.from)) continue;
      const x0 = Math.max(0, (start[job] - view.from) * perSecond), x1 = Math.min(width, (until[job] - view.from) * perSecond);
      const red = colors[3 * job], green = colors[3 * job + 1], blue = colors[3 * job + 2];
      for (let range = rangeBegin[job]; range < rangeBegin[job + 1]; range++) {
        const y0 = Math.max(0, (rangeFirst[range] - view.low) * perResource);
        const y1 = Math.min(height, (rangeEnd[range] - view.low) * perResource);
        for (let y = Math.floor(y0); y < y1; y++) {
          const rowPart = (y + 1 < y1 ? y + 1 : y1) - (y > y0 ? y : y0);
          for (let x = Math.floor(x0), at = 4 * (y * width + x); x < x1; x++, at += 4) {
            const part = rowPart * ((x + 1 < x1 ? x + 1 : x1) - (x > x0 ? x : x0));
            sums[at] += part * red;
            sums[at + 1] += part * green;
            sums[at + 2] += part * blue;
            sums[at + 3] += part;
          }
        }
      }
    }
    this.paint(context, sums, width, height);
  }

  paint(context, sums, width, height) {
    const image = new ImageData(width, height), pixels = image.data;
    for (let at = 0; at < sums.length; at += 4) {
      const covered = sums[at + 3];
      if (covered === 0) continue;
      pixels[at] = sums[at] / covered;
      pixels[at + 1] = sums[at + 1] / covered;
      pixels[at + 2] = sums[at + 2] / covered;
      pixels[at + 3] = 255 * Math.min(1, covered);
    }
    this.buffer ??= document.createElement("canvas");
    Object.assign(this.buffer, { width, height });
    this.buffer.getContext("2d").putImageData(image, 0, 0);
    context.drawImage(this.buffer, this.left, this.top, this.right - this.left, this.bottom - this.top);
  }

  /** The job that holds a resource at a moment, or -1. Closed gaps overlap with what is in them: the smaller one is meant. */
  jobAt(time, resource) {
    const { start, until, rangeBegin, rangeFirst, rangeEnd, count } = this.run;
    let found = -1, smallest = Infinity;
    for (let job = 0; job < count; job++) {
      if (!(start[job] <= time && until[job] > time)) continue;
      for (let range = rangeBegin[job]; range < rangeBegin[job + 1]; range++) {
        const extent = rangeEnd[range] - rangeFirst[range];
        if (rangeFirst[range] <= resource && rangeEnd[range] > resource && extent < smallest) [found, smallest] = [job, extent];
      }
    }
    return found;
  }

  select(job) {
    this.selected = job;
    this.onSelect(job);
    this.drawOver();
  }

  /** Also moves the view, so that the job can be seen. */
  goTo(job) {
    const { run, view } = this;
    if (!(run.until[job] > view.from && run.start[job] < view.to)) {
      const extent = view.to - view.from, middle = (run.start[job] + run.until[job]) / 2;
      view.show(middle - extent / 2, middle + extent / 2);
    }
    this.select(job);
  }

  tap(place) {
    super.tap(place);
    this.select(this.jobAt(this.timeAt(place.x), this.resourceAt(place.y)));
  }

  key(event) {
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      let job = this.selected < 0 ? indexAt(this.run.submit, this.view.from) : this.selected;
      do job += step; while (job >= 0 && job < this.run.count && Number.isNaN(this.run.start[job]));
      if (job >= 0 && job < this.run.count) this.goTo(job);
      return true;
    }
    if (event.key === "Escape") { this.select(-1); return true; }
    return super.key(event);
  }

  drawAbove(context) {
    super.drawAbove(context);
    const { pointer } = this;
    const inside = pointer && pointer.x >= this.left && pointer.x <= this.right && pointer.y >= this.top && pointer.y <= this.bottom;
    const pointed = inside && !this.drag ? this.jobAt(this.timeAt(pointer.x), this.resourceAt(pointer.y)) : -1;
    if (pointed >= 0) facts.show(this, pointer, "Job " + this.run.number[pointed], jobFacts(this.run, pointed, this.data));
    else facts.hide(this);
    for (const [job, color] of [[this.selected, theme().mark], [pointed, theme().ink]]) if (job >= 0) this.outline(context, job, color);
    if (this.selected >= 0) this.mark(context, this.selected);
  }

  /** A ring and the number beside a job that is too small to be seen by its outline. */
  mark(context, job) {
    const { run, view } = this;
    if (!(run.start[job] < view.to && run.until[job] > view.from)) return;
    for (let range = run.rangeBegin[job]; range < run.rangeBegin[job + 1]; range++) {
      if (run.rangeFirst[range] >= view.high || run.rangeEnd[range] <= view.low) continue;
      const { x, y, width, height } = this.box(job, range);
      if (width >= MARKED_PIXELS && height >= MARKED_PIXELS) return;
      const middle = x + width / 2, text = "job " + run.number[job], room = context.measureText(text).width + 24;
      const textX = middle + width / 2 + room < this.right ? middle + width / 2 + 14 : Math.max(this.left + 4, middle - width / 2 - room);
      const textY = Math.min(Math.max(y + height / 2, this.top + 10), this.bottom - 10);
      // A wide line below the thin one: the ring stands out from any colour of jobs.
      for (const [color, breadth] of [[theme().card, 6], [theme().mark, 2.5]]) {
        context.strokeStyle = color;
        context.lineWidth = breadth;
        context.beginPath();
        context.ellipse(middle, y + height / 2, Math.max(9, width / 2 + 5), 9, 0, 0, 2 * Math.PI);
        context.stroke();
      }
      context.fillStyle = theme().card;
      context.fillRect(textX - 3, textY - 9, room - 18, 18);
      context.fillStyle = theme().ink;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(text, textX, textY);
      return;
    }
  }

  outline(context, job, color) {
    const { run, view } = this;
    context.strokeStyle = color;
    context.lineWidth = 2;
    for (let range = run.rangeBegin[job]; range < run.rangeBegin[job + 1]; range++) {
      if (run.rangeFirst[range] >= view.high || run.rangeEnd[range] <= view.low) continue;
      if (run.start[job] >= view.to || run.until[job] <= view.from) continue;
      const { x, y, width, height } = this.box(job, range);
      context.strokeRect(x - 1, y - 1, width + 2, height + 2);
    }
  }

  get legend() { return coloringEntries(this.coloring, [this.run], this.data).map(([label, color]) => ({ label, color: css(color), dash: [] })); }

  /** The jobs in the view. */
  csv() {
    const dates = calendar.on ? ["submitted", "started", "ended"] : [];
    const table = new CsvTable(["run", "job", "user", "queue", "state", "resources", "submit", "start", "end", ...dates, "resource_ids"]);
    const { run, data } = this, known = seconds => Number.isNaN(seconds) ? "" : seconds, date = seconds => Number.isNaN(seconds) ? "" : when(seconds);
    let previous = -1;
    this.eachVisible(job => {
      if (job === previous) return true;
      previous = job;
      const times = [run.submit[job], run.start[job], run.finish[job]];
      return table.add([run.label, run.number[job], run.names.user[run.user[job]], run.names.queue[run.queue[job]], data.states[run.state[job]],
        run.resources[job], ...times.map(known), ...(calendar.on ? times.map(date) : []), this.idsOf(job)]);
    });
    return table;
  }

  idsOf(job) {
    const { rangeBegin, rangeFirst, rangeEnd } = this.run, ids = [];
    for (let range = rangeBegin[job]; range < rangeBegin[job + 1]; range++) {
      ids.push(rangeEnd[range] - rangeFirst[range] > 1 ? rangeFirst[range] + "-" + (rangeEnd[range] - 1) : rangeFirst[range]);
    }
    return ids.join(" ");
  }
}
