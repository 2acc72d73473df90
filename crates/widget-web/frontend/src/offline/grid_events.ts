/** Effects of the person's input in a table on the document: `widget/table_effects.rs` on the server. */

import type { Op, TableState } from "../wire/document";
import { readTableState } from "../wire/block";
import { isCount, isObject, type Json, type JsonObject } from "../wire/json";
import type { TableBody } from "../view/model/document";

export function tableOperation(
  block_id: string,
  body: TableBody,
  action: string,
  data: JsonObject,
): Op | null {
  if (action === "cell-edit") return edit(block_id, body, data);
  const state = stateAfter(body.state, action, data);
  if (state === null || JSON.stringify(state) === JSON.stringify(body.state)) return null;
  return { type: "grid_state", block_id, state };
}

/** A malformed part says nothing. */
function stateAfter(before: TableState, action: string, data: JsonObject): TableState | null {
  const { sort, filter, row_ids, count } = data;
  switch (action) {
    case "sort-changed":
      return Array.isArray(sort) ? readTableState({ ...before, sort }) : null;
    case "filter-changed":
      return isObject(filter) ? readTableState({ ...before, filter }) : null;
    case "row-selected":
      if (!Array.isArray(row_ids) || !isCount(count)) return null;
      return readTableState({ ...before, selection: { row_ids, count } });
    case "state":
      return Array.isArray(data["columns"]) ? readTableState(data) : null;
    default:
      return null;
  }
}

function edit(block_id: string, { columns }: TableBody, data: JsonObject): Op | null {
  const { row_id, field, new_value: value } = data;
  const column = columns.find((one) => one.field === field);
  const isSimple = value !== undefined && (typeof value !== "object" || value === null);
  if (row_id === undefined || !isSimple || column?.editable !== true) return null;
  return {
    type: "grid_cell",
    block_id,
    row_id,
    field: column.field,
    value: value as Json,
  };
}
