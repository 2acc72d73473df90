/** `html`: the agent's HTML, and the blocks in it. */

import { makeOperable } from "../body/delegate";
import { numberOf, textOf, type BlockType, type PlacedBlock } from "./block_view";
import { callLoadListeners } from "./load_listeners";
import { fillPlaces, leavePlace, type StandIns } from "./places";
import { PageAttributes } from "./page_attributes";
import { messagesOf, runScripts } from "./scripts";

/** The revision of the HTML that each element of such a block shows. */
const revisions = new WeakMap<Element, number>();

/**
 * The revision at which the HTML that an element is of was put into the page: older changes are of
 * others. What is in a component is of no HTML.
 */
export function revisionAround(element: Element): number {
  const block = element.closest(".widget-block, .widget-content");
  return (block === null ? undefined : revisions.get(block)) ?? 0;
}

export const html: BlockType = {
  create() {
    const element = document.createElement("div");
    element.classList.add("widget-content");
    let children: readonly PlacedBlock[] = [];
    let drawn: readonly [html: string, revision: number | null] | null = null;
    const standIns: StandIns = new Map();
    const attributes = new PageAttributes();
    const fill = () => fillPlaces(element, children, standIns);
    return {
      element,
      /** An error in a script is in the answer, but what comes after it is still drawn. */
      async update(spec) {
        await loaded();
        const html = textOf(spec, "html");
        const revision = numberOf(spec, "revision");
        // Drawn once more it would be without what was changed in it since.
        if (drawn?.[0] === html && drawn[1] === revision) return;
        drawn = [html, revision];
        revisions.set(element, revision ?? 0);
        standIns.clear();
        // Their next places are others.
        for (const child of children) leavePlace(child.element);
        draw(element, html, attributes, fill);
      },
      place(placed) {
        children = placed;
        fill();
      },
      contentChanged: fill,
      dispose: () => attributes.giveBack(),
    };
  },
};

function draw(
  element: HTMLElement,
  html: string,
  attributes: PageAttributes,
  fill: () => void,
): void {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  attributes.take(parsed);
  element.replaceChildren(...parsed.head.childNodes, ...parsed.body.childNodes);
  // Before its scripts, which may look for what is there.
  fill();
  makeOperable(element);
  const errors = [...runScripts(element), ...messagesOf(callLoadListeners)];
  if (errors.length === 0) return;
  throw new Error(errors.map((one) => `a script of the page failed: ${one}`).join("; "));
}

/** The page itself must be complete, or its own `load` would come after ours. */
async function loaded(): Promise<void> {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}
