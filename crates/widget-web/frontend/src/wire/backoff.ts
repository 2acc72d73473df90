/** Growing pauses between tries, from 250 ms to 10 s. */

const FIRST_MS = 250;
const MAX_MS = 10_000;

/** Half a minute, more or less. */
const MAX_TRIES = 8;

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

/** Tries until it succeeds. Rejects as the last try when that takes too long. */
export async function tryAgain<T>(act: () => Promise<T>): Promise<T> {
  const pauses = new Backoff();
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauses.next()));
    }
  }
}
