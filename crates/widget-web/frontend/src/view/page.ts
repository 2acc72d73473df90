/** Draws the document and what changes in it. */

import type { ComponentSpec, Content, Op, Question, WireDocument } from "../wire/document";
import type { JsonObject } from "../wire/json";
import type { Rejection } from "../wire/sync";
import type { Assets } from "./assets";
import type { Caption } from "./host/caption";
import type { BodyPage, BodyView, RowsRequest } from "./body/body";
import { HtmlView } from "./body/html";
import { LazyView } from "./body/lazy";
import { clear, findById, idsIn, setContent } from "./body/contents";
import type { DownloadFile } from "../wire/style";
import { fromWire, type Body, type Document } from "./model/document";
import type { Emitter } from "./sync/emitter";
import { Layout } from "./layout";
import { Appearance, selectorOf } from "./style/appearance";
import { nearest } from "./style/nearest";
import type { Outbox } from "./sync/outbox";
import { messageOf, type Signals } from "./body/page_api";
import type { Change } from "./model/change";
import { applyOp } from "./model/reducer";
import type { ScriptErrors } from "./capture/script_errors";
import { answerTo } from "./capture/view_queries";
import { SizeReporter } from "./host/size";
import type { SyncPage } from "./sync/sync_loop";
import type { ThemeSource } from "./style/theme";
import { Toasts } from "./overlay/toasts";
import { Toolbars } from "./components/toolbars";

/** The parts a page is created from. */
export interface PageParts {
  outbox: Outbox;
  emitter: Emitter;
  signals: Signals;
  theme: ThemeSource;
  assets: Assets;
  size: SizeReporter;
  errors: ScriptErrors;
  caption: Caption;
  /** Tells the person that the widget is gone; the host may do it itself. */
  announceEnd: () => boolean;
  /** True if the host asks for secrets and keeps them. */
  keepsSecrets: () => boolean;
  /** Lets the host ask; answers the reference, `null` when the person gave nothing. */
  askSecret: (spec: ComponentSpec) => Promise<string | null>;
  /** Asks the host; all three reject when it refuses. */
  openLink: (url: string) => Promise<void>;
  download: (file: DownloadFile) => Promise<void>;
  rows: (request: RowsRequest) => Promise<unknown>;
}

/** The time to wait for a host that may answer only when the person has. */
const OFFER_MS = 1_000;
const CLOSED = "The agent closed this widget.";
const GONE = "This widget is gone: it was closed, or its server was restarted.";

/** The source of the body's own events: no component can have this id. */
const BODY = ":body";

