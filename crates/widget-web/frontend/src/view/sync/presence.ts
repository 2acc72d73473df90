/** The part of the calls of a view in a chat client that is about the view itself. */

import type { SyncArguments } from "../../wire/sync";

/** A frame that the host destroys soon takes a call along; the server waits for the next one. */
const YOUNG_WAIT_MS = 1_500;
const YOUNG_MS = 12_000;

/** A host may keep the call of a frame that is gone, which looks as if the view were there. */
const WAIT_MS = 10_000;

export class Presence {
  #begun: number | null = null;

  constructor(private readonly isHidden: () => boolean) {}

  /** Adds to a call whether the person can see the view, and has it end soon. */
  say(args: SyncArguments): SyncArguments {
    this.#begun ??= performance.now();
    const isYoung = performance.now() - this.#begun < YOUNG_MS;
    const wait_ms = Math.min(args.wait_ms, isYoung ? YOUNG_WAIT_MS : WAIT_MS);
    return { ...args, wait_ms, ...(this.isHidden() ? { hidden: true } : {}) };
  }
}
