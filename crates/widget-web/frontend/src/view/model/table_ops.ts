/** Operations on a table, as the server applies them. Pure. */

import type { BlockState, Change, Column, Op, RowStrategy } from "../../wire/document";
import type { BodyChange } from "./change";
import { readRows, wholeData, type TableBody, type Row } from "./document";
import { rowKey } from "./row_key";

/** The table after an operation on a body; throws an `Error` when it cannot take it. */
export function applyToTable(
  body: TableBody,
  { revision, op, after }: Change,
): { body: TableBody; change: BodyChange } {
  if (op.type === "grid_state") {
    return { body: { ...body, state: op.state }, change: { kind: "state" } };
  }
  const columns = columnsAfter(body.columns, after);
  // Rows that were fetched may hold later operations already; the columns do not.
  if (op.type === "grid_columns" || revision <= body.fetched) {
    return { body: { ...body, columns }, change: { kind: "columns" } };
  }
  if (body.firstOf !== null) {
    throw new Error("only the first rows of the table are here; reload the page");
  }
  switch (op.type) {
    case "reload_pages": {
      const { revision: at, count: paged } = op.pages;
      const next = { ...body, columns, revision: at, rows: [], paged };
      return { body: next, change: { kind: "pages" } };
    }
    case "grid_cell": {
      const { rows, position } = withCell(body, op);
      return { body: { ...body, columns, rows, revision }, change: { kind: "row", position } };
    }
    case "grid_rows": {
      const changed = readRows(op.json);
      const rows = bounded(combine(body, op.strategy, changed), body);
      const next = { ...body, columns, rows, revision, paged: null };
      return { body: next, change: { kind: "rows", strategy: op.strategy, rows: changed } };
    }
    case "reload_data": {
      const { revision: fetched, json } = wholeData(op.data);
      const changed = readRows(json);
      const revisions = { revision: fetched, fetched };
      const next = { ...body, ...revisions, columns, rows: bounded(changed, body), paged: null };
      return { body: next, change: { kind: "rows", strategy: "set", rows: changed } };
    }
    default:
      throw new Error("a table has no figure");
  }
}

function withCell(
  { rows, row_id }: TableBody,
  { row_id: id, field, value }: Extract<Op, { type: "grid_cell" }>,
): { rows: Row[]; position: number } {
  const key = JSON.stringify(id);
  const position =
    row_id === null ? Number(id) : rows.findIndex((row) => rowKey(row, row_id, 0) === key);
  const row = rows[position];
  if (row === undefined) throw new Error(`no row has the id ${key}`);
  return { rows: rows.with(position, { ...row, [field]: value }), position };
}

/** A change that names no columns leaves them as they are. */
function columnsAfter(before: Column[], after: BlockState | undefined): Column[] {
  const given = after !== undefined && "columns" in after ? after.columns : [];
  return given.length > 0 ? given : before;
}

/** With more rows than a table keeps the first go. */
function bounded(rows: Row[], { max_rows: most = Infinity }: TableBody): Row[] {
  return rows.length > most ? rows.slice(-most) : rows;
}

function combine(body: TableBody, strategy: RowStrategy, given: Row[]): Row[] {
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
