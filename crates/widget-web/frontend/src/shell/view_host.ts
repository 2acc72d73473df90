/** The MCP Apps host of one view. The view is not trusted. */

import { isObject } from "../wire/json";
import {
  failure,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  notification,
  readRpc,
  success,
  type RpcId,
} from "../wire/rpc";
import { readArguments, type SyncArguments } from "../wire/sync";

const PROTOCOL_VERSION = "2026-01-26";

export interface ViewHostParts {
  widgetId: string;
  theme(): "light" | "dark";
  sync(args: SyncArguments): Promise<object>;
  /** Answers whether the person is being asked; `false`: the address is refused. */
  openLink(url: string): boolean;
  resize(height: number): void;
}

export class ViewHost {
  /** Counts the views that the frame has had: an answer for one is none for the next. */
  #generation = 0;

  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly parts: ViewHostParts,
  ) {
    window.addEventListener("message", (event) => {
      if (event.source !== null && event.source === frame.contentWindow) this.#receive(event.data);
    });
  }

  themeChanged(): void {
    this.#post(
      notification("ui/notifications/host-context-changed", { theme: this.parts.theme() }),
    );
  }

  #receive(data: unknown): void {
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
        this.#post(success(id, this.#introduction()));
        break;
      case "ping":
        this.#post(success(id, {}));
        break;
      case "ui/open-link": {
        const { url } = params;
        const asked = typeof url === "string" && this.parts.openLink(url);
        this.#post(asked ? success(id, {}) : failure(id, INVALID_PARAMS, "not opened"));
        break;
      }
      case "tools/call":
        void this.#call(id, params);
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
        serverTools: {},
        // The shell says itself when a widget is gone.
        experimental: { "widget-mcp/announces-end": {} },
      },
      hostContext: { theme: this.parts.theme(), platform: "web", displayMode: "inline" },
    };
  }

  async #call(id: RpcId, params: Record<string, unknown>): Promise<void> {
    const generation = this.#generation;
    const answer = await this.#sync(id, params);
    if (generation === this.#generation) this.#post(answer);
  }

  async #sync(id: RpcId, params: Record<string, unknown>): Promise<object> {
    if (params["name"] !== "widget_sync") {
      return failure(id, METHOD_NOT_FOUND, "the only tool here is widget_sync");
    }
    const args = readArguments(params["arguments"]);
    if (args === null) return failure(id, INVALID_PARAMS, "malformed arguments");
    if (args.widget_id !== this.parts.widgetId) {
      return failure(id, INVALID_PARAMS, "another widget than this frame's");
    }
    try {
      const structuredContent = await this.parts.sync(args);
      return isObject(structuredContent)
        ? success(id, { content: [], structuredContent })
        : failure(id, INTERNAL_ERROR, "malformed answer");
    } catch (error) {
      return failure(id, INTERNAL_ERROR, error instanceof Error ? error.message : "failed");
    }
  }

  /** The origin of a sandboxed frame is opaque and cannot be named. */
  #post(message: object): void {
    this.frame.contentWindow?.postMessage(message, "*");
  }
}
