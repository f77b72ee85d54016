// Moments as dates (UTC) where the trace tells when it was recorded, else as time since the run's beginning.

const calendar = { unixStart: undefined, on: false };

/** Dates need one beginning for all runs, and one that a calendar can show. */
function findCalendar(runs) {
  const starts = new Set(runs.map(run => run.facts.unixStart)), [start] = starts;
  const isDate = seconds => !Number.isNaN(new Date(1000 * seconds).getTime());
  if (starts.size !== 1 || start === undefined || !runs.every(run => isDate(start + run.begin) && isDate(start + 2 * run.last))) return;
  Object.assign(calendar, { unixStart: start, on: true });
}

const isoDate = seconds => new Date(1000 * (calendar.unixStart + seconds)).toISOString();

/** Such as "2006-11-10 23:05:01", or "12 d 03:04:05" without a calendar. */
function when(seconds) {
  if (!calendar.on || Number.isNaN(seconds)) return moment(seconds);
  const text = isoDate(seconds), date = text.slice(0, text.indexOf("T")), clock = text.slice(date.length + 1, -1);
  return date + " " + clock.replace(".000", "");
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
const CALENDAR_STEPS = [1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];

/** The first Monday since 1970, so that steps of weeks begin on Mondays. */
const MONDAY = 4 * DAY;

/** Ticks of an axis over time: the width is in pixels. */
function momentTicks(low, high, width) {
  const rough = (high - low) / Math.max(2, width / 110);
  if (!calendar.on || rough < 1) return timeTicks(low, high, width);
  const step = CALENDAR_STEPS.find(size => size >= rough);
  if (step === undefined) return monthTicks(low, high, rough);
  const offset = calendar.unixStart - (step >= 7 * DAY ? MONDAY : 0), ticks = [];
  let previous = "";
  for (let unix = Math.ceil((low + offset) / step) * step; unix <= high + offset; unix += step) {
    const [date, clock] = when(unix - offset).split(" ");
    const time = step < MINUTE ? clock : clock.slice(0, 5);
    ticks.push({ at: unix - offset, text: step >= DAY ? date : date === previous ? time : time === "00:00" ? date : date + " " + time });
    previous = date;
  }
  return ticks;
}

function monthTicks(low, high, rough) {
  const months = MONTH_STEPS.find(count => count * 30 * DAY >= rough) ?? MONTH_STEPS.at(-1), ticks = [];
  const first = new Date(1000 * (calendar.unixStart + low));
  const months0 = Math.ceil((12 * first.getUTCFullYear() + first.getUTCMonth()) / months) * months;
  for (let month = months0; ; month += months) {
    const day = new Date(0);
    day.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
    const seconds = day.getTime() / 1000 - calendar.unixStart;
    if (!(seconds <= high)) return ticks;
    if (seconds >= low) ticks.push({ at: seconds, text: months >= 12 ? day.toISOString().slice(0, -20) : day.toISOString().slice(0, -17) });
  }
}
