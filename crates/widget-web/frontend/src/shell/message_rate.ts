/** Bounds the messages of a view with a token bucket: a flood would keep the page from all else. */

/** A view sends two messages for each frame that is drawn at most, also on a fast display. */
const PER_SECOND = 500;
const BURST = 1_000;

export class MessageRate {
  #tokens = BURST;
  #last: number | null = null;

  /** Counts a message; answers whether it is within the bound. */
  allows(now: number): boolean {
    const passed = this.#last === null ? 0 : now - this.#last;
    this.#last = now;
    this.#tokens = Math.min(BURST, this.#tokens + (passed * PER_SECOND) / 1_000) - 1;
    return this.#tokens >= 0;
  }
}
