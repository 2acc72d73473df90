/** Converts input in a table to events. */

import type { GridApi } from "ag-grid-community";
import type { Json, JsonObject } from "../wire/json";
import type { GridRow } from "./rows";

/** An event has 64 KiB at most; together these stay below. */
const MAX_ROWS = { count: 100, bytes: 40_000 };
const MAX_IDS = { count: 1_000, bytes: 16_000 };

const encoder = new TextEncoder();

/** All rows selected now; of many the first, with their number. */
export function selectionOf(api: GridApi<GridRow>): JsonObject {
  const selected = api.getSelectedRows();
  return {
    rows: first(selected, ({ row }) => row, MAX_ROWS),
    ...selectedIds(selected),
  };
}

export function selectedIds(selected: GridRow[]): { row_ids: Json[]; count: number } {
  return { row_ids: first(selected, ({ id }) => id, MAX_IDS), count: selected.length };
}

/** The first of them, so many and so large that they can be sent. */
function first<T>(items: T[], part: (item: T) => Json, most: typeof MAX_ROWS): Json[] {
  const sent: Json[] = [];
  let bytes = 0;
  for (const item of items.slice(0, most.count)) {
    const value = part(item);
    bytes += encoder.encode(JSON.stringify(value)).length + 1;
    if (bytes > most.bytes) break;
    sent.push(value);
  }
  return sent;
}
