/** A host of MCP Apps around a whole view, for tests. */

import { vi } from "vitest";
import { sentDocument } from "./document";
import { fillIn } from "./view_page";

export interface Message {
  id?: number;
  method?: string;
  params: Record<string, any>;
  result?: unknown;
}

const CAPABILITIES = { serverTools: {}, openLinks: {} };

export class FakeHost {
  readonly heard: Message[] = [];
  readonly #window: Window;

  private constructor() {
    const frame = document.createElement("iframe");
    document.documentElement.append(frame);
    this.#window = frame.contentWindow as Window;
    vi.spyOn(this.#window, "postMessage").mockImplementation((message: unknown) => {
      this.heard.push(message as Message);
    });
  }

  /** Loads the view into the page, which has begun to introduce itself. */
  static async load(): Promise<FakeHost> {
    fillIn();
    document.body.replaceChildren();
    document.documentElement.removeAttribute("style");
    const host = new FakeHost();
    vi.spyOn(window, "parent", "get").mockReturnValue(host.#window);
    // One that can be replaced stays one: each view makes its own.
    Object.defineProperty(window, "widget", { value: null, configurable: true });
    vi.resetModules();
    await import("../src/view/main");
    return host;
  }

  /** The same, introduced. */
  static async introduced(answer: object = {}): Promise<FakeHost> {
    const host = await FakeHost.load();
    await host.introduce(answer);
    return host;
  }

  async introduce({ hostCapabilities = CAPABILITIES, hostContext = {} } = {}): Promise<void> {
    await this.answer("ui/initialize", { hostCapabilities, hostContext });
  }

  /** Everything that came under this name. */
  of(method: string): Message[] {
    return this.heard.filter((message) => message.method === method);
  }

  /** The newest call of a tool. */
  call(name: string): Message | undefined {
    return this.of("tools/call").findLast(({ params }) => params["name"] === name);
  }

  async tell(method: string, params: object): Promise<void> {
    this.#say({ jsonrpc: "2.0", method, params });
    await settle();
  }

  async ask(id: string, method: string): Promise<void> {
    this.#say({ jsonrpc: "2.0", id, method, params: {} });
    await settle();
  }

  /** Answers the newest request of this name. */
  async answer(method: string, result: object): Promise<void> {
    this.#say({ jsonrpc: "2.0", id: this.of(method).at(-1)?.id, result });
    await settle();
  }

  async answerCall(name: string, structuredContent: object): Promise<void> {
    const result = { content: [], structuredContent };
    this.#say({ jsonrpc: "2.0", id: this.call(name)?.id, result });
    await settle();
  }

  async refuse(method: string, message: string): Promise<void> {
    const error = { code: -32000, message };
    this.#say({ jsonrpc: "2.0", id: this.of(method).at(-1)?.id, error });
    await settle();
  }

  /** Answers the first call of `widget_sync` with a document. */
  async draw(parts: Parameters<typeof sentDocument>[0] = {}): Promise<void> {
    const document = sentDocument(parts);
    await this.answerCall("widget_sync", { acked: 0, revision: 1, document, ops: [] });
  }

  #say(data: object): void {
    window.dispatchEvent(new MessageEvent("message", { data, source: this.#window as never }));
  }
}

export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
