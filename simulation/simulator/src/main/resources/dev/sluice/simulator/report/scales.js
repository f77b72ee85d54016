// Axes for values: linear, logarithmic, or logarithmic on both sides of zero; chosen by what the values span.

/** From the 5 % quantile of the positive values to the highest: from here on an axis is logarithmic. */
const DECADES_FOR_LOG = 2;

/** @param unit "seconds" or a plain number */
class Scale {
  /**
   * @param lists ascending values
   * @param lowest the smallest value that a logarithmic axis tells from zero
   * @param signed whether values below zero are possible: then zero is never at the edge
   */
  static of(lists, { kind = "automatic", lowest, unit, signed = false }) {
    const known = lists.filter(values => values.length > 0);
    const edge = signed ? lowest : 0;
    const low = Math.min(-edge, ...known.map(values => values[0])), high = Math.max(edge, ...known.map(values => values.at(-1)));
    const log = kind === "automatic" ? known.some(values => spansDecades(values, lowest)) : kind === "logarithmic";
    if (known.length === 0) return new Scale("linear", 0, 1, lowest, unit);
    if (signed) {
      const room = log ? 0 : 0.02 * (high - low);
      return new Scale(log ? "both" : "linear", low - room, high + room, lowest, unit);
    }
    return log ? new Scale("log", lowest, Math.max(high, 10 * lowest), lowest, unit)
      : new Scale("linear", 0, Math.max(high, lowest), lowest, unit);
  }

  constructor(kind, low, high, lowest, unit) {
    Object.assign(this, { kind, low, high, lowest, unit });
    [this.begin, this.extent] = [this.bend(low), this.bend(high) - this.bend(low)];
  }

  /** Turns values into places on a straight line. */
  bend(value) {
    switch (this.kind) {
      case "log": return Math.log(Math.max(value, this.lowest));
      case "both": return Math.sign(value) * Math.log1p(Math.abs(value) / this.lowest);
      default: return value;
    }
  }

  unbend(place) {
    switch (this.kind) {
      case "log": return Math.exp(place);
      case "both": return Math.sign(place) * Math.expm1(Math.abs(place)) * this.lowest;
      default: return place;
    }
  }

  /** Between 0 and 1. */
  share(value) { return (this.bend(value) - this.begin) / this.extent; }

  value(share) { return this.unbend(this.begin + share * this.extent); }

  text(value) { return this.unit === "seconds" ? duration(value) : number(value); }

  /** @param width in pixels */
  ticks(width) {
    if (this.kind === "linear") return this.linearTicks(Math.max(2, width / 90));
    const powers = (low, high) => this.unit === "seconds" ? durationTicks(low, high) : powerTicks(low, high, short, width / 60);
    if (this.kind === "log") return powers(this.low, this.high);
    const apart = ticks => ticks.filter(({ at }) => at >= 10 * this.lowest);
    const below = apart(powers(this.lowest, Math.max(-this.low, this.lowest))).map(({ at, text }) => ({ at: -at, text: "−" + text }));
    return [...below.reverse(), { at: 0, text: "0" }, ...apart(powers(this.lowest, this.high))].filter(({ at }) => at >= this.low && at <= this.high);
  }

  linearTicks(wanted) {
    if (this.unit !== "seconds") return linearTicks(this.low, this.high, wanted);
    const [name, size] = timeUnit(Math.max(Math.abs(this.low), Math.abs(this.high)));
    return linearTicks(this.low / size, this.high / size, wanted).map(({ at, text }) => ({ at: at * size, text: text + name }));
  }
}

/** Values without the zeros, if these are most of them: else they hide the others. */
function withoutManyZeros(values) {
  const below = indexAt(values, -Number.MIN_VALUE) + 1, upTo = indexAt(values, 0) + 1;
  if (2 * (upTo - below) <= values.length || upTo - below === values.length) return values;
  const others = new Float64Array(values.length - upTo + below);
  others.set(values.subarray(0, below));
  others.set(values.subarray(upTo), below);
  return others;
}

function spansDecades(values, lowest) {
  const sizes = values[0] < 0 ? values.map(Math.abs).sort() : values;
  const zeros = indexAt(sizes, 0) + 1, usual = quantile(sizes.subarray(zeros), 0.05);
  return usual !== null && sizes.at(-1) / Math.max(usual, lowest) >= 10 ** DECADES_FOR_LOG;
}
