/** The line under a table: how many rows there are, and the export. */

const number = new Intl.NumberFormat();

export class Footer {
  readonly element = document.createElement("div");
  readonly #count = document.createElement("span");
  readonly #export = document.createElement("button");

  constructor(exportRows: () => Promise<void>) {
    this.element.className = "widget-grid-footer";
    this.#count.setAttribute("role", "status");
    this.#export.type = "button";
    this.#export.className = "widget-button widget-sm widget-ghost";
    this.#export.textContent = "Export CSV";
    this.#export.addEventListener("click", () => {
      this.#export.disabled = true;
      void exportRows().finally(() => (this.#export.disabled = false));
    });
    this.element.append(this.#count, this.#export);
  }

  /** Says whether the rows are here or can be fetched. */
  allowExport(isAllowed: boolean): void {
    this.#export.disabled = !isAllowed;
  }

  /** `shown` rows pass the filter, of `all`. */
  show(shown: number, all: number): void {
    const unit = all === 1 ? "row" : "rows";
    const of = shown === all ? "" : `${number.format(shown)} of `;
    const text = `${of}${number.format(all)} ${unit}`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }
}
