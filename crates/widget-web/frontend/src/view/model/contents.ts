/** Changes of elements since the HTML was given, as the server keeps them: `contents.rs` there. */

import type { Content, ElementChange, ElementEdit } from "../../wire/document";
import { elementsInPart, startText, type Elements } from "./elements";

/** In the order of their last writes. */
export type Contents = readonly ElementChange[];

const NONE: Elements = {
  texts: new Map(),
  containers: new Map(),
  places: [],
  text: "",
  scripted: false,
};

/** Changes do not change, so the HTML of each is read once. */
const read = new WeakMap<ElementChange, Elements>();

/** The elements that a change brings, and the places that it has for blocks. */
export function outline(change: ElementChange): Elements {
  const html = htmlIn(change);
  if (html === undefined) return NONE;
  const elements = read.get(change) ?? elementsInPart(html);
  read.set(change, elements);
  return elements;
}

function htmlIn({ content, edit }: ElementChange): string | undefined {
  if (content !== undefined) return "html" in content ? content.html : undefined;
  return edit === undefined ? undefined : editHtml(edit);
}

/** The HTML that an edit puts in. */
function editHtml(edit: ElementEdit): string | undefined {
  if (edit === "remove") return undefined;
  if ("append" in edit) return edit.append;
  if ("prepend" in edit) return edit.prepend;
  if ("before" in edit) return edit.before;
  return "after" in edit ? edit.after : undefined;
}

/** Returns whether a change may have places for blocks, without reading its HTML. */
export function mayPlace(change: ElementChange): boolean {
  return /<widget-block/i.test(htmlIn(change) ?? "");
}

/** True if what stood in the element is gone after it. */
function empties({ content, edit }: ElementChange): boolean {
  return content !== undefined || edit === "remove";
}

/** True if it is a content of its element, or in the content. */
function isInside({ content, edit }: ElementChange): boolean {
  if (content !== undefined || edit === undefined) return true;
  return edit !== "remove" && ("append" in edit || "prepend" in edit);
}

/** True if it goes with its element: it is no removal, and nothing beside it. */
function isOfElement(change: ElementChange): boolean {
  const { edit } = change;
  if (isInside(change) || edit === undefined) return true;
  return edit !== "remove" && ("attributes" in edit || "classes" in edit);
}

/** True if it puts something beside its element. */
function isBeside({ edit }: ElementChange): boolean {
  return edit !== undefined && edit !== "remove" && ("before" in edit || "after" in edit);
}

/** The content that replaced the one of this element. */
export function contentOf(contents: Contents, id: string): Content | undefined {
  return contents.find((one) => one.component_id === id && one.content !== undefined)?.content;
}

/** The changes after one more, without those that show no longer. */
export function changed(contents: Contents, change: ElementChange): Contents {
  const { component_id: id, edit } = change;
  const isOwn = (old: ElementChange) => old.component_id === id;
  if (change.content !== undefined) {
    // The elements that were in it are gone, and so are those that it brings if they stood elsewhere.
    const isFirst = (old: ElementChange) =>
      (isOwn(old) && isInside(old)) || (brings(change, old.component_id) && isOfElement(old));
    return [...without(contents, isFirst, change), change];
  }
  if (edit === "remove") {
    return [...without(contents, (old) => isOwn(old) && isOfElement(old), change), change];
  }
  const old = edit === undefined ? undefined : joinedTo(contents, id, edit);
  if (old === undefined) return [...contents, change];
  return [...withoutJoined(contents, old), { ...change, edit: old.both }];
}

/** The changes without an edit that a new one goes on with, but for the value that it gave a field. */
function withoutJoined(contents: Contents, { change, value }: Joined): Contents {
  if (value === null) return contents.filter((one) => one !== change);
  const at = contents.indexOf(change);
  const isOlder = (one: ElementChange, index: number) =>
    index < at && one.component_id === change.component_id && isOfValue(one.edit);
  return contents
    .filter((one, index) => !isOlder(one, index))
    .map((one) => (one === change ? { ...one, edit: value } : one));
}

/** Returns whether an edit gives a field its value, and changes nothing else. */
function isOfValue(edit: ElementEdit | undefined): boolean {
  if (edit === undefined || edit === "remove" || !("attributes" in edit)) return false;
  return Object.keys(edit.attributes).join() === "value";
}

function brings(change: ElementChange, id: string): boolean {
  return outline(change).texts.has(id);
}

/**
 * The changes but for some, and for those of the elements that they brought. Blocks whose place goes
 * with them, and to which the next change gives none, are taken out.
 */
