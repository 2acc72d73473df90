/** One widget in the page: its frame, its connection and what is said about it. */

import { fillData } from "../wire/fill";
import { isId } from "../wire/id";
import { isCount, isObject } from "../wire/json";
import { readTheme, type ThemeChoice } from "../wire/style";
import type { Rejection, SyncArguments } from "../wire/sync";
import { dataUrl, liveUrl, rowsUrl, secretUrl } from "./address";
import { Banner } from "./banner";
import { Connection, type ConnectionState } from "./connection";
import { DataGone, fetchData, fetchRows } from "./data";
import { PersistedOutbox } from "./persisted_outbox";
import type { KeepSecret, SecretQuestion } from "./secret_dialog";
import { ViewHost } from "./view_host";

const CLOSED = "The agent closed this widget.";
const GONE = "This widget is gone: it was closed, or its server was restarted.";
const MIN_HEIGHT = 120;
const MAX_HEIGHT = 1_600;

export interface WidgetFrameParts {
  storage: Storage | null;
  theme: () => "light" | "dark";
  openLink: (url: string) => boolean;
  askSecret: (question: SecretQuestion, keep: KeepSecret) => Promise<string | null>;
  download: (params: Record<string, unknown>) => boolean;
  onTitle: (title: string) => void;
  onTheme: (theme: "light" | "dark") => void;
}

export class WidgetFrame {
  readonly element = document.createElement("section");
  readonly #heading = document.createElement("h2");
  readonly #frame = document.createElement("iframe");
  readonly #banner = new Banner(() => this.retryNow());
  readonly #outbox: PersistedOutbox;
  readonly #connection: Connection;
  readonly #host: ViewHost;
  /** True if the server has known the widget since the connection was opened. */
  #known = false;
  /** The theme the agent set. */
  #theme: ThemeChoice = "system";

  constructor(
    private readonly widgetId: string,
    private readonly parts: WidgetFrameParts,
  ) {
    this.#heading.textContent = "Widget";
    this.#frame.title = "Widget";
    this.#frame.setAttribute("sandbox", "allow-scripts allow-forms");
    this.#frame.referrerPolicy = "no-referrer";
    this.element.append(this.#heading, this.#banner.element, this.#frame);
    this.#host = new ViewHost(this.#frame, {
      widgetId,
      theme: parts.theme,
      openLink: parts.openLink,
      // The shell says itself when a widget is gone, and asks for secrets itself.
      experimental: { "widget-mcp/announces-end": {}, "widget-mcp/keeps-secrets": {} },
      download: parts.download,
      rows: (args) => fetchRows(args, rowsUrl(widgetId), (url, init) => fetch(url, init)),
      sync: (args) => this.#sync(args),
      askSecret: (question) =>
        parts.askSecret(question, (component, text) => keepSecret(widgetId, component, text)),
      resize: (height) => {
        const bounded = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height)));
        this.#frame.style.setProperty("--height", `${bounded}px`);
      },
    });
    this.#outbox = new PersistedOutbox(widgetId, parts.storage);
    this.#connection = new Connection({
      open: () => new WebSocket(liveUrl(widgetId)),
      probeGone: () => probeGone(widgetId),
      onState: (state) => this.#say(state),
    });
    void this.#replay();
    this.#frame.src = "/view";
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
      const answer = await this.#connection.call(args).catch(() => null);
      this.#settle(args.viewer_id, answer);
      if (this.#outbox.size === before) return;
    }
  }

  async #sync(args: SyncArguments): Promise<object> {
    this.#outbox.keep(args);
    this.#banner.keeps(this.#outbox.isSafe);
    const answer = await this.#connection.call(args);
    this.#settle(args.viewer_id, answer);
    if (!isObject(answer)) throw new Error("malformed answer");
    if (answer["destroyed"] === true) {
      this.#connection.end();
      this.#end(this.#known ? CLOSED : GONE);
      return answer;
    }
    this.#known = true;
    this.#follow(answer);
    try {
      await fillData(answer, (blockId) =>
        fetchData(dataUrl(this.widgetId, blockId), (url, init) => fetch(url, init)),
      );
    } catch (error) {
      if (error instanceof DataGone) this.#say({ kind: "gone" });
      throw error;
    }
    return answer;
  }

  /** Takes what the page around the view shows of the document. */
  #follow({ document, ops }: Record<string, unknown>): void {
    if (isObject(document)) {
      this.#setTitle(document["title"]);
      this.#theme = readTheme(document["theme"]);
    }
    for (const entry of Array.isArray(ops) ? (ops as unknown[]) : []) {
      const op = isObject(entry) ? entry["op"] : undefined;
      if (isObject(op) && op["type"] === "set_theme") this.#theme = readTheme(op["theme"]);
    }
    this.#showTheme();
  }

  #showTheme(): void {
    const theme = this.#theme === "system" ? this.parts.theme() : this.#theme;
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
      case "gone":
        this.#connection.end();
        this.#end(GONE);
    }
  }

  #end(text: string): void {
    const lost = this.#outbox.size;
    const inputs = lost === 1 ? "1 input was" : `${lost} inputs were`;
    this.#banner.ended(lost > 0 ? `${text} ${inputs} not delivered.` : text);
    this.#outbox.clear();
    this.#frame.inert = true;
    this.element.classList.add("ended");
  }

  #setTitle(title: unknown): void {
    const text = typeof title === "string" && title !== "" ? title : "Widget";
    this.#heading.textContent = text;
    this.#frame.title = text;
    this.parts.onTitle(text);
  }
}

/** Only a 404 says that the widget is gone; a server that is away says nothing. */
async function probeGone(widgetId: string): Promise<boolean> {
  try {
    const response = await fetch(dataUrl(widgetId), { method: "HEAD", cache: "no-store" });
    return response.status === 404;
  } catch {
    return false;
  }
}

/** Its own request: nothing that is kept for a reload may hold a secret. */
async function keepSecret(widgetId: string, component: string, text: string): Promise<string> {
  const response = await fetch(secretUrl(widgetId, component), {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: text,
  });
  if (!response.ok) throw new Error((await response.text()).trim() || "the server refused it");
  const answer: unknown = await response.json();
  const reference = isObject(answer) ? answer["secret_ref"] : undefined;
  if (!isId(reference)) throw new Error("malformed answer");
  return reference;
}
