/**
 * Tells the model of events by the host of the conversation, beside the log, which holds them all:
 * the document says which.
 */

import type { EventRoute } from "../../wire/document";

/** The time for which events are gathered: later ones are told with the next. */
const CONTEXT_PAUSE_MS = 500;
/** A message is a turn of the conversation. */
const WAKE_PAUSE_MS = 3_000;
const MAX_DATA = 2_000;
/** The last events of so many names are told; the log has the others. */
const MAX_NAMES = 20;

/** The services of the view for the routes. */
export interface RouteParts {
  /** True if the host takes it (MCP Apps, `message` and `updateModelContext`). */
  can(capability: "message" | "updateModelContext"): boolean;
  request(method: string, params: object): Promise<unknown>;
  /** True while the browser acts on what the person did, so a page cannot write by itself. */
  isByPerson(): boolean;
  title(): string;
  now(): number;
}

export class EventRoutes {
  #routes: Readonly<Record<string, EventRoute>> = {};
  /** The last event of each name, told in the order in which they came. */
  readonly #context = new Map<string, string>();
  #pause: ReturnType<typeof setTimeout> | null = null;
  #woken = -Infinity;

  constructor(private readonly parts: RouteParts) {}

  /** Takes the routes of the document. */
  follow(routes: Readonly<Record<string, EventRoute>>): void {
    this.#routes = routes;
  }

  /** Sends an event, whose data is JSON text, on its way. */
  send(eventType: string, json: string): void {
    const route = this.#of(eventType);
    if (route === "context" && this.parts.can("updateModelContext")) {
      this.#remember(eventType, json);
    } else if (route === "wake" && this.parts.can("message")) {
      this.#wake(eventType, json);
    }
  }

  /** The route of an event: that of its own name before that of its group. */
  #of(eventType: string): EventRoute {
    const names = [eventType, `${eventType.split(":", 1)[0]}:*`];
    const known = names.find((name) => Object.hasOwn(this.#routes, name));
    return (known === undefined ? undefined : this.#routes[known]) ?? "log";
  }

  #remember(eventType: string, json: string): void {
    this.#context.delete(eventType);
    this.#context.set(eventType, line(eventType, json));
    for (const name of this.#context.keys()) {
      if (this.#context.size <= MAX_NAMES) break;
      this.#context.delete(name);
    }
    this.#pause ??= setTimeout(() => this.#tellContext(), CONTEXT_PAUSE_MS);
  }

  #tellContext(): void {
    this.#pause = null;
    // It takes the place of what was told before.
    this.#send("ui/update-model-context", { content: this.#content([...this.#context.values()]) });
  }

  #wake(eventType: string, json: string): void {
    const now = this.parts.now();
    if (!this.parts.isByPerson() || now - this.#woken < WAKE_PAUSE_MS) return;
    this.#woken = now;
    const content = this.#content([line(eventType, json)]);
    this.#send("ui/message", { role: "user", content });
  }

  #content(lines: string[]): object[] {
    const begin = `In the widget ${JSON.stringify(this.parts.title())}:`;
    return [{ type: "text", text: [begin, ...lines].join("\n") }];
  }

  #send(method: string, params: object): void {
    // The log has it.
    this.parts.request(method, params).catch((error: unknown) => console.warn(error));
  }
}

/** An event as a line: JSON has no end of a line in it. */
function line(eventType: string, json: string): string {
  return `${eventType} ${json.length > MAX_DATA ? `${json.slice(0, MAX_DATA)}…` : json}`;
}
