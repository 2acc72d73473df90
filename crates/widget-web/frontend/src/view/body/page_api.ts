/** `window.widget`: what the scripts of an agent's page have of us. */

import type { Json } from "../../wire/json";
import { isEventName } from "../sync/event_name";

export type Listener = (data: Json, eventType: string) => void;

export interface PageApi {
  /** Sends an event to the agent. */
  emit(eventType: string, data?: unknown): void;
  /** Listens to a signal of the agent. Returns a function that stops it. */
  on(eventType: string, listener: Listener): () => void;
  /** Gives the person a file; what it is follows from its name. */
  download(name: string, data: string | Blob): Promise<void>;
}

export class Signals {
  #listeners = new Map<string, Set<Listener>>();

  on(eventType: string, listener: Listener): () => void {
    if (!isEventName(eventType)) {
      throw new Error(`"${String(eventType)}" is not an event name; write "namespace:action"`);
    }
    if (typeof listener !== "function") throw new Error("the listener must be a function");
    const listeners = this.#listeners.get(eventType) ?? new Set();
    this.#listeners.set(eventType, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Tells the listeners. Answers what went wrong. */
  dispatch(eventType: string, data: Json): string[] {
    const listeners = [...(this.#listeners.get(eventType) ?? [])];
    if (listeners.length === 0) return [`nothing in the page listens for "${eventType}"`];
    return listeners.flatMap((listener) => {
      try {
        listener(structuredClone(data), eventType);
        return [];
      } catch (error) {
        console.error(error);
        return [`a listener for "${eventType}" failed: ${messageOf(error)}`];
      }
    });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
