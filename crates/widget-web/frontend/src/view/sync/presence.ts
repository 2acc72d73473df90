/** The part of the calls of a view in a chat client that is about the view itself. */

import type { SyncArguments } from "../../wire/sync";

/** A frame that the host destroys soon takes a call along; the server waits for the next one. */
const YOUNG_WAIT_MS = 1_500;
const YOUNG_MS = 12_000;

/**
 * A host may keep the call of a frame that is gone, which looks as if the view were there. With the
 * 2 s for which the server waits for the next call it is found out within 6 s, at 15 calls a minute.
 */
const WAIT_MS = 4_000;
/** A view that the person cannot see does not count, so there is nothing to find out. */
const HIDDEN_WAIT_MS = 10_000;

export class Presence {
  #begun: number | null = null;

  constructor(
    private readonly isHidden: () => boolean,
    private readonly now: () => number,
  ) {}

  /** Adds to a call whether the person can see the view, and has it end soon. */
  say(args: SyncArguments): SyncArguments {
    const isHidden = this.isHidden();
    const wait_ms = Math.min(args.wait_ms, this.#wait(isHidden));
    return { ...args, wait_ms, ...(isHidden ? { hidden: true } : {}) };
  }

  #wait(isHidden: boolean): number {
    this.#begun ??= this.now();
    if (this.now() - this.#begun < YOUNG_MS) return YOUNG_WAIT_MS;
    return isHidden ? HIDDEN_WAIT_MS : WAIT_MS;
  }
}
