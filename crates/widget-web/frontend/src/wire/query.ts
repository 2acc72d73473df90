/** Queries of the server to the views that are open. */

import { isObject } from "./json";

/** What a view is asked. */
export type ViewQuery =
  | { kind: "inspect" }
  | { kind: "screenshot"; scale: number | null; width: number | null }
  | { kind: "unknown"; name: string };

/** A query that waits for the answer of the view. */
export interface PendingQuery {
  request_id: string;
  query: ViewQuery;
}

/** Reads a query; throws an `Error` when it has no id to answer to. */
export function readQuery(value: unknown): PendingQuery {
  if (!isObject(value) || typeof value["request_id"] !== "string") {
    throw new Error("malformed query");
  }
  const { request_id, query, scale, width } = value;
  return { request_id, query: readKind(query, { scale, width }) };
}

function readKind(kind: unknown, size: { scale: unknown; width: unknown }): ViewQuery {
  if (kind === "inspect") return { kind };
  if (kind !== "screenshot") return { kind: "unknown", name: String(kind) };
  const number = (value: unknown) => (typeof value === "number" && value > 0 ? value : null);
  return { kind, scale: number(size.scale), width: number(size.width) };
}
