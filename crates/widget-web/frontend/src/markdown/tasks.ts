/** Task lists: an item that begins with `[ ]` or `[x]`. */

import { element, type ElementNode, type Node } from "./tree";

const MARK = /^\[([ xX])\](?=\s)\s?/;

/** The item with a box in the place of its mark; `null` for an item that has none. */
export function takeTask(children: readonly Node[]): ElementNode | null {
  const [first, ...rest] = children;
  // The text of a list with blank lines stands in paragraphs.
  if (typeof first === "object" && first.kind === "element" && first.tag === "p") {
    const inside = boxed(first.children);
    return inside === null ? null : task([element("p", {}, inside), ...rest]);
  }
  const inside = boxed(children);
  return inside === null ? null : task(inside);
}

function task(children: readonly Node[]): ElementNode {
  return element("li", { class: "md-task" }, children);
}

function boxed(children: readonly Node[]): Node[] | null {
  const [text, ...rest] = children;
  const mark = typeof text === "string" ? MARK.exec(text) : null;
  if (typeof text !== "string" || mark === null) return null;
  const isDone = mark[1] !== " ";
  const state: Record<string, string> = isDone ? { checked: "" } : {};
  const label = isDone ? "done" : "to do";
  const box = element(
    "input",
    { type: "checkbox", disabled: "", "aria-label": label, ...state },
    [],
  );
  return [box, text.slice(mark[0].length), ...rest];
}
