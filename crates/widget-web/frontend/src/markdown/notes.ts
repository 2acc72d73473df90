/** Footnotes are numbered as they are first referred to, and stand at the end. */

import type { Block } from "./source";
import { element, type Node } from "./tree";

export interface Numbered {
  /** The number of each footnote by its name. */
  numbers: ReadonlyMap<string, number>;
  /** The section at the end; nothing where there are no footnotes. */
  section: Node[];
}

export function numbered(blocks: readonly Block[]): Numbered {
  const defined = new Map<string, readonly Node[]>();
  for (const { note, nodes } of blocks) {
    if (note !== null && !defined.has(note)) defined.set(note, nodes);
  }
  if (defined.size === 0) return { numbers: new Map(), section: [] };
  const numbers = new Map<string, number>();
  const number = (label: string) => {
    if (defined.has(label) && !numbers.has(label)) numbers.set(label, numbers.size + 1);
  };
  for (const { note, nodes } of blocks) if (note === null) labelsIn(nodes).forEach(number);
  // A map that grows while it is walked: footnotes refer to further ones.
  for (const label of numbers.keys()) labelsIn(defined.get(label) ?? []).forEach(number);
  const items = Array.from(numbers.keys(), (label) => item(label, defined.get(label) ?? []));
  const list = element("ol", {}, items);
  const section = element("section", { class: "md-notes", "aria-label": "Footnotes" }, [list]);
  return { numbers, section: items.length === 0 ? [] : [section] };
}

function item(label: string, nodes: readonly Node[]): Node {
  const back = element(
    "a",
    { href: "#", "data-to": `reference ${label}`, "aria-label": "Back to the text" },
    ["↩"],
  );
  return element("li", { "data-place": `note ${label}` }, withBack(nodes, back));
}

/** The way back stands in the last paragraph. */
function withBack(nodes: readonly Node[], back: Node): readonly Node[] {
  const last = nodes.at(-1);
  if (typeof last !== "object" || last.kind !== "element" || last.tag !== "p") {
    return [...nodes, back];
  }
  return [...nodes.slice(0, -1), element("p", {}, [...last.children, " ", back])];
}

const known = new WeakMap<readonly Node[], readonly string[]>();

/** The names that nodes refer to; looked for once. */
function labelsIn(nodes: readonly Node[]): readonly string[] {
  const before = known.get(nodes);
  if (before !== undefined) return before;
  const labels = nodes.flatMap((node): readonly string[] => {
    if (typeof node === "string") return [];
    if (node.kind === "note") return [node.label];
    return node.kind === "element" ? labelsIn(node.children) : [];
  });
  known.set(nodes, labels);
  return labels;
}
