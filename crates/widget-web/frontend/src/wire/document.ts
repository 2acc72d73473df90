/** The document and its operations as they come over the wire. */

import { readBlocks, readColumns, readData, readGridState, readPages } from "./block";
import type { GridState, WireBlock, WireData } from "./block";
import { readChartEdit, readChartView, type ChartEdit, type ChartView } from "./chart";
import type {
  Column,
  ColumnSort,
  ColumnState,
  ColumnType,
  NumberFormat,
  Confirm,
  Content,
  Op as WireOp,
  PageDensity,
  PagesRef,
  PageWidth,
  RowStrategy as GridStrategy,
  ToastKind,
  ToastPosition,
  ToolbarPosition as Position,
} from "./generated";
import { isCount, isObject, textIn as text, type Json, type JsonObject } from "./json";
import { readFile, readAppearance, readSheet, readStyle, readTheme } from "./style";
import type { DownloadFile, Appearance, ThemeChoice } from "./style";

export type {
  Column,
  ColumnSort,
  ColumnState,
  ColumnType,
  NumberFormat,
  Confirm,
  Content,
  GridState,
  GridStrategy,
  PageDensity,
  PagesRef,
  PageWidth,
  Position,
  ToastPosition,
  WireBlock,
  WireData,
};

/** The id of the one block of a widget of HTML, a figure or rows alone. */
export const BODY = ":body";

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
const WIDTHS = ["narrow", "wide", "full"] as const satisfies PageWidth[];
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
  width: PageWidth;
  density: PageDensity;
  blocks: WireBlock[];
  toolbars: Toolbar[];
  /** Drawn as components of the type `modal`. */
  modals: ComponentSpec[];
  values: Record<string, Json>;
  /** In the order of their last writes. */
  contents: { component_id: string; content: Content }[];
}

/** An operation with what the server says of its block after it: `columns` or `view`. */
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
  | { type: "set_figure"; block_id: string; json: string; view: ChartView }
  | { type: "edit_chart"; block_id: string; edit: ChartEdit; view: ChartView }
  | { type: "set_chart_view"; block_id: string; view: ChartView }
  | { type: "grid_rows"; block_id: string; strategy: GridStrategy; json: string; columns: Column[] }
  | { type: "reload_data"; block_id: string; data: WireData; columns: Column[]; view: ChartView }
  | {
      type: "grid_cell";
      block_id: string;
      row_id: Json;
      field: string;
      value: Json;
      columns?: Column[];
    }
  | { type: "reload_pages"; block_id: string; pages: PagesRef; columns: Column[] }
  | { type: "grid_columns"; block_id: string; columns: Column[] }
  | { type: "grid_state"; block_id: string; state: GridState }
  | { type: "set_style"; component_id: string; style: Record<string, string | null> }
  | { type: "inject_css"; css_id: string; css: string }
  | { type: "remove_css"; css_id: string }
  | { type: "set_theme"; theme: ThemeChoice }
  | { type: "navigate"; url: string }
  | { type: "download"; file: DownloadFile }
  | { type: "emit"; event_type: string; data: Json }
  | { type: "close_question"; question: number }
  | { type: "unknown"; name: string };

/** Operations that the server may send and nothing here reads: there are none. */
type IsRead<All, Known> = [Exclude<All, Known>] extends [never] ? true : never;
true satisfies IsRead<WireOp["type"], Op["type"]>;

/** Reads a document; throws an `Error` that says what is wrong with it. */
export function readDocument(value: unknown): WireDocument {
  if (!isObject(value)) throw new Error("the document is not an object");
  const { title, height, toolbars } = value;
  return {
    title: typeof title === "string" ? title : "",
    height: typeof height === "number" && height > 0 ? height : null,
    width: WIDTHS.find((known) => known === value["width"]) ?? "full",
    density: value["density"] === "compact" ? "compact" : "comfortable",
    blocks: readBlocks(value["blocks"]),
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

/** Reads a change: an operation with the revision that it makes. */
export function readChange(value: unknown): { revision: number; op: Op } {
  if (!isObject(value) || !isCount(value["revision"])) throw new Error("malformed operation");
  return { revision: value["revision"], op: readOp(value["op"], value["after"]) };
}

/** Reads an operation. One of an unknown type is kept, to be reported. */
export function readOp(value: unknown, after: unknown = {}): Op {
  if (!isObject(value)) throw new Error("the operation is not an object");
  const { type, component_id, json, event_type } = value;
  const { columns, view } = isObject(after) ? after : {};
  const block_id = typeof value["block_id"] === "string" ? value["block_id"] : BODY;
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
      return { type, block_id, json: text(json), view: readChartView(view) };
    case "edit_chart":
      return {
        type,
        block_id,
        edit: readChartEdit(value["edit"]),
        view: readChartView(view),
      };
    case "set_chart_view":
      return { type, block_id, view: readChartView(value["view"]) };
    case "grid_rows":
      return {
        type,
        block_id,
        strategy: value["strategy"] as GridStrategy,
        json: text(json),
        columns: readColumns(columns),
      };
    case "reload_data":
      return {
        type,
        block_id,
        data: readData(value["data"]),
        columns: readColumns(columns),
        view: readChartView(view),
      };
    case "grid_cell":
      return {
        type,
        block_id,
        row_id: (value["row_id"] ?? null) as Json,
        field: text(value["field"]),
        value: (value["value"] ?? null) as Json,
        columns: readColumns(columns),
      };
    case "reload_pages":
      return {
        type,
        block_id,
        pages: readPages(value["pages"]),
        columns: readColumns(columns),
      };
    case "grid_columns":
      return { type, block_id, columns: readColumns(columns) };
    case "grid_state":
      return { type, block_id, state: readGridState(value["state"]) };
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
    default:
      return { type: "unknown", name: String(type) };
  }
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
