/** The key of a row of a table. */

import type { Json } from "../../wire/json";
import type { Row } from "./document";

/** The row's id as an event carries it: the value of the id field, or the position. */
export function rowId(row: Row, field: string | null, position: number): Json {
  return field === null ? position : (row[field] ?? null);
}

/** The id as a key: the number 1 and the string "1" are two rows. */
export function rowKey(row: Row, field: string | null, position: number): string {
  return JSON.stringify(rowId(row, field, position));
}
