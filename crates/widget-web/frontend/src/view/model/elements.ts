/** The elements of an agent's HTML, as the server knows them: `html_index.rs` there. */

import { walkBlocks, type BlockSpec } from "./document";

export interface Elements {
  /** The text that an element starts with, by its id. */
  texts: ReadonlyMap<string, string>;
  /** The id of the innermost element with one that it stands in, by its id. */
  containers: ReadonlyMap<string, string>;
  /** The ids of the blocks that it has places for. */
  places: readonly string[];
  /** The text of all of it. */
  text: string;
  /** True if scripts may make further elements. */
  scripted: boolean;
}

/** An element with an id; places are those of blocks. */
const CONTAINER = '[id]:not([id=""], widget-block)';

/** The elements of the HTML of a block. */
export interface GivenElements extends Elements {
  /** The revision at which it was put into the page: older changes are not of it. */
  revision: number;
}

/** The elements of the HTML in each block that has some. */
export function elementsInBlocks(blocks: readonly BlockSpec[]): GivenElements[] {
  return walkBlocks(blocks).flatMap(({ properties: { html, revision } }) => {
    if (typeof html !== "string") return [];
    return [{ ...elementsIn(html), revision: typeof revision === "number" ? revision : 0 }];
  });
}

/** The elements of a page. */
export function elementsIn(html: string): Elements {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const elements = elementsOf(parsed, parsed.body.textContent);
  return { ...elements, scripted: elements.scripted || parsed.querySelector("script") !== null };
}

/** The elements of a part of a page, which may be rows of a table. Its scripts do not run. */
export function elementsInPart(html: string): Elements {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  return elementsOf(content, content.textContent);
}

function elementsOf(root: ParentNode, text: string): Elements {
  const texts = new Map<string, string>();
  const containers = new Map<string, string>();
  const places: string[] = [];
  let scripted = false;
  for (const element of root.querySelectorAll("*")) {
    if (element.tagName === "WIDGET-BLOCK") {
      places.push(element.id);
      continue;
    }
    scripted ||= element.getAttributeNames().some((name) => name.startsWith("on"));
    // The first of two elements with one id is the one a browser finds.
    if (element.matches(CONTAINER) && !texts.has(element.id)) {
      texts.set(element.id, element.textContent.trim());
      const container = element.parentElement?.closest(CONTAINER);
      if (container) containers.set(element.id, container.id);
    }
  }
  return { texts, containers, places, text: text.trim(), scripted };
}

/** The text that an element starts with; none if a container that `isReplaced` took it away. */
export function startText(
  { texts, containers }: Elements,
  id: string,
  isReplaced: (container: string) => boolean,
): string | undefined {
  const seen = new Set<string>();
  let container = containers.get(id);
  while (container !== undefined && !seen.has(container)) {
    if (isReplaced(container)) return undefined;
    seen.add(container);
    container = containers.get(container);
  }
  return texts.get(id);
}
