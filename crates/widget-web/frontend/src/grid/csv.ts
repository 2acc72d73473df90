/** A table as comma-separated values. */

import { csvText } from "../view/model/csv";
import { valueOf } from "../view/model/row_key";
import type { Row } from "../view/model/document";
import type { Column } from "../wire/document";

/** The columns and rows as they are shown, a header first. */
export function csvOf(columns: Column[], rows: Row[]): string {
  const header = columns.map(({ field, title }) => title ?? field);
  return csvText([header, ...rows.map((row) => columns.map((column) => valueOf(row, column)))]);
}
