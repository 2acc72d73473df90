/** The wire types of blocks. */

import { readChartView, type ChartView } from "./chart";
import type { Column, ColumnSort, ColumnState, PagesRef, TableState } from "./generated";
import { isCount, isObject, textIn as text, type Json, type JsonObject } from "./json";

export type { TableState };

/** `json` is absent until the shell has fetched it. */
export interface WireData {
  revision: number;
  json?: string;
  /** The number of all rows when `json` holds only the first. */
  count?: number;
}

export interface WireChart {
  kind: "chart";
  data: WireData;
  view: ChartView;
}

export interface WireTable {
  kind: "table";
  columns: Column[];
  row_id: string | null;
  page_size: number | null;
  /** False if the person cannot select rows. */
  selectable?: boolean | undefined;
  /** True if the last row is shown first, until the person sorts. */
  newest_first?: boolean | undefined;
  /** The most rows that it keeps, the last. */
  max_rows?: number | undefined;
  state: TableState;
  /** One of the two. */
  data?: WireData;
  pages?: PagesRef;
}

/** A block as it comes; each type reads its own properties. */
export interface WireBlock {
  type: string;
  id: string;
  properties: JsonObject;
  /** The figure or the rows of a chart or a table. */
  body: WireChart | WireTable | null;
  blocks: WireBlock[];
}

export function readBlocks(value: unknown): WireBlock[] {
  return Array.isArray(value) ? value.map(readBlock) : [];
}

function readBlock(value: unknown): WireBlock {
  if (!isObject(value) || typeof value["type"] !== "string") throw new Error("malformed block");
  const { type, id, blocks, ...rest } = value;
  const block = { type: text(type), id: text(id), blocks: readBlocks(blocks) };
  if (type === "chart") {
    const { data, view, ...properties } = rest;
    const body: WireChart = { kind: type, data: readData(data), view: readChartView(view) };
    return { ...block, body, properties: properties as JsonObject };
  }
  if (type !== "table") return { ...block, body: null, properties: rest as JsonObject };
  const { data, pages, columns, row_id, page_size, selectable, state, ...others } = rest;
  const { newest_first, max_rows, ...properties } = others;
  const body: WireTable = {
    kind: "table",
    columns: readColumns(columns),
    row_id: typeof row_id === "string" ? row_id : null,
    page_size: isCount(page_size) ? page_size : null,
    selectable: selectable === false ? false : undefined,
    newest_first: newest_first === true ? true : undefined,
    max_rows: isCount(max_rows) ? max_rows : undefined,
    state: readTableState(state),
    ...(pages === undefined ? { data: readData(data) } : { pages: readPages(pages) }),
  };
  return { ...block, body, properties: properties as JsonObject };
}

export function readPages(value: unknown): PagesRef {
  if (!isObject(value) || !isCount(value["revision"]) || !isCount(value["count"])) {
    throw new Error("pages without a revision or a number of rows");
  }
  return { revision: value["revision"], count: value["count"] };
}

/** Reads a view state; anything missing or malformed has its initial value. */
export function readTableState(value: unknown): TableState {
  const { columns, sort, filter, selection } = isObject(value) ? value : {};
  const { row_ids, count } = isObject(selection) ? selection : {};
  const withField = (list: unknown) =>
    (Array.isArray(list) ? (list as unknown[]) : []).filter(
      (one) => isObject(one) && "field" in one,
    );
  return {
    columns: withField(columns) as ColumnState[],
    sort: withField(sort) as ColumnSort[],
    filter: (isObject(filter) ? filter : {}) as TableState["filter"],
    selection: {
      row_ids: Array.isArray(row_ids) ? (row_ids as Json[]) : [],
      count: isCount(count) ? count : 0,
    },
  };
}

export function readData(value: unknown): WireData {
  if (!isObject(value) || !isCount(value["revision"])) throw new Error("data without a revision");
  const { revision, json, count } = value;
  return {
    revision,
    ...(typeof json === "string" ? { json } : {}),
    ...(isCount(count) ? { count } : {}),
  };
}

export function readColumns(value: unknown): Column[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (column): column is Column => isObject(column) && typeof column["field"] === "string",
  );
}
