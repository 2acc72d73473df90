/** One widget in the page: its frame, its connection and what is said about it. */

import { frameAfter, type Frame } from "../view/model/frame";
import { readChange } from "../wire/document";
import { fillData, type WholeData } from "../wire/fill";
import { isCount, isObject } from "../wire/json";
import { readTheme } from "../wire/style";
import type { SecretPrompt } from "../wire/secret";
import type { Rejection, SyncArguments } from "../wire/sync";
import { dataUrl, fileUrl, liveUrl, rowsUrl, secretUrl } from "./address";
import { Banner } from "./banner";
import { Connection, type ConnectionState, type Refusal } from "./connection";
import { hasCrashed, viewFrame } from "./crash_probe";
import { DataGone, fetchData, fetchRows } from "./data";
import { PersistedOutbox } from "./persisted_outbox";
import { askToSave } from "./download";
import { sendFilePart } from "./file";
import { askToOpen } from "./link";
import { plainText } from "./plain_text";
import { PrintSize } from "./print_size";
import type { Asker, PromptDialog } from "./prompt";
import { requestSecret } from "./secret_request";
import { ViewHost } from "./view_host";

const CLOSED = "The agent closed this widget.";
const GONE = "This widget is gone: it was closed, or its server was restarted.";
/** Chromium keeps the process of a frame that was taken out for two seconds, for the next one. */
const PROCESS_END_MS = 3_000;
const MIN_HEIGHT = 120;
const MAX_HEIGHT = 6_000;

export interface WidgetFrameParts {
  /** The place in the page, with a frame whose view is being loaded. */
  place?: HTMLElement | undefined;
  /** The messages that came before this. */
  early?: readonly MessageEvent[];
  storage: Storage | null;
  /** A program that the view asks for. */
  program: (name: string) => Promise<Blob>;
  theme: () => "light" | "dark";
  dialog: PromptDialog;
  onTitle: (title: string) => void;
  onTheme: (theme: "light" | "dark") => void;
}

