/** Documents for tests. */

import type { WireDocument } from "../src/wire/document";
import { fromWire, type Document } from "../src/view/document";

export const WIDGET = "a".repeat(32);
export const VIEWER = "b".repeat(32);

export function wireDocument(parts: Partial<WireDocument> = {}): WireDocument {
  return {
    title: "",
    height: null,
    body: { kind: "html", html: "<p>text</p>" },
    toolbars: [],
    values: {},
    contents: {},
    ...parts,
  };
}

export function localDocument(parts: Partial<WireDocument> = {}): Document {
  return fromWire(wireDocument(parts));
}
