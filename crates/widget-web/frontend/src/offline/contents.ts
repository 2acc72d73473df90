/** Contents that replaced those of elements, as the server keeps it: `contents.rs` there. */

import type { Content } from "../wire/document";
import { elementsIn, startText, type Elements } from "./elements";

export type Contents = ReadonlyMap<string, Content>;

const NONE: Elements = { texts: new Map(), containers: new Map(), text: "", scripted: false };

function outline(content: Content): Elements {
  return "html" in content ? elementsIn(content.html) : NONE;
}

/**
 * The contents after one more. The elements that were in it are gone, and so are those that it
 * brings if they stood elsewhere; their contents go with them.
 */
export function replaced(contents: Contents, id: string, content: Content): Contents {
  const next = new Map(contents);
  const gone = [...outline(content).texts.keys(), id];
  for (let one = gone.pop(); one !== undefined; one = gone.pop()) {
    const old = next.get(one);
    if (old === undefined) continue;
    const owners = [...next.keys()];
    const later = owners.slice(owners.indexOf(one) + 1).map((owner) => next.get(owner) as Content);
    next.delete(one);
    // What was put in later stands there, and no longer in what is removed.
    const isThere = (inner: string) => later.some((other) => outline(other).texts.has(inner));
    gone.push(...[...outline(old).texts.keys()].filter((inner) => !isThere(inner)));
  }
  return next.set(id, content);
}

/** The text that replaced the content of this element. */
export function ownTextIn(contents: Contents, id: string): string | undefined {
  const content = contents.get(id);
  if (content === undefined) return undefined;
  return "html" in content ? outline(content).text : content.text;
}

/** The text that stands in an element now, by what was put there or around it last. */
export function textIn(contents: Contents, id: string): string | undefined {
  const later = new Set<string>();
  for (const [owner, content] of [...contents].reverse()) {
    if (owner === id) return ownTextIn(contents, id);
    const text = startText(outline(content), id, (container) => later.has(container));
    if (text !== undefined) return text;
    later.add(owner);
  }
  return undefined;
}

/** The text that an element has in the HTML that was put in last. */
export function firstTextIn(contents: Contents, id: string): string | undefined {
  const later = new Set<string>();
  for (const [owner, content] of [...contents].reverse()) {
    const text = startText(outline(content), id, (container) => later.has(container));
    if (text !== undefined) return text;
    later.add(owner);
  }
  return undefined;
}

export function isScripted(contents: Contents): boolean {
  return [...contents.values()].some((content) => outline(content).scripted);
}
