/** Draws the tree of blocks; blocks that did not change keep their elements. */

import type { Json } from "../../wire/json";
import { messageOf } from "../body/page_api";
import { problemText } from "../body/problem";
import type { Described, Pictured } from "../body/body";
import type { BodyChange } from "../model/change";
import type { BlockSpec, Body } from "../model/document";
import type { Theme } from "../style/theme";
import { arrange } from "./arrange";
import type { BlockHost, BlockView, PlacedBlock } from "./block_view";
import { applyCommon } from "./common";
import { isLengthened } from "./markdown";
import { leavePlace } from "./places";
import { typeOf } from "./registry";

/** The services of the page for the tree. */
export interface TreePage {
  /** The services for one block, and how they end. */
  hostOf(id: string): { host: BlockHost; dispose: () => void };
  body(id: string): Body | undefined;
  /** The text that replaced what a block shows. */
  text(id: string): string | undefined;
  value(id: string): Json | undefined;
  /** Returns whether input of the block is still on its way to the server. */
  holds(id: string): boolean;
  /** The components in a block are no longer in the page. */
  forget(spec: BlockSpec): void;
}

interface Drawn {
  spec: BlockSpec;
  /** The block that it is in. */
  parent: string | null;
  view: BlockView;
  /** The figure or the rows that were drawn. */
  body: Body | undefined;
  /** The text that was drawn. */
  text: string | undefined;
  /** True while it is not drawn as it is because it has no place in the page. */
  waits: boolean;
  /** True while it is still to be drawn by `drawLate`. */
  isLate: boolean;
  dispose: () => void;
}

/** A block, and the one that it is in. */
interface Standing {
  spec: BlockSpec;
  parent: string | null;
}

export class Tree {
  readonly #drawn = new Map<string, Drawn>();

  constructor(
    private readonly root: HTMLElement,
    private readonly page: TreePage,
  ) {}

