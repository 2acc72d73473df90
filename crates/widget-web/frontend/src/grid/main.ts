/** Tables, drawn by AG Grid. */

import "./modules";
import { createGrid, type GridApi, type Theme } from "ag-grid-community";
import { isOneFile, type Assets } from "../view/assets";
import type { BodyPage, BodyView, Described } from "../view/body/body";
import { csvFile } from "../view/model/csv";
import type { Row, TableBody } from "../view/model/document";
import { fileName } from "../view/host/download";
import { messageOf } from "../view/body/page_api";
import type { BodyChange } from "../view/model/change";
import { areDrawnAlike, columnsOf, displayedColumns, keyOf } from "./columns";
import { CellDialog } from "./cell_dialog";
import { csvOf } from "./csv";
import { linesOf } from "./describe";
import { Extent } from "./extent";
import { filterOf } from "./filters";
import { Footer } from "./footer";
import { GivenFilter } from "./given_filter";
import { gridEvents, gridOptions, opensCells, rowSelection } from "./options";
import { PagedRows } from "./paged";
import { gridRow, gridRows, positionsOf, type GridRow } from "./rows";
import { applyState, sortOf } from "./state";
import { summaryOf } from "./summary";
import { SummaryDialog } from "./summary_dialog";
import { gridTheme, gridThemeWithoutPictures } from "./theme";

/** So few are drawn whether in sight or not, and a screen reader then knows them all. */
const FEW_COLUMNS = 30;

export function create(container: HTMLElement, page: BodyPage, assets: Assets): GridView {
  return new GridView(container, page, isOneFile(assets) ? gridThemeWithoutPictures : gridTheme);
}

interface Shown {
  api: GridApi<GridRow>;
  body: TableBody;
  /** The key of its columns as they are drawn. */
  columns: string;
  source: PagedRows | null;
  extent: Extent;
}

