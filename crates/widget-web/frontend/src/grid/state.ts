/** Reads and restores the view state of a table in AG Grid. */

import type { GridApi, IRowNode } from "ag-grid-community";
import type { Column, ColumnSort, ColumnState, TableState } from "../wire/document";
import type { TableBody } from "../view/model/document";
import { columnIdOf, fieldOf } from "./column_id";
import { selectedIds } from "./events";
import { filterOf, fits } from "./filters";
import type { GivenFilter } from "./given_filter";
import type { GridRow } from "./rows";
import { isSame } from "../wire/same";

type Api = GridApi<GridRow>;

export function stateOf(api: Api): TableState {
  return {
    columns: columnsOf(api),
    sort: sortOf(api),
    filter: filterOf(api) as TableState["filter"],
    selection: selectedIds(api.getSelectedRows()),
  };
}

function columnsOf(api: Api): ColumnState[] {
  return api.getColumnState().flatMap(({ colId, width, flex, pinned, hide }) => {
    const field = fieldOf(colId);
    if (field === null) return [];
    const column: ColumnState = { field };
    if ((flex ?? 0) === 0 && typeof width === "number") column.width = Math.round(width);
    if (pinned === "left" || pinned === "right") column.pinned = pinned;
    if (hide === true) column.hidden = true;
    return [column];
  });
}

/** The sorted columns, the first to decide first. */
export function sortOf(api: Api): ColumnSort[] {
  return api
    .getColumnState()
    .filter(({ sort }) => sort === "asc" || sort === "desc")
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .flatMap(({ colId, sort }): ColumnSort[] => {
      const field = fieldOf(colId);
      return field === null ? [] : [{ field, direction: sort === "asc" ? "asc" : "desc" }];
    });
}

/**
 * Shows a table as its state says. What names no column or row is passed over, and so is a filter
 * that its column cannot have. Answers how many rows are selected of which the state does not say
 * which.
 */
export function applyState(api: Api, body: TableBody, given: GivenFilter): number {
  applyColumns(api, body);
  const known = new Map(body.columns.map((column) => [column.field, column]));
  const filter = Object.entries(body.state.filter).filter(([field, one]) => {
    const column = known.get(field);
    return column !== undefined && fits(one, column);
  });
  const model = Object.fromEntries(filter);
  // The same again would fetch the rows of a large table again.
  if (!isSame(model, filterOf(api))) {
    const entries = filter.map(([field, one]) => [columnIdOf(field), one] as const);
    given.give(api, Object.fromEntries(entries));
  }
  return applySelection(api, body);
}

function applyColumns(api: Api, { columns, state }: TableBody): void {
  const fields = columns.map(({ field }) => field);
  const known = state.columns.filter(({ field }) => fields.includes(field));
  const named = new Set(known.map(({ field }) => field));
  const others = columns.filter(({ field }) => !named.has(field));
  const all = [...known, ...others.map(startOf)];
  const sort = state.sort.filter(({ field }) => fields.includes(field));
  // The same again would disturb a person who is about to move or resize a column.
  if (isSame(all, columnsOf(api)) && isSame(sort, sortOf(api))) return;
  api.applyColumnState({
    state: all.map(({ field, width, pinned, hidden }) => {
      const sortIndex = sort.findIndex((sorted) => sorted.field === field);
      return {
        colId: columnIdOf(field),
        pinned: pinned ?? null,
        hide: hidden ?? false,
        sort: sort[sortIndex]?.direction ?? null,
        sortIndex: sortIndex < 0 ? null : sortIndex,
        ...(width === undefined ? { flex: 1 } : { flex: null, width }),
      };
    }),
    applyOrder: true,
  });
}

/** A column as the agent has set it, where no state says more. */
function startOf({ field, width, pinned, hidden }: Column): ColumnState {
  return {
    field,
    ...(width === undefined ? {} : { width }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(hidden === true ? { hidden } : {}),
  };
}

/** The keys of the rows that are to be selected; `null`: all of them. */
export function selectedKeys({ state, rows, paged }: TableBody): Set<string> | null {
  const { row_ids, count } = state.selection;
  if (paged === null && count > row_ids.length && count === rows.length) return null;
  return new Set(row_ids.map((id) => JSON.stringify(id)));
}

function applySelection(api: Api, body: TableBody): number {
  const { selection } = body.state;
  // Of many selected rows the state names the first, and the others are to stay.
  if (isSame(selection, selectedIds(api.getSelectedRows()))) return 0;
  const keys = selectedKeys(body);
  if (keys === null) {
    api.selectAll("all", "api");
    return 0;
  }
  const isWanted = ({ data }: IRowNode<GridRow>) => data !== undefined && keys.has(data.key);
  const surplus = api.getSelectedNodes().filter((node) => !isWanted(node));
  const missing = [...keys]
    .map((key) => api.getRowNode(key))
    .filter((node) => node !== undefined && node.isSelected() !== true);
  if (surplus.length > 0) api.setNodesSelected({ nodes: surplus, newValue: false, source: "api" });
  if (missing.length > 0) {
    api.setNodesSelected({ nodes: missing as IRowNode<GridRow>[], newValue: true, source: "api" });
  }
  return selection.count - keys.size;
}
