/** Columns as AG Grid knows them. It keeps objects by their ids, where a field may have any name. */

const MARK = "=";

export function columnIdOf(field: string): string {
  return MARK + field;
}

/** The field of a column; `null` for one of AG Grid's own, such as that of the checkboxes. */
export function fieldOf(columnId: string): string | null {
  return columnId.startsWith(MARK) ? columnId.slice(MARK.length) : null;
}
