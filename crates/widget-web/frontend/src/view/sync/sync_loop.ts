/** Brings events up and operations down, call after call. */

import { Backoff } from "../../wire/backoff";
import type { Change, WireDocument } from "../../wire/document";
import type { JsonObject } from "../../wire/json";
import {
  MAX_WAIT_MS,
  MAX_ANSWERING,
  MAX_ANSWERS,
  readAnswer,
  type PendingQuery,
  type QueryResult,
  type Failure,
  type Rejection,
  type SyncAnswer,
  type SyncArguments,
} from "../../wire/sync";
import type { Outbox } from "./outbox";
import { messageOf } from "../body/page_api";

/** A displaced call is answered at once, unless the connection is stuck. */
const MAX_CALLS = 8;
/** One call that fails may be chance. */
const FAILURES_TO_TELL = 2;
/** An answer that says nothing should have taken longer than this. */
const MIN_CALL_MS = 1_000;

/** A host that refuses an answer so often will not take it. */
const MAX_TRIES = 3;

/** The services of the view for the loop. Reasons name the parts that could not be drawn. */
export interface SyncPage {
  /** Draws a document and what came with it: the signals that are new, and all open questions. */
  draw(document: WireDocument, ops: readonly Change[]): Promise<string[]>;
  apply(change: Change): Promise<string[]>;
  /** Answers a query; rejects with an `Error` that says why it cannot. */
  answer(query: PendingQuery): Promise<JsonObject>;
  settled(components: Set<string>, rejected: Rejection[]): void;
  /** Returns whether calls arrive; told again and again. */
  reachable(isReachable: boolean): void;
  destroyed(): void;
}

interface Call {
  /** The newest event it carries. */
  carries: number;
  started: number;
  /** True if a newer call has taken its place. */
  displaced: boolean;
  failures: Failure[];
  answers: Waiting[];
}

/** An answer that waits to be sent. */
interface Waiting {
  answer: QueryResult;
  tries: number;
}

export class SyncLoop {
  #drawn: number | null = null;
  #failures: Failure[] = [];
  #answered: Waiting[] = [];
  /** The queries whose answers have not arrived. */
  readonly #answering = new Set<string>();
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
    if (this.#stopped || this.#pause !== null || this.#calls.length >= MAX_CALLS) return;
    // A second call would bring the whole document a second time.
    if (this.#drawn === null && this.#calls.length > 0) return;
    const last = this.outbox.batch().at(-1)?.n ?? 0;
    const carried = Math.max(0, ...this.#calls.map((call) => call.carries));
    // While something is being drawn a poll would be answered with the same again.
    const idle = this.#calls.length === 0 && this.#answers === 0;
    if (last <= carried && !idle && this.#answered.length === 0) return;
    // At once, whatever became of the calls before: the host may keep the events where a
    // reload does not lose them.
    this.#call();
  }

  /** Makes a call although one waits: what it says of the view itself has changed. */
  renew(): void {
    // A second call would bring the whole document a second time.
    if (this.#stopped || this.#pause !== null || this.#drawn === null) return;
    if (this.#calls.length < MAX_CALLS) this.#call();
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

  #arguments(wait_ms: number, answers: Waiting[] = []): SyncArguments {
    return {
      widget_id: this.widgetId,
      viewer_id: this.viewerId,
      revision: this.#drawn,
      failures: this.#failures.splice(0),
      events: this.outbox.batch(),
      answers: answers.map(({ answer }) => answer),
      answering: [...this.#answering],
      wait_ms,
    };
  }

  #call(): void {
    const answers = this.#answered.splice(0, MAX_ANSWERS);
    const args = this.#arguments(MAX_WAIT_MS, answers);
    const { events, failures } = args;
    const started = performance.now();
    const carries = events.at(-1)?.n ?? 0;
    const call: Call = { carries, started, displaced: false, failures, answers };
    const previous = this.#calls.at(-1);
    if (previous !== undefined) previous.displaced = true;
    this.#calls.push(call);
    this.send(args)
      .then(readAnswer)
      .then(
        (answer) => this.#received(call, answer),
        () => this.#failed(call),
      );
  }

  #received(call: Call, answer: SyncAnswer): void {
    const displaced = this.#end(call);
    this.#errors.reset();
    this.#inVain = 0;
    for (const sent of call.answers) this.#answering.delete(sent.answer.request_id);
    this.page.reachable(true);
    this.#answers += 1;
    // At once, or the same events would be sent again for as long as the drawing takes.
    const confirmed = this.outbox.confirm(answer.acked, answer.rejected);
    this.#taking = this.#taking.then(async () => {
      const hasChanged = (await this.#draw(answer)) || confirmed;
      this.#answers -= 1;
      if (hasChanged) this.#silence.reset();
      const hasty = performance.now() - call.started < MIN_CALL_MS;
      if (hasChanged || displaced || !hasty) this.wake();
      else this.#wakeIn(this.#silence.next());
    });
    this.wake();
  }

  #failed(call: Call): void {
    this.#failures.unshift(...call.failures);
    this.#answered.unshift(...call.answers.map(tryAgain));
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

  /** Draws what the answer holds. Answers whether it was anything new. */
  async #draw(answer: SyncAnswer): Promise<boolean> {
    const { acked, rejected, revision, document, max_event_bytes } = answer;
    if (max_event_bytes !== undefined) this.outbox.allow(max_event_bytes);
    const before = this.#drawn;
    const isNew = (candidate: number) => before === null || candidate > before;
    if (document !== undefined && revision !== null && isNew(revision)) {
      this.#report(revision, await this.page.draw(document, answer.ops));
    }
    for (const change of answer.ops) {
      const { revision: at } = change;
      if (isNew(at)) this.#report(at, await this.page.apply(change));
    }
    // What comes after a query does not wait for the answer.
    const asked = answer.queries.filter(({ request_id }) => !this.#answering.has(request_id));
    const queries = asked.slice(0, MAX_ANSWERING - this.#answering.size);
    for (const query of queries) void this.#answer(query);
    if (revision !== null && (before !== null || document !== undefined)) {
      this.#drawn = Math.max(before ?? 0, revision);
    }
    this.page.settled(this.outbox.settle(acked, rejected), rejected);
    if (answer.destroyed) {
      this.stop();
      this.page.destroyed();
    }
    return this.#drawn !== before || queries.length > 0;
  }

  async #answer(query: PendingQuery): Promise<void> {
    const { request_id } = query;
    this.#answering.add(request_id);
    const answer: QueryResult = await this.page.answer(query).then(
      (result) => ({ request_id, result }),
      (error: unknown) => ({ request_id, error: messageOf(error) }),
    );
    this.#answered.push({ answer, tries: 0 });
    this.wake();
  }

  #report(revision: number, reasons: string[]): void {
    this.#failures.push(...reasons.map((reason) => ({ revision, reason })));
  }
}

/** A host may drop what is too large for it, and would not say so. */
function tryAgain({ answer, tries }: Waiting): Waiting {
  if (tries + 1 < MAX_TRIES) return { answer, tries: tries + 1 };
  const error = `the host did not take ${JSON.stringify(answer).length} characters`;
  return { answer: { request_id: answer.request_id, error }, tries: 0 };
}
