/** Converts input in a table to events. */

import type { GridApi } from "ag-grid-community";
import type { Json, JsonObject } from "../wire/json";
import { firstFitting, MAX_LIST_BYTES } from "../view/model/first_fitting";
import type { GridRow } from "./rows";

const MAX_IDS = { count: 1_000, bytes: 8 * 1024 };
const MAX_ROWS = { count: 100, bytes: MAX_LIST_BYTES - MAX_IDS.bytes };

/** All rows selected now; of many the first, with their number. */
export function selectionOf(api: GridApi<GridRow>): JsonObject {
  const selected = api.getSelectedRows();
  return {
    rows: firstFitting(selected, ({ row }) => row, MAX_ROWS),
    ...selectedIds(selected),
  };
}

export function selectedIds(selected: GridRow[]): { row_ids: Json[]; count: number } {
  return { row_ids: firstFitting(selected, ({ id }) => id, MAX_IDS), count: selected.length };
}
