/** Growing pauses between tries, from 250 ms to 10 s. */

const FIRST_MS = 250;
const MAX_MS = 10_000;

export class Backoff {
  #tries = 0;

  /** The next pause. Half of it is chance, so that many pages do not come back at once. */
  next(): number {
    const full = Math.min(FIRST_MS * 2 ** this.#tries, MAX_MS);
    this.#tries += 1;
    return Math.round(full / 2 + (Math.random() * full) / 2);
  }

  reset(): void {
    this.#tries = 0;
  }
}
