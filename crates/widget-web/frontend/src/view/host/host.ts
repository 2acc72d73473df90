/** The host on the other side of `postMessage`: our shell, or a chat client. */

import { failure, METHOD_NOT_FOUND, notification, readRpc, request, success } from "../../wire/rpc";
import type { RpcId } from "../../wire/rpc";

type Params = Record<string, unknown>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Host {
  #nextId = 1;
  #waiting = new Map<RpcId, Waiting>();
  #notifications = new Map<string, (params: Params) => void>();
  #requests = new Map<string, () => void | Promise<void>>([["ping", () => {}]]);

  constructor(private readonly host: Window = window.parent) {
    window.addEventListener("message", (event) => {
      if (event.source === this.host) this.#receive(event.data);
    });
  }

  onNotification(method: string, handle: (params: Params) => void): void {
    this.#notifications.set(method, handle);
  }

  /** Handles a request that is answered with `{}` when it is done. */
  onRequest(method: string, handle: () => void | Promise<void>): void {
    this.#requests.set(method, handle);
  }

  request(method: string, params: object, timeoutMs?: number): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#settle(id)?.reject(new Error(`no answer to ${method}`));
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#post(request(id, method, params));
    });
  }

  notify(method: string, params: object): void {
    this.#post(notification(method, params));
  }

  #receive(data: unknown): void {
    const message = readRpc(data);
    if (message === null) return;
    switch (message.kind) {
      case "result":
        this.#settle(message.id)?.resolve(message.result);
        break;
      case "error":
        this.#settle(message.id)?.reject(new Error(message.error.message));
        break;
      case "notification":
        this.#notifications.get(message.method)?.(message.params);
        break;
      case "request":
        void this.#answer(message.id, message.method);
    }
  }

  async #answer(id: RpcId, method: string): Promise<void> {
    const handle = this.#requests.get(method);
    if (handle === undefined) {
      this.#post(failure(id, METHOD_NOT_FOUND, `unknown method ${method}`));
      return;
    }
    await handle();
    this.#post(success(id, {}));
  }

  #settle(id: RpcId): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** Our origin is opaque and the host's is not known, so no target origin can be named. */
  #post(message: object): void {
    this.host.postMessage(message, "*");
  }
}
