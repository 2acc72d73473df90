/** The server's side of `widget_sync`, as small as it can be. */

import type { SyncArguments } from "../src/wire/sync";
import { sentDocument } from "./document";

export class ServerModel {
  /** Every event that was stored, in order. */
  readonly log: { viewer: string; n: number }[] = [];
  readonly failures: unknown[] = [];
  revision = 1;
  ops: { revision: number; op: object }[] = [];
  #acked = new Map<string, number>();

  change(op: object): void {
    this.revision += 1;
    this.ops.push({ revision: this.revision, op });
  }

  /** Applies a call like the server does when it arrives. */
  receive({ viewer_id, events, failures }: SyncArguments): void {
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

  answer({ viewer_id, revision }: SyncArguments): object {
    const acked = this.#acked.get(viewer_id) ?? 0;
    const news = { acked, rejected: [], revision: this.revision };
    if (revision === null) return { ...news, document: sentDocument(), ops: [] };
    return { ...news, ops: this.ops.filter((op) => op.revision > revision) };
  }
}
