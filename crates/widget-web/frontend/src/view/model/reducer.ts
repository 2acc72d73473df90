/** Operations on the document, as the server applies them. Pure. */

import type { BodyChange, Change } from "./change";
import type { Column, GridStrategy, Op } from "../../wire/document";
import { applyToChart } from "./chart_ops";
import { setMarquee, setValue, updateTicker, type ComponentsChanged } from "./component_ops";
import { readRows, type Document, type GridBody, type Row } from "./document";
import { applyToStyle } from "./style_ops";
import { rowKey } from "./row_key";

/** Applies an operation; throws an `Error` when the document cannot take it. */
export function applyOp(
  document: Document,
  revision: number,
  op: Op,
): { document: Document; change: Change } {
  switch (op.type) {
    case "set_content": {
      const { component_id: id, content } = op;
      const contents = new Map(document.contents);
      // Last: applying them in order gives the current content.
      contents.delete(id);
      contents.set(id, content);
      return { document: { ...document, contents }, change: { kind: "content", id, content } };
    }
    case "set_value": {
      const { values, ids } = setValue(document, op.component_id, op.value);
      return { document: { ...document, values }, change: { kind: "values", ids } };
    }
    case "set_marquee":
      return drawn(setMarquee(document, op));
    case "update_ticker":
      return drawn(updateTicker(document, op));
    case "toast":
      return { document, change: { kind: "toast", toast: op.toast, revision } };
    case "close_question":
      return { document, change: { kind: "answered", question: op.question } };
    case "set_style":
    case "inject_css":
    case "remove_css":
    case "set_theme":
      return applyToStyle(document, op);
    case "navigate":
      return { document, change: { kind: "link", url: op.url } };
    case "download":
      return { document, change: { kind: "file", file: op.file } };
    case "emit":
      return { document, change: { kind: "signal", eventType: op.event_type, data: op.data } };
    case "unknown":
      throw new Error(`this page does not know the operation "${op.name}"; reload it`);
    default:
      return applyToBody(document, revision, op);
  }
}

function drawn({ document, changed }: ComponentsChanged): { document: Document; change: Change } {
  return { document, change: { kind: "components", changed } };
}

type GridType = "grid_rows" | "grid_cell" | "reload_pages" | "grid_columns" | "grid_state";
type ChartType = "set_figure" | "edit_chart" | "set_chart_view";
type BodyOp = Extract<Op, { type: "reload_data" | GridType | ChartType }>;

function applyToBody(
  document: Document,
  revision: number,
  op: BodyOp,
): { document: Document; change: Change } {
  const { block_id: block } = op;
  const body = document.bodies.get(block);
  if (body === undefined) throw new Error(`the block "${block}" has no figure and no rows`);
  const { body: next, change } =
    body.kind === "grid" ? applyToGrid(body, revision, op) : applyToChart(body, revision, op);
  const bodies = new Map(document.bodies).set(block, next);
  return { document: { ...document, bodies }, change: { kind: "body", block, change } };
}

function applyToGrid(
  body: GridBody,
  revision: number,
  op: BodyOp,
): { body: GridBody; change: BodyChange } {
  if (op.type === "set_figure" || op.type === "edit_chart" || op.type === "set_chart_view") {
    throw new Error("a table has no figure");
  }
  if (op.type === "grid_state") {
    return { body: { ...body, state: op.state }, change: { kind: "state" } };
  }
  const columns = columnsAfter(body.columns, op.columns);
  // Rows that were fetched may hold later operations already; the columns do not.
  if (op.type === "grid_columns" || revision <= body.revision) {
    return { body: { ...body, columns }, change: { kind: "columns" } };
  }
  if (op.type === "reload_pages") {
    const { revision: at, count: paged } = op.pages;
    return { body: { ...body, columns, revision: at, rows: [], paged }, change: { kind: "pages" } };
  }
  if (op.type === "grid_cell") {
    const { rows, position } = withCell(body, op);
    return { body: { ...body, columns, rows, revision }, change: { kind: "row", position } };
  }
  const { json, at } = dataOf(op, revision);
  const strategy = op.type === "grid_rows" ? op.strategy : "set";
  const given = readRows(json);
  const rows = combine(body, strategy, given);
  const next = { ...body, columns, rows, revision: at, paged: null };
  return { body: next, change: { kind: "rows", strategy, rows: given } };
}

function dataOf(
  op: Extract<Op, { type: "grid_rows" | "reload_data" }>,
  revision: number,
): { json: string; at: number } {
  const json = op.type === "reload_data" ? op.data.json : op.json;
  if (json === undefined) throw new Error("the host left out the data");
  return { json, at: op.type === "reload_data" ? op.data.revision : revision };
}

function withCell(
  { rows, row_id }: GridBody,
  { row_id: id, field, value }: Extract<Op, { type: "grid_cell" }>,
): { rows: Row[]; position: number } {
  const key = JSON.stringify(id);
  const position =
    row_id === null ? Number(id) : rows.findIndex((row) => rowKey(row, row_id, 0) === key);
  const row = rows[position];
  if (row === undefined) throw new Error(`no row has the id ${key}`);
  return { rows: rows.with(position, { ...row, [field]: value }), position };
}

/** An operation that names no columns leaves them as they are. */
function columnsAfter(before: Column[], given: Column[] = []): Column[] {
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
