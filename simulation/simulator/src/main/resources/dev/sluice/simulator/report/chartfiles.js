// Charts of a sweep as files: the numbers as CSV, the picture as SVG.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** What Chart.draw needs of a canvas context, written down as SVG. */
class SvgContext {
  constructor(width, height, background) {
    this.root = this.node("svg", { xmlns: SVG_SPACE, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "system-ui, sans-serif", "font-size": 12 });
    this.parent = this.root;
    this.stack = [];
    this.measure = document.createElement("canvas").getContext("2d");
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, textAlign: "left", textBaseline: "alphabetic", font: FONT });
    this.add("rect", { width, height, fill: background });
    this.beginPath();
  }

  node(tag, attributes) {
    const node = document.createElementNS(SVG_SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name !== "xmlns" && value !== undefined) node.setAttribute(name, typeof value === "number" ? Number(value.toFixed(2)) : value);
    }
    return node;
  }

  add(tag, attributes) {
    const node = this.node(tag, attributes);
    this.parent.append(node);
    return node;
  }

  get opacity() { return this.globalAlpha === 1 ? undefined : this.globalAlpha; }

  beginPath() { this.path = ""; }
  moveTo(x, y) { this.path += `M${x.toFixed(2)} ${y.toFixed(2)}`; }
  lineTo(x, y) { this.path += (this.path ? "L" : "M") + `${x.toFixed(2)} ${y.toFixed(2)}`; }
  closePath() { this.path += "Z"; }

  /** Whole circles only. */
  arc(x, y, radius) {
    this.path += `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
  }

  stroke() { this.add("path", { d: this.path, fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, opacity: this.opacity }); }
  fill() { this.add("path", { d: this.path, fill: this.fillStyle, opacity: this.opacity }); }
  fillRect(x, y, width, height) { this.add("rect", { x, y, width, height, fill: this.fillStyle, opacity: this.opacity }); }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  fillText(text, x, y) {
    const anchor = { left: undefined, right: "end", center: "middle" }[this.textAlign];
    const shift = { middle: 4.2, top: 9.5 }[this.textBaseline] ?? 0;
    this.add("text", { x, y: y + shift, fill: this.fillStyle, "text-anchor": anchor, "font-weight": this.font.startsWith("600") ? 600 : undefined }).textContent = text;
  }

  save() { this.stack.push(this.parent); }
  restore() { this.parent = this.stack.pop(); }
  translate(x, y) { this.parent = this.add("g", { transform: `translate(${x} ${y})` }); }
  rotate(angle) { this.parent = this.add("g", { transform: `rotate(${angle * 180 / Math.PI})` }); }

  text() { return new XMLSerializer().serializeToString(this.root); }
}

/** The chart as it is drawn now, with its title and legend above it, which the page shows beside the canvas. */
function chartSvg(chart, title, legend) {
  const width = chart.width || 640, above = 26 + (legend.length > 0 ? 20 : 0);
  const context = new SvgContext(width, chart.height + above, theme().card);
  Object.assign(context, { fillStyle: theme().ink, font: "600 " + FONT });
  context.fillText(title, 8, 18);
  context.font = FONT;
  let x = 8;
  for (const { name, color } of legend) {
    context.fillStyle = color;
    context.fillRect(x, 30, 10, 10);
    context.fillStyle = theme().soft;
    context.fillText(name, x + 15, 39);
    x += 33 + context.measureText(name).width;
  }
  context.save();
  context.translate(0, above);
  chart.draw(context);
  context.restore();
  return context.text();
}

function csvText(rows) {
  const field = value => value === null || value === undefined ? "" : /[",\r\n]/.test(String(value)) ? '"' + String(value).replaceAll('"', '""') + '"' : String(value);
  return rows.map(row => row.map(field).join(",") + "\n").join("");
}

function saveFile(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Two buttons under a chart. @param rows gives the numbers that are drawn, the header first */
function chartButtons(chart, title, name, legend, rows) {
  const button = (kind, save) => element("button", { type: "button", class: "save", "aria-label": title + " as " + kind, on: { click: save } }, kind);
  return element("div", { class: "files" },
    button("CSV", () => saveFile(name + ".csv", "text/csv", csvText(rows()))),
    button("SVG", () => saveFile(name + ".svg", "image/svg+xml", chartSvg(chart, title, legend()))));
}
