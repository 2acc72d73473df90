/** The document as the view keeps it: rows parsed, keyed parts in maps. */

import type {
  Column,
  ComponentSpec,
  Content,
  GridState,
  Toolbar,
  WireBody,
  WireDocument,
} from "../../wire/document";
import type { ChartView } from "../../wire/chart";
import type { StyleSheetText, ThemeChoice } from "../../wire/style";
import { isObject, type Json, type JsonObject } from "../../wire/json";
import { readFigure, type Figure } from "./figure";

export type Row = JsonObject;

export interface HtmlBody {
  kind: "html";
  html: string;
}

export interface ChartBody {
  kind: "chart";
  revision: number;
  figure: Figure;
  view: ChartView;
}

export interface GridBody {
  kind: "grid";
  revision: number;
  columns: Column[];
  row_id: string | null;
  page_size: number | null;
  state: GridState;
  /** All rows; none when they are fetched a part at a time. */
  rows: Row[];
  /** The number of rows when they are fetched a part at a time. */
  paged: number | null;
}

export type Body = HtmlBody | ChartBody | GridBody;

export interface Document {
  title: string;
  height: number | null;
  body: Body;
  toolbars: Toolbar[];
  modals: ComponentSpec[];
  values: ReadonlyMap<string, Json>;
  /** In the order of their last writes. */
  contents: ReadonlyMap<string, Content>;
  theme: ThemeChoice;
  styles: ReadonlyMap<string, Record<string, string>>;
  sheets: readonly StyleSheetText[];
}

export function fromWire(wire: WireDocument): Document {
  return {
    ...wire,
    body: bodyFromWire(wire.body),
    values: new Map(Object.entries(wire.values)),
    contents: new Map(wire.contents.map(({ component_id, content }) => [component_id, content])),
    styles: new Map(Object.entries(wire.styles)),
  };
}

function bodyFromWire(body: WireBody): Body {
  if (body.kind === "html") return body;
  if (body.kind === "grid" && body.pages !== undefined) {
    const { pages, data: _, ...rest } = body;
    return { ...rest, revision: pages.revision, rows: [], paged: pages.count };
  }
  const { revision, json } = body.data ?? { revision: 0 };
  if (json === undefined) throw new Error("the host left out the data");
  if (body.kind === "chart") {
    return { kind: "chart", revision, figure: readFigure(json), view: body.view };
  }
  const { columns, row_id, page_size, state } = body;
  const kind = "grid";
  return { kind, columns, row_id, page_size, state, revision, rows: readRows(json), paged: null };
}

export function readRows(json: string): Row[] {
  const rows: unknown = JSON.parse(json);
  if (!Array.isArray(rows) || !rows.every(isObject)) throw new Error("the rows are no objects");
  return rows as Row[];
}
