/** Draws the document and what changes in it. */

import type {
  Change,
  ComponentSpec,
  Content,
  ElementChange,
  ElementEdit,
  Toast,
} from "../wire/document";
import type { WireDocument } from "../wire/document";
import type { WholeData } from "../wire/fill";
import type { Json, JsonObject } from "../wire/json";
import type { PendingQuery, Rejection } from "../wire/sync";
import type { Assets } from "./assets";
import { BlockHosts } from "./blocks/block_hosts";
import type { BlockHost } from "./blocks/block_view";
import { revisionAround } from "./blocks/html";
import { placeOf } from "./blocks/places";
import { Tree } from "./blocks/tree";
import type { Caption } from "./host/caption";
import type { EventRoutes } from "./host/event_routes";
import type { RowsRequest } from "./body/body";
import { clear, findById, idsIn, setContent, Waiting } from "./body/contents";
import type { DownloadFile } from "../wire/style";
import { addsBelow, editElement } from "./body/edits";
import { ScrollEnds } from "./body/scroll_end";
import { contentOf, isRemoved, mayPlace, outline, type Contents } from "./model/contents";
import {
  fromWire,
  hasData,
  kindOf,
  walkBlocks,
  withSameBodies,
  type Document,
} from "./model/document";
import type { Emitter } from "./sync/emitter";
import { Layout } from "./layout";
import { Appearance, selectorOf } from "./style/appearance";
import { nearest } from "./style/nearest";
import type { Outbox } from "./sync/outbox";
import { messageOf, type Signals } from "./body/page_api";
import { problemText } from "./body/problem";
import { componentsIn } from "./model/component_ops";
import type { Frame } from "./model/frame";
import { applyOp, withAllRows, type PageChange } from "./model/reducer";
import type { ScriptErrors } from "./capture/script_errors";
import { answerTo } from "./capture/query_source";
import { SizeReporter } from "./host/size";
import { otherRows } from "./sync/other_rows";
import type { SyncPage } from "./sync/sync_loop";
import type { ThemeSource } from "./style/theme";
import { Toasts } from "./overlay/toasts";
import { DrawnComponents } from "./components/drawn_components";
import { changedItems, drawToolbars, redraw } from "./components/toolbars";

/** The parts a page is created from. */
export interface PageParts {
  outbox: Outbox;
  emitter: Emitter;
  routes: EventRoutes;
  signals: Signals;
  theme: ThemeSource;
  assets: Assets;
  size: SizeReporter;
  errors: ScriptErrors;
  caption: Caption;
  /** Tells the person that the widget is gone; the host may do it itself. */
  announceEnd: () => boolean;
  /** Asks a host of the conversation to end the frame. */
  requestTeardown: () => void;
  /** True if the host asks for secrets and keeps them. */
  keepsSecrets: () => boolean;
  /** Lets the host ask; answers the reference, `null` when the person gave nothing. */
  askSecret: (spec: ComponentSpec) => Promise<string | null>;
  /** Asks the host; all three reject when it refuses. */
  openLink: (url: string) => Promise<void>;
  download: (file: DownloadFile) => Promise<void>;
  rows: (request: RowsRequest & { block_id: string }) => Promise<unknown>;
  /** Sends a file to the server. */
  upload: BlockHost["upload"];
  /** The figure or all rows of a block. */
  data: (blockId: string) => Promise<WholeData>;
}

/** The time to wait for a host that may answer only when the person has. */
const OFFER_MS = 1_000;
const CLOSED = "The agent closed this widget.";
const GONE = "This widget is gone: it was closed, or its server was restarted.";

