/** A dialog with the columns of a table in short, made when it is opened. */

import { Dialog } from "../view/overlay/dialog";
import type { Summary } from "./summary";

const number = new Intl.NumberFormat();
const SVG = "http://www.w3.org/2000/svg";
const HEADERS = ["Column", "Values", "Missing", "Distinct", "From, to or most often", ""];

export class SummaryDialog {
  readonly #content = document.createElement("div");
  readonly #dialog = new Dialog(this.#content, () => {});
  readonly element = this.#dialog.element;

  constructor() {
    this.#content.className = "widget-summary";
    this.#content.tabIndex = 0;
  }

  open(title: string, summaries: readonly Summary[]): void {
    this.#dialog.look({ title, size: "xl" });
    this.#content.setAttribute("aria-label", title);
    const table = document.createElement("table");
    table.append(lineOf("th", HEADERS), ...summaries.map(rowOf));
    this.#content.replaceChildren(table);
    this.#dialog.show(true);
    this.#content.focus();
    this.#content.scrollTop = 0;
  }
}

function rowOf(summary: Summary): HTMLElement {
  const { column, filled, missing, distinct } = summary;
  const numbers = [filled, missing, distinct].map((count) => number.format(count));
  const line = lineOf("td", [column.title || column.field, ...numbers, extentOf(summary)]);
  const spread = document.createElement("td");
  if (summary.bars.length > 1) spread.append(histogram(summary.bars));
  line.append(spread);
  return line;
}

function lineOf(tag: "td" | "th", texts: readonly string[]): HTMLTableRowElement {
  const line = document.createElement("tr");
  for (const text of texts) {
    const cell = document.createElement(tag);
    cell.textContent = text;
    line.append(cell);
  }
  return line;
}

function extentOf({ range, mean, frequent }: Summary): string {
  if (range === null) {
    return frequent.map(({ text, count }) => `${text} (${number.format(count)})`).join(", ");
  }
  const { least, greatest } = range;
  const ends = least === greatest ? least : `${least} – ${greatest}`;
  return mean === null || least === greatest ? ends : `${ends}, mean ${mean}`;
}

/** Bars from the least to the greatest value. The texts beside it say what it can. */
function histogram(bars: readonly number[]): SVGElement {
  const most = Math.max(...bars);
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${bars.length} 10`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  bars.forEach((count, index) => {
    const height = count === 0 ? 0 : Math.max(0.6, (10 * count) / most);
    const bar = document.createElementNS(SVG, "rect");
    const place = { x: index + 0.08, y: 10 - height, width: 0.84, height };
    for (const [name, value] of Object.entries(place)) bar.setAttribute(name, String(value));
    picture.append(bar);
  });
  return picture;
}
