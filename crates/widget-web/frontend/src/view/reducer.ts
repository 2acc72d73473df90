/** Operations on the document, as the server applies them. Pure. */

import type { Column, Content, GridStrategy, Op } from "../wire/document";
import type { Json } from "../wire/json";
import { readRows, type Body, type Document, type GridBody, type Row } from "./document";
import { rowKey } from "./row_key";

/** What an operation leaves to be drawn. */
export type Change =
  | { kind: "content"; id: string; content: Content }
  | { kind: "value"; id: string }
  | { kind: "figure" }
  | { kind: "rows"; strategy: GridStrategy; rows: Row[] }
  | { kind: "signal"; eventType: string; data: Json }
  | { kind: "nothing" };

/** Applies an operation; throws an `Error` when the document cannot take it. */
export function applyOp(
  document: Document,
  revision: number,
  op: Op,
): { document: Document; change: Change } {
  switch (op.type) {
    case "set_content": {
      const { component_id: id, content } = op;
      const contents = new Map(document.contents).set(id, content);
      return { document: { ...document, contents }, change: { kind: "content", id, content } };
    }
    case "set_value": {
      const { component_id: id, value } = op;
      const values = new Map(document.values).set(id, value);
      return { document: { ...document, values }, change: { kind: "value", id } };
    }
    case "emit":
      return { document, change: { kind: "signal", eventType: op.event_type, data: op.data } };
    case "unknown":
      throw new Error(`this page does not know the operation "${op.name}"; reload it`);
    default:
      return applyToBody(document, revision, op);
  }
}

type BodyOp = Extract<Op, { type: "set_figure" | "grid_rows" | "reload_data" }>;

function applyToBody(
  document: Document,
  revision: number,
  op: BodyOp,
): { document: Document; change: Change } {
  const { body } = document;
  if (body.kind === "html") throw new Error("an HTML widget has no figure and no rows");
  // Data that was fetched may hold later operations already.
  if (revision <= body.revision) return { document, change: { kind: "nothing" } };
  const changed = (next: Body, change: Change) => ({
    document: { ...document, body: next },
    change,
  });

  const json = op.type === "reload_data" ? op.data.json : op.json;
  if (json === undefined) throw new Error("the host left out the data");
  const at = op.type === "reload_data" ? op.data.revision : revision;
  if (body.kind === "chart") {
    if (op.type === "grid_rows") throw new Error("a chart has no rows");
    return changed({ ...body, json, revision: at }, { kind: "figure" });
  }
  if (op.type === "set_figure") throw new Error("a table has no figure");
  const strategy = op.type === "grid_rows" ? op.strategy : "set";
  const given = readRows(json);
  const rows = combine(body, strategy, given);
  const columns = columnsAfter(body.columns, op.columns);
  return changed({ ...body, columns, rows, revision: at }, { kind: "rows", strategy, rows: given });
}

/** An operation that names no columns leaves them as they are. */
function columnsAfter(before: Column[], given: Column[]): Column[] {
  return given.length > 0 ? given : before;
}

function combine(body: GridBody, strategy: GridStrategy, given: Row[]): Row[] {
  switch (strategy) {
    case "set":
      return given;
    case "append":
      return [...body.rows, ...given];
    case "update": {
      const { row_id } = body;
      if (row_id === null) throw new Error("the table has no row id, so no row can be updated");
      const changed = new Map(given.map((row) => [rowKey(row, row_id, 0), row]));
      return body.rows.map((row) => changed.get(rowKey(row, row_id, 0)) ?? row);
    }
    default:
      throw new Error(`unknown strategy "${String(strategy)}"`);
  }
}
