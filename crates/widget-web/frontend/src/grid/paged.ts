/** The rows of a large table, which the server sorts and filters and sends a part at a time. */

import type { IDatasource, IGetRowsParams } from "ag-grid-community";
import { tryAgain } from "../wire/backoff";
import { isCount, isObject, type JsonObject } from "../wire/json";
import type { BodyPage, RowsRequest } from "../view/body/body";
import type { TableBody, Row } from "../view/model/document";
import { fieldOf } from "./column_id";
import { gridRow, type GridRow } from "./rows";
import { byField } from "./filters";

/** Rows fetched at a time while the person scrolls. */
export const BLOCK_ROWS = 200;

/** Blocks that are kept. */
export const MAX_BLOCKS = 25;

/** Rows fetched at a time when all of them are wanted. */
const EXPORT_ROWS = 5_000;

interface Part {
  rows: GridRow[];
  /** The number of rows that pass the filter. */
  count: number;
  revision: number;
}

export class PagedRows implements IDatasource {
  /** The filter that was asked with last. Answers to others may still come, and after it. */
  #filter = "";

  constructor(
    private readonly page: BodyPage,
    private readonly body: () => TableBody,
    /** Rows have come and stand in the table. */
    private readonly arrived: (count: number) => void,
  ) {}

  getRows(params: IGetRowsParams<GridRow>): void {
    const { startRow: start, endRow: end, sortModel } = params;
    const filterModel = byField(params.filterModel as JsonObject);
    const sort = sortModel.flatMap(({ colId, sort: direction }) => {
      const field = fieldOf(colId);
      return field === null ? [] : [{ field, direction }];
    });
    const asked = JSON.stringify(filterModel);
    this.#filter = asked;
    tryAgain(() => this.#fetch({ start, end, sort, filter: filterModel })).then(
      ({ rows, count }) => {
        params.successCallback(rows, count);
        if (asked === this.#filter) this.arrived(count);
      },
      (error: unknown) => {
        console.warn(error);
        params.failCallback();
        this.page.notice("Some rows could not be fetched. Sort or filter to try again.");
      },
    );
  }

  /** Every row that passes the filter, in order. Rejects when the rows change meanwhile. */
  async all(sort: RowsRequest["sort"], filter: JsonObject): Promise<GridRow[]> {
    const all: GridRow[] = [];
    let first: Part | null = null;
    do {
      const start = all.length;
      const part = await this.#fetch({ start, end: start + EXPORT_ROWS, sort, filter });
      first ??= part;
      if (part.revision !== first.revision) throw new Error("the rows changed meanwhile");
      if (part.rows.length === 0 && start < part.count) throw new Error("rows are missing");
      for (const row of part.rows) all.push(row);
    } while (all.length < first.count);
    return all;
  }

  async #fetch(request: RowsRequest): Promise<Part> {
    const answer = await this.page.rows(request);
    if (!isObject(answer)) throw new Error("the rows came in another form");
    const { positions, rows, count, revision } = answer;
    const isPart = Array.isArray(positions) && Array.isArray(rows);
    if (!isPart || !isCount(count) || !isCount(revision)) {
      throw new Error("the rows came in another form");
    }
    const body = this.body();
    return {
      count,
      revision,
      rows: rows.map((row, index) => gridRow(body, row as Row, Number(positions[index]))),
    };
  }
}
