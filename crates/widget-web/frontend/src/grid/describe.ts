/** Describes a table in words, for screen readers. */

import type { GridApi, IRowNode } from "ag-grid-community";
import type { OutlineLine } from "../view/capture/line";
import type { TableBody } from "../view/model/document";
import type { Column } from "../wire/document";
import { valueOf } from "../view/model/row_key";
import { displayedColumns } from "./columns";
import { filterOf } from "./filters";
import type { GridRow } from "./rows";
import { sortOf } from "./state";

const MAX_ROWS = 20;
const MAX_COLUMNS = 30;
const MAX_CELL = 60;

export function linesOf(api: GridApi<GridRow>, body: TableBody): OutlineLine[] {
  const all = body.paged ?? body.firstOf ?? body.rows.length;
  const passing = body.paged === null && body.firstOf === null ? api.getDisplayedRowCount() : null;
  const isFiltered = Object.keys(filterOf(api)).length > 0;
  const shown = isFiltered ? `, ${passing ?? "some"} pass the filter` : "";
  const columns = columnsOf(api, body);
  const inside = [
    { text: `columns: ${columns.map(({ words }) => words).join(" | ")}` },
    ...hiddenIn(api, body),
    ...stateOf(api),
    ...rowsOf(api, columns),
  ];
  return [{ text: `table: ${all} rows${shown}, ${body.columns.length} columns`, inside }];
}

interface Shown {
  /** `null` stands for those that there is no room for. */
  column: Column | null;
  words: string;
}

function columnsOf(api: GridApi<GridRow>, body: TableBody): Shown[] {
  const shown = displayedColumns(api, body).map((column) => {
    const { field, type, title = field } = column;
    const name = title === field ? title : `${title} (field ${field})`;
    return { column, words: `${name} [${type}]` };
  });
  const more = shown.length - MAX_COLUMNS;
  if (more <= 0) return shown;
  return [...shown.slice(0, MAX_COLUMNS), { column: null, words: `${more} more` }];
}

function hiddenIn(api: GridApi<GridRow>, body: TableBody): OutlineLine[] {
  const shown = new Set(displayedColumns(api, body));
  const hidden = body.columns.filter((column) => !shown.has(column)).map(({ field }) => field);
  const more = hidden.length > MAX_COLUMNS ? ` | ${hidden.length - MAX_COLUMNS} more` : "";
  const names = hidden.slice(0, MAX_COLUMNS).join(" | ") + more;
  return hidden.length === 0 ? [] : [{ text: `hidden columns: ${names}` }];
}

function stateOf(api: GridApi<GridRow>): OutlineLine[] {
  const sort = sortOf(api).map(({ field, direction }) => `${field} ${direction}`);
  const filter = filterOf(api);
  const selected = api.getSelectedNodes().length;
  return [
    ...(sort.length === 0 ? [] : [{ text: `sorted by ${sort.join(", ")}` }]),
    ...(Object.keys(filter).length === 0 ? [] : [{ text: `filter ${JSON.stringify(filter)}` }]),
    ...(selected === 0 ? [] : [{ text: `${selected} rows selected` }]),
  ];
}

/** Those in sight, as far as there is room. */
function rowsOf(api: GridApi<GridRow>, columns: Shown[]): OutlineLine[] {
  const first = api.getFirstDisplayedRowIndex();
  const last = api.getLastDisplayedRowIndex();
  if (first < 0 || last < first) return [];
  const end = Math.min(last + 1, first + MAX_ROWS);
  const lines: OutlineLine[] = [];
  for (let index = first; index < end; index++) {
    const node = api.getDisplayedRowAtIndex(index);
    if (node !== undefined) lines.push({ text: rowOf(node, columns) });
  }
  return lines;
}

function rowOf(node: IRowNode<GridRow>, columns: Shown[]): string {
  const { data } = node;
  if (data === undefined) return "row, not loaded yet";
  const cells = columns.flatMap(({ column }) =>
    column === null ? [] : [textOfCell(valueOf(data.row, column))],
  );
  return `row ${JSON.stringify(data.id)}${node.isSelected() ? " [selected]" : ""}: ${cells.join(" | ")}`;
}

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL)}…` : line;
}
