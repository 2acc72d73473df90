/**
 * Asks a view every few seconds whether it lives. One whose script loops for ever, or whose
 * process has crashed, answers nothing, and the browser tells the page around it neither. A person
 * knows after ten seconds at most, as of a drawing that does not end.
 */

export const PING_MS = 2_500;
/** Questions without an answer after which a view counts as dead. */
const MAX_MISSED = 3;

export interface LivenessParts {
  /** The view does not answer. */
  unresponsive(): void;
  /** The view answers again. */
  responsive(): void;
}

export class Liveness {
  #timer: ReturnType<typeof setInterval> | undefined;
  #missed = 0;
  #isDead = false;

  constructor(
    private readonly ping: () => void,
    private readonly parts: LivenessParts,
  ) {}

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#ask(), PING_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#missed = 0;
    this.#isDead = false;
  }

  /** True if the view does not answer. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** Something came from the view. */
  received(): void {
    this.#missed = 0;
    if (!this.#isDead) return;
    this.#isDead = false;
    this.parts.responsive();
  }

  #ask(): void {
    // A browser lets hidden pages run seldom, and frames of theirs not at all.
    if (document.hidden) {
      this.#missed = 0;
      return;
    }
    if (this.#missed === MAX_MISSED && !this.#isDead) {
      this.#isDead = true;
      this.parts.unresponsive();
    }
    this.#missed = Math.min(MAX_MISSED, this.#missed + 1);
    this.ping();
  }
}
