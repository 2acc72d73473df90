/** The line under a table: how many rows there are, and the export. */

const number = new Intl.NumberFormat();

export class Footer {
  readonly element = document.createElement("div");
  readonly #count = document.createElement("span");
  readonly #summary = button("Summary");
  readonly #export = button("Export CSV");

  constructor(summarize: () => void, exportRows: () => Promise<void>) {
    this.element.className = "widget-grid-footer";
    this.#count.setAttribute("role", "status");
    this.#summary.addEventListener("click", summarize);
    this.#export.addEventListener("click", () => {
      this.#export.disabled = true;
      void exportRows().finally(() => (this.#export.disabled = false));
    });
    this.element.append(this.#count, this.#summary, this.#export);
  }

  /** Says whether all rows can be summed up here. */
  allowSummary(isAllowed: boolean): void {
    this.#summary.hidden = !isAllowed;
  }

  /** Says whether the rows are here or can be fetched. */
  allowExport(isAllowed: boolean): void {
    this.#export.disabled = !isAllowed;
  }

  /** The line that stands there. */
  get text(): string {
    return this.#count.textContent;
  }

  /** `shown` rows pass the filter, of `all`. */
  show(shown: number, all: number): void {
    const unit = all === 1 ? "row" : "rows";
    const of = shown === all ? "" : `${number.format(shown)} of `;
    const text = `${of}${number.format(all)} ${unit}`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }
}

function button(label: string): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "widget-button widget-sm widget-ghost";
  element.textContent = label;
  return element;
}