export class WidgetFrame {
  readonly element: HTMLElement;
  readonly #heading = document.createElement("h2");
  readonly #frame: HTMLIFrameElement;
  readonly #banner = new Banner({
    retry: () => this.retryNow(),
    reload: () => this.#reload(),
    close: () => this.#unload("You closed this widget here. The agent still has it."),
  });
  readonly #outbox: PersistedOutbox;
  readonly #connection: Connection;
  readonly #print: PrintSize;
  readonly #host: ViewHost;
  /** True if the server has known the widget since the connection was opened. */
  #known = false;
  /** True if the view has crashed and was loaded again. */
  #isReloaded = false;
  /** True if the page has to be loaded again, and not the view alone. */
  #isSignedOut = false;
  /** The part of the document that the page around the view shows. */
  #shown: Frame = { title: "", theme: "system" };

  constructor(
    private readonly widgetId: string,
    private readonly parts: WidgetFrameParts,
  ) {
    const { place, early } = parts;
    this.element = place ?? document.createElement("section");
    const loading = place?.querySelector("iframe");
    this.#frame = loading ?? viewFrame();
    this.#print = new PrintSize(this.#frame);
    this.#heading.textContent = "Widget";
    this.element.prepend(this.#heading, this.#banner.element);
    this.#host = new ViewHost(this.#frame, {
      widgetId,
      theme: parts.theme,
      openLink: (url) => askToOpen(parts.dialog, this.#asker, url),
      // The shell says itself when a widget is gone, and asks for secrets itself.
      experimental: { "widget-mcp/announces-end": {}, "widget-mcp/keeps-secrets": {} },
      download: (params) => askToSave(parts.dialog, this.#asker, params),
      rows: (args) => fetchRows(args, rowsUrl(widgetId), (url, init) => fetch(url, init)),
      file: (args) => sendFilePart(args, fileUrl(widgetId), (url, init) => fetch(url, init)),
      data: (blockId) => this.#data(blockId),
      program: parts.program,
      sync: (args) => this.#sync(args),
      askSecret: (prompt) => this.#askSecret(prompt),
      unresponsive: () => void this.#unresponsive(),
      dead: () => this.#connection.viewUnresponsive(),
      responsive: () => this.#banner.responsive(),
      flooded: () => this.#unload("This widget sent messages without end, so it was stopped."),
      resize: (height) => {
        this.#print.want(height);
        const bounded = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height)));
        this.#frame.style.setProperty("--height", `${bounded}px`);
      },
    });
    this.#outbox = new PersistedOutbox(widgetId, parts.storage);
    this.#connection = new Connection({
      open: () => new WebSocket(liveUrl(widgetId)),
      probe: () => probe(widgetId),
      onState: (state) => this.#say(state),
    });
    void this.#replay();
    if (loading) this.#host.watch(early);
    else this.#load();
  }

  /** Loads the view, in place of one that was there: it draws the document as it is now. */
  #load(): void {
    this.#banner.hide();
    this.#frame.remove();
    this.element.append(this.#frame);
    this.#host.watch();
  }

  /** A view that has crashed is loaded again by itself, once; else the person decides. */
  async #unresponsive(): Promise<void> {
    this.#banner.unresponsive();
    if (this.#isReloaded || !(await hasCrashed()) || !this.#host.isUnresponsive) return;
    this.#isReloaded = true;
    this.#connection.viewUnresponsive();
    this.#host.stop();
    this.#load();
    this.#banner.crashed();
  }

  /** Loads a view that was stuck: in a process of its own, so the old one has to end first. */
  #reload(): void {
    if (this.#isSignedOut) {
      location.reload();
      return;
    }
    this.#isReloaded = false;
    this.#host.stop();
    this.#frame.remove();
    this.#connection.viewUnresponsive();
    this.#banner.reloading();
    setTimeout(() => this.#load(), PROCESS_END_MS);
  }

  /** Takes the view out of the page, with all that it does. */
  #unload(reason: string): void {
    this.#host.stop();
    this.#frame.remove();
    this.#connection.viewUnresponsive();
    this.#banner.stopped(reason);
  }

  themeChanged(): void {
    this.#host.themeChanged();
    this.#showTheme();
  }

  retryNow(): void {
    this.#connection.retryNow();
  }

  /** Comes before the first call of the view, so that the order of events is kept. */
  async #replay(): Promise<void> {
    for (let args = this.#outbox.replay(); args !== null; args = this.#outbox.replay()) {
      const before = this.#outbox.size;
      const answer = await this.#call(args).catch(() => null);
      this.#settle(args.viewer_id, answer);
      if (this.#outbox.size === before) return;
    }
  }

  async #call(args: SyncArguments): Promise<unknown> {
    return this.#connection.call(args);
  }

  async #sync(args: SyncArguments): Promise<object> {
    const calling = this.#connection.call(args);
    // What was refused is not kept: a widget may make calls without end.
    this.#outbox.keep(args);
    this.#banner.keeps(this.#outbox.isSafe);
    const answer = await calling;
    this.#settle(args.viewer_id, answer);
    if (!isObject(answer)) throw new Error("malformed answer");
    if (answer["destroyed"] === true) {
      this.#connection.end();
      this.#end(this.#known ? CLOSED : GONE);
      return answer;
    }
    this.#known = true;
    this.#follow(answer);
    const isFirst = args.revision === null;
    // A view that has drawn something knows what it has, and asks for the rest.
    await fillData(
      answer,
      (blockId) => this.#data(blockId),
      isFirst,
      () => !isFirst,
    );
    return answer;
  }

  async #data(blockId: string): Promise<WholeData> {
    try {
      return await fetchData(dataUrl(this.widgetId, blockId), (url, init) => fetch(url, init));
    } catch (error) {
      if (error instanceof DataGone) this.#say({ kind: "gone" });
      throw error;
    }
  }

  /** Takes what the page around the view shows of the document. */
  #follow({ document, ops }: Record<string, unknown>): void {
    const changes = Array.isArray(ops) ? ops.map(readChange) : [];
    const before = isObject(document) ? readFrame(document) : this.#shown;
    const shown = changes.reduce((frame, { op }) => frameAfter(frame, op), before);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showTitle();
    this.#showTheme();
  }

  #showTheme(): void {
    const theme = this.#shown.theme === "system" ? this.parts.theme() : this.#shown.theme;
    this.element.dataset["theme"] = theme;
    this.parts.onTheme(theme);
  }

  #settle(viewerId: string, answer: unknown): void {
    if (!isObject(answer) || !isCount(answer["acked"])) return;
    const { acked, rejected } = answer;
    const list: unknown[] = Array.isArray(rejected) ? rejected : [];
    const refused = list.filter((one): one is Rejection => isObject(one) && isCount(one["n"]));
    this.#outbox.settle(viewerId, acked, refused);
    this.#banner.keeps(this.#outbox.isSafe);
  }

  #say(state: ConnectionState): void {
    switch (state.kind) {
      case "connecting":
        this.#banner.trying();
        break;
      case "open":
        this.#known = false;
        this.#banner.restored();
        break;
      case "lost":
        this.#banner.lost(state.nextTryAt);
        break;
      case "signed out":
        this.#isSignedOut = true;
        this.#banner.signedOut();
        break;
      case "gone":
        this.#connection.end();
        this.#end(GONE);
    }
  }

  #end(text: string): void {
    const lost = this.#outbox.size;
    const inputs = lost === 1 ? "1 input was" : `${lost} inputs were`;
    this.#host.unwatch();
    this.#banner.ended(lost > 0 ? `${text} ${inputs} not delivered.` : text);
    this.#outbox.clear();
    this.#frame.inert = true;
    this.element.classList.add("ended");
  }

  get #asker(): Asker {
    return { widgetId: this.widgetId, title: this.#heading.textContent };
  }

  /** Asks for a secret that the widget has a place for. */
  async #askSecret(prompt: SecretPrompt): Promise<string | null | undefined> {
    const address = secretUrl(this.widgetId, prompt.component_id);
    const { ok } = await fetch(address, { method: "HEAD", cache: "no-store" });
    return ok ? requestSecret(this.parts.dialog, this.#asker, prompt, address) : undefined;
  }

  #showTitle(): void {
    const text = plainText(this.#shown.title) || "Widget";
    this.#heading.textContent = text;
    this.#frame.title = text;
    this.parts.onTitle(text);
  }
}

function readFrame({ title, theme }: Record<string, unknown>): Frame {
  return { title: typeof title === "string" ? title : "", theme: readTheme(theme) };
}

/**
 * The reason for which a connection is refused: only a 404 says that the widget is gone, and a 401
 * that the site around it wants a sign-in. A server that is away says nothing.
 */
async function probe(widgetId: string): Promise<Refusal> {
  try {
    const { status } = await fetch(dataUrl(widgetId), { method: "HEAD", cache: "no-store" });
    return status === 404 ? "gone" : status === 401 ? "signed out" : "away";
  } catch {
    return "away";
  }
}
