/** Changes of a page after an operation. */

import type { ComponentSpec, Content, ElementEdit, GridStrategy, Toast } from "../../wire/document";
import type { Json } from "../../wire/json";
import type { DownloadFile } from "../../wire/style";
import type { Row } from "./document";

/** A part of a chart or a table to draw after an operation. */
export type BodyChange =
  | { kind: "figure" }
  | { kind: "edit" }
  | { kind: "points" }
  | { kind: "chart_view" }
  | { kind: "rows"; strategy: GridStrategy; rows: Row[] }
  | { kind: "row"; position: number }
  | { kind: "pages" }
  | { kind: "columns" }
  | { kind: "state" };

/** A part of the page to draw after an operation. */
export type PageChange =
  | { kind: "content"; id: string; content: Content }
  | { kind: "edit"; id: string; edit: ElementEdit }
  | { kind: "values"; ids: string[] }
  | { kind: "components"; changed: ComponentSpec[] }
  | { kind: "toast"; toast: Toast; revision: number }
  | { kind: "answered"; question: number }
  | { kind: "style"; id: string }
  | { kind: "sheets"; id: string }
  | { kind: "theme" }
  | { kind: "link"; url: string }
  | { kind: "file"; file: DownloadFile }
  | { kind: "body"; block: string; change: BodyChange }
  | { kind: "signal"; eventType: string; data: Json };
