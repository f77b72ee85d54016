// Charts as files: CSV with the data behind a chart, SVG as a drawing for papers. Nothing leaves the page but by the reader's click.

/** A spreadsheet holds about a million rows; a page that builds this many texts still answers at once. */
const CSV_ROWS_MAX = 200_000;

/** Drawing programs get slow beyond this. A chart of more jobs is embedded as the picture on the screen. */
const SVG_RECTANGLES_MAX = 20_000;

class CsvTable {
  constructor(titles) {
    Object.assign(this, { lines: [titles.join(",")], full: false });
  }

  /** False if the table is full. */
  add(fields) {
    this.full = this.lines.length > CSV_ROWS_MAX;
    if (!this.full) this.lines.push(fields.map(CsvTable.field).join(","));
    return !this.full;
  }

  static field(value) {
    const text = typeof value === "number" ? String(Number(value.toPrecision(12))) : value ?? "";
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }

  get text() { return this.lines.join("\n") + "\n"; }

  /** @param rows the titles first */
  static of([titles, ...rows]) {
    const table = new CsvTable(titles);
    for (const row of rows) table.add(row);
    return table;
  }
}

/** The part of a canvas' context that the charts use, drawing into an SVG. */
class SvgContext {
  constructor(width, height) {
    // The name of the namespace, as the browser knows it: the page itself holds no addresses.
    this.namespace = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
    this.root = document.createElementNS(this.namespace, "svg");
    this.set(this.root, { width, height, viewBox: "0 0 " + width + " " + height, "font-family": "system-ui, sans-serif", "font-size": 12 });
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, textAlign: "left", textBaseline: "alphabetic",
      dash: [], transform: "", saved: [], path: "", rectanglesMax: SVG_RECTANGLES_MAX });
    this.ruler = document.createElement("canvas").getContext("2d");
    this.ruler.font = FONT;
  }

  set(node, attributes) {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== "") node.setAttribute(name, value);
    return node;
  }

  add(tag, attributes, text) {
    const opacity = this.globalAlpha === 1 ? undefined : this.globalAlpha;
    const node = this.set(document.createElementNS(this.namespace, tag), { ...attributes, opacity, transform: this.transform });
    // XML has no way to write control characters.
    if (text !== undefined) node.textContent = text.replace(/[\u0000-\u001f\ufffe\uffff]/g, " ");
    this.root.append(node);
  }

  get stroked() { return { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-dasharray": this.dash.join(" ") }; }

  measureText(text) { return this.ruler.measureText(text); }
  setLineDash(dash) { this.dash = dash; }
  save() { this.saved.push(this.transform); }
  restore() { this.transform = this.saved.pop(); }
  translate(x, y) { this.transform += "translate(" + rounded(x) + " " + rounded(y) + ")"; }
  rotate(angle) { this.transform += "rotate(" + rounded(angle * 180 / Math.PI) + ")"; }
  beginPath() { this.path = ""; }
  moveTo(x, y) { this.path += "M" + rounded(x) + " " + rounded(y); }
  lineTo(x, y) { this.path += (this.path === "" ? "M" : "L") + rounded(x) + " " + rounded(y); }
  closePath() { this.path += "Z"; }

  /** Whole circles only. */
  arc(x, y, radius) {
    const across = "a" + radius + " " + radius + " 0 1 0 ";
    this.path += "M" + rounded(x - radius) + " " + rounded(y) + across + 2 * radius + " 0" + across + -2 * radius + " 0Z";
  }

  stroke() { this.add("path", { d: this.path, ...this.stroked }); }
  fill() { this.add("path", { d: this.path, fill: this.fillStyle }); }

  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.add("rect", { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height), fill: this.fillStyle });
  }

  strokeRect(x, y, width, height) {
    this.add("rect", { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height), ...this.stroked });
  }

  /** Baselines as shifts: drawing programs know these. */
  fillText(text, x, y) {
    this.add("text", { x: rounded(x), y: rounded(y), dy: { middle: "0.35em", top: "0.8em" }[this.textBaseline], fill: this.fillStyle,
      "text-anchor": { center: "middle", right: "end" }[this.textAlign] }, text);
  }

  drawImage(canvas, x, y, width, height) {
    this.add("image", { x, y, width, height, href: canvas.toDataURL("image/png"), preserveAspectRatio: "none" });
    this.hasImage = true;
  }

  get text() { return new XMLSerializer().serializeToString(this.root) + "\n"; }
}

const rounded = value => Number(value.toFixed(2));

const LEGEND_LINE = 20;

/** In light colours, as for paper, with the legend below. */
function svgOf(chart) {
  return inLightTheme(() => {
    const rows = legendRows(chart.legend, chart.width, new SvgContext(1, 1));
    const context = new SvgContext(chart.width, chart.height + rows.length * LEGEND_LINE);
    context.fillStyle = theme().card;
    context.fillRect(0, 0, chart.width, chart.height + rows.length * LEGEND_LINE);
    chart.draw(context);
    rows.forEach((row, index) => drawLegend(context, row, chart.left, chart.height + (index + 0.5) * LEGEND_LINE));
    return context;
  });
}

function legendRows(entries, width, context) {
  const rows = [];
  let used = Infinity;
  for (const entry of entries) {
    const needed = context.measureText(entry.label).width + 52;
    if (used + needed > width) {
      rows.push([]);
      used = 74;
    }
    rows.at(-1).push({ ...entry, needed });
    used += needed;
  }
  return rows;
}

function drawLegend(context, row, left, y) {
  let x = left;
  for (const { label, color, dash, needed } of row) {
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 26, y);
    context.stroke();
    context.fillStyle = theme().ink;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(label, x + 32, y);
    x += needed;
  }
}

function save(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  // The browser reads the blob after the click; a minute is long enough even for a slow disk.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** With what the names of all files begin. */
const exportNames = { prefix: "" };

/** Two small buttons for a chart. */
function exportButtons(chart, name) {
  const said = element("span", { class: "quiet", role: "status" });
  const file = ending => (exportNames.prefix + "-" + name).replace(/[^\w.+-]+/g, "-") + ending;
  const csv = () => {
    const table = chart.csv();
    said.textContent = table.full ? "The file holds the first " + number(CSV_ROWS_MAX) + " rows. Zoom in for fewer; jobs.csv has all jobs." : "";
    save(file(".csv"), "text/csv", table.text);
  };
  const svg = () => {
    const drawing = svgOf(chart);
    said.textContent = drawing.hasImage
      ? "More than " + number(SVG_RECTANGLES_MAX) + " rectangles: the file holds them as a picture. Zoom in to get them one by one." : "";
    save(file(".svg"), "image/svg+xml", drawing.text);
    chart.redraw();
  };
  return element("span", { class: "export" }, said, button("CSV", csv, "Save the data of this chart as CSV"),
    button("SVG", svg, "Save this chart as SVG"));
}

/** A chart below its title, with the buttons beside that. */
function figure(title, chart, name, ...notes) {
  return element("div", { class: "figure", id: "chart-" + name }, element("div", { class: "above" }, element("h3", {}, title), exportButtons(chart, name)), ...notes, chart.host);
}
