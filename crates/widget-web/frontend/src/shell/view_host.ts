/** The MCP Apps host of one view. The view is not trusted. */

import { isObject } from "../wire/json";
import type { WholeData } from "../wire/fill";
import { Liveness, type LivenessParts } from "./liveness";
import { MessageRate } from "./message_rate";
import {
  failure,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  notification,
  readRpc,
  request,
  success,
  type RpcId,
} from "../wire/rpc";
import { readArguments, type SyncArguments } from "../wire/sync";
import { isText, type SecretPrompt } from "../wire/secret";

const PROTOCOL_VERSION = "2026-01-26";

/** The reason the person is not asked. */
const NOT_ASKED =
  "another question is open, the last one was refused, or this page does not offer it";

export interface ViewHostParts extends LivenessParts {
  widgetId: string;
  theme(): "light" | "dark";
  sync(args: SyncArguments): Promise<object>;
  /** Answers whether the person is being asked; throws for an address that is never opened. */
  openLink(url: string): boolean;
  /** Further capabilities of this host: see docs/protocol.md. */
  experimental: Record<string, object>;
  /**
   * Asks the person; answers the reference, `null` when the person gave nothing. Undefined: the
   * person is not asked.
   */
  askSecret(prompt: SecretPrompt): Promise<string | null | undefined>;
  /** Answers whether the person is being asked; throws when it is no file that is saved. */
  download(params: Record<string, unknown>): boolean;
  /** A program of the view. */
  program(name: string): Promise<Blob>;
  /** The figure or all rows of a block of this widget. */
  data(blockId: string): Promise<WholeData>;
  /** A part of the rows of this widget. */
  rows(args: Record<string, unknown>): Promise<object>;
  /** Takes a part of a file for this widget. */
  file(args: Record<string, unknown>): Promise<object>;
  resize(height: number): void;
  /** The view has sent more messages than any that works. */
  flooded(): void;
}

/** Calls of a view without an answer: twice as many as its loop makes. */
const MAX_CALLS = 16;

