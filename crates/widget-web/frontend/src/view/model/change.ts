/** Changes of a chart or table after an operation. */

import type { RowStrategy } from "../../wire/document";
import type { Row } from "./document";

/** A part of a chart or a table to draw after an operation. */
export type BodyChange =
  | { kind: "figure" }
  | { kind: "edit" }
  | { kind: "points" }
  | { kind: "chart_view" }
  | { kind: "rows"; strategy: RowStrategy; rows: Row[] }
  | { kind: "row"; position: number }
  | { kind: "pages" }
  | { kind: "columns" }
  | { kind: "state" };
