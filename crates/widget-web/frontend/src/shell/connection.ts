/** The WebSocket of one widget: calls outlive it and are sent again by the next. */

import { Backoff } from "../wire/backoff";
import { notification, readRpc, request, type RpcId } from "../wire/rpc";
import type { SyncArguments } from "../wire/sync";

const OPEN_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
const MAX_CALLS = 8;
/** Calls of one viewer without an answer: half of those that a view makes. */
const STUCK_CALLS = 4;
/** The server closes with this code when there is no such widget. */
const GONE = 4404;

export type ConnectionState =
  | { kind: "connecting" }
  | { kind: "open" }
  | { kind: "lost"; nextTryAt: number }
  | { kind: "signed out" }
  | { kind: "gone" };

/** The reason for which a connection was refused. */
export type Refusal = "gone" | "signed out" | "away";

interface Call {
  args: SyncArguments;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  deadline?: ReturnType<typeof setTimeout>;
}

export interface ConnectionParts {
  open(): WebSocket;
  /** Asks in another way why a connection was refused. */
  probe(): Promise<Refusal>;
  onState(state: ConnectionState): void;
}

export class Connection {
  #socket: WebSocket | null = null;
  #isOpen = false;
  #calls = new Map<RpcId, Call>();
  #nextId = 1;
  #backoff = new Backoff();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = false;
  #ended = false;

  constructor(private readonly parts: ConnectionParts) {
    this.#connect();
  }

  /**
   * Calls `widget_sync`, now or when the server is back. Throws an `Error` at once when it
   * cannot.
   */
  call(args: SyncArguments): Promise<unknown> {
    if (this.#ended) throw new Error("the widget is gone");
    if (!this.#isOpen || this.#calls.size >= STUCK_CALLS) this.#supersede(args.viewer_id);
    if (this.#calls.size >= MAX_CALLS) throw new Error("too many calls");
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#calls.set(id, { args, resolve, reject });
      if (this.#isOpen) this.#send(id);
    });
  }

  /** Tells the server that the view does not respond. One that is away learns it by the silence. */
  viewUnresponsive(): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(notification("view_unresponsive", {})));
  }

  /** Tries at once if it is waiting to. */
  retryNow(): void {
    if (this.#waiting) this.#connect();
  }

  /** Ends it for good. */
  end(): void {
    this.#ended = true;
    this.#discard();
    for (const call of this.#calls.values()) call.reject(new Error("the widget is gone"));
    this.#calls.clear();
  }

  #connect(): void {
    this.#discard();
    this.parts.onState({ kind: "connecting" });
    const socket = this.parts.open();
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lost(), OPEN_WITHIN_MS);
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#timer);
      this.#isOpen = true;
      this.#backoff.reset();
      this.parts.onState({ kind: "open" });
      for (const id of this.#calls.keys()) this.#send(id);
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket === socket) this.#receive(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket !== socket) return;
      if (code === GONE) this.#gone();
      else if (this.#isOpen) this.#lost();
      else void this.#refused(socket);
    });
  }

  /** A refused upgrade does not tell why; the server is asked in another way. */
  async #refused(socket: WebSocket): Promise<void> {
    const answer = await this.parts.probe();
    if (this.#socket !== socket) return;
    if (answer === "gone") this.#gone();
    else if (answer === "signed out") this.#signedOut();
    else this.#lost();
  }

  #lost(): void {
    this.#discard();
    const pause = this.#backoff.next();
    this.#waiting = true;
    this.#timer = setTimeout(() => this.#connect(), pause);
    this.parts.onState({ kind: "lost", nextTryAt: Date.now() + pause });
  }

  #signedOut(): void {
    this.end();
    this.parts.onState({ kind: "signed out" });
  }

  #gone(): void {
    this.end();
    this.parts.onState({ kind: "gone" });
  }

  #discard(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#waiting = false;
    clearTimeout(this.#timer);
    for (const call of this.#calls.values()) clearTimeout(call.deadline);
    socket?.close();
  }

  #send(id: RpcId): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#socket?.send(JSON.stringify(request(id, "widget_sync", call.args)));
    // A connection can be dead without a word.
    call.deadline = setTimeout(() => this.#lost(), call.args.wait_ms + ANSWER_WITHIN_MS);
  }

  #receive(data: unknown): void {
    let message;
    try {
      message = readRpc(JSON.parse(String(data)));
    } catch {
      return;
    }
    if (message?.kind !== "result" && message?.kind !== "error") return;
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    this.#calls.delete(message.id);
    clearTimeout(call.deadline);
    if (message.kind === "result") call.resolve(message.result);
    else call.reject(new Error(message.error.message));
  }

  /** A viewer's newest call says all that its older ones did. */
  #supersede(viewerId: string): void {
    for (const [id, call] of this.#calls) {
      if (call.args.viewer_id !== viewerId) continue;
      this.#calls.delete(id);
      clearTimeout(call.deadline);
      call.reject(new Error("a newer call took its place"));
    }
  }
}
