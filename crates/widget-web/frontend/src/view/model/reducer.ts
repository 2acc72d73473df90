/** Operations on the document, as the server applies them: `widget/apply.rs` there. Pure. */

import {
  BODY,
  type Change,
  type ComponentSpec,
  type Content,
  type ElementEdit,
  type Toast,
} from "../../wire/document";
import type { WholeData } from "../../wire/fill";
import type { Json } from "../../wire/json";
import { fileOf, type DownloadFile } from "../../wire/style";
import type { BodyChange } from "./change";
import { applyToChart } from "./chart_ops";
import { setMarquee, setValue, updateTicker, type ComponentsChanged } from "./component_ops";
import { changed, contentOf } from "./contents";
import { readRows, walkBlocks, type Document } from "./document";
import { frameAfter } from "./frame";
import { applyToStyle, type StyleChange } from "./style_ops";
import { applyToTable } from "./table_ops";

/** A part of the page to draw after an operation. */
export type PageChange =
  | { kind: "content"; id: string; content: Content }
  | { kind: "edit"; id: string; edit: ElementEdit }
  | { kind: "values"; ids: string[] }
  | { kind: "components"; changed: ComponentSpec[] }
  | { kind: "toast"; toast: Toast; revision: number }
  | { kind: "answered"; question: number }
  | StyleChange
  | { kind: "frame" }
  | { kind: "link"; url: string }
  | { kind: "file"; file: DownloadFile }
  | { kind: "body"; block: string; change: BodyChange }
  | { kind: "signal"; eventType: string; data: Json };

/** Applies an operation; throws an `Error` when the document cannot take it. */
export function applyOp(
  document: Document,
  logged: Change,
): { document: Document; change: PageChange } {
  const { op, revision } = logged;
  switch (op.type) {
    case "set_content": {
      const { component_id: id, content } = op;
      const contents = changed(document.contents, { component_id: id, revision, content });
      return { document: { ...document, contents }, change: { kind: "content", id, content } };
    }
    case "append_text": {
      const { component_id: id } = op;
      const content = { text: textOf(document, id) + op.text };
      const contents = changed(document.contents, { component_id: id, revision, content });
      return { document: { ...document, contents }, change: { kind: "content", id, content } };
    }
    case "edit_element": {
      const { component_id: id, edit } = op;
      const contents = changed(document.contents, { component_id: id, revision, edit });
      return { document: { ...document, contents }, change: { kind: "edit", id, edit } };
    }
    case "set_value": {
      const { values, ids } = setValue(document, op.component_id, op.value);
      return { document: { ...document, values }, change: { kind: "values", ids } };
    }
    case "set_marquee":
      return drawn(setMarquee(document, op));
    case "update_ticker":
      return drawn(updateTicker(document, op));
    case "toast":
      return { document, change: { kind: "toast", toast: op, revision } };
    case "close_question":
      return { document, change: { kind: "answered", question: op.question } };
    case "set_style":
    case "inject_css":
    case "remove_css":
      return applyToStyle(document, op);
    case "set_theme": {
      const { title, theme } = frameAfter(document, op);
      return { document: { ...document, title, theme }, change: { kind: "frame" } };
    }
    case "navigate":
      return { document, change: { kind: "link", url: op.url } };
    case "download":
      return { document, change: { kind: "file", file: fileOf(op) } };
    case "emit":
      return { document, change: { kind: "signal", eventType: op.event_type, data: op.data } };
    case "set_figure":
    case "edit_chart":
    case "set_chart_view":
    case "grid_rows":
    case "grid_cell":
    case "grid_columns":
    case "grid_state":
    case "reload_data":
    case "reload_pages":
      return applyToBody(document, op.block_id ?? BODY, logged);
    default: {
      const { type } = op satisfies never as { type: unknown };
      throw new Error(`this page does not know the operation "${String(type)}"; reload it`);
    }
  }
}

/** Puts all rows in the place of the first of them. */
export function withAllRows(
  document: Document,
  block: string,
  { revision, json }: WholeData,
): { document: Document; change: PageChange } {
  const body = document.bodies.get(block);
  if (body?.kind !== "table") throw new Error(`the block "${block}" has no rows`);
  const rows = readRows(json);
  const whole = { ...body, revision, fetched: revision, rows, firstOf: null };
  const bodies = new Map(document.bodies).set(block, whole);
  const change: BodyChange = { kind: "rows", strategy: "set", rows };
  return { document: { ...document, bodies }, change: { kind: "body", block, change } };
}

/** The text that a block of Markdown shows. */
function textOf(document: Document, id: string): string {
  const content = contentOf(document.contents, id);
  if (content !== undefined && "text" in content) return content.text;
  const first = walkBlocks(document.blocks).find((block) => block.id === id);
  const text = first?.properties["markdown"];
  return typeof text === "string" ? text : "";
}

function drawn({ document, changed }: ComponentsChanged): {
  document: Document;
  change: PageChange;
} {
  return { document, change: { kind: "components", changed } };
}

function applyToBody(
  document: Document,
  block: string,
  logged: Change,
): { document: Document; change: PageChange } {
  const body = document.bodies.get(block);
  if (body === undefined) throw new Error(`the block "${block}" has no figure and no rows`);
  const { body: next, change } =
    body.kind === "table" ? applyToTable(body, logged) : applyToChart(body, logged);
  const bodies = new Map(document.bodies).set(block, next);
  return { document: { ...document, bodies }, change: { kind: "body", block, change } };
}