  /**
   * Draws all that is not drawn as it is already, but for what is drawn late; answers what cannot
   * be drawn.
   */
  async draw(blocks: readonly BlockSpec[]): Promise<string[]> {
    const wanted = new Map<string, Standing>();
    collect(blocks, null, wanted);
    for (const [id, { spec, parent, view }] of this.#drawn) {
      const other = wanted.get(id);
      const isSame = other?.spec.type === spec.type;
      // What stands beside it stays, and another may come in its place.
      if (!isSame || other.parent !== parent) leavePlace(view.element);
      if (!isSame) this.#remove(id);
    }
    const stale: Standing[] = [];
    const problems: string[] = [];
    const elements = this.#place(blocks, null, stale, problems).map(({ element }) => element);
    arrange(this.root, elements);
    for (const { spec } of stale) this.#defer(spec);
    const early = stale.filter(({ spec }) => this.#drawn.get(spec.id)?.isLate !== true);
    problems.push(...(await this.#drawAll(early)));
    return problems;
  }

  /** Draws what takes its time, and tells of each that is drawn; answers what cannot be. */
  async drawLate(isDrawn: () => void): Promise<string[]> {
    const late = [...this.#drawn].filter(([, { isLate }]) => isLate);
    const drawn = late.map(async ([id, { spec }]) => {
      const problems = await this.#update(id, spec);
      isDrawn();
      return problems;
    });
    return (await Promise.all(drawn)).flat();
  }

  /** The elements of those drawn late whose text has become longer since they were made. */
  lengthened(): HTMLElement[] {
    const late = [...this.#drawn.values()].filter(({ isLate }) => isLate);
    const longer = late.filter(({ spec }) => isLengthened(spec, this.page.text(spec.id)));
    return longer.map(({ view }) => view.element);
  }

  #defer(spec: BlockSpec): void {
    const drawn = this.#drawn.get(spec.id);
    if (drawn !== undefined) drawn.isLate = typeOf(spec)?.isLate === true;
  }

  /** Each block after the one that it is in, which may have to be drawn to have a place for it. */
  async #drawAll(stale: readonly Standing[]): Promise<string[]> {
    const drawing = new Map<string, Promise<string[]>>();
    for (const { spec, parent } of stale) {
      const around = parent === null ? undefined : drawing.get(parent);
      const draw = () => this.#update(spec.id, spec);
      drawing.set(spec.id, around === undefined ? draw() : around.then(draw));
    }
    return (await Promise.all(drawing.values())).flat();
  }

  /** Returns whether a text may replace what a block shows. */
  takesText(id: string): boolean {
    const drawn = this.#drawn.get(id);
    return drawn !== undefined && typeOf(drawn.spec)?.takesText === true;
  }

  /** Draws the text that replaces what a block shows. */
  async changeText(id: string): Promise<string[]> {
    const drawn = this.#drawn.get(id);
    return drawn === undefined ? [] : this.#update(id, drawn.spec);
  }

  /** Draws the blocks that have a place by now; answers what cannot be drawn. */
  async drawPlaced(): Promise<string[]> {
    const waiting = [...this.#drawn].filter(([, { waits }]) => waits);
    const drawn = await Promise.all(waiting.map(([id, { spec }]) => this.#update(id, spec)));
    return drawn.flat();
  }

  /** The element of a block; `null` when there is none. */
  elementOf(id: string): HTMLElement | null {
    return this.#drawn.get(id)?.view.element ?? null;
  }

  /** There is new content in elements of the page: what has places fills them before others look. */
  contentChanged(): void {
    const views = Array.from(this.#drawn.values(), ({ view }) => view);
    for (const view of views) if (view.place !== undefined) view.contentChanged?.();
    for (const view of views) if (view.place === undefined) view.contentChanged?.();
  }

  /** Draws a change of one block. */
  async change(spec: BlockSpec, change: BodyChange): Promise<string[]> {
    return this.#update(spec.id, spec, change);
  }

  /** Shows the document's value of a block that has one. */
  show(id: string): void {
    if (this.page.holds(id)) return;
    this.#drawn.get(id)?.view.setValue?.(this.page.value(id));
  }

  /** Says in a block how a drawing ended that no change waits for. */
  drawn(id: string, error: unknown): void {
    const element = this.elementOf(id);
    if (error !== null) console.error(error);
    if (element !== null) setProblem(element, error === null ? null : problemText(error));
  }

  showAll(): void {
    for (const id of this.#drawn.keys()) this.show(id);
  }

  has(id: string): boolean {
    return this.#drawn.has(id);
  }

  ids(): Iterable<string> {
    return this.#drawn.keys();
  }

  flush(): void {
    for (const { view } of this.#drawn.values()) view.flush?.();
  }

  settled(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      this.show(id);
      this.#drawn.get(id)?.view.settled?.();
    }
  }

  setTheme(theme: Theme): void {
    for (const { view } of this.#drawn.values()) view.setTheme?.(theme);
  }

  /** Elements whose content is told better in words. */
  described(): Described[] {
    return [...this.#drawn.values()].flatMap(({ view }) => view.describe?.() ?? []);
  }

  /** Elements that a copy of the page would show without their content. */
  async pictured(): Promise<Pictured[]> {
    const views = [...this.#drawn.values()].map(
      async ({ view }) => (await view.picture?.()) ?? null,
    );
    return (await Promise.all(views)).filter((picture) => picture !== null);
  }

  /** Makes the views that are missing and puts each into the block that it is in. */
  #place(
    blocks: readonly BlockSpec[],
    parent: string | null,
    stale: Standing[],
    problems: string[],
  ): PlacedBlock[] {
    return blocks.flatMap((spec): PlacedBlock[] => {
      const known = this.#drawn.get(spec.id);
      const drawn = known ?? this.#create(spec);
      if (drawn === null) {
        problems.push(`this page cannot draw a block of type "${spec.type}"; reload it`);
        return [];
      }
      const isSame =
        known !== undefined &&
        isSameBlock(known.spec, spec) &&
        known.body === this.page.body(spec.id) &&
        known.text === this.page.text(spec.id);
      if (!isSame) stale.push({ spec, parent });
      drawn.spec = spec;
      drawn.parent = parent;
      applyCommon(drawn.view.element, spec);
      const inside = this.#place(spec.blocks, spec.id, stale, problems);
      drawn.view.place?.(inside);
      return [{ spec, element: drawn.view.element }];
    });
  }

  #create(spec: BlockSpec): Drawn | null {
    const type = typeOf(spec);
    if (type === undefined) return null;
    const { host, dispose } = this.page.hostOf(spec.id);
    const view = type.create(spec, host);
    const nothing = { body: undefined, text: undefined, waits: false, isLate: false };
    const drawn = { spec, parent: null, view, dispose, ...nothing };
    this.#drawn.set(spec.id, drawn);
    return drawn;
  }

  async #update(id: string, spec: BlockSpec, change?: BodyChange): Promise<string[]> {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return [];
    drawn.spec = spec;
    drawn.isLate = false;
    drawn.waits = !this.root.contains(drawn.view.element);
    if (drawn.waits) return [];
    drawn.body = this.page.body(id);
    drawn.text = this.page.text(id);
    try {
      await drawn.view.update(spec, change);
      setProblem(drawn.view.element, null);
      return [];
    } catch (error) {
      console.error(error);
      // The page's own scripts may show their errors themselves, and most of it is drawn.
      if (spec.type !== "html") setProblem(drawn.view.element, problemText(error));
      return [messageOf(error)];
    }
  }

  #remove(id: string): void {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return;
    this.#drawn.delete(id);
    this.page.forget(drawn.spec);
    drawn.view.dispose?.();
    drawn.dispose();
    drawn.view.element.remove();
  }
}

function collect(
  blocks: readonly BlockSpec[],
  parent: string | null,
  into: Map<string, Standing>,
): void {
  for (const spec of blocks) {
    into.set(spec.id, { spec, parent });
    collect(spec.blocks, spec.id, into);
  }
}

/** Returns whether two blocks have the same properties of their own. */
function isSameBlock(one: BlockSpec, other: BlockSpec): boolean {
  if (one === other || one.properties === other.properties) return true;
  return JSON.stringify(one.properties) === JSON.stringify(other.properties);
}

/** Says in a block what cannot be drawn; `null` when all is well. */
export function setProblem(element: HTMLElement, problem: string | null): void {
  const known = element.querySelector(":scope > .widget-problem");
  if (problem === null) {
    known?.remove();
    return;
  }
  const note = known ?? document.createElement("div");
  note.className = "widget-problem";
  note.setAttribute("role", "alert");
  note.textContent = problem;
  if (known === null) element.prepend(note);
}
