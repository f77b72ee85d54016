// Numbers and elements as people read them. Text always goes in as text: names among the data are not markup.

const MINUTE = 60, HOUR = 3600, DAY = 86400;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === "color") node.style.background = value;
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== undefined));
  return node;
}

/** With about as many digits as tell anything, and narrow spaces between thousands. */
function number(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const decimals = size === 0 || Number.isInteger(value) ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const [whole, fraction] = size.toFixed(Math.min(decimals, 6)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return (value < 0 ? "−" : "") + grouped + (fraction ? "." + fraction : "");
}

/** Without zeros at the end, for axes. */
function short(value) {
  const text = number(value);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The unit that suits a time: its name and its seconds. */
function timeUnit(seconds) {
  const size = Math.abs(seconds);
  return size >= 2 * DAY ? [" d", DAY] : size >= 2 * HOUR ? [" h", HOUR] : size >= 2 * MINUTE ? [" min", MINUTE] : [" s", 1];
}

/** Such as "3.4 h"; in the unit that suits another time, if there is one. */
function duration(seconds, like = seconds) {
  if (seconds === null || !Number.isFinite(seconds)) return "–";
  const [name, size] = timeUnit(like);
  return number(seconds / size) + name;
}

/** A moment since the run's beginning, such as "12 d 03:04:05". */
function moment(seconds, withSeconds = true) {
  const sign = seconds < 0 ? "−" : "";
  let rest = Math.abs(seconds);
  const days = Math.floor(rest / DAY);
  rest -= days * DAY;
  const two = value => String(Math.floor(value)).padStart(2, "0");
  const fraction = rest % 1 > 0.0005 ? (rest % 1).toFixed(3).slice(1) : "";
  const clock = two(rest / HOUR) + ":" + two(rest % HOUR / MINUTE) + (withSeconds ? ":" + two(rest % MINUTE) + fraction : "");
  return sign + (days > 0 ? days + " d " : "") + clock;
}

function percent(share) {
  return share === null || !Number.isFinite(share) ? "–" : number(100 * share) + " %";
}

function inUnit(value, unit, like = value) {
  switch (unit) {
    case "share": return percent(value);
    case "seconds": return duration(value, like);
    case "per_hour": return number(value) + " / h";
    default: return number(value);
  }
}

/** By path: its shortest end that tells it from the others. Only values with a slash get shorter. */
function shortNames(values) {
  const paths = [...new Set(values)];
  const end = (path, count) => path.split("/").slice(-count).join("/");
  return new Map(paths.map(path => {
    for (let count = 1; ; count++) {
      const name = end(path, count);
      if (name === path || paths.every(other => other === path || end(other, count) !== name)) return [path, name];
    }
  }));
}

function button(title, action, hint) {
  return element("button", { type: "button", title: hint, on: { click: action } }, title);
}

/** The index of the best value, or -1 if none is better than the others. */
function bestOf(values, better) {
  const worth = { higher: value => value, lower: value => -value, zero: value => -Math.abs(value) }[better];
  const known = values.map((value, index) => [value, index]).filter(([value]) => value !== null);
  if (!worth || known.length < 2) return -1;
  known.sort(([a], [b]) => worth(b) - worth(a));
  return worth(known[0][0]) > worth(known[1][0]) ? known[0][1] : -1;
}
