/** Draws math once its program is there. */

import { hasAsset, loadAsset, type Assets } from "../view/assets";
import type { MathProgram } from "../math/main";
import { messageOf } from "../view/body/page_api";
import type { Problems } from "./problems";

declare global {
  interface Window {
    WidgetMath?: MathProgram;
  }
}

export class Formulas {
  constructor(
    private readonly assets: Assets,
    private readonly problems: Problems,
  ) {}

  /** Shows the source until there is something better. */
  draw(target: HTMLElement, source: string, isBlock: boolean): void {
    target.className = isBlock ? "md-math md-math-block" : "md-math";
    target.dataset["source"] = source;
    if (isBlock) target.tabIndex = 0;
    if (window.WidgetMath !== undefined) {
      this.#fill(target, source, isBlock, window.WidgetMath);
      return;
    }
    showSource(target, source);
    this.problems.wait(this.#later(target, source, isBlock));
  }

  async #later(target: HTMLElement, source: string, isBlock: boolean): Promise<void> {
    if (!hasAsset(this.assets, "math")) throw new Error("this page draws no math");
    await loadAsset(this.assets, "math");
    // Another formula may stand there by now.
    if (target.dataset["source"] !== source) return;
    if (window.WidgetMath === undefined) throw new Error("the program of math did not start");
    this.#fill(target, source, isBlock, window.WidgetMath);
  }

  #fill(target: HTMLElement, source: string, isBlock: boolean, program: MathProgram): void {
    try {
      target.replaceChildren(program.draw(source, isBlock));
    } catch (error) {
      showSource(target, source);
      this.problems.add(`the formula ${excerpt(source)} cannot be drawn: ${messageOf(error)}`);
    }
  }
}

function showSource(target: HTMLElement, source: string): void {
  const code = document.createElement("code");
  code.textContent = source;
  target.replaceChildren(code);
}

export function excerpt(source: string): string {
  const line = source.replace(/\s+/g, " ").trim();
  return `"${line.length > 60 ? `${line.slice(0, 60)}…` : line}"`;
}
