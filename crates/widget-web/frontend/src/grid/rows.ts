/** A row as AG Grid holds it: with what identifies it. */

import type { Json } from "../wire/json";
import type { GridBody, Row } from "../view/document";
import { rowId, rowKey } from "../view/row_key";

export interface GridRow {
  key: string;
  id: Json;
  row: Row;
}

/** `first` is the position of the first of them in the table. */
export function gridRows({ row_id }: GridBody, rows: Row[], first = 0): GridRow[] {
  return rows.map((row, index) => ({
    key: rowKey(row, row_id, first + index),
    id: rowId(row, row_id, first + index),
    row,
  }));
}
