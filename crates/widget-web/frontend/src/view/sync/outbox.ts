/** Events that the server has not yet stored. */

import { isJsonObject, type Json } from "../../wire/json";
import { MAX_CARRIED, type Rejection, type WireEvent } from "../../wire/sync";

/** The server's default limit for the data and label of an event, in bytes. */
const MAX_EVENT = 64 * 1024;
const MAX_EVENTS = 10_000;
const BATCH_EVENTS = 500;
const BATCH_CHARACTERS = 256 * 1024;
/** The names of an event's fields and its number, in characters of JSON. */
const MAX_FRAME = 64;

const encoder = new TextEncoder();

/** The source of an event. */
export interface Origin {
  label?: string;
  /** The component whose input it is. */
  source?: string | null;
  /** The block whose HTML it comes from. */
  block?: string | null;
}

interface Entry {
  event: WireEvent;
  /** About the characters of its JSON. */
  size: number;
  /** Those whose input this is: a component or block, and the forms that it hands in. */
  sources: string[];
  /** The server has it; it is kept until what came of it is drawn. */
  confirmed: boolean;
}

export class Outbox {
  #entries: Entry[] = [];
  #next = 1;
  #largest = MAX_EVENT;

  /** Takes over what the server says that it takes, as far as one call can carry it. */
  allow(bytes: number): void {
    this.#largest = Math.min(bytes, MAX_CARRIED);
  }

  /**
   * Keeps an event, whose data is JSON text; throws an `Error` when it is too large or too many are
   * waiting.
   */
  push(
    eventType: string,
    json: string,
    { label = "", source = null, block = null }: Origin = {},
  ): void {
    if (this.#entries.length >= MAX_EVENTS) {
      throw new Error(`${MAX_EVENTS} events wait to be sent already`);
    }
    const bytes = encoder.encode(json).length + encoder.encode(label).length;
    if (bytes > this.#largest) {
      throw new Error(`this has ${bytes} bytes, and ${this.#largest} are allowed`);
    }
    const event = {
      n: this.#next,
      event_type: eventType,
      data: JSON.parse(json) as Json,
      label,
      ...(block === null ? {} : { block }),
    };
    const words = eventType.length + 2 * label.length + (block?.length ?? 0);
    const size = MAX_FRAME + words + json.length;
    this.#next += 1;
    const sources = [...(source === null ? [] : [source]), ...handedInWith(event.data)];
    this.#entries.push({ event, size, sources, confirmed: false });
  }

  /** The oldest events, as many as go into one call. */
  batch(): WireEvent[] {
    const batch: WireEvent[] = [];
    let total = 0;
    for (const { event, size, confirmed } of this.#entries) {
      if (confirmed) continue;
      total += size;
      if (batch.length === BATCH_EVENTS || (batch.length > 0 && total > BATCH_CHARACTERS)) break;
      batch.push(event);
    }
    return batch;
  }

  /** Sends what is stored or refused no more. Answers whether that changed anything. */
  confirm(acked: number, rejected: Rejection[]): boolean {
    const refused = new Set(rejected.map(({ n }) => n));
    let isChanged = false;
    for (const entry of this.#entries) {
      if (entry.confirmed || (entry.event.n > acked && !refused.has(entry.event.n))) continue;
      entry.confirmed = true;
      isChanged = true;
    }
    return isChanged;
  }

  /** Forgets what was confirmed by the same answer. Answers whose input that was. */
  settle(acked: number, rejected: Rejection[]): Set<string> {
    const refused = new Set(rejected.map(({ n }) => n));
    const settled = new Set<string>();
    this.#entries = this.#entries.filter(({ event, sources }) => {
      const keep = event.n > acked && !refused.has(event.n);
      if (!keep) for (const source of sources) settled.add(source);
      return keep;
    });
    return settled;
  }

  /** Returns whether input of this component or block is still on its way. */
  holds(source: string): boolean {
    return this.#entries.some(({ sources }) => sources.includes(source));
  }
}

/** The ids of the forms whose values an event of a button carries. */
function handedInWith(data: Json): string[] {
  const values = isJsonObject(data) ? data["values"] : undefined;
  const all = isJsonObject(values) ? Object.entries(values) : [];
  return all.filter(([, value]) => isJsonObject(value)).map(([id]) => id);
}
