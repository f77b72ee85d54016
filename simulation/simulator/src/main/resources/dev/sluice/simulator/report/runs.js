// A run: its jobs in typed arrays, times in seconds since the run's beginning, NaN for what never came.

class Run {
  static async unpack(facts, packed, position) {
    const columns = {};
    for (const [name, index] of Object.entries(facts.columns)) columns[name] = integers(await unpackBytes(packed[index]));
    return new Run(facts, columns, position);
  }

  constructor(facts, columns, position) {
    const tick = facts.tickSeconds, never = value => value < 0 ? NaN : value * tick;
    Object.assign(this, { facts, position, size: facts.size, count: facts.jobs, names: facts.names });
    this.end = facts.end * tick;
    this.number = summed(columns.number);
    this.submit = summed(columns.submit).map(value => value * tick);
    this.start = this.submit.map((submit, job) => submit + never(columns.wait[job]));
    this.finish = this.start.map((start, job) => (Number.isNaN(start) ? this.submit[job] : start) + never(columns.run[job]));
    this.wall = columns.wall.map(never);
    this.foreseen = this.submit.map((submit, job) => submit + never(columns.foreseen[job]));
    this.resources = columns.resources;
    this.user = columns.user;
    this.group = columns.group;
    this.queue = columns.queue;
    this.state = columns.state;
    this.backfilled = columns.backfilled;
    this.down = { time: summed(columns.downTime).map(value => value * tick), value: columns.down };
    const seconds = value => value * tick;
    this.lost = { job: columns.lostJob, start: columns.lostStart.map(seconds), end: columns.lostEnd.map(seconds) };
    this.rangeBegin = new Uint32Array(this.count + 1);
    columns.rangeCount.forEach((count, job) => { this.rangeBegin[job + 1] = this.rangeBegin[job] + count; });
    this.rangeFirst = summed(columns.rangeFirst);
    this.rangeEnd = this.rangeFirst.map((first, range) => first + columns.rangeExtent[range] + 1);
    this.begin = this.count > 0 ? this.submit[0] : 0;
    /** Until when a job is drawn: one that has started and not ended runs to the end of the run. */
    this.until = this.start.map((start, job) => Number.isNaN(start) ? NaN : Number.isNaN(this.finish[job]) ? this.end : this.finish[job]);
    this.last = this.until.reduce((last, until) => until > last ? until : last, this.begin + 1);
  }

  get color() { return runColor(this.position); }

  get swatch() { return runSwatch(this.position); }

  get label() { return this.facts.label; }

  hasRun(job) { return this.finish[job] >= this.start[job]; }

  wait(job) { return this.start[job] - this.submit[job]; }

  longestWait() { return this.start.reduce((longest, start, job) => start - this.submit[job] > longest ? start - this.submit[job] : longest, 0); }

  slowdown(job, bound) {
    return Math.max(1, (this.finish[job] - this.submit[job]) / Math.max(this.finish[job] - this.start[job], bound));
  }

  /** Values of all jobs for which there is one, ascending. */
  sorted(value) {
    const values = new Float64Array(this.count);
    let used = 0;
    for (let job = 0; job < this.count; job++) {
      const one = value(job);
      if (!Number.isNaN(one)) values[used++] = one;
    }
    return values.subarray(0, used).sort();
  }

  /** Lost runs were busy, too. */
  busySteps() {
    return this.busy ??= this.steps(joined(this.start, this.lost.start), joined(this.until, this.lost.end),
      run => this.resources[run < this.count ? run : this.lost.job[run - this.count]]);
  }

  /** By how much jobs missed their first estimated start; positive if they start later. Lost runs count as starts. */
  estimateErrors() {
    const first = Float64Array.from(this.start);
    this.lost.job.forEach((job, index) => { if (!(first[job] <= this.lost.start[index])) first[job] = this.lost.start[index]; });
    return this.sorted(job => first[job] - this.foreseen[job]);
  }

  lostRuns(job) { return this.lost.job.reduce((count, other) => count + (other === job ? 1 : 0), 0); }

  /** A job that never starts leaves the queue when it ends; one that loses a run is back in the queue. */
  waitingSteps() {
    const out = () => this.start.map((start, job) => Number.isNaN(start) ? this.finish[job] : start);
    return this.waiting ??= this.steps(joined(this.submit, this.lost.end), joined(out(), this.lost.start), () => 1);
  }

  /** The sum of what jobs add from one moment and take away at another, as steps: a value holds from its time on. */
  steps(from, to, weight) {
    const ups = order(from), downs = order(to);
    const time = new Float64Array(ups.length + downs.length), value = new Float64Array(time.length);
    let used = 0, sum = 0, up = 0, down = 0;
    while (up < ups.length || down < downs.length) {
      const now = Math.min(up < ups.length ? from[ups[up]] : Infinity, down < downs.length ? to[downs[down]] : Infinity);
      while (up < ups.length && from[ups[up]] === now) sum += weight(ups[up++]);
      while (down < downs.length && to[downs[down]] === now) sum -= weight(downs[down++]);
      time[used] = now;
      value[used++] = sum;
    }
    return { time: time.slice(0, used), value: value.slice(0, used) };
  }
}

function joined(times, more) {
  const all = new Float64Array(times.length + more.length);
  all.set(times);
  all.set(more, times.length);
  return all;
}

/** The jobs that have such a time, in its order. */
function order(times) {
  const jobs = new Uint32Array(times.length);
  let used = 0, ordered = true, previous = -Infinity;
  for (let job = 0; job < times.length; job++) {
    if (Number.isNaN(times[job])) continue;
    ordered &&= times[job] >= previous;
    previous = times[job];
    jobs[used++] = job;
  }
  const known = jobs.subarray(0, used);
  return ordered ? known : known.sort((a, b) => times[a] - times[b]);
}

/** The last index whose time is not after the given one; -1 if all are. */
function indexAt(time, moment) {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= moment) low = middle + 1; else high = middle;
  }
  return low - 1;
}

function valueAt(steps, moment) {
  const index = indexAt(steps.time, moment);
  return index < 0 ? 0 : steps.value[index];
}

/** Linear between the two nearest, as in summary.json. */
function quantile(sorted, share) {
  if (sorted.length === 0) return null;
  const position = share * (sorted.length - 1), below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
