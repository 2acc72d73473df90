/** The tools of our server that are for views; the host passes the calls on. */

import { base64Of } from "../../wire/base64";
import { fillData, type WholeData } from "../../wire/fill";
import type { KeptFile } from "../../wire/file";
import { isId } from "../../wire/id";
import { isCount, isObject } from "../../wire/json";
import { MAX_WAIT_MS, type SyncArguments } from "../../wire/sync";
import { textOf } from "../../wire/tool_result";
import type { ComponentSpec } from "../../wire/document";
import type { RowsRequest } from "../body/body";
import { nameOf } from "../components/field";
import type { Host } from "../host/host";

/** A host that lost its server keeps a call for longer; one that lost the call does not. */
const CALL_TIMEOUT_MS = MAX_WAIT_MS + 35_000;

/** So much of a file goes at a time: a third more in base64, and some hosts cap what a call brings. */
const PART_BYTES = 192 << 10;

/** The number of times data may change while its pieces are fetched. */
const MAX_TRIES = 5;

export class ServerTools {
  constructor(
    private readonly host: Pick<Host, "request">,
    private readonly widgetId: string,
    /** Returns whether the page has the data of a block at this revision. */
    private readonly isKnown: (blockId: string, revision: number) => boolean = () => false,
  ) {}

  async sync({ revision, ...rest }: SyncArguments): Promise<unknown> {
    // By the schema of the tool, which a host may hold us to, it may be absent but not null.
    const args = revision === null ? rest : { ...rest, revision };
    const answer = await this.#call("widget_sync", args, CALL_TIMEOUT_MS);
    // Our own shell has filled in what a new view needs already.
    await fillData(answer, (blockId) => this.data(blockId), revision === null, this.isKnown);
    return answer;
  }

  /** Data of one revision, in as many pieces as it comes. */
  async data(blockId: string): Promise<WholeData> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const whole = await this.#dataOfOneRevision(blockId);
      if (whole !== null) return whole;
    }
    throw new Error("the data changes faster than it can be fetched");
  }

  /** All rows that are asked for, however few come at a time. */
  async rows(request: RowsRequest & { block_id: string }): Promise<unknown> {
    const { block_id, start, end, sort, filter } = request;
    const whole = { revision: 0, count: 0, positions: [] as unknown[], rows: [] as unknown[] };
    for (;;) {
      const from = start + whole.rows.length;
      const args = { widget_id: this.widgetId, block_id, start: from, end, sort, filter };
      const { revision, count, positions, rows } = await this.#call(
        "widget_rows",
        args,
        CALL_TIMEOUT_MS,
      );
      const isPart = Array.isArray(positions) && Array.isArray(rows);
      if (!isPart || !isCount(count) || !isCount(revision)) {
        throw new Error("the rows came in another form");
      }
      if (whole.rows.length > 0 && revision !== whole.revision) {
        throw new Error("the rows changed meanwhile");
      }
      whole.positions.push(...(positions as unknown[]));
      whole.rows.push(...(rows as unknown[]));
      Object.assign(whole, { revision, count });
      const last = Math.min(end, count);
      if (rows.length === 0 || start + whole.rows.length >= last) return whole;
    }
  }

  /** Asks for a secret. Input goes from the host to the server and never comes here. */
  async askSecret(spec: ComponentSpec): Promise<string | null> {
    const { component_id, placeholder = "", show_toggle = true, show_copy = false } = spec;
    const { widgetId: widget_id } = this;
    const label = nameOf(spec);
    const args = { widget_id, component_id, label, placeholder, show_toggle, show_copy };
    const { secret_ref } = await this.#call("widget_secret", args);
    return isId(secret_ref) ? secret_ref : null;
  }

  /** Sends a file in its parts, one after the other. */
  async upload(file: File, onPart: (share: number) => void): Promise<KeptFile> {
    const { name, type, size } = file;
    const widget_id = this.widgetId;
    let ref: string | null = null;
    let start = 0;
    while (ref === null || start < size) {
      const base64 = await base64Of(file.slice(start, start + PART_BYTES));
      const named: object = ref === null ? { file: { name, type, size } } : { ref };
      const args = { widget_id, ...named, start, base64 };
      const answer = await this.#call("widget_file", args, CALL_TIMEOUT_MS);
      const { ref: given, received } = answer;
      const isFurther = isCount(received) && (received > start || size === 0);
      if (!isId(given) || !isFurther) throw new Error("the answer came in another form");
      ref = given;
      start = received;
      onPart(start / Math.max(size, 1));
    }
    return { ref, name, size, type };
  }

  /** A packed program that draws, in as many pieces as it comes. */
  async program(name: string): Promise<string> {
    const texts: string[] = [];
    let start: unknown = 0;
    while (start !== undefined) {
      const { text, next } = await this.#call("widget_program", { name, start }, CALL_TIMEOUT_MS);
      if (typeof text !== "string") throw new Error("the program came in another form");
      texts.push(text);
      start = next;
    }
    return texts.join("");
  }

  async #dataOfOneRevision(block_id: string): Promise<WholeData | null> {
    const texts: string[] = [];
    let start: unknown = 0;
    let first: unknown = null;
    while (start !== undefined) {
      const args = { widget_id: this.widgetId, block_id, start };
      const { revision, text, next } = await this.#call("widget_data", args, CALL_TIMEOUT_MS);
      if (!isCount(revision) || typeof text !== "string") throw new Error("malformed data");
      first ??= revision;
      if (revision !== first) return null;
      texts.push(text);
      start = next;
    }
    return { revision: Number(first), json: texts.join("") };
  }

  async #call(name: string, args: object, timeoutMs?: number): Promise<Record<string, unknown>> {
    const params = { name, arguments: args };
    const result = await this.host.request("tools/call", params, timeoutMs);
    if (!isObject(result)) throw new Error(`${name} gave no result`);
    if (result["isError"] === true) throw new Error(textOf(result) || `${name} failed`);
    const { structuredContent } = result;
    if (!isObject(structuredContent)) throw new Error(`${name} gave no structured content`);
    return structuredContent;
  }
}
