/** Draws Mermaid diagrams; its library is loaded for the first of them. */

import { hasAsset, loadAsset, type Assets } from "../view/assets";
import { messageOf } from "../view/body/page_api";
import { configuration } from "./diagram_theme";
import { excerpt } from "./formulas";
import type { Problems } from "./problems";
import { safeSvg } from "./safe_svg";

/** The part of Mermaid that is used. */
interface Mermaid {
  initialize(configuration: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

declare global {
  interface Window {
    mermaid?: Mermaid;
  }
}

/** The name that each drawing has in its style sheet has to be another. */
let drawings = 0;

export class Diagrams {
  /** The figures on the page, with their sources. */
  readonly #shown = new Map<HTMLElement, string>();
  /** Mermaid draws one after the other, since its configuration is for all. */
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly assets: Assets,
    private readonly problems: Problems,
    private readonly isDark: () => boolean,
  ) {}

  /** Shows the source until it is drawn. */
  draw(target: HTMLElement, source: string): void {
    target.className = "md-diagram";
    this.#shown.set(target, source);
    if (target.querySelector("svg") === null) showSource(target, source);
    this.problems.wait(this.#drawNext(target, source));
  }

  /** Draws all again, in the colours that the page has now. */
  async redraw(): Promise<void> {
    for (const [target, source] of this.#shown) {
      if (target.isConnected) this.problems.wait(this.#drawNext(target, source));
      else this.#shown.delete(target);
    }
    await this.problems.settled();
  }

  #drawNext(target: HTMLElement, source: string): Promise<void> {
    const drawn = this.#queue.then(() => this.#drawNow(target, source));
    this.#queue = drawn.catch(() => {});
    return drawn;
  }

  async #drawNow(target: HTMLElement, source: string): Promise<void> {
    if (this.#shown.get(target) !== source) return;
    if (!hasAsset(this.assets, "mermaid")) {
      throw new Error("this page draws no diagrams, and shows their source; a browser draws them");
    }
    try {
      await loadAsset(this.assets, "mermaid");
      const { mermaid } = window;
      if (mermaid === undefined) throw new Error("its library did not start");
      mermaid.initialize(configuration(target, this.isDark()));
      const { svg } = await mermaid.render(`md-drawing-${drawings++}`, source);
      if (this.#shown.get(target) === source) target.replaceChildren(safeSvg(svg));
    } catch (error) {
      showSource(target, source);
      const reason = messageOf(error).split("\n", 3).join(" ");
      throw new Error(`the diagram ${excerpt(source)} cannot be drawn: ${reason}`, {
        cause: error,
      });
    }
  }
}

function showSource(target: HTMLElement, source: string): void {
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const code = document.createElement("code");
  code.textContent = source;
  pre.append(code);
  target.replaceChildren(pre);
}
