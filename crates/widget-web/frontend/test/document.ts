/** Documents for tests. */

import type { WireChart, WireTable } from "../src/wire/block";
import {
  BODY,
  readDocument,
  type TableState,
  type Toolbar,
  type WireDocument,
} from "../src/wire/document";
import { fromWire, type Body, type Document } from "../src/view/model/document";

export const WIDGET = "a".repeat(32);
export const VIEWER = "b".repeat(32);

/** The content of a widget of one kind. */
type TestBody = { kind: "html"; html: string } | WireChart | WireTable;

/** It may say less than the server does. */
type TestToolbar = Partial<Toolbar> & Pick<Toolbar, "position" | "items">;

export type TestDocument = Partial<Omit<WireDocument, "blocks" | "toolbars">> & {
  toolbars?: TestToolbar[];
  body?: TestBody;
  blocks?: object[];
};

/** The one block of a widget of one kind, as it comes. */
export function bodyBlock({ kind, ...body }: TestBody): object {
  return { type: kind, id: BODY, ...body };
}

/** The figure or the rows of a widget of one kind. */
export function bodyOf({ bodies }: Document): Body {
  const body = bodies.get(BODY);
  if (body === undefined) throw new Error("the document has no figure and no rows");
  return body;
}

/** A document as the server sends it. */
export function sentDocument({ body, ...parts }: TestDocument = {}): object {
  return {
    title: "",
    height: null,
    width: "full",
    density: "comfortable",
    blocks: [bodyBlock(body ?? { kind: "html", html: "<p>text</p>" })],
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

export function wireDocument(parts: TestDocument = {}): WireDocument {
  return readDocument(sentDocument(parts));
}

export const TABLE_STATE: TableState = {
  columns: [],
  sort: [],
  filter: {},
  selection: { row_ids: [], count: 0 },
};

export function localDocument(parts: TestDocument = {}): Document {
  return fromWire(wireDocument(parts));
}