class GridView implements BodyView<TableBody> {
  readonly #element = document.createElement("div");
  readonly #table = document.createElement("div");
  readonly #footer = new Footer(
    () => this.#summarize(),
    () => this.#export(),
  );
  readonly #cell = new CellDialog();
  readonly #summary = new SummaryDialog();
  /** The table drawn; `null` before the first. */
  #shown: Shown | null = null;
  /** The width that there was for the table when it was made. */
  #room = 0;
  /** Rows that the person has changed and the document perhaps not. */
  readonly #edited = new Set<number>();
  readonly #filter = new GivenFilter();
  #toldOfSelection = false;

  constructor(
    container: HTMLElement,
    private readonly page: BodyPage,
    private readonly theme: Theme,
  ) {
    this.#element.className = "widget-grid";
    this.#table.className = "widget-grid-table";
    const dialogs = [this.#cell.element, this.#summary.element];
    this.#element.append(this.#table, this.#footer.element, ...dialogs);
    container.append(this.#element);
  }

  draw(body: TableBody): Promise<void> {
    const shown = this.#shown;
    const isSameKind = shown !== null && (shown.body.paged === null) === (body.paged === null);
    if (shown === null || !isSameKind) {
      this.#destroy();
      this.#create(body);
    } else {
      const isSelectedAlike =
        shown.body.firstOf === null && shown.body.selectable === body.selectable;
      this.#drawColumns(body);
      const isFollowed = isBelow(body, shown.body) && shown.extent.isAtEnd();
      shown.body = body;
      if (body.paged === null) shown.api.setGridOption("rowData", gridRows(body, body.rows));
      else shown.api.refreshInfiniteCache();
      shown.api.setGridOption("pagination", body.page_size !== null);
      if (body.page_size !== null) shown.api.setGridOption("paginationPageSize", body.page_size);
      if (!isSelectedAlike) shown.api.setGridOption("rowSelection", rowSelection(body));
      if (isFollowed) shown.extent.scrollToEnd();
    }
    this.#applyState();
    this.#count();
    return Promise.resolve();
  }

  async update(body: TableBody, change: BodyChange): Promise<void> {
    const shown = this.#shown;
    if (shown === null || (change.kind === "rows" && change.strategy === "set")) {
      return this.draw(body);
    }
    if ((shown.body.paged === null) !== (body.paged === null)) return this.draw(body);
    const { api } = shown;
    const isDrawn = areDrawnAlike(shown.body, body) || !this.#drawColumns(body);
    const before = shown.body.rows.length;
    shown.body = body;
    if (!isDrawn) this.#applyState();
    if (change.kind === "rows") {
      if (change.strategy === "append") {
        this.#append(shown, change.rows, before);
      } else {
        this.#redraw(positionsOf(body, change.rows));
      }
    } else if (change.kind === "row") {
      this.#redraw([change.position]);
    } else if (change.kind === "pages") {
      api.refreshInfiniteCache();
    } else if (change.kind === "state") {
      this.#applyState();
    }
    this.#count();
  }

  /** Draws the rows that came below others; the first may have gone for them. */
  #append({ api, body, extent }: Shown, rows: Row[], before: number): void {
    const isAtEnd = body.newest_first !== true && extent.isAtEnd();
    if (before + rows.length > body.rows.length) {
      api.setGridOption("rowData", gridRows(body, body.rows));
    } else {
      api.applyTransaction({ add: gridRows(body, rows, before) });
    }
    if (isAtEnd) extent.scrollToEnd();
  }

  settled(body: TableBody): void {
    if (this.#shown !== null) this.#shown.body = body;
    const edited = [...this.#edited];
    this.#edited.clear();
    this.#redraw(edited);
    this.#applyState();
  }

  setTheme(): void {
    // AG Grid follows `data-ag-theme-mode` of the page.
  }

  describe(): Described | null {
    if (this.#shown === null) return null;
    const { api, body } = this.#shown;
    return { element: this.#table, lines: linesOf(api, body) };
  }

  dispose(): void {
    this.#destroy();
    this.#element.remove();
  }

  #destroy(): void {
    this.#shown?.extent.stop();
    this.#shown?.api.destroy();
  }

  /** Draws the columns if they differ from those that are there, and answers whether they did. */
  #drawColumns(body: TableBody): boolean {
    const shown = this.#shown;
    const columnDefs = columnsOf(body, this.#room);
    const columns = keyOf(body, columnDefs);
    if (shown === null || shown.columns === columns) return false;
    shown.columns = columns;
    shown.api.setGridOption("columnDefs", columnDefs);
    this.#filter.note(shown.api);
    // Their values may stand in another order now.
    if (body.paged === null) shown.api.refreshClientSideRowModel("sort");
    return true;
  }

  #create(body: TableBody): void {
    this.#room = this.#table.clientWidth;
    const columnDefs = columnsOf(body, this.#room);
    const current = () => this.#shown?.body ?? body;
    const arrived = (count: number) => this.#arrived(count);
    const source = body.paged === null ? null : new PagedRows(this.page, current, arrived);
    const api = createGrid<GridRow>(this.#table, {
      ...gridOptions(body, this.theme, () => current().newest_first === true),
      ...gridEvents(this.page, this.#filter, ({ position }) => this.#edited.add(position)),
      ...opensCells((title, value) => this.#cell.open(title, value)),
      onModelUpdated: () => this.#count(),
      columnDefs,
      suppressColumnVirtualisation: columnDefs.length <= FEW_COLUMNS,
      ...(source === null ? { rowData: gridRows(body, body.rows) } : { datasource: source }),
    });
    const extent = new Extent(this.#element, current);
    this.#shown = { api, body, columns: keyOf(body, columnDefs), source, extent };
  }

  /** The person's own doing wins until the document has it. */
  #applyState(): void {
    if (this.#shown === null || !this.page.isSettled()) return;
    const { api, body } = this.#shown;
    const unknown = applyState(api, body, this.#filter);
    if (unknown === 0 || this.#toldOfSelection) return;
    this.#toldOfSelection = true;
    const { count } = body.state.selection;
    this.page.notice(`${count} rows are selected, of which this page knows ${count - unknown}.`);
  }

  /** Shows rows as they are in the document. */
  #redraw(positions: number[]): void {
    const shown = this.#shown;
    if (shown === null || positions.length === 0) return;
    const { api, body } = shown;
    if (body.paged !== null) {
      api.refreshInfiniteCache();
      return;
    }
    const there = positions.filter((position) => position < body.rows.length);
    const update = there.map((at) => gridRow(body, body.rows[at] ?? {}, at));
    api.applyTransaction({ update });
  }

  #arrived(count: number): void {
    this.#applyState();
    this.#count(count);
  }

  #count(passing?: number): void {
    if (this.#shown === null) return;
    const { api, body, extent } = this.#shown;
    extent.measure();
    const isWhole = body.firstOf === null;
    this.#footer.allow(isWhole);
    this.#element.classList.toggle("widget-first-rows", !isWhole);
    const all = body.paged ?? body.firstOf ?? body.rows.length;
    // How many pass the filter is known when all are here.
    if (!isWhole) this.#footer.show(all, all);
    else if (body.paged === null) this.#footer.show(api.getDisplayedRowCount(), all);
    else if (passing !== undefined) this.#footer.show(passing, all);
  }

  async #summarize(): Promise<void> {
    if (this.#shown === null) return;
    const { api, body } = this.#shown;
    try {
      const columns = displayedColumns(api, body);
      const rows = await passing(this.#shown);
      const summaries = columns.map((column) => summaryOf(column, rows));
      this.#summary.open(this.#footer.text, summaries);
    } catch (error) {
      this.page.notice(`Not summed up: ${messageOf(error)}`);
    }
  }

  async #export(): Promise<void> {
    if (this.#shown === null) return;
    const { api, body } = this.#shown;
    try {
      const columns = displayedColumns(api, body);
      const text = csvOf(columns, await passing(this.#shown));
      const name = fileName(this.page.title(), "csv");
      await this.page.download(csvFile(name, text));
    } catch (error) {
      this.page.notice(`Not exported: ${messageOf(error)}`);
    }
  }
}

/** The rows that pass the filter, in order; those of a large table are fetched. */
async function passing({ api, source }: Shown): Promise<Row[]> {
  if (source !== null) {
    return (await source.all(sortOf(api), filterOf(api))).map(({ row }) => row);
  }
  const rows: Row[] = [];
  api.forEachNodeAfterFilterAndSort(({ data }) => {
    if (data !== undefined) rows.push(data.row);
  });
  return rows;
}

/** Returns whether rows came below those that were there. */
function isBelow({ rows, newest_first }: TableBody, before: TableBody): boolean {
  return newest_first !== true && rows.length > before.rows.length;
}
