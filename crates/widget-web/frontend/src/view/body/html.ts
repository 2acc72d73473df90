/** The agent's HTML. */

import type { HtmlBody } from "../model/document";
import { makeOperable } from "./delegate";
import type { BodyView } from "./body";

export class HtmlView implements BodyView<HtmlBody> {
  readonly #content: HTMLElement;

  constructor(container: HTMLElement) {
    this.#content = document.createElement("div");
    this.#content.className = "widget-content";
    container.append(this.#content);
  }

  /** An error in a script is in the answer, but what comes after it is still drawn. */
  async draw({ html }: HtmlBody): Promise<void> {
    await loaded();
    const parsed = new DOMParser().parseFromString(html, "text/html");
    for (const name of ["class", "style"]) {
      const value = parsed.body.getAttribute(name);
      if (value !== null) document.body.setAttribute(name, value);
    }
    this.#content.replaceChildren(...parsed.head.childNodes, ...parsed.body.childNodes);
    makeOperable(this.#content);
    const errors = collectErrors(() => {
      runScripts(this.#content);
      // Scripts of a page wait for these, and ours were long before.
      document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
      window.dispatchEvent(new Event("load"));
    });
    if (errors.length > 0) throw new Error(errors.join("; "));
  }

  async update(): Promise<void> {}

  setTheme(): void {}

  dispose(): void {
    this.#content.remove();
  }
}

/** The page itself must be complete, or its own `load` would come after ours. */
async function loaded(): Promise<void> {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/** A parsed script never runs; a copy of it that is put into the page does. */
function runScripts(root: Element): void {
  for (const parsed of root.querySelectorAll("script")) {
    const script = document.createElement("script");
    for (const { name, value } of parsed.attributes) script.setAttribute(name, value);
    script.textContent = parsed.textContent;
    parsed.replaceWith(script);
  }
}

function collectErrors(run: () => void): string[] {
  const errors: string[] = [];
  const note = (event: ErrorEvent) => errors.push(`a script of the page failed: ${event.message}`);
  window.addEventListener("error", note);
  run();
  window.removeEventListener("error", note);
  return errors;
}