/** A request that the view may not make. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export class ViewHost {
  /** Counts the views that the frame has had: an answer for one is none for the next. */
  #generation = 0;
  /** The calls of this view that have no answer yet. */
  #calls = 0;
  #messages = new MessageRate();
  readonly #liveness: Liveness;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly parts: ViewHostParts,
  ) {
    this.#liveness = new Liveness(() => this.#post(request("alive", "ping", {})), parts);
    window.addEventListener("message", (event) => this.#hear(event));
  }

  /** Watches a view that is being loaded, and takes what it has said already. */
  watch(early: readonly MessageEvent[] = []): void {
    this.#messages = new MessageRate();
    this.#liveness.start();
    for (const event of early) this.#hear(event);
  }

  /** The view may do as it likes from now on. */
  unwatch(): void {
    this.#liveness.stop();
  }

  get isUnresponsive(): boolean {
    return this.#liveness.isUnresponsive;
  }

  /** The frame is empty from now on. */
  stop(): void {
    this.#generation += 1;
    this.#calls = 0;
    this.unwatch();
  }

  themeChanged(): void {
    this.#post(
      notification("ui/notifications/host-context-changed", { theme: this.parts.theme() }),
    );
  }

  #hear({ source, data }: MessageEvent): void {
    if (source !== null && source === this.frame.contentWindow) this.#receive(data);
  }

  #receive(data: unknown): void {
    if (!this.#messages.allows(performance.now())) {
      this.parts.flooded();
      return;
    }
    this.#liveness.received();
    const message = readRpc(data);
    if (message?.kind === "request") {
      this.#request(message.id, message.method, message.params);
    } else if (message?.kind === "notification") {
      this.#notification(message.method, message.params);
    }
  }

  #notification(method: string, params: Record<string, unknown>): void {
    if (method === "ui/notifications/initialized") {
      const structuredContent = { widget_id: this.parts.widgetId };
      this.#post(notification("ui/notifications/tool-result", { content: [], structuredContent }));
    } else if (method === "ui/notifications/size-changed") {
      const { height } = params;
      if (typeof height === "number" && Number.isFinite(height)) this.parts.resize(height);
    }
  }

  #request(id: RpcId, method: string, params: Record<string, unknown>): void {
    switch (method) {
      case "ui/initialize":
        this.#generation += 1;
        this.#calls = 0;
        this.#post(success(id, this.#introduction()));
        break;
      case "ping":
        this.#post(success(id, {}));
        break;
      case "ui/open-link": {
        const { url } = params;
        this.#post(asked(id, () => typeof url === "string" && this.parts.openLink(url)));
        break;
      }
      case "ui/download-file":
        this.#post(asked(id, () => this.parts.download(params)));
        break;
      case "tools/call":
        void this.#call(id, () => this.#tool(params));
        break;
      case "widget-mcp/program":
        void this.#call(id, () => this.#program(params));
        break;
      default:
        this.#post(failure(id, METHOD_NOT_FOUND, `unknown method ${method.slice(0, 80)}`));
    }
  }

  #introduction(): object {
    return {
      protocolVersion: PROTOCOL_VERSION,
      hostInfo: { name: "widget-mcp", version: "1" },
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        experimental: this.parts.experimental,
      },
      hostContext: { theme: this.parts.theme(), platform: "web", displayMode: "inline" },
    };
  }

  async #call(id: RpcId, answer: () => Promise<object>): Promise<void> {
    if (this.#calls >= MAX_CALLS) {
      this.#post(failure(id, INTERNAL_ERROR, `${MAX_CALLS} calls wait for an answer already`));
      return;
    }
    this.#calls += 1;
    const generation = this.#generation;
    const answered = await this.#answer(id, answer);
    if (generation !== this.#generation) return;
    this.#calls -= 1;
    this.#post(answered);
  }

  async #answer(id: RpcId, answer: () => Promise<object>): Promise<object> {
    try {
      return success(id, await answer());
    } catch (error) {
      const code = error instanceof Refusal ? error.code : INTERNAL_ERROR;
      return failure(id, code, error instanceof Error ? error.message : "failed");
    }
  }

  async #program({ name }: Record<string, unknown>): Promise<object> {
    if (typeof name !== "string") throw new Refusal(INVALID_PARAMS, "malformed arguments");
    return { program: await this.parts.program(name) };
  }

  async #tool(params: Record<string, unknown>): Promise<object> {
    const structuredContent = await this.#structured(params);
    if (!isObject(structuredContent)) throw new Refusal(INTERNAL_ERROR, "malformed answer");
    return { content: [], structuredContent };
  }

  async #structured({ name, arguments: given }: Record<string, unknown>): Promise<object> {
    if (name === "widget_secret") return this.#secret(given);
    if (name === "widget_sync") {
      const args = this.#own(readArguments(given));
      return this.parts.sync(args);
    }
    if (name === "widget_rows") return this.parts.rows(this.#own(given));
    if (name === "widget_data") return this.#data(this.#own(given));
    if (name === "widget_file") return this.parts.file(this.#own(given));
    const tools = "widget_sync, widget_data, widget_rows, widget_file and widget_secret";
    throw new Refusal(METHOD_NOT_FOUND, `the tools here are ${tools}`);
  }

  /** Refuses arguments that are not about the widget of this frame. */
  #own<A>(args: A): A & Record<string, unknown> {
    if (!isObject(args) || args["widget_id"] === undefined) {
      throw new Refusal(INVALID_PARAMS, "malformed arguments");
    }
    if (args["widget_id"] !== this.parts.widgetId) {
      throw new Refusal(INVALID_PARAMS, "another widget than this frame's");
    }
    return args;
  }

  /** All in one piece: nothing on the way to the view caps it. */
  async #data({ block_id }: Record<string, unknown>): Promise<object> {
    if (typeof block_id !== "string") throw new Refusal(INVALID_PARAMS, "malformed arguments");
    const { revision, json: text } = await this.parts.data(block_id);
    return { revision, text };
  }

  async #secret(given: unknown): Promise<object> {
    const prompt = readPrompt(given, this.parts.widgetId);
    if (prompt === null) throw new Refusal(INVALID_PARAMS, "malformed arguments");
    const secret_ref = await this.parts.askSecret(prompt);
    if (secret_ref === undefined) throw new Refusal(INVALID_PARAMS, NOT_ASKED);
    return { secret_ref };
  }

  /** The origin of a sandboxed frame is opaque and cannot be named. */
  #post(message: object): void {
    this.frame.contentWindow?.postMessage(message, "*");
  }
}

/** The answer to a view that wants the person to be asked. */
function asked(id: RpcId, ask: () => boolean): object {
  try {
    return ask() ? success(id, {}) : failure(id, INVALID_PARAMS, NOT_ASKED);
  } catch (error) {
    return failure(id, INVALID_PARAMS, error instanceof Error ? error.message : "refused");
  }
}

/** Reads what the untrusted view says about a secret; `null` when it is malformed. */
function readPrompt(value: unknown, widgetId: string): SecretPrompt | null {
  if (!isObject(value) || value["widget_id"] !== widgetId) return null;
  const { component_id, label, placeholder, show_toggle, show_copy } = value;
  if (!isText(component_id) || component_id === "" || component_id.length > 64) return null;
  if (!isText(label) || !isText(placeholder)) return null;
  return {
    component_id,
    label,
    placeholder,
    show_toggle: show_toggle === true,
    show_copy: show_copy === true,
  };
}
