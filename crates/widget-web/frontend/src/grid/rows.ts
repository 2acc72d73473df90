/** A row as AG Grid holds it: with what identifies it. */

import type { Json } from "../wire/json";
import type { TableBody, Row } from "../view/model/document";
import { rowId, rowKey } from "../view/model/row_key";

export interface GridRow {
  key: string;
  id: Json;
  /** The position in the table, whatever it is sorted by. */
  position: number;
  row: Row;
}

/** A row of the table. */
export function gridRow({ row_id }: TableBody, row: Row, position: number): GridRow {
  return { key: rowKey(row, row_id, position), id: rowId(row, row_id, position), position, row };
}

/** `first` is the position of the first of them in the table. */
export function gridRows(body: TableBody, rows: Row[], first = 0): GridRow[] {
  return rows.map((row, index) => gridRow(body, row, first + index));
}

/** Returns the positions of the rows with the same ids. */
export function positionsOf({ row_id, rows }: TableBody, given: Row[]): number[] {
  const keys = new Set(given.map((row) => rowKey(row, row_id, 0)));
  return rows.flatMap((row, position) => (keys.has(rowKey(row, row_id, 0)) ? [position] : []));
}
