/** The line under a table: how many rows there are, their summary and the export. */

const number = new Intl.NumberFormat();

export class Footer {
  readonly element = document.createElement("div");
  readonly #count = document.createElement("span");
  readonly #summary = button("Summary");
  readonly #export = button("Export CSV");

  constructor(summarize: () => Promise<void>, exportRows: () => Promise<void>) {
    this.element.className = "widget-grid-footer";
    this.#count.setAttribute("role", "status");
    const starts = (button: HTMLButtonElement, work: () => Promise<void>) => {
      // A button that is disabled would lose the focus.
      let isAtWork = false;
      button.addEventListener("click", () => {
        if (isAtWork) return;
        isAtWork = true;
        button.setAttribute("aria-busy", "true");
        void work().finally(() => {
          isAtWork = false;
          button.removeAttribute("aria-busy");
        });
      });
    };
    starts(this.#summary, summarize);
    starts(this.#export, exportRows);
    this.element.append(this.#count, this.#summary, this.#export);
  }

  /** Says whether the rows are here or can be fetched. */
  allow(isAllowed: boolean): void {
    this.#summary.disabled = !isAllowed;
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
