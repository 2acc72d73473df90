/** What has replaced the content of elements, as the server keeps it: `contents.rs` there. */

import type { Content } from "../wire/document";
import { elementsIn, type Elements } from "./elements";

export type Contents = ReadonlyMap<string, Content>;

const NONE: Elements = { texts: new Map(), text: "", scripted: false };

function outline(content: Content): Elements {
  return "html" in content ? elementsIn(content.html) : NONE;
}

/** The contents after one more. What was in the element is gone, and what was put into that. */
export function replaced(contents: Contents, id: string, content: Content): Contents {
  const next = new Map(contents);
  const old = next.get(id);
  next.delete(id);
  const gone = [outline(content), ...(old === undefined ? [] : [outline(old)])];
  for (let one = gone.pop(); one !== undefined; one = gone.pop()) {
    for (const inner of one.texts.keys()) {
      const stale = next.get(inner);
      if (stale !== undefined) gone.push(outline(stale));
      next.delete(inner);
    }
  }
  return next.set(id, content);
}

/** The text that stands in an element now, by what was put there or around it last. */
export function textIn(contents: Contents, id: string): string | undefined {
  for (const [owner, content] of [...contents].reverse()) {
    if (owner === id) return "html" in content ? outline(content).text : content.text;
    const text = outline(content).texts.get(id);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text that an element has in the HTML that was put in last. */
export function firstTextIn(contents: Contents, id: string): string | undefined {
  const outlines = [...contents.values()].reverse().map(outline);
  return outlines.find(({ texts }) => texts.has(id))?.texts.get(id);
}

export function isScripted(contents: Contents): boolean {
  return [...contents.values()].some((content) => outline(content).scripted);
}
