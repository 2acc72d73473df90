/** Operations on the components of a document. Pure. */

import {
  isComponent,
  type ComponentSpec,
  type Content,
  type Op,
  type Toolbar,
} from "../../wire/document";
import type { Json } from "../../wire/json";
import { walkBlocks, type BlockSpec, type Document } from "./document";

type SetMarquee = Extract<Op, { type: "set_marquee" }>;
type UpdateTicker = Extract<Op, { type: "update_ticker" }>;

/** The values after one was set: a modal that is closed may forget what was set in it. */
export function setValue(
  document: Document,
  id: string,
  value: Json,
): { values: Map<string, Json>; ids: string[] } {
  const values = new Map(document.values).set(id, value);
  const inside = value === false ? forgottenIn(document, id) : [];
  for (const inner of inside) values.delete(inner);
  return { values, ids: [id, ...inside] };
}

/** The ids of what stands in a modal, if that forgets their values when it is closed. */
function forgottenIn({ modals, blocks }: Document, id: string): string[] {
  const modal = modals.find((candidate) => candidate.component_id === id);
  if (modal?.["reset_on_close"] === true) return idsOf(walkComponents(partsOf(modal)));
  const block = walkBlocks(blocks).find((candidate) => candidate.id === id);
  if (block?.type !== "modal" || block.properties["reset_on_close"] !== true) return [];
  const inside = walkBlocks(block.blocks);
  const components = inside.flatMap((inner) => walkComponents(componentsIn(inner)));
  return [...inside.map((inner) => inner.id), ...idsOf(components)];
}

const idsOf = (specs: readonly ComponentSpec[]) => specs.map((spec) => spec.component_id);

/** The document with other content in a marquee, and which component changed. */
export function setMarquee(document: Document, op: SetMarquee): ComponentsChanged {
  return change(document, (spec) => {
    if (spec.component_id !== op.component_id) return null;
    const { text: _text, items: _items, ...rest } = spec;
    // The server leaves out what is empty.
    if ("text" in op) return op.text === "" ? rest : { ...rest, text: op.text };
    return op.items.length === 0 ? rest : { ...rest, items: op.items };
  });
}

/** The document with every ticker item about one thing changed, and which components changed. */
export function updateTicker(document: Document, op: UpdateTicker): ComponentsChanged {
  return change(document, (spec) => {
    if (spec.type !== "ticker_item" || spec["ticker"] !== op.ticker) return null;
    const { text, html, style, class_name, ...rest } = spec;
    const content = op.content === undefined ? { text, html } : contentFields(op.content);
    return withoutEmpty({
      ...rest,
      ...content,
      style: op.style ?? style,
      class_name: op.class_name ?? class_name,
    });
  });
}

/** The components to draw again: a marquee for its items. */
export interface ComponentsChanged {
  document: Document;
  changed: ComponentSpec[];
}

function change(
  document: Document,
  edit: (spec: ComponentSpec) => ComponentSpec | null,
): ComponentsChanged {
  const changed: ComponentSpec[] = [];
  const editAll = (specs: readonly ComponentSpec[]): ComponentSpec[] =>
    specs.map((spec) => {
      const next = edit(spec);
      if (next !== null) changed.push(next);
      return next ?? editInside(spec);
    });
  const editInside = (spec: ComponentSpec): ComponentSpec => {
    const list = Array.isArray(spec["items"]) ? "items" : "children";
    const before = partsOf(spec);
    if (before.length === 0) return spec;
    const count = changed.length;
    const after = editAll(before);
    if (changed.length === count) return spec;
    const next: ComponentSpec = { ...spec, [list]: after };
    if (spec.type === "marquee") changed.splice(count, changed.length, next);
    return next;
  };
  const toolbars: Toolbar[] = document.toolbars.map((toolbar) => ({
    ...toolbar,
    items: editAll(toolbar.items),
  }));
  const modals = document.modals.map(editInside);
  const editBlock = (block: BlockSpec): BlockSpec => {
    const blocks = block.blocks.map(editBlock);
    const spec = componentOf(block);
    if (spec !== null) {
      const { type: _, ...properties } = editAll([spec])[0] ?? spec;
      return { ...block, blocks, properties };
    }
    const actions = componentsIn(block);
    if (actions.length === 0) return { ...block, blocks };
    const properties = { ...block.properties, actions: editAll(actions) };
    return { ...block, blocks, properties };
  };
  const blocks = document.blocks.map(editBlock);
  return { document: { ...document, toolbars, modals, blocks }, changed };
}

/** Every component, children after their parent; modals themselves are none. */
export function componentsOf({ toolbars, modals, blocks }: Document): ComponentSpec[] {
  const inToolbars = toolbars.flatMap(({ items }) => walkComponents(items));
  const inBlocks = walkBlocks(blocks).flatMap((block) => walkComponents(componentsIn(block)));
  return [...inToolbars, ...inBlocks, ...modals.flatMap((modal) => walkComponents(partsOf(modal)))];
}

/** The component that a block is; `null` for another block. */
export function componentOf({ type, id, properties }: BlockSpec): ComponentSpec | null {
  if (typeof properties["component_id"] !== "string") return null;
  return { ...properties, type, component_id: id };
}

/** The components in a block, beside its blocks. */
export function componentsIn(block: BlockSpec): ComponentSpec[] {
  const spec = componentOf(block);
  if (spec !== null) return [spec];
  const actions: unknown = block.properties["actions"];
  return Array.isArray(actions) ? actions.filter(isComponent) : [];
}

/** The components inside one. */
function partsOf(spec: ComponentSpec): ComponentSpec[] {
  const parts: unknown[] = [spec["items"], spec["children"]].flat();
  return parts.filter(isComponent);
}

/** Components and everything inside them, children after their parent. */
export function walkComponents(specs: readonly ComponentSpec[]): ComponentSpec[] {
  return specs.flatMap((spec) => [spec, ...walkComponents(partsOf(spec))]);
}

function contentFields(content: Content): { text?: string; html?: string } {
  return "html" in content ? { html: content.html } : { text: content.text };
}

/** The server leaves out what is empty. */
function withoutEmpty(fields: Record<string, Json | undefined>): ComponentSpec {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== "" && JSON.stringify(value) !== "{}",
  );
  return Object.fromEntries(entries) as unknown as ComponentSpec;
}
