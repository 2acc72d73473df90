/** Events on their way, kept where a reload of the tab finds them. */

import { isId } from "../wire/id";
import { isCount, isObject } from "../wire/json";
import { isEvent, type Rejection, type SyncArguments, type WireEvent } from "../wire/sync";

/** Of JSON, in the memory of the page and in the storage. What is beyond it only the view has. */
const MAX_CHARACTERS = 1_000_000;
/** This load of the tab and those before it. */
const MAX_VIEWERS = 8;
const BATCH = 500;

interface Kept {
  revision: number | null;
  events: WireEvent[];
}

export class PersistedOutbox {
  readonly #key: string;
  readonly #kept: Map<string, Kept>;
  readonly #earlier: string[];
  #characters = 0;
  #isSafe = true;

  constructor(
    private readonly widgetId: string,
    private readonly storage: Storage | null,
  ) {
    this.#key = `widget-events:${widgetId}`;
    this.#kept = this.#read();
    this.#earlier = [...this.#kept.keys()];
  }

  /** The next call that sends what an earlier load of this tab left; `null` when all is sent. */
  replay(): SyncArguments | null {
    const viewer_id = this.#earlier.find((id) => this.#kept.has(id));
    const kept = viewer_id === undefined ? undefined : this.#kept.get(viewer_id);
    if (viewer_id === undefined || kept === undefined) return null;
    return {
      widget_id: this.widgetId,
      viewer_id,
      // The revision it had: `null` would ask for the whole document, and for its signals.
      revision: kept.revision,
      failures: [],
      events: kept.events.slice(0, BATCH),
      answers: [],
      wait_ms: 0,
    };
  }

  /** Keeps the events of a call that is about to be sent. */
  keep({ viewer_id, revision, events }: SyncArguments): void {
    if (events.length === 0) return;
    const before = this.#kept.get(viewer_id)?.events ?? [];
    const newest = before.at(-1)?.n ?? 0;
    const added = events.filter(({ n }) => n > newest);
    if (added.length === 0) return;
    const characters = JSON.stringify(added).length;
    const isNew = before.length === 0;
    if (
      this.#characters + characters > MAX_CHARACTERS ||
      (isNew && this.#kept.size >= MAX_VIEWERS)
    ) {
      this.#isSafe = false;
      return;
    }
    this.#kept.set(viewer_id, { revision, events: [...before, ...added] });
    this.#write();
  }

  /** Forgets what the server has stored or refused. */
  settle(viewerId: string, acked: number, rejected: Rejection[]): void {
    const kept = this.#kept.get(viewerId);
    if (kept === undefined) return;
    const refused = new Set(rejected.map(({ n }) => n));
    const events = kept.events.filter(({ n }) => n > acked && !refused.has(n));
    if (events.length === kept.events.length) return;
    if (events.length === 0) this.#kept.delete(viewerId);
    else this.#kept.set(viewerId, { ...kept, events });
    this.#write();
  }

  /** The number of events the server has not accepted. */
  get size(): number {
    return [...this.#kept.values()].reduce((sum, { events }) => sum + events.length, 0);
  }

  clear(): void {
    this.#kept.clear();
    this.#write();
  }

  #read(): Map<string, Kept> {
    const kept = new Map<string, Kept>();
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.#key) ?? "{}");
      for (const [id, value] of Object.entries(isObject(stored) ? stored : {})) {
        if (!isId(id) || !isObject(value) || !Array.isArray(value["events"])) continue;
        const events = value["events"].filter(isEvent);
        const revision = isCount(value["revision"]) ? value["revision"] : null;
        if (events.length > 0) kept.set(id, { revision, events });
      }
    } catch {
      // What cannot be read is not ours.
    }
    return kept;
  }

  /** Returns whether a reload of the tab would find all of them. */
  get isSafe(): boolean {
    return this.#isSafe;
  }

  #write(): void {
    this.#isSafe = this.#kept.size === 0;
    const text = JSON.stringify(Object.fromEntries(this.#kept));
    this.#characters = this.#kept.size === 0 ? 0 : text.length;
    try {
      if (this.#kept.size === 0) this.storage?.removeItem(this.#key);
      else if (this.storage !== null) {
        this.storage.setItem(this.#key, text);
        this.#isSafe = true;
      }
    } catch {
      // A full or forbidden storage costs the safety of a reload and nothing else.
    }
  }
}