function without(
  contents: Contents,
  isFirst: (old: ElementChange) => boolean,
  next: ElementChange,
): Contents {
  const open = contents.flatMap((old, index) => (isFirst(old) ? [index] : []));
  const gone = new Set<number>();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    gone.add(index);
    const { texts, places } = outline(contents[index] as ElementChange);
    const [inside, blocks] = [new Set(texts.keys()), new Set(places)];
    for (let later = index + 1; later < contents.length; later += 1) {
      if (inside.size === 0 && blocks.size === 0) break;
      const change = contents[later] as ElementChange;
      const { component_id: id } = change;
      // A block is more than its place, and goes on without it.
      const goes = inside.has(id) || (blocks.has(id) && isBeside(change));
      if (goes && !gone.has(later)) open.push(later);
      // What is put in later stands there, and no longer in what is dropped.
      for (const brought of outline(change).texts.keys()) inside.delete(brought);
      for (const placed of outline(change).places) blocks.delete(placed);
    }
  }
  const left = contents.filter((_, index) => !gone.has(index));
  const placed = outline(next).places;
  const out = displaced(contents, gone).filter((id) => !placed.includes(id));
  const { revision } = next;
  return [...left, ...out.map((id) => ({ component_id: id, revision, edit: "remove" as const }))];
}

/** The blocks that stand in one of the changes that are gone. */
function displaced(contents: Contents, gone: ReadonlySet<number>): string[] {
  const found: string[] = [];
  const placedLater = new Set<string>();
  for (let index = contents.length - 1; index >= 0; index -= 1) {
    const change = contents[index] as ElementChange;
    for (const id of outline(change).places) {
      if (gone.has(index) && !placedLater.has(id)) found.push(id);
      placedLater.add(id);
    }
    if (change.edit === "remove" && !gone.has(index)) placedLater.add(change.component_id);
  }
  return found;
}

/** An earlier edit that a new one of the same element goes on with, and both in one. */
interface Joined {
  change: ElementChange;
  both: ElementEdit;
  /** The value that the earlier one gave a field, which stays in its place. */
  value: ElementEdit | null;
}

function joinedTo(contents: Contents, id: string, edit: ElementEdit): Joined | undefined {
  let isWritten = false;
  for (const change of [...contents].reverse()) {
    const isOwn = change.component_id === id;
    // An element of this id before that is another.
    if (brings(change, id) || (isOwn && change.edit === "remove")) return undefined;
    if (!isOwn) continue;
    isWritten ||= change.content !== undefined;
    if (change.edit === undefined) continue;
    // A text that was written since is the value of a field.
    const [value, first] = isWritten ? withoutValue(change.edit) : [null, change.edit];
    const both = inOne(first, edit);
    if (both !== undefined) return { change, both, value };
  }
  return undefined;
}

/** The edit of the value of a field alone, and the one of all else. */
function withoutValue(edit: ElementEdit): [ElementEdit | null, ElementEdit] {
  if (edit === "remove" || !("attributes" in edit)) return [null, edit];
  const { value, ...others } = edit.attributes;
  if (value === undefined) return [null, edit];
  return [{ attributes: { value } }, { attributes: others }];
}

function inOne(one: ElementEdit, other: ElementEdit): ElementEdit | undefined {
  if (one === "remove" || other === "remove") return undefined;
  if ("attributes" in one && "attributes" in other) {
    return { attributes: { ...one.attributes, ...other.attributes } };
  }
  if ("classes" in one && "classes" in other) {
    return { classes: { ...one.classes, ...other.classes } };
  }
  return undefined;
}

/** The text that replaced the content of this element. */
export function ownTextIn(contents: Contents, id: string): string | undefined {
  const change = contents.find((one) => one.component_id === id && one.content !== undefined);
  return change && textOf(change);
}

function textOf(change: ElementChange): string | undefined {
  const { content } = change;
  if (content === undefined) return undefined;
  return "html" in content ? outline(change).text : content.text;
}

/** The text that stands in an element now, by what was put there or around it last. */
export function textIn(contents: Contents, id: string): string | undefined {
  return latest(contents, id, true);
}

/** The text that an element has in the HTML that was put in last. */
export function firstTextIn(contents: Contents, id: string): string | undefined {
  return latest(contents, id, false);
}

/**
 * The text of an element in the HTML that brought it last and that is still there, or, if `own`
 * ones count, in what replaced its content.
 */
function latest(contents: Contents, id: string, own: boolean): string | undefined {
  const emptied = new Set<string>();
  for (const change of [...contents].reverse()) {
    if (change.component_id === id) {
      if (change.edit === "remove") return undefined;
      const text = own ? textOf(change) : undefined;
      if (text !== undefined) return text;
    }
    const text = startText(outline(change), id, (container) => emptied.has(container));
    if (text !== undefined) return text;
    if (empties(change)) emptied.add(change.component_id);
  }
  return undefined;
}

/** True if what stood in this element in HTML that was given at a revision is gone. */
export function isEmptied(contents: Contents, id: string, since = 0): boolean {
  return contents.some(
    (change) => change.component_id === id && change.revision >= since && empties(change),
  );
}

/** True if the element of this id in HTML that was given at a revision is gone. */
export function isRemoved(contents: Contents, id: string, since = 0): boolean {
  return contents.some(
    ({ component_id, revision, edit }) =>
      component_id === id && revision >= since && edit === "remove",
  );
}

export function isScripted(contents: Contents): boolean {
  return contents.some((change) => outline(change).scripted);
}
