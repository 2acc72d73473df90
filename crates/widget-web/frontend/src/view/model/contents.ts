/** Contents that replaced those of elements, as the server keeps them: `contents.rs` there. */

import type { Content } from "../../wire/document";
import { elementsIn, startText, type Elements } from "./elements";

export type Contents = ReadonlyMap<string, Content>;

const NONE: Elements = { texts: new Map(), containers: new Map(), text: "", scripted: false };

/** Contents do not change, so each is read once. */
const read = new WeakMap<Content, Elements>();

function outline(content: Content): Elements {
  if ("text" in content) return NONE;
  const elements = read.get(content) ?? elementsIn(content.html);
  read.set(content, elements);
  return elements;
}

/**
 * The contents after one more. The elements that were in it are gone, and so are those that it
 * brings if they stood elsewhere; their contents go with them.
 */
export function replaced(contents: Contents, id: string, content: Content): Contents {
  const next = new Map(contents);
  remove(next, [id]);
  remove(next, idsAmong(next, content, []));
  return next.set(id, content);
}

/** Takes contents away, with those of the elements in them. */
function remove(contents: Map<string, Content>, gone: string[]): void {
  for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
    const old = contents.get(id);
    if (old === undefined) continue;
    const later = [...contents.values()].slice([...contents.keys()].indexOf(id) + 1);
    contents.delete(id);
    // What was put in later stands there, and no longer in what is removed.
    gone.push(...idsAmong(contents, old, later));
  }
}

/** The elements in a content whose own was replaced and that no later one brings. */
function idsAmong(contents: Contents, content: Content, later: Content[]): string[] {
  // Most widgets have none: their HTML is not read.
  if (contents.size === 0) return [];
  const { texts } = outline(content);
  const isLater = (id: string) => later.some((other) => outline(other).texts.has(id));
  return [...contents.keys()].filter((id) => texts.has(id) && !isLater(id));
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
