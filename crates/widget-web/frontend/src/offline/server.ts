/** The server's side of `widget_sync` for one view, without a server. */

import { readDocument, type Change, type Op } from "../wire/document";
import type { Rejection, SyncArguments } from "../wire/sync";
import { fromWire, type Document } from "../view/model/document";
import { applyOp } from "../view/model/reducer";
import type { Action } from "../wire/generated";
import { awaitsAnswer, effectsOf } from "./effects";
import { elementsInBlocks, type GivenElements } from "../view/model/elements";

const NO_AGENT = "this is a saved copy of the page, and no agent reads what is entered in it";

export class OfflineServer {
  #document: Document;
  readonly #elements: readonly GivenElements[];
  readonly #ops: Change[] = [];
  #revision = 1;
  /** By viewer: a view that was reloaded counts its events from 1 again. */
  readonly #acked = new Map<string, number>();
  /** Ends the call that waits for changes. */
  #answer: () => void = () => {};

  constructor(
    /** As the server sends it. */
    private readonly sent: unknown,
    private readonly callbacks: Readonly<Record<string, Action>>,
  ) {
    this.#document = fromWire(readDocument(sent));
    this.#elements = elementsInBlocks(this.#document.blocks);
  }

  async sync(args: SyncArguments): Promise<object> {
    const { viewer_id, revision, events, wait_ms } = args;
    this.#answer();
    const rejected: Rejection[] = [];
    for (const { n, event_type, data } of events) {
      if (n <= this.#ackedOf(viewer_id)) continue;
      this.#acked.set(viewer_id, n);
      const isAnswered = Object.hasOwn(this.callbacks, event_type);
      if (!isAnswered && awaitsAnswer(this.#document, event_type, data)) {
        rejected.push({ n, reason: NO_AGENT });
        continue;
      }
      const ops = effectsOf(this.#document, this.#elements, this.callbacks, event_type, data);
      for (const op of ops) this.#apply(op);
    }
    if (revision === this.#revision && events.length === 0) await this.#waitForChange(wait_ms);
    const acked = this.#ackedOf(viewer_id);
    const answer = { acked, rejected, revision: this.#revision };
    if (revision === null) return { ...answer, document: this.sent, ops: this.#ops };
    return { ...answer, ops: this.#ops.filter((op) => op.revision > revision) };
  }

  #ackedOf(viewer: string): number {
    return this.#acked.get(viewer) ?? 0;
  }

  /** Applies an operation. One that the document refuses is skipped; the server does the same. */
  #apply(op: Op): void {
    const change = { revision: this.#revision + 1, op };
    try {
      this.#document = applyOp(this.#document, change).document;
    } catch {
      return;
    }
    this.#revision = change.revision;
    this.#ops.push(change);
  }

  /** Nothing happens here but what the view says in its next call. */
  #waitForChange(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#answer = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