export class Page implements SyncPage {
  #document: Document | null = null;
  #body: { kind: Body["kind"]; view: BodyView } | null = null;
  #isFullscreen = false;
  readonly #layout: Layout;
  readonly #look: Appearance;
  readonly #toasts = new Toasts(({ event }, confirmed, message) =>
    this.#emit(event, { confirmed }, message, null),
  );
  readonly #toolbars: Toolbars;

  constructor(
    parent: HTMLElement,
    private readonly parts: PageParts,
  ) {
    this.#layout = new Layout(parent, parts.caption.element);
    this.#toasts.follow(parent);
    this.#look = new Appearance(parent);
    this.#toolbars = new Toolbars({
      emit: (...event) => this.#emit(...event),
      holds: (id) => parts.outbox.holds(id),
      value: (id) => this.#document?.values.get(id),
      keepsSecrets: parts.keepsSecrets,
      askSecret: (spec) => this.askSecret(spec),
    });
    parts.theme.onChange((theme) => this.#body?.view.setTheme(theme));
  }

  async draw(wire: WireDocument): Promise<string[]> {
    try {
      const next = fromWire(wire);
      const before = this.#document;
      this.#document = next;
      document.title = next.title || "Widget";
      this.parts.caption.setTitle(next.title);
      this.#layout.setHeight(this.#isFullscreen ? null : next.height);
      this.#layout.setKind(next.body.kind);
      const problems = this.#drawLook(next, before);
      problems.push(...this.#drawToolbars(next, before));
      const sameHtml =
        next.body.kind === "html" &&
        before?.body.kind === "html" &&
        before.body.html === next.body.html;
      if (!sameHtml) problems.push(...(await this.#drawBody(next.body)));
      problems.push(...this.#drawContents(next.contents));
      for (const id of next.styles.keys()) problems.push(...this.#missing(id));
      this.parts.size.watch(this.#layout, next);
      return problems;
    } catch (error) {
      return this.#problem(error);
    }
  }

  async apply(revision: number, op: Op): Promise<string[]> {
    if (this.#document === null) return ["nothing is drawn yet"];
    try {
      const { document, change } = applyOp(this.#document, revision, op);
      this.#document = document;
      return await this.#drawChange(document, change);
    } catch (error) {
      return [messageOf(error)];
    }
  }

  async answer(question: Question): Promise<JsonObject> {
    const { theme, errors } = this.parts;
    const view = this.#body?.view;
    const sights = {
      kind: this.#body?.kind ?? "",
      theme: theme.current,
      describe: () => view?.describe?.() ?? null,
      picture: async () => (await view?.picture?.()) ?? null,
    };
    return answerTo(question, sights, errors);
  }

  settled(components: Set<string>, rejected: Rejection[]): void {
    for (const id of components) this.#toolbars.show(id);
    if (components.has(BODY) && this.#document !== null) {
      this.#body?.view.settled?.(this.#document.body);
    }
    for (const { reason } of rejected) this.#toasts.notice(`Not sent: ${reason}`);
  }

  destroyed(): void {
    this.#layout.page.inert = true;
    this.#layout.page.classList.add("widget-ended");
    if (this.parts.announceEnd()) this.refuse(this.#document === null ? GONE : CLOSED);
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
  tell(text: string): void {
    this.#toasts.notice(text);
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
    this.#toolbars.flush();
  }

  async #drawChange(next: Document, change: Change): Promise<string[]> {
    switch (change.kind) {
      case "content":
        return this.#setContent(change.id, change.content);
      case "values": {
        const [id] = change.ids;
        if (id !== undefined && !this.#toolbars.has(id)) return [this.#unknown(id)];
        for (const changed of change.ids) this.#toolbars.show(changed);
        return [];
      }
      case "components":
        for (const spec of change.changed) this.#toolbars.update(spec);
        return [];
      case "toast":
        this.#toasts.show(change.toast, change.revision);
        return [];
      case "answered":
        this.#toasts.close(change.question);
        return [];
      case "style": {
        const problems = this.#look.setStyles(next.styles).get(change.id) ?? [];
        return [...this.#missing(change.id), ...problems];
      }
      case "sheets":
        return this.#look.setSheets(next.sheets).get(change.id) ?? [];
      case "theme":
        this.parts.theme.choose(next.theme);
        return [];
      case "link":
        return offered("not opened", this.parts.openLink(change.url));
      case "file":
        return offered("not saved", this.parts.download(change.file));
      case "signal":
        return this.parts.signals.dispatch(change.eventType, change.data);
      case "nothing":
        return [];
      default:
        return this.#guard(() => this.#body?.view.update(next.body, change));
    }
  }

  /** Style sheets that did not change stay: inserted again they would start their animations again. */
  #drawLook(next: Document, before: Document | null): string[] {
    this.parts.theme.choose(next.theme);
    const same = JSON.stringify(before?.sheets) === JSON.stringify(next.sheets);
    const problems = same ? [] : [...this.#look.setSheets(next.sheets).values()];
    return [...problems, ...this.#look.setStyles(next.styles).values()].flat();
  }

  /** Toolbars that did not change stay, with what is being typed into them. */
  #drawToolbars(next: Document, before: Document | null): string[] {
    const drawn = (document: Document) => JSON.stringify([document.toolbars, document.modals]);
    if (before !== null && drawn(next) === drawn(before)) {
      this.#toolbars.showAll();
      return [];
    }
    this.#toolbars.flush();
    const { elements, dialogs, problems } = this.#toolbars.draw(next.toolbars, next.modals);
    this.#layout.setToolbars(elements);
    this.#layout.setDialogs(dialogs);
    this.#toolbars.showAll();
    this.#toasts.replaced();
    return problems;
  }

  async #drawBody(body: Body): Promise<string[]> {
    if (this.#body?.kind !== body.kind) {
      this.#body?.view.dispose();
      const page = this.#bodyPage();
      const container = this.#layout.body;
      const view: BodyView =
        body.kind === "html"
          ? new HtmlView(container)
          : new LazyView(body.kind, container, page, this.parts.assets);
      this.#body = { kind: body.kind, view };
    }
    const { view } = this.#body;
    const problems = await this.#guard(() => view.draw(body));
    // The page's own scripts may show their errors themselves, and most of it is drawn.
    if (body.kind === "html") this.#layout.setProblem(null);
    return problems;
  }

  #bodyPage(): BodyPage {
    const { parts } = this;
    return {
      theme: () => parts.theme.current,
      emit: (eventType, data) => this.#emit(eventType, data as JsonObject, "", BODY),
      isSettled: () => !parts.outbox.holds(BODY),
      title: () => this.#document?.title ?? "",
      download: (file) => this.#download(file),
      rows: parts.rows,
      notice: (text) => this.#toasts.notice(text),
      problem: (error) => void this.#problem(error),
      on: (eventType, listener) => void parts.signals.on(eventType, listener),
    };
  }

  async #guard(draw: () => Promise<void> | undefined): Promise<string[]> {
    try {
      await draw();
      this.#layout.setProblem(null);
      return [];
    } catch (error) {
      return this.#problem(error);
    }
  }

  #problem(error: unknown): string[] {
    console.error(error);
    this.#layout.setProblem(`This could not be drawn: ${messageOf(error)}`);
    return [messageOf(error)];
  }

  /**
   * An element whose content is replaced by a later entry is empty until then: what stood in it
   * is gone, and must not be taken for an element of the same id that came since.
   */
  #drawContents(contents: Document["contents"]): string[] {
    const isComponent = (id: string) => this.#toolbars.has(id);
    const waiting = new Set([...contents.keys()].filter((id) => !isComponent(id)));
    for (const id of contents.keys()) {
      if (isComponent(id)) this.#toolbars.setContent(id, { text: "" });
    }
    clear(this.#layout.page, waiting);
    const problems: string[] = [];
    for (const [id, content] of contents) {
      waiting.delete(id);
      problems.push(...this.#setContent(id, content));
      const element = "html" in content ? findById(this.#layout.page, id) : null;
      if (element !== null) clear(element, waiting);
    }
    return problems;
  }

  #setContent(id: string, content: Content): string[] {
    if (this.#toolbars.has(id)) return this.#toolbars.setContent(id, content);
    const element = findById(this.#layout.page, id);
    if (element === null) return [this.#unknown(id)];
    setContent(element, content);
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
    const near = nearest(id, [...this.#toolbars.ids(), ...idsIn(this.#layout.page)]);
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
      this.parts.emitter.emit(eventType, data, label, source);
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
