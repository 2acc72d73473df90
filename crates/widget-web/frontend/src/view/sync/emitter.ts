/** Every event of the view goes through here into the outbox. */

import { isEventName } from "./event_name";
import type { Origin, Outbox } from "./outbox";

const MAX_LABEL = 200;

export class Emitter {
  constructor(
    private readonly outbox: Outbox,
    private readonly wake: () => void,
    /** Takes the name and the data, as JSON text, of each event that is kept. */
    private readonly kept: (eventType: string, json: string) => void,
  ) {}

  /** Sends an event; throws an `Error` when it is malformed or cannot be kept. */
  emit(eventType: string, data: unknown, origin: Origin = {}): void {
    if (!isEventName(eventType)) {
      throw new Error(`"${String(eventType)}" is not an event name; write "namespace:action"`);
    }
    // As text: the page may change its object before the event is sent.
    // It is `undefined` for what has no JSON form, such as a function.
    const json = (JSON.stringify(data ?? {}) as string | undefined) ?? "{}";
    const { label = "", ...where } = origin;
    this.outbox.push(eventType, json, { ...where, label: label.trim().slice(0, MAX_LABEL) });
    this.wake();
    this.kept(eventType, json);
  }
}
