/** The document and its operations as they come over the wire. */

import { readChartEdit, readChartView, type ChartEdit, type ChartView } from "./chart";
import type {
  Column,
  ColumnSort,
  ColumnState,
  ColumnType,
  Confirm,
  Content,
  DocumentBody,
  PagesRef,
  RowStrategy as GridStrategy,
  ToastKind,
  ToastPosition,
  ToolbarPosition as Position,
  WireOp,
} from "./generated";
import { isCount, isObject, textIn as text, type Json, type JsonObject } from "./json";
import { readFile, readAppearance, readSheet, readStyle, readTheme } from "./style";
import type { DownloadFile, Appearance, ThemeChoice } from "./style";

export type {
  Column,
  ColumnSort,
  ColumnState,
  ColumnType,
  Confirm,
  Content,
  GridStrategy,
  PagesRef,
  Position,
  ToastPosition,
};

/** `json` is absent until the shell has fetched it. */
export interface WireData {
  revision: number;
  json?: string;
}

/** The view state of a table. */
export interface GridState {
  columns: ColumnState[];
  sort: ColumnSort[];
  /** AG Grid's filter model. */
  filter: JsonObject;
  selection: { row_ids: Json[]; count: number };
}

export interface WireGrid {
  kind: "grid";
  columns: Column[];
  row_id: string | null;
  page_size: number | null;
  state: GridState;
  /** One of the two. */
  data?: WireData;
  pages?: PagesRef;
}

export type WireBody =
  { kind: "html"; html: string } | { kind: "chart"; data: WireData; view: ChartView } | WireGrid;

/** A component as the document holds it; each type reads its own fields. */
export interface ComponentSpec {
  type: string;
  component_id: string;
  [field: string]: Json | undefined;
}

export const POSITIONS = [
  "header",
  "top",
  "left",
  "right",
  "inside",
  "bottom",
  "footer",
] as const satisfies Position[];

export interface Toolbar {
  position: Position;
  items: ComponentSpec[];
  collapsible?: boolean;
  resizable?: boolean;
}

