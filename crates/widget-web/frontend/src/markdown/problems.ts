/** The parts that could not be drawn, and those that are still being drawn. */

import { messageOf } from "../view/body/page_api";

/** So many are told at once; the rest are counted. */
const MOST = 5;

export class Problems {
  /** All that was told: one that is still there is not told again. */
  readonly #told = new Set<string>();
  #new: string[] = [];
  #waiting: Promise<void>[] = [];

  add(problem: string): void {
    if (this.#told.has(problem)) return;
    this.#told.add(problem);
    this.#new.push(problem);
  }

  /** Takes the reason of a rejection for a problem. */
  wait(drawing: Promise<void>): void {
    this.#waiting.push(drawing.catch((error: unknown) => this.add(messageOf(error))));
  }

  /** Waits until all is drawn; rejects with the problems that are new. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0) await Promise.all(this.#waiting.splice(0));
    const problems = this.#new.splice(0);
    if (problems.length === 0) return;
    const rest = problems.length - MOST;
    const shown = problems.slice(0, MOST);
    throw new Error([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; "));
  }

  /** Tells the same problems again for a text that is another. */
  forget(): void {
    this.#told.clear();
  }
}