export class Page implements SyncPage {
  #document: Document | null = null;
  #isFullscreen = false;
  /** Ends when every row has come: operations are about all of them. */
  #whole: Promise<void> = Promise.resolve();
  readonly #layout: Layout;
  readonly #appearance: Appearance;
  readonly #toasts = new Toasts(({ event }, confirmed, message) =>
    this.#emit(event, { confirmed }, message, null),
  );
  readonly #components: DrawnComponents;
  readonly #tree: Tree;

  constructor(
    parent: HTMLElement,
    private readonly parts: PageParts,
  ) {
    this.#layout = new Layout(parent, parts.caption.element);
    this.#toasts.follow(parent);
    this.#appearance = new Appearance(parent);
    const value = (id: string): Json | undefined => this.#document?.values.get(id);
    const holds = (id: string) => parts.outbox.holds(id);
    this.#components = new DrawnComponents({
      emit: (...event) => this.#emit(...event),
      holds,
      value,
      keepsSecrets: parts.keepsSecrets,
      askSecret: (spec) => this.askSecret(spec),
    });
    const text = (id: string): string | undefined => {
      const content = contentOf(this.#document?.contents ?? [], id);
      return content !== undefined && "text" in content ? content.text : undefined;
    };
    const hosts = new BlockHosts({
      ...parts,
      body: (id) => this.#document?.bodies.get(id),
      text,
      title: () => this.#document?.title ?? "",
      emit: (...event) => this.#emit(...event),
      refresh: (id) => this.#tree.show(id),
      draw: (spec) => this.#components.draw(spec),
      download: (file) => this.#download(file),
      notice: (text) => this.#toasts.notice(text),
      problem: (error) => void this.#problem(error),
      drawn: (id, error) => this.#tree.drawn(id, error),
    });
    this.#tree = new Tree(this.#layout.blocks, {
      hostOf: (id) => hosts.of(id),
      body: (id) => this.#document?.bodies.get(id),
      text,
      value,
      holds,
      forget: (spec) => this.#components.forget(componentsIn(spec)),
    });
    parts.theme.onChange((theme) => this.#tree.setTheme(theme));
  }

  async draw(wire: WireDocument, ops: readonly Change[] = []): Promise<string[]> {
    await this.#whole;
    const problems = await this.#draw(wire);
    // A document comes with all questions that are open.
    this.#toasts.closeAllBut(new Set(ops.map(({ revision }) => revision)));
    if (this.#document !== null) this.#whole = this.#drawRest(this.#document);
    return problems;
  }

  async #draw(wire: WireDocument): Promise<string[]> {
    try {
      const before = this.#document;
      const next = withSameBodies(fromWire(wire, before?.bodies), before);
      const ends = new ScrollEnds();
      if (before !== null) ends.noteScrolled(this.#layout.page);
      this.#document = next;
      this.parts.routes.follow(wire.routes);
      this.#layout.setHeight(this.#isFullscreen ? null : next.height);
      this.#layout.setPage(kindOf(next), next.width, next.density);
      this.#layout.setProblem(null);
      this.#drawFrame(next);
      const problems = this.#drawLook(next, before);
      problems.push(...this.#drawToolbars(next, before));
      problems.push(...(await this.#tree.draw(next.blocks)));
      this.#toasts.replaced();
      this.#showValues();
      problems.push(...(await this.#drawContents(next.contents, before?.contents ?? [], ends)));
      problems.push(...(await this.#tree.drawPlaced()));
      if (before === null) for (const log of this.#tree.lengthened()) ends.note(log);
      ends.follow();
      problems.push(...(await this.#tree.drawLate(() => ends.follow())));
      const styled = [...next.styles.keys()].filter((id) => !isRemoved(next.contents, id));
      problems.push(...styled.flatMap((id) => this.#missing(id)));
      ends.follow();
      this.parts.size.watch(this.#layout, next);
      return problems;
    } catch (error) {
      return this.#problem(error);
    }
  }

  /** Returns whether the data of a block is here as it was at a revision. */
  hasData(block: string, revision: number): boolean {
    return hasData(this.#document?.bodies.get(block), revision);
  }

  async apply(logged: Change): Promise<string[]> {
    await this.#whole;
    if (this.#document === null) return ["nothing is drawn yet"];
    try {
      const { document, change } = applyOp(this.#document, logged);
      this.#document = document;
      return await this.#drawChange(document, change);
    } catch (error) {
      return [messageOf(error)];
    }
  }

  async answer(query: PendingQuery): Promise<JsonObject> {
    const { theme, errors } = this.parts;
    const source = {
      kind: this.#document === null ? "" : kindOf(this.#document),
      theme: theme.current,
      describe: () => this.#tree.described(),
      picture: () => this.#tree.pictured(),
    };
    return answerTo(query, source, errors);
  }

  settled(sources: Set<string>, rejected: Rejection[]): void {
    for (const id of sources) this.#components.show(id);
    this.#tree.settled(sources);
    for (const { reason } of rejected) this.#toasts.notice(`Not sent: ${reason}`);
  }

  destroyed(): void {
    this.#layout.page.inert = true;
    this.#layout.page.classList.add("widget-ended");
    if (!this.parts.announceEnd()) return;
    this.refuse(this.#document === null ? GONE : CLOSED);
    this.parts.requestTeardown();
  }

  reachable(isReachable: boolean): void {
    if (!this.parts.announceEnd()) return;
    const note = isReachable ? null : "The server does not answer. Trying again …";
    this.parts.caption.setNote("server", note);
  }

  /** Says in the page why there is nothing to see. */
  refuse(reason: string): void {
    this.#layout.setProblem(reason);
    if (this.#document === null) this.parts.size.watchProblem(this.#layout);
  }

  /** Tells the person something in passing. */
  notify(text: string, kind?: Toast["kind"]): void {
    this.#toasts.notice(text, kind);
  }

  /** The whole window is the widget's then, whatever height it was made for. */
  setFullscreen(isFullscreen: boolean): void {
    if (isFullscreen === this.#isFullscreen) return;
    this.#isFullscreen = isFullscreen;
    if (this.#document !== null) {
      this.#layout.setHeight(isFullscreen ? null : this.#document.height);
    }
    if (!isFullscreen) this.parts.size.again();
  }

  /** Makes events of input that still waits. */
  flush(): void {
    this.#components.flush();
    this.#tree.flush();
  }

  /** Draws every row of the tables that show their first. */
  async #drawRest(document: Document): Promise<void> {
    for (const [block, body] of document.bodies) {
      if (body.kind !== "table" || body.firstOf === null) continue;
      try {
        const data = await otherRows(() => this.parts.data(block));
        const next = withAllRows(this.#document ?? document, block, data);
        this.#document = next.document;
        const problems = await this.#drawChange(next.document, next.change);
        if (problems.length > 0) throw new Error(problems.join("; "));
      } catch (error) {
        this.#toasts.notice(`Only the first rows could be fetched: ${messageOf(error)}`);
      }
    }
  }

  async #drawChange(next: Document, change: PageChange): Promise<string[]> {
    switch (change.kind) {
      case "content": {
        if (this.#tree.takesText(change.id)) {
          return this.#keepEnd(change.id, () => this.#tree.changeText(change.id));
        }
        const problems = this.#setContent(change.id, change.content);
        return [...problems, ...(await this.#tree.drawPlaced())];
      }
      case "edit": {
        const problems = this.#edit(change.id, change.edit);
        return [...problems, ...(await this.#tree.drawPlaced())];
      }
      case "values": {
        const [id] = change.ids;
        const isKnown = (one: string) => this.#components.has(one) || this.#tree.has(one);
        if (id !== undefined && !isKnown(id)) return [this.#unknown(id)];
        for (const changed of change.ids) this.#showValue(changed);
        return [];
      }
      case "components":
        for (const spec of change.changed) this.#components.update(spec);
        return [];
      case "toast":
        this.#toasts.show(change.toast, change.revision);
        return [];
      case "answered":
        this.#toasts.close(change.question);
        return [];
      case "style": {
        const problems = this.#appearance.setStyles(next.styles).get(change.id) ?? [];
        return [...this.#missing(change.id), ...problems];
      }
      case "sheets":
        return this.#appearance.setSheets(next.sheets).get(change.id) ?? [];
      case "frame":
        this.#drawFrame(next);
        return [];
      case "link":
        return offered("not opened", this.parts.openLink(change.url));
      case "file":
        return offered("not saved", this.parts.download(change.file));
      case "signal":
        return this.parts.signals.dispatch(change.eventType, change.data);
      case "body": {
        const spec = walkBlocks(next.blocks).find(({ id }) => id === change.block);
        if (spec === undefined) return [];
        const draw = () => this.#tree.change(spec, change.change);
        // To look for the ends asks the page for its sizes, and a chart grows no longer.
        return change.change.kind === "rows" ? this.#keepEnd(spec.id, draw) : draw();
      }
    }
  }

  /** Draws a change of a block, which may have become longer. */
  async #keepEnd(id: string, draw: () => Promise<string[]>): Promise<string[]> {
    const ends = new ScrollEnds();
    const element = this.#tree.elementOf(id);
    if (element !== null) ends.note(element);
    const problems = await draw();
    ends.follow();
    return problems;
  }

  #drawFrame({ title, theme }: Frame): void {
    document.title = title || "Widget";
    this.parts.caption.setTitle(title);
    this.parts.theme.choose(theme);
  }

  /** Style sheets that did not change stay: inserted again they would start their animations again. */
  #drawLook(next: Document, before: Document | null): string[] {
    const same = JSON.stringify(before?.sheets) === JSON.stringify(next.sheets);
    const problems = same ? [] : [...this.#appearance.setSheets(next.sheets).values()];
    return [...problems, ...this.#appearance.setStyles(next.styles).values()].flat();
  }

  /** Toolbars that did not change stay, with what is being typed into them. */
  #drawToolbars(next: Document, before: Document | null): string[] {
    const changed = before === null ? null : changedItems(before, next);
    const isDrawn = ({ component_id }: ComponentSpec) => this.#components.has(component_id);
    if (changed?.every(isDrawn)) return redraw(changed, this.#components);
    this.#components.flush();
    if (before !== null) {
      this.#components.forget([...before.toolbars.flatMap(({ items }) => items), ...before.modals]);
    }
    const { elements, dialogs, problems } = drawToolbars(
      next.toolbars,
      next.modals,
      this.#components,
    );
    this.#layout.setToolbars(elements);
    this.#layout.setDialogs(dialogs);
    this.#toasts.replaced();
    return problems;
  }

  #showValues(): void {
    this.#components.showAll();
    this.#tree.showAll();
  }

  #showValue(id: string): void {
    this.#components.show(id);
    this.#tree.show(id);
  }

  #problem(error: unknown): string[] {
    console.error(error);
    this.#layout.setProblem(problemText(error));
    return [messageOf(error)];
  }

  /**
   * Makes the changes of elements that are later than those drawn before.
   *
   * An element whose content is replaced later, or that is taken out, is empty until then: what
   * stood in it is gone, and must not be taken for an element of the same id that came since.
   */
  async #drawContents(contents: Contents, before: Contents, ends: ScrollEnds): Promise<string[]> {
    const drawn = Math.max(0, ...before.map(({ revision }) => revision));
    const isComponent = (id: string) => this.#components.has(id);
    // Components that were drawn again are as they were made, with all that is in them.
    const redrawn = this.#components.takeDrawn();
    const inRedrawn = new Set(redrawn.flatMap(([id, element]) => [id, ...idsIn(element)]));
    const changes = contents.filter((change) => {
      const { component_id: id, revision, content } = change;
      const isRedrawn = inRedrawn.has(id);
      if (isRedrawn) for (const brought of outline(change).texts.keys()) inRedrawn.add(brought);
      // Blocks are drawn with their texts.
      if (content !== undefined && this.#tree.takesText(id)) return false;
      return isRedrawn || revision > drawn;
    });
    const waiting = new Waiting();
    for (const { component_id: id, revision, content, edit } of changes) {
      if (isComponent(id)) {
        if (content !== undefined) this.#components.setContent(id, { text: "" });
      } else if (content !== undefined || edit === "remove") {
        // A block that is taken out goes on elsewhere, or another of its id does.
        if (!this.#tree.has(id)) waiting.add(id, revision);
      }
    }
    const gone = new Map<string, string>();
    clear(this.#layout.page, waiting, gone);
    const problems: string[] = [];
    for (const change of changes) {
      const { component_id: id, revision, content, edit } = change;
      const container = gone.get(id);
      if (container !== undefined && waiting.has(container)) this.#goWith(container, change, gone);
      if (content !== undefined) {
        waiting.remove(id);
        problems.push(...this.#setContent(id, content, revision));
      } else if (edit !== undefined) {
        // What it was in may be gone by now, and with it the element.
        this.#edit(id, edit, { ends, revision });
        if (edit === "remove") waiting.remove(id);
      }
      // A later change may be of an element in it.
      if (mayPlace(change)) problems.push(...(await this.#tree.drawPlaced()));
      const element = waiting.isEmpty ? null : findById(this.#layout.page, id, revision);
      if (element !== null) clear(element.parentElement ?? element, waiting, gone);
    }
    return problems;
  }

  /** Takes out the blocks that a change has put into an element which is emptied later. */
  #goWith(container: string, change: ElementChange, gone: Map<string, string>): void {
    const { page } = this.#layout;
    if (findById(page, change.component_id, change.revision) !== null) return;
    const { texts, places } = outline(change);
    for (const id of [...texts.keys(), ...places]) gone.set(id, container);
    for (const place of places) {
      const block = this.#tree.elementOf(place);
      // It may stand elsewhere by now.
      if (block !== null && placeOf(page, place, block) === block) block.remove();
    }
  }

  /** Makes an edit: the one that was just made, or one of a revision, after which others follow. */
  #edit(id: string, edit: ElementEdit, of?: { ends: ScrollEnds; revision: number }): string[] {
    const element = this.#edited(id, edit, of?.revision ?? Infinity);
    if (element === null) return [this.#unknown(id)];
    const ends = of?.ends ?? new ScrollEnds();
    if (addsBelow(edit)) ends.note(element);
    editElement(element, edit);
    this.#toasts.replaced();
    this.#tree.contentChanged();
    if (of === undefined) ends.follow();
    return [];
  }

  #edited(id: string, edit: ElementEdit, revision: number): Element | null {
    const { page } = this.#layout;
    const block = this.#tree.elementOf(id);
    const isOfPlace = edit === "remove" || "before" in edit || "after" in edit;
    if (block === null || !page.contains(block)) return findById(page, id, revision);
    if (!isOfPlace) return block;
    const isSame = revisionAround(block.parentElement ?? block) <= revision;
    return placeOf(page, id, isSame ? block : null);
  }

  #setContent(id: string, content: Content, revision = Infinity): string[] {
    if (this.#components.has(id)) return this.#components.setContent(id, content);
    const element = findById(this.#layout.page, id, revision);
    if (element === null) return [this.#unknown(id)];
    setContent(element, content);
    this.#toasts.replaced();
    this.#tree.contentChanged();
    return [];
  }

  /** Lets the host ask, and tells the person when it does not. */
  async askSecret(spec: ComponentSpec): Promise<string | null> {
    try {
      return await this.parts.askSecret(spec);
    } catch (error) {
      this.#toasts.notice(`Not kept: ${messageOf(error)}`);
      return null;
    }
  }

  /** An item of a marquee is not a component of its own, and is drawn more than once. */
  #missing(id: string): string[] {
    const { page } = this.#layout;
    return page.querySelector(selectorOf(id)) === null ? [this.#unknown(id)] : [];
  }

  #unknown(id: string): string {
    const near = nearest(id, [...this.#components.ids(), ...idsIn(this.#layout.page)]);
    return `no element #${id}${near === null ? "" : `; did you mean #${near}?`}`;
  }

  async #download(file: DownloadFile): Promise<void> {
    try {
      await this.parts.download(file);
    } catch (error) {
      this.#toasts.notice(`Not saved: ${messageOf(error)}`);
    }
  }

  /** An event that cannot be kept is an input that is lost: the person must know. */
  #emit(eventType: string, data: JsonObject, label: string, source: string | null): void {
    try {
      this.parts.emitter.emit(eventType, data, { label, source });
    } catch (error) {
      this.#toasts.notice(`Not sent: ${messageOf(error)}`);
    }
  }
}

/** Returns the host's refusal of an offer, if it comes soon. */
async function offered(problem: string, asked: Promise<void>): Promise<string[]> {
  const refused = asked.then(
    () => [],
    (error: unknown) => [`${problem}: ${messageOf(error)}`],
  );
  const enough = new Promise<string[]>((resolve) => setTimeout(resolve, OFFER_MS, []));
  return Promise.race([refused, enough]);
}
