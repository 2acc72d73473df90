/** The document and its operations as they come over the wire. */

import { readBlocks } from "./block";
import type { TableState, WireBlock, WireData } from "./block";
import type {
  BlockState,
  CellTest,
  Change,
  ChangedElement as ElementChange,
  Column,
  ColumnFilter,
  ColumnSort,
  ColumnState,
  ColumnTrait,
  ColumnType,
  NumberFormat,
  Confirm,
  Content,
  ElementEdit,
  EventRoute,
  FilterType,
  Op,
  PageDensity,
  PagesRef,
  PageWidth,
  RowStrategy,
  ToastPosition,
  ComponentSpec,
  ToolbarPosition as Position,
  ToolbarSpec as Toolbar,
  WireDocument as Sent,
} from "./generated";
import { isCount, isObject, textIn as text, type Json } from "./json";
import { readAppearance, type Appearance } from "./style";

export type {
  BlockState,
  CellTest,
  Change,
  Column,
  ColumnFilter,
  ColumnSort,
  ColumnState,
  ColumnTrait,
  ColumnType,
  NumberFormat,
  Confirm,
  Content,
  ElementChange,
  ElementEdit,
  EventRoute,
  FilterType,
  Op,
  PageDensity,
  PagesRef,
  PageWidth,
  Position,
  RowStrategy,
  TableState,
  ToastPosition,
  ComponentSpec,
  Toolbar,
  WireBlock,
  WireData,
};

/** The id of the one block of a widget of HTML, a figure or rows alone. */
export const BODY = ":body";

export const POSITIONS = [
  "header",
  "top",
  "left",
  "right",
  "inside",
  "bottom",
  "footer",
] as const satisfies Position[];

export const TOAST_POSITIONS = [
  "top-right",
  "top",
  "top-left",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const satisfies ToastPosition[];
const WIDTHS = ["narrow", "wide", "full"] as const satisfies PageWidth[];

export type Toast = Omit<Extract<Op, { type: "toast" }>, "type">;

/** The document as it is read: its blocks apart from what they show, and its appearance. */
export type WireDocument = Omit<Sent, "blocks" | "routes" | keyof Appearance> &
  Appearance & {
    blocks: WireBlock[];
    /** By the name of an event or of its group. */
    routes: Record<string, EventRoute>;
  };

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
    contents: Array.isArray(value["contents"]) ? value["contents"].map(readElementChange) : [],
    routes: { ...(isObject(value["routes"]) ? value["routes"] : {}) } as Record<string, EventRoute>,
    ...readAppearance(value),
  };
}

function readElementChange(value: unknown): ElementChange {
  if (!isObject(value)) throw new Error("a change of an element is not an object");
  const { component_id, revision, edit } = value;
  const change = { component_id: text(component_id), revision: isCount(revision) ? revision : 0 };
  if (edit === undefined) return { ...change, content: readContent(value["content"]) };
  return { ...change, edit: edit as ElementEdit };
}

/**
 * Reads a change. Its operation is as the server's types say; one of a type that is not among
 * them is for the reducer to refuse.
 */
export function readChange(value: unknown): Change {
  const op = isObject(value) ? value["op"] : null;
  if (!isObject(value) || !isCount(value["revision"]) || !isObject(op) || !("type" in op)) {
    throw new Error("malformed change");
  }
  return value as unknown as Change;
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
