/** The cells of a row of a table, and the key that it is known by. */

import { isJsonObject, type Json } from "../../wire/json";
import type { Column } from "../../wire/generated";
import type { Row } from "./document";

/** The value of a cell. A field may have any name, such as that of a method. */
export function cellOf(row: Row, field: string): Json {
  return Object.hasOwn(row, field) ? (row[field] ?? null) : null;
}

/** The value of a row in a column: that of a field, or what is inside objects. */
export function valueOf(row: Row, { field, path }: Pick<Column, "field" | "path">): Json {
  if (path !== true) return cellOf(row, field);
  const inside = (value: Json, name: string) => (isJsonObject(value) ? cellOf(value, name) : null);
  return field.split(".").reduce<Json>(inside, row);
}

/** The row's id as an event carries it: the value of the id field, or the position. */
export function rowId(row: Row, field: string | null, position: number): Json {
  return field === null ? position : cellOf(row, field);
}

/** The id as a key: the number 1 and the string "1" are two rows. */
export function rowKey(row: Row, field: string | null, position: number): string {
  return JSON.stringify(rowId(row, field, position));
}
