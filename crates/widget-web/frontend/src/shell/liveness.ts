/**
 * Asks a view every few seconds whether it lives. One whose script loops for ever, or whose
 * process has crashed, answers nothing, and the browser tells the page around it neither. A person
 * knows after ten seconds at most, as of a drawing that does not end. One that draws a lot, or has
 * a slow device, answers later: it is given up after another while.
 */

export const PING_MS = 2_500;
/** Questions without an answer after which a person is told. */
const MAX_MISSED = 3;
/** Questions without an answer after which a view is given up. */
const MOST_MISSED = 8;

export interface LivenessParts {
  /** The view does not answer. */
  unresponsive(): void;
  /** The view has not answered for so long that it is none. */
  dead(): void;
  /** The view answers again. */
  responsive(): void;
}

export class Liveness {
  #timer: ReturnType<typeof setInterval> | undefined;
  #missed = 0;

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
  }

  /** True if the view does not answer. */
  get isUnresponsive(): boolean {
    return this.#missed > MAX_MISSED;
  }

  /** Something came from the view. */
  received(): void {
    const wasUnresponsive = this.isUnresponsive;
    this.#missed = 0;
    if (wasUnresponsive) this.parts.responsive();
  }

  #ask(): void {
    // A browser lets hidden pages run seldom, and frames of theirs not at all.
    if (document.hidden) {
      if (!this.isUnresponsive) this.#missed = 0;
      return;
    }
    this.#missed++;
    if (this.#missed === MAX_MISSED + 1) this.parts.unresponsive();
    if (this.#missed === MOST_MISSED + 1) this.parts.dead();
    this.ping();
  }
}
