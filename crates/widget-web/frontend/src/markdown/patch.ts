/** Makes elements of nodes, and changes them where the nodes changed. */

import type { ElementNode, Node } from "./tree";

/** A node with what it is drawn as. */
export interface Drawn {
  node: Node;
  dom: ChildNode;
  children: Drawn[];
}

/** Draws the nodes that are more than elements. */
export interface Drawing {
  math(target: HTMLElement, source: string, isBlock: boolean): void;
  diagram(target: HTMLElement, source: string): void;
  note(target: HTMLElement, label: string): void;
  picture(target: HTMLElement, address: string, name: string): void;
}

/** Draws these nodes as the children of an element, whose children are `before`. */
export function patch(
  parent: Element,
  before: readonly Drawn[],
  nodes: readonly Node[],
  drawing: Drawing,
): Drawn[] {
  const shorter = Math.min(before.length, nodes.length);
  let same = 0;
  while (same < shorter && before[same]?.node === nodes[same]) same += 1;
  let end = 0;
  while (end < shorter - same && before.at(-1 - end)?.node === nodes.at(-1 - end)) end += 1;
  const old = before.slice(same, before.length - end);
  const anchor = before[before.length - end]?.dom ?? null;
  const middle = nodes.slice(same, nodes.length - end).map((node, index) => {
    const there = old[index];
    const kept = there === undefined ? null : updated(there, node, drawing);
    if (kept !== null) return kept;
    const fresh = draw(node, drawing);
    if (there === undefined) parent.insertBefore(fresh.dom, anchor);
    else there.dom.replaceWith(fresh.dom);
    return fresh;
  });
  for (const { dom } of old.slice(middle.length)) dom.remove();
  return [...before.slice(0, same), ...middle, ...before.slice(before.length - end)];
}

function draw(node: Node, drawing: Drawing): Drawn {
  if (typeof node === "string") {
    return { node, dom: document.createTextNode(node), children: [] };
  }
  if (node.kind !== "element") {
    const dom = document.createElement(node.kind === "diagram" ? "figure" : "span");
    fill(dom, node, drawing);
    return { node, dom, children: [] };
  }
  const dom = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) dom.setAttribute(name, value);
  return { node, dom, children: patch(dom, [], node.children, drawing) };
}

function fill(dom: HTMLElement, node: Exclude<Node, string | ElementNode>, drawing: Drawing): void {
  if (node.kind === "math") drawing.math(dom, node.source, node.isBlock);
  else if (node.kind === "diagram") drawing.diagram(dom, node.source);
  else if (node.kind === "picture") drawing.picture(dom, node.address, node.name);
  else drawing.note(dom, node.label);
}

/** Changes what is drawn; `null` when it has to be drawn from the beginning. */
function updated(there: Drawn, node: Node, drawing: Drawing): Drawn | null {
  const { node: before, dom } = there;
  if (typeof node === "string" || typeof before === "string") {
    if (typeof node !== typeof before) return null;
    if (node !== before) dom.nodeValue = node as string;
    return { ...there, node };
  }
  if (node.kind !== before.kind) return null;
  if (node.kind === "element") {
    return before.kind === "element" ? updatedElement(there, before, node, drawing) : null;
  }
  // The number of a footnote may be another, though its name is the same.
  const isSame = node.kind !== "note" && JSON.stringify(node) === JSON.stringify(before);
  if (!isSame) fill(dom as HTMLElement, node, drawing);
  return { ...there, node };
}

function updatedElement(
  there: Drawn,
  before: ElementNode,
  node: ElementNode,
  drawing: Drawing,
): Drawn | null {
  if (node.tag !== before.tag) return null;
  const dom = there.dom as Element;
  for (const name of Object.keys(before.attributes)) {
    if (!(name in node.attributes)) dom.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(node.attributes)) {
    if (before.attributes[name] !== value) dom.setAttribute(name, value);
  }
  return { node, dom: there.dom, children: patch(dom, there.children, node.children, drawing) };
}
