/** The server's side of `widget_sync`, as small as it can be. */

import type { SyncArguments } from "../src/wire/sync";
import { sentDocument } from "./document";

export class ServerModel {
  /** Every event that was stored, in order. */
  readonly log: { viewer: string; n: number }[] = [];
  readonly failures: unknown[] = [];
  revision = 1;
  ops: { revision: number; op: object }[] = [];
  queries: { request_id: string; query: string }[] = [];
  #acked = new Map<string, number>();

  change(op: object): void {
    this.revision += 1;
    this.ops.push({ revision: this.revision, op });
  }

  /** Applies a call like the server does when it arrives. */
  receive({ viewer_id, events, failures, answers }: SyncArguments): void {
    for (const { request_id } of answers) {
      this.queries = this.queries.filter((query) => query.request_id !== request_id);
    }
    let acked = this.#acked.get(viewer_id) ?? 0;
    for (const { n } of events) {
      if (n <= acked) continue;
      if (n !== acked + 1) throw new Error(`a gap: ${acked} and then ${n}`);
      acked = n;
      this.log.push({ viewer: viewer_id, n });
    }
    this.#acked.set(viewer_id, acked);
    this.failures.push(...failures);
  }

  /** The queries that a call is to be answered with. */
  unanswered({ answering = [] }: SyncArguments): object[] {
    return this.queries.filter(({ request_id }) => !answering.includes(request_id));
  }

  answer(args: SyncArguments): object {
    const { viewer_id, revision } = args;
    const acked = this.#acked.get(viewer_id) ?? 0;
    const news = { acked, rejected: [], revision: this.revision, queries: this.unanswered(args) };
    if (revision === null) return { ...news, document: sentDocument(), ops: [] };
    return { ...news, ops: this.ops.filter((op) => op.revision > revision) };
  }
}
