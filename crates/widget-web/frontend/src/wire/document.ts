/** The document and its operations as they come over the wire. */

import { isCount, isObject, type Json } from "./json";

export type Content = { text: string } | { html: string };

/** `json` is absent until the shell has fetched it. */
export interface WireData {
  revision: number;
  json?: string;
}

export type ColumnType = "text" | "number" | "boolean" | "date" | "object";

export interface Column {
  field: string;
  type: ColumnType;
}

export type WireBody =
  | { kind: "html"; html: string }
  | { kind: "chart"; data: WireData }
  | { kind: "grid"; columns: Column[]; row_id: string | null; data: WireData };

/** A component as the document holds it; each type reads its own fields. */
export interface ComponentSpec {
  type: string;
  component_id: string;
  [field: string]: Json | undefined;
}

export const POSITIONS = ["header", "top", "left", "right", "inside", "bottom", "footer"] as const;
export type Position = (typeof POSITIONS)[number];

export interface Toolbar {
  position: Position;
  items: ComponentSpec[];
}

export interface WireDocument {
  title: string;
  height: number | null;
  body: WireBody;
  toolbars: Toolbar[];
  values: Record<string, Json>;
  contents: Record<string, Content>;
}

export type GridStrategy = "set" | "append" | "update";

export type Op =
  | { type: "set_content"; component_id: string; content: Content }
  | { type: "set_value"; component_id: string; value: Json }
  | { type: "set_figure"; json: string }
  | { type: "grid_rows"; strategy: GridStrategy; json: string; columns: Column[] }
  | { type: "reload_data"; data: WireData; columns: Column[] }
  | { type: "emit"; event_type: string; data: Json }
  | { type: "unknown"; name: string };

/** Reads a document; throws an `Error` that says what is wrong with it. */
export function readDocument(value: unknown): WireDocument {
  if (!isObject(value)) throw new Error("the document is no object");
  const { title, height, toolbars } = value;
  return {
    title: typeof title === "string" ? title : "",
    height: typeof height === "number" && height > 0 ? height : null,
    body: readBody(value["body"]),
    toolbars: Array.isArray(toolbars) ? toolbars.map(readToolbar) : [],
    values: { ...(isObject(value["values"]) ? value["values"] : {}) } as Record<string, Json>,
    contents: Object.fromEntries(
      Object.entries(isObject(value["contents"]) ? value["contents"] : {}).map(([id, content]) => [
        id,
        readContent(content),
      ]),
    ),
  };
}

/** Reads an operation. One of an unknown type is kept, to be reported. */
export function readOp(value: unknown): Op {
  if (!isObject(value)) throw new Error("the operation is no object");
  const { type, component_id, json, event_type } = value;
  switch (type) {
    case "set_content":
      return { type, component_id: text(component_id), content: readContent(value["content"]) };
    case "set_value":
      return { type, component_id: text(component_id), value: (value["value"] ?? null) as Json };
    case "set_figure":
      return { type, json: text(json) };
    case "grid_rows":
      return {
        type,
        strategy: value["strategy"] as GridStrategy,
        json: text(json),
        columns: readColumns(value["columns"]),
      };
    case "reload_data":
      return { type, data: readData(value["data"]), columns: readColumns(value["columns"]) };
    case "emit":
      return { type, event_type: text(event_type), data: (value["data"] ?? null) as Json };
    default:
      return { type: "unknown", name: String(type) };
  }
}

function readBody(value: unknown): WireBody {
  if (!isObject(value)) throw new Error("the document has no body");
  const { kind, row_id } = value;
  if (kind === "html") return { kind, html: text(value["html"]) };
  if (kind === "chart") return { kind, data: readData(value["data"]) };
  if (kind !== "grid") throw new Error(`unknown kind of body: ${String(kind)}`);
  return {
    kind,
    columns: readColumns(value["columns"]),
    row_id: typeof row_id === "string" ? row_id : null,
    data: readData(value["data"]),
  };
}

function readData(value: unknown): WireData {
  if (!isObject(value) || !isCount(value["revision"])) throw new Error("data without a revision");
  const { revision, json } = value;
  return typeof json === "string" ? { revision, json } : { revision };
}

function readColumns(value: unknown): Column[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (column): column is Column => isObject(column) && typeof column["field"] === "string",
  );
}

function readToolbar(value: unknown): Toolbar {
  if (!isObject(value)) throw new Error("malformed toolbar");
  const position = POSITIONS.find((known) => known === value["position"]) ?? "top";
  const items = Array.isArray(value["items"]) ? value["items"] : [];
  return { position, items: items.filter(isComponent) };
}

export function isComponent(value: unknown): value is ComponentSpec {
  return (
    isObject(value) &&
    typeof value["type"] === "string" &&
    typeof value["component_id"] === "string"
  );
}

function readContent(value: unknown): Content {
  if (isObject(value) && typeof value["html"] === "string") return { html: value["html"] };
  return { text: isObject(value) ? text(value["text"]) : "" };
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("a text is missing");
  return value;
}
