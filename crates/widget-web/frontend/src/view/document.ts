/** The document as the view keeps it: rows parsed, keyed parts in maps. */

import type { Column, Content, Toolbar, WireBody, WireDocument } from "../wire/document";
import { isObject, type Json, type JsonObject } from "../wire/json";

export type Row = JsonObject;

export interface HtmlBody {
  kind: "html";
  html: string;
}

export interface ChartBody {
  kind: "chart";
  revision: number;
  json: string;
}

export interface GridBody {
  kind: "grid";
  revision: number;
  columns: Column[];
  row_id: string | null;
  rows: Row[];
}

export type Body = HtmlBody | ChartBody | GridBody;

export interface Document {
  title: string;
  height: number | null;
  body: Body;
  toolbars: Toolbar[];
  values: ReadonlyMap<string, Json>;
  contents: ReadonlyMap<string, Content>;
}

export function fromWire(wire: WireDocument): Document {
  return {
    ...wire,
    body: bodyFromWire(wire.body),
    values: new Map(Object.entries(wire.values)),
    contents: new Map(Object.entries(wire.contents)),
  };
}

function bodyFromWire(body: WireBody): Body {
  if (body.kind === "html") return body;
  const { revision, json } = body.data;
  if (json === undefined) throw new Error("the host left out the data");
  if (body.kind === "chart") return { kind: "chart", revision, json };
  const { columns, row_id } = body;
  return { kind: "grid", columns, row_id, revision, rows: readRows(json) };
}

export function readRows(json: string): Row[] {
  const rows: unknown = JSON.parse(json);
  if (!Array.isArray(rows) || !rows.every(isObject)) throw new Error("the rows are no objects");
  return rows as Row[];
}