export const TOAST_POSITIONS = [
  "top-right",
  "top",
  "top-left",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const satisfies ToastPosition[];
const TOAST_KINDS = ["info", "success", "warning", "error"] as const satisfies ToastKind[];

export interface Toast {
  message: string;
  title: string;
  kind: ToastKind;
  duration_ms: number;
  position: ToastPosition;
  confirm: Confirm | null;
}

export interface WireDocument extends Appearance {
  title: string;
  height: number | null;
  body: WireBody;
  toolbars: Toolbar[];
  /** Drawn as components of the type `modal`. */
  modals: ComponentSpec[];
  values: Record<string, Json>;
  /** In the order of their last writes. */
  contents: { component_id: string; content: Content }[];
}

/** A query of the server to the open viewers. */
export type Question =
  | { kind: "inspect" }
  | { kind: "screenshot"; scale: number | null; width: number | null }
  | { kind: "unknown"; name: string };

export type Op =
  | { type: "set_content"; component_id: string; content: Content }
  | { type: "set_value"; component_id: string; value: Json }
  | { type: "set_marquee"; component_id: string; text: string; items: ComponentSpec[] }
  | {
      type: "update_ticker";
      ticker: string;
      content: Content | null;
      style: JsonObject | null;
      class_name: string | null;
    }
  | { type: "toast"; toast: Toast }
  | { type: "set_figure"; json: string; view: ChartView }
  | { type: "edit_chart"; edit: ChartEdit; view: ChartView }
  | { type: "set_chart_view"; view: ChartView }
  | { type: "grid_rows"; strategy: GridStrategy; json: string; columns: Column[] }
  | { type: "reload_data"; data: WireData; columns: Column[]; view: ChartView }
  | { type: "grid_cell"; row_id: Json; field: string; value: Json; columns: Column[] }
  | { type: "reload_pages"; pages: PagesRef; columns: Column[] }
  | { type: "grid_columns"; columns: Column[] }
  | { type: "grid_state"; state: GridState }
  | { type: "set_style"; component_id: string; style: Record<string, string | null> }
  | { type: "inject_css"; css_id: string; css: string }
  | { type: "remove_css"; css_id: string }
  | { type: "set_theme"; theme: ThemeChoice }
  | { type: "navigate"; url: string }
  | { type: "download"; file: DownloadFile }
  | { type: "emit"; event_type: string; data: Json }
  | { type: "close_question"; question: number }
  | { type: "ask"; request_id: string; question: Question }
  | { type: "unknown"; name: string };

/** Operations and bodies that the server may send and nothing here reads: there are none. */
type IsRead<All, Known> = [Exclude<All, Known>] extends [never] ? true : never;
true satisfies IsRead<WireOp["type"], Op["type"]>;
true satisfies IsRead<DocumentBody["kind"], WireBody["kind"]>;

/** Reads a document; throws an `Error` that says what is wrong with it. */
export function readDocument(value: unknown): WireDocument {
  if (!isObject(value)) throw new Error("the document is not an object");
  const { title, height, toolbars } = value;
  return {
    title: typeof title === "string" ? title : "",
    height: typeof height === "number" && height > 0 ? height : null,
    body: readBody(value["body"]),
    toolbars: Array.isArray(toolbars) ? toolbars.map(readToolbar) : [],
    modals: Array.isArray(value["modals"]) ? value["modals"].map(readModal) : [],
    values: { ...(isObject(value["values"]) ? value["values"] : {}) } as Record<string, Json>,
    contents: Array.isArray(value["contents"]) ? value["contents"].map(readReplaced) : [],
    ...readAppearance(value),
  };
}

function readReplaced(value: unknown): { component_id: string; content: Content } {
  if (!isObject(value)) throw new Error("a replaced content is not an object");
  return { component_id: text(value["component_id"]), content: readContent(value["content"]) };
}

/** Reads an operation. One of an unknown type is kept, to be reported. */
export function readOp(value: unknown): Op {
  if (!isObject(value)) throw new Error("the operation is not an object");
  const { type, component_id, json, event_type } = value;
  switch (type) {
    case "set_content":
      return { type, component_id: text(component_id), content: readContent(value["content"]) };
    case "set_value":
      return { type, component_id: text(component_id), value: (value["value"] ?? null) as Json };
    case "set_marquee":
      return {
        type,
        component_id: text(component_id),
        text: typeof value["text"] === "string" ? value["text"] : "",
        items: readComponents(value["items"]),
      };
    case "update_ticker": {
      const { content, style, class_name } = value;
      return {
        type,
        ticker: text(value["ticker"]),
        content: content === undefined ? null : readContent(content),
        style: isObject(style) ? (style as JsonObject) : null,
        class_name: typeof class_name === "string" ? class_name : null,
      };
    }
    case "toast":
      return { type, toast: readToast(value) };
    case "close_question":
      return { type, question: isCount(value["question"]) ? value["question"] : 0 };
    case "set_figure":
      return { type, json: text(json), view: readChartView(value["view"]) };
    case "edit_chart":
      return { type, edit: readChartEdit(value["edit"]), view: readChartView(value["view"]) };
    case "set_chart_view":
      return { type, view: readChartView(value["view"]) };
    case "grid_rows":
      return {
        type,
        strategy: value["strategy"] as GridStrategy,
        json: text(json),
        columns: readColumns(value["columns"]),
      };
    case "reload_data":
      return {
        type,
        data: readData(value["data"]),
        columns: readColumns(value["columns"]),
        view: readChartView(value["view"]),
      };
    case "grid_cell":
      return {
        type,
        row_id: (value["row_id"] ?? null) as Json,
        field: text(value["field"]),
        value: (value["value"] ?? null) as Json,
        columns: readColumns(value["columns"]),
      };
    case "reload_pages":
      return { type, pages: readPages(value["pages"]), columns: readColumns(value["columns"]) };
    case "grid_columns":
      return { type, columns: readColumns(value["columns"]) };
    case "grid_state":
      return { type, state: readGridState(value["state"]) };
    case "set_style":
      return { type, component_id: text(component_id), style: readStyle(value["style"]) };
    case "inject_css":
      return { type, ...readSheet(value) };
    case "remove_css":
      return { type, css_id: text(value["css_id"]) };
    case "set_theme":
      return { type, theme: readTheme(value["theme"]) };
    case "navigate":
      return { type, url: text(value["url"]) };
    case "download":
      return { type, file: readFile(value) };
    case "emit":
      return { type, event_type: text(event_type), data: (value["data"] ?? null) as Json };
    case "ask":
      return { type, request_id: text(value["request_id"]), question: readQuestion(value) };
    default:
      return { type: "unknown", name: String(type) };
  }
}

function readQuestion({ question, scale, width }: Record<string, unknown>): Question {
  if (question === "inspect") return { kind: question };
  if (question !== "screenshot") return { kind: "unknown", name: String(question) };
  const number = (value: unknown) => (typeof value === "number" && value > 0 ? value : null);
  return { kind: question, scale: number(scale), width: number(width) };
}

function readBody(value: unknown): WireBody {
  if (!isObject(value)) throw new Error("the document has no body");
  const { kind, row_id } = value;
  if (kind === "html") return { kind, html: text(value["html"]) };
  if (kind === "chart") {
    return { kind, data: readData(value["data"]), view: readChartView(value["view"]) };
  }
  if (kind !== "grid") throw new Error(`unknown kind of body: ${String(kind)}`);
  const { page_size, pages } = value;
  return {
    kind,
    columns: readColumns(value["columns"]),
    row_id: typeof row_id === "string" ? row_id : null,
    page_size: isCount(page_size) ? page_size : null,
    state: readGridState(value["state"]),
    ...(pages === undefined ? { data: readData(value["data"]) } : { pages: readPages(pages) }),
  };
}

function readPages(value: unknown): PagesRef {
  if (!isObject(value) || !isCount(value["revision"]) || !isCount(value["count"])) {
    throw new Error("pages without a revision or a number of rows");
  }
  return { revision: value["revision"], count: value["count"] };
}

/** Reads a view state; anything missing or malformed has its initial value. */
function readGridState(value: unknown): GridState {
  const { columns, sort, filter, selection } = isObject(value) ? value : {};
  const { row_ids, count } = isObject(selection) ? selection : {};
  const withField = (list: unknown) =>
    (Array.isArray(list) ? (list as unknown[]) : []).filter(
      (one) => isObject(one) && "field" in one,
    );
  return {
    columns: withField(columns) as ColumnState[],
    sort: withField(sort) as ColumnSort[],
    filter: isObject(filter) ? (filter as JsonObject) : {},
    selection: {
      row_ids: Array.isArray(row_ids) ? (row_ids as Json[]) : [],
      count: isCount(count) ? count : 0,
    },
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
  return {
    position,
    items: readComponents(value["items"]),
    collapsible: value["collapsible"] === true,
    resizable: value["resizable"] === true,
  };
}

function readModal(value: unknown): ComponentSpec {
  const modal = isObject(value) ? { ...value, type: "modal" } : value;
  if (!isComponent(modal)) throw new Error("malformed modal");
  return modal;
}

function readComponents(value: unknown): ComponentSpec[] {
  return Array.isArray(value) ? value.filter(isComponent) : [];
}

function readToast(value: Record<string, unknown>): Toast {
  const { title, duration_ms, confirm } = value;
  return {
    message: text(value["message"]),
    title: typeof title === "string" ? title : "",
    kind: TOAST_KINDS.find((known) => known === value["kind"]) ?? "info",
    duration_ms: isCount(duration_ms) ? duration_ms : 0,
    position: TOAST_POSITIONS.find((known) => known === value["position"]) ?? "top-right",
    confirm: isObject(confirm)
      ? {
          event: text(confirm["event"]),
          confirm_label: text(confirm["confirm_label"]),
          cancel_label: text(confirm["cancel_label"]),
        }
      : null,
  };
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
