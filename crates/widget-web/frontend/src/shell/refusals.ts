/** A widget that was refused may ask again only after a pause, which grows with each refusal. */

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 120_000;

export class Refusals {
  readonly #pauses = new Map<string, { ms: number; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  mayAsk(widgetId: string): boolean {
    const pause = this.#pauses.get(widgetId);
    return pause === undefined || this.now() >= pause.until;
  }

  refused(widgetId: string): void {
    const before = this.#pauses.get(widgetId)?.ms;
    const ms = before === undefined ? FIRST_PAUSE_MS : Math.min(MAX_PAUSE_MS, before * 2);
    this.#pauses.set(widgetId, { ms, until: this.now() + ms });
  }

  accepted(widgetId: string): void {
    this.#pauses.delete(widgetId);
  }
}
