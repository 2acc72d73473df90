/** `html`: the agent's HTML, and the blocks in it. */

import { makeOperable } from "../body/delegate";
import { textOf, type BlockType, type PlacedBlock } from "./block_view";
import { fillPlaces, type StandIns } from "./places";

export const html: BlockType = {
  create() {
    const element = document.createElement("div");
    element.classList.add("widget-content");
    let children: readonly PlacedBlock[] = [];
    let drawn: string | null = null;
    const standIns: StandIns = new Map();
    const fill = () => fillPlaces(element, children, standIns);
    return {
      element,
      /** An error in a script is in the answer, but what comes after it is still drawn. */
      async update(spec) {
        await loaded();
        const html = textOf(spec, "html");
        // Drawn once more it would be without what was changed in it since.
        if (html === drawn) return;
        drawn = html;
        standIns.clear();
        draw(element, html, fill);
      },
      place(placed) {
        children = placed;
        fill();
      },
      contentChanged: fill,
    };
  },
};

function draw(element: HTMLElement, html: string, fill: () => void): void {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const name of ["class", "style"]) {
    const value = parsed.body.getAttribute(name);
    if (value !== null) document.body.setAttribute(name, value);
  }
  element.replaceChildren(...parsed.head.childNodes, ...parsed.body.childNodes);
  // Before its scripts, which may look for what is there.
  fill();
  makeOperable(element);
  const errors = collectErrors(() => {
    runScripts(element);
    // Scripts of a page wait for these, and ours were long before.
    document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
    window.dispatchEvent(new Event("load"));
  });
  if (errors.length > 0) throw new Error(errors.join("; "));
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
