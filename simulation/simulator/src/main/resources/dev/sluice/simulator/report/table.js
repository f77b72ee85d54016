// Tables that can be sorted by every column, with the keyboard too.

const ROWS_AT_FIRST = 25;

/** Where a row takes several lines. */
const STACKED_ROWS_AT_FIRST = 10;

/**
 * @param columns {title, text, value, mark, hint}: what a row shows there, by what it is sorted, whether it is marked as the best, and its
 *     tooltip; optionally `markClass` and `markText` for another mark, `cell`, an element to show instead of the text, and `color`, a swatch for the title
 * @param stacked whether narrow screens show a row's values below each other, each with its title
 */
class SortedTable {
  constructor(caption, columns, rows, { runs = [], filtered = false, by = 0, down = false, stacked = false } = {}) {
    const short = stacked && window.matchMedia("(max-width: 640px)").matches;
    Object.assign(this, { columns, rows, by, down, all: false, wanted: "", first: short ? STACKED_ROWS_AT_FIRST : ROWS_AT_FIRST });
    this.body = element("tbody");
    this.headers = columns.map((column, index) => element("th", { scope: "col", "aria-sort": "none" },
      element("button", { type: "button", on: { click: () => this.sort(index) } },
        ...(column.color ? [element("span", { class: "swatch", color: column.color }), " "] : []), column.title)));
    const head = element("thead", {}, runs.length > 0 ? this.runRow(runs) : undefined, element("tr", {}, ...this.headers));
    this.more = element("button", { type: "button", class: "more", on: { click: () => this.toggle() } });
    const filter = element("input", { type: "search", placeholder: "Filter", "aria-label": "Filter: " + caption,
      on: { input: event => { this.wanted = event.target.value.toLowerCase(); this.fill(); } } });
    this.host = element("div", {}, filtered ? element("div", { class: "tools" }, filter) : undefined,
      element("div", { class: stacked ? "scroll stack" : "scroll" }, inLines(element("table", {}, element("caption", {}, caption), head, this.body), columns.length - 1)), this.more);
    this.fill();
  }

  /** Names of runs above the columns that are theirs. */
  runRow(runs) {
    return element("tr", { class: "runs" }, ...runs.map(({ label, color, span }) => element("th", { colspan: span, scope: "colgroup" },
      ...(label ? [element("span", { class: "swatch", color }), " " + label] : []))));
  }

  sort(index) {
    this.down = this.by === index ? !this.down : index > 0;
    this.by = index;
    this.fill();
  }

  toggle() {
    this.all = !this.all;
    this.fill();
  }

  cell(column, row) {
    const best = column.mark?.(row)
      ? { class: column.markClass?.(row) ?? "best", title: column.markText ?? "best" } : { title: column.hint?.(row) };
    return labelled(element("td", best, column.cell?.(row) ?? column.text(row)), column.title, column.color);
  }

  fill() {
    const value = this.columns[this.by]?.value ?? (() => 0), sign = this.down ? -1 : 1;
    const compare = (a, b) => typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : (a ?? -Infinity) - (b ?? -Infinity);
    const rows = this.rows.filter(row => this.columns[0].text(row).toLowerCase().includes(this.wanted))
      .map((row, index) => [row, index])
      .sort(([a, i], [b, j]) => sign * compare(value(a), value(b)) || i - j).map(([row]) => row);
    this.headers.forEach((header, index) =>
      header.setAttribute("aria-sort", index !== this.by ? "none" : this.down ? "descending" : "ascending"));
    this.body.replaceChildren(...rows.slice(0, this.all ? rows.length : this.first).map(row => element("tr", {},
      ...this.columns.map((column, index) => index === 0
        ? element("th", { scope: "row", "data-label": column.title, title: column.hint?.(row) }, column.cell?.(row) ?? column.text(row))
        : this.cell(column, row)))));
    this.more.hidden = rows.length <= this.first;
    this.more.textContent = this.all ? "Show the first " + this.first : "Show all " + number(rows.length);
  }
}

/** How many values narrow screens show beside each other. */
function inLines(table, cells) {
  table.style.setProperty("--cells", cells === 4 ? 2 : Math.min(cells, 3));
  return table;
}

/** A cell with the title of its column, which narrow screens show above the value. */
function labelled(cell, title, color) {
  cell.dataset.label = title;
  if (color) cell.style.setProperty("--swatch", color);
  return cell;
}
