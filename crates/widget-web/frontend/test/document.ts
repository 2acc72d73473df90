/** Documents for tests. */

import type { GridState, WireDocument } from "../src/wire/document";
import { fromWire, type Document } from "../src/view/model/document";

export const WIDGET = "a".repeat(32);
export const VIEWER = "b".repeat(32);

export function wireDocument(parts: Partial<WireDocument> = {}): WireDocument {
  return {
    title: "",
    height: null,
    body: { kind: "html", html: "<p>text</p>" },
    toolbars: [],
    modals: [],
    values: {},
    contents: [],
    theme: "system",
    styles: {},
    sheets: [],
    ...parts,
  };
}

export const GRID_STATE: GridState = {
  columns: [],
  sort: [],
  filter: {},
  selection: { row_ids: [], count: 0 },
};

export function localDocument(parts: Partial<WireDocument> = {}): Document {
  return fromWire(wireDocument(parts));
}
