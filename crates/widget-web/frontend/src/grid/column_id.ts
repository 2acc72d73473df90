/** Columns as AG Grid knows them: it keeps plain objects by their ids, and a field may have any name. */

const MARK = "=";
/** AG Grid's own columns, such as that of the checkboxes. */
const OWN = "ag-Grid-";

/** The field itself, but for one that such an object has already or that is taken. */
export function columnIdOf(field: string): string {
  const isTaken = field in {} || field.startsWith(MARK) || field.startsWith(OWN);
  return isTaken ? MARK + field : field;
}

/** The field of a column; `null` for one of AG Grid's own. */
export function fieldOf(columnId: string): string | null {
  if (columnId.startsWith(MARK)) return columnId.slice(MARK.length);
  return columnId.startsWith(OWN) ? null : columnId;
}
