/** What the person did in a table, as it goes to the agent. */

import type { GridApi } from "ag-grid-community";
import type { JsonObject } from "../wire/json";
import type { GridRow } from "./rows";

const MOST_ROWS = 100;

/** All rows selected now; of many the first, with their number. */
export function selectionOf(api: GridApi<GridRow>): JsonObject {
  const selected = api.getSelectedRows();
  const sent = selected.slice(0, MOST_ROWS);
  return {
    rows: sent.map(({ row }) => row),
    row_ids: sent.map(({ id }) => id),
    count: selected.length,
  };
}

/** The sorted columns, the first to decide first. */
export function sortOf(api: GridApi<GridRow>): JsonObject[] {
  return api
    .getColumnState()
    .filter(({ sort }) => sort === "asc" || sort === "desc")
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map(({ colId, sort }) => ({ field: colId, direction: sort ?? null }));
}
