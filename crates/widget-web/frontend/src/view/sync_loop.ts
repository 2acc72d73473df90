/** Brings events up and operations down, call after call. */

import { Backoff } from "../wire/backoff";
import type { Op, WireDocument } from "../wire/document";
import {
  LONGEST_WAIT_MS,
  readAnswer,
  type Failure,
  type Rejection,
  type SyncAnswer,
  type SyncArguments,
} from "../wire/sync";
import type { Outbox } from "./outbox";

/** A displaced call is answered at once, unless the connection is stuck. */
const MOST_CALLS = 8;
/** One call that fails may be chance. */
const FAILURES_TO_TELL = 2;
/** An answer that says nothing should have taken longer than this. */
const SOON_MS = 1_000;

/** What the loop needs from the rest of the view. Reasons say what could not be drawn. */
export interface SyncPage {
  draw(document: WireDocument): Promise<string[]>;
  apply(revision: number, op: Op): Promise<string[]>;
  settled(components: Set<string>, rejected: Rejection[]): void;
  /** Whether calls arrive; told again and again. */
  reachable(isReachable: boolean): void;
  destroyed(): void;
}

interface Call {
  /** The newest event it carries. */
  carries: number;
  started: number;
  /** Whether a newer call has taken its place. */
  displaced: boolean;
}

export class SyncLoop {
  #drawn: number | null = null;
  #failures: Failure[] = [];
  #calls: Call[] = [];
  #answers = 0;
  #taking: Promise<void> = Promise.resolve();
  #pause: ReturnType<typeof setTimeout> | null = null;
  #errors = new Backoff();
  #silence = new Backoff();
  #stopped = false;
  /** Calls that failed one after the other. */
  #inVain = 0;

  constructor(
    private readonly widgetId: string,
    private readonly viewerId: string,
    private readonly send: (call: SyncArguments) => Promise<unknown>,
    private readonly outbox: Outbox,
    private readonly page: SyncPage,
  ) {}

  /** Starts the loop, or sends events that came since: at once if that is possible. */
  wake(): void {
    if (this.#stopped || this.#pause !== null || this.#calls.length >= MOST_CALLS) return;
    // A second call would bring the whole document a second time.
    if (this.#drawn === null && this.#calls.length > 0) return;
    const last = this.outbox.batch().at(-1)?.n ?? 0;
    const carried = Math.max(0, ...this.#calls.map((call) => call.carries));
    // While something is being drawn a poll would be answered with the same again.
    const idle = this.#calls.length === 0 && this.#answers === 0;
    if (last <= carried && !idle) return;
    // At once, whatever became of the calls before: the host may keep the events where a
    // reload does not lose them.
    this.#call();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
  }

  /** Sends what is left; the server need not wait for this viewer any longer. */
  async leave(): Promise<void> {
    this.stop();
    const { acked, rejected } = readAnswer(await this.send(this.#arguments(0)));
    this.outbox.confirm(acked, rejected);
  }

  #arguments(wait_ms: number): SyncArguments {
    return {
      widget_id: this.widgetId,
      viewer_id: this.viewerId,
      revision: this.#drawn,
      failures: this.#failures.splice(0),
      events: this.outbox.batch(),
      wait_ms,
    };
  }

  #call(): void {
    const args = this.#arguments(LONGEST_WAIT_MS);
    const { events, failures } = args;
    const started = performance.now();
    const call: Call = { carries: events.at(-1)?.n ?? 0, started, displaced: false };
    const previous = this.#calls.at(-1);
    if (previous !== undefined) previous.displaced = true;
    this.#calls.push(call);
    this.send(args)
      .then(readAnswer)
      .then(
        (answer) => this.#answered(call, answer),
        () => this.#failed(call, failures),
      );
  }

  #answered(call: Call, answer: SyncAnswer): void {
    const displaced = this.#end(call);
    this.#errors.reset();
    this.#inVain = 0;
    this.page.reachable(true);
    this.#answers += 1;
    // At once, or the same events would be sent again for as long as the drawing takes.
    const confirmed = this.outbox.confirm(answer.acked, answer.rejected);
    this.#taking = this.#taking.then(async () => {
      const news = (await this.#take(answer)) || confirmed;
      this.#answers -= 1;
      if (news) this.#silence.reset();
      const hasty = performance.now() - call.started < SOON_MS;
      if (news || displaced || !hasty) this.wake();
      else this.#wakeIn(this.#silence.next());
    });
    this.wake();
  }

  #failed(call: Call, failures: Failure[]): void {
    this.#failures.unshift(...failures);
    if (this.#end(call)) {
      this.wake();
      return;
    }
    this.#inVain += 1;
    if (this.#inVain >= FAILURES_TO_TELL) this.page.reachable(false);
    this.#wakeIn(this.#errors.next());
  }

  /** Ends a call; answers whether a newer one had displaced it. */
  #end(call: Call): boolean {
    this.#calls = this.#calls.filter((other) => other !== call);
    return call.displaced;
  }

  #wakeIn(ms: number): void {
    if (this.#stopped || this.#pause !== null) return;
    this.#pause = setTimeout(() => {
      this.#pause = null;
      this.wake();
    }, ms);
  }

  /** Draws what the answer holds. Answers whether there was anything to draw. */
  async #take(answer: SyncAnswer): Promise<boolean> {
    const { acked, rejected, revision, document } = answer;
    const before = this.#drawn;
    const isNew = (candidate: number) => before === null || candidate > before;
    if (document !== undefined && revision !== null && isNew(revision)) {
      this.#report(revision, await this.page.draw(document));
    }
    for (const { revision: at, op } of answer.ops) {
      if (isNew(at)) this.#report(at, await this.page.apply(at, op));
    }
    if (revision !== null && (before !== null || document !== undefined)) {
      this.#drawn = Math.max(before ?? 0, revision);
    }
    this.page.settled(this.outbox.settle(acked, rejected), rejected);
    if (answer.destroyed) {
      this.stop();
      this.page.destroyed();
    }
    return this.#drawn !== before;
  }

  #report(revision: number, reasons: string[]): void {
    this.#failures.push(...reasons.map((reason) => ({ revision, reason })));
  }
}
