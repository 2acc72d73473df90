/** Options of AG Grid, and the events it emits. */

import type {
  CellClickedEvent,
  CellDoubleClickedEvent,
  CellValueChangedEvent,
  ColumnEventType,
  GridOptions,
  RowSelectionOptions,
  SelectionEventSourceType,
  Theme,
} from "ag-grid-community";
import type { Json } from "../wire/json";
import type { BodyPage } from "../view/body/body";
import type { TableBody } from "../view/model/document";
import { fieldOf } from "./column_id";
import { selectionOf } from "./events";
import type { GivenFilter } from "./given_filter";
import { BLOCK_ROWS, MAX_BLOCKS } from "./paged";
import type { GridRow } from "./rows";
import { filterOf } from "./filters";
import { sortOf, stateOf } from "./state";

type Options = GridOptions<GridRow>;

/** `newestFirst` returns whether the last row is to be the first where the person sorts by nothing. */
export function gridOptions(body: TableBody, theme: Theme, newestFirst: () => boolean): Options {
  const { page_size, paged } = body;
  return {
    theme,
    getRowId: ({ data }) => data.key,
    defaultColDef: {
      flex: 1,
      resizable: true,
      sortable: true,
      wrapHeaderText: true,
      autoHeaderHeight: true,
    },
    rowSelection: rowSelection(body),
    selectionColumnDef: { pinned: "left" },
    enableCellTextSelection: true,
    ensureDomOrder: true,
    suppressFieldDotNotation: true,
    // A filter has more room than a table of two rows.
    popupParent: document.body,
    // There would be no way to bring it back.
    suppressDragLeaveHidesColumns: true,
    postSortRows: ({ api, nodes }) => {
      if (newestFirst() && sortOf(api).length === 0) nodes.reverse();
    },
    // A page in the background gets no animation frames and must draw as well.
    suppressAnimationFrame: true,
    stopEditingWhenCellsLoseFocus: true,
    tooltipShowDelay: 600,
    // The whole of what a cell has no room for.
    tooltipShowMode: "whenTruncated",
    paginationPageSizeSelector: false,
    ...(page_size === null ? {} : { pagination: true, paginationPageSize: page_size }),
    ...(paged === null
      ? {}
      : {
          rowModelType: "infinite",
          cacheBlockSize: BLOCK_ROWS,
          maxBlocksInCache: MAX_BLOCKS,
          maxConcurrentDatasourceRequests: 2,
          infiniteInitialRowCount: Math.min(paged, BLOCK_ROWS),
        }),
  };
}

export function rowSelection({
  paged,
  firstOf,
  selectable,
}: TableBody): RowSelectionOptions<GridRow> {
  if (selectable === false) {
    return {
      mode: "multiRow",
      checkboxes: false,
      headerCheckbox: false,
      isRowSelectable: () => false,
    };
  }
  // Rows that were not fetched cannot be selected.
  const headerCheckbox = paged === null && firstOf === null;
  return { mode: "multiRow", enableClickSelection: true, headerCheckbox };
}

/** Events of the person; `edited` is told which rows differ from the document for a moment. */
export function gridEvents(
  page: BodyPage,
  given: GivenFilter,
  edited: (row: GridRow) => void,
): Options {
  const emit = (eventType: string, data: object) => page.emit(eventType, data as Json);
  return {
    onCellClicked: ({ data, column, value }: CellClickedEvent<GridRow, Json>) => {
      const field = fieldOf(column.getColId());
      if (data === undefined || field === null) return;
      emit("grid:cell-click", { row_id: data.id, field, value: value ?? null });
    },
    onCellValueChanged: ({
      data,
      column,
      oldValue,
      newValue,
    }: CellValueChangedEvent<GridRow, Json>) => {
      edited(data);
      emit("grid:cell-edit", {
        row_id: data.id,
        field: fieldOf(column.getColId()) ?? "",
        old_value: oldValue ?? null,
        new_value: newValue ?? null,
      });
    },
    onSelectionChanged: ({ api, source }) => {
      if (SELECTED_BY_THE_PERSON.has(source)) emit("grid:row-selected", selectionOf(api));
    },
    onSortChanged: ({ api, source }) => {
      if (source === "uiColumnSorted") emit("grid:sort-changed", { sort: sortOf(api) });
    },
    onFilterChanged: ({ api, source }) => {
      if (source !== "columnFilter" || !given.isOfPerson(api)) return;
      emit("grid:filter-changed", { filter: filterOf(api) });
    },
    onColumnMoved: ({ api, finished, source }) => {
      if (finished && source === "uiColumnMoved") emit("grid:state", stateOf(api));
    },
    onColumnResized: ({ api, finished, source }) => {
      if (finished && RESIZED_BY_THE_PERSON.has(source)) emit("grid:state", stateOf(api));
    },
    onColumnPinned: ({ api, source }) => {
      if (source !== "api") emit("grid:state", stateOf(api));
    },
  };
}

type OpenedCell = Pick<
  CellDoubleClickedEvent<GridRow, Json>,
  "column" | "node" | "value" | "event"
>;

/** Opens the whole of a cell that is not there to be edited, by a double click or by Enter. */
export function opensCells(open: (title: string, value: Json) => void): Options {
  const opens = ({ column, node, value, event }: OpenedCell) => {
    const isOwn = fieldOf(column.getColId()) === null;
    const isLink = event?.target instanceof HTMLAnchorElement;
    const isEmpty = (value ?? "") === "";
    if (isOwn || isLink || isEmpty || column.isCellEditable(node)) return;
    // The same key must not press a button of the dialog.
    event?.preventDefault();
    open(column.getColDef().headerName ?? "", value ?? null);
  };
  return {
    onCellDoubleClicked: opens,
    onCellKeyDown: (pressed) => {
      const { event } = pressed;
      const isEnter = event instanceof KeyboardEvent && event.key === "Enter";
      if (isEnter && "column" in pressed) opens(pressed);
    },
  };
}

/** By the edge of the header: dragged, or clicked twice, which fits the column. */
const RESIZED_BY_THE_PERSON = new Set<ColumnEventType>(["uiColumnResized", "autosizeColumns"]);

/** Selections that changed with the data are not of the person's doing. */
const SELECTED_BY_THE_PERSON = new Set<SelectionEventSourceType>([
  "checkboxSelected",
  "keyboardSelectAll",
  "rowClicked",
  "spaceKey",
  "uiSelectAll",
  "uiSelectAllCurrentPage",
  "uiSelectAllFiltered",
]);
