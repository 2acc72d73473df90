/** Tables, drawn by AG Grid. */

import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  DateFilterModule,
  ModuleRegistry,
  NumberFilterModule,
  RowSelectionModule,
  TextFilterModule,
  TooltipModule,
  type GridApi,
  type GridOptions,
} from "ag-grid-community";
import type { Json } from "../wire/json";
import type { BodyPage, BodyView } from "../view/body/body";
import type { GridBody } from "../view/document";
import type { Change } from "../view/reducer";
import { columnsOf } from "./columns";
import { selectionOf, sortOf } from "./events";
import { gridRows, type GridRow } from "./rows";
import { gridTheme } from "./theme";

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  DateFilterModule,
  NumberFilterModule,
  RowSelectionModule,
  TextFilterModule,
  TooltipModule,
]);

export function create(container: HTMLElement, page: BodyPage): GridView {
  return new GridView(container, page);
}

class GridView implements BodyView<GridBody> {
  readonly #element = document.createElement("div");
  #api: GridApi<GridRow> | null = null;
  #columns = "";

  constructor(
    container: HTMLElement,
    private readonly page: BodyPage,
  ) {
    this.#element.className = "widget-grid";
    container.append(this.#element);
  }

  async draw(body: GridBody): Promise<void> {
    this.#columns = JSON.stringify(body.columns);
    const rowData = gridRows(body, body.rows);
    const columnDefs = columnsOf(body);
    if (this.#api === null) {
      const suppressColumnVirtualisation = columnDefs.length <= FEW_COLUMNS;
      const given = { columnDefs, rowData, suppressColumnVirtualisation };
      this.#api = createGrid(this.#element, { ...this.#options(), ...given });
    } else {
      this.#api.updateGridOptions({ columnDefs, rowData });
    }
  }

  async update(body: GridBody, change: Change): Promise<void> {
    const api = this.#api;
    if (api === null || change.kind !== "rows" || change.strategy === "set") {
      return this.draw(body);
    }
    const columns = JSON.stringify(body.columns);
    if (columns !== this.#columns) {
      this.#columns = columns;
      api.setGridOption("columnDefs", columnsOf(body));
    }
    const first = body.rows.length - change.rows.length;
    const rows = gridRows(body, change.rows, first);
    api.applyTransaction(change.strategy === "append" ? { add: rows } : { update: rows });
  }

  setTheme(): void {
    // AG Grid follows `data-ag-theme-mode` of the page.
  }

  dispose(): void {
    this.#api?.destroy();
    this.#element.remove();
  }

  #options(): GridOptions<GridRow> {
    const emit = (eventType: string, data: Json) => this.page.emit(eventType, data);
    return {
      theme: gridTheme,
      getRowId: ({ data }) => data.key,
      defaultColDef: { flex: 1, resizable: true, sortable: true },
      rowSelection: { mode: "multiRow", enableClickSelection: true },
      selectionColumnDef: { pinned: "left" },
      enableCellTextSelection: true,
      ensureDomOrder: true,
      suppressFieldDotNotation: true,
      // A page in the background gets no animation frames and must draw as well.
      suppressAnimationFrame: true,
      tooltipShowDelay: 600,
      onCellClicked: ({ data, column, value }) => {
        if (data === undefined || column.getColId().startsWith("ag-Grid-")) return;
        emit("grid:cell-click", {
          row_id: data.id,
          field: column.getColId(),
          value: value ?? null,
        });
      },
      onSelectionChanged: ({ api, source }) => {
        if (BY_THE_PERSON.has(source)) emit("grid:row-selected", selectionOf(api));
      },
      onSortChanged: ({ api, source }) => {
        if (source === "uiColumnSorted") emit("grid:sort-changed", { sort: sortOf(api) });
      },
      onFilterChanged: ({ api, source }) => {
        if (source === "columnFilter") {
          emit("grid:filter-changed", { filter: api.getFilterModel() as Json });
        }
      },
    };
  }
}

/** So few are drawn whether in sight or not, and a screen reader then knows them all. */
const FEW_COLUMNS = 30;

/** Selections that changed with the data are not of the person's doing. */
const BY_THE_PERSON = new Set<string>([
  "checkboxSelected",
  "keyboardSelectAll",
  "rowClicked",
  "spaceKey",
  "uiSelectAll",
  "uiSelectAllCurrentPage",
  "uiSelectAllFiltered",
]);
