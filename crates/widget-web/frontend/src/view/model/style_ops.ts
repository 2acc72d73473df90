/** Operations on the look of a document. Pure. */

import type { Op } from "../../wire/document";
import type { Document } from "./document";

type StyleOp = Extract<Op, { type: "set_style" | "inject_css" | "remove_css" }>;

/** A part of the look to draw after an operation. */
export type StyleChange = { kind: "style"; id: string } | { kind: "sheets"; id: string };

export function applyToStyle(
  document: Document,
  op: StyleOp,
): { document: Document; change: StyleChange } {
  switch (op.type) {
    case "set_style": {
      const { component_id: id, style } = op;
      const styles = restyled(document, id, style);
      return { document: { ...document, styles }, change: { kind: "style", id } };
    }
    case "inject_css": {
      const { css_id, css } = op;
      const at = document.sheets.findIndex((sheet) => sheet.css_id === css_id);
      const sheet = { css_id, css };
      const sheets = at < 0 ? [...document.sheets, sheet] : document.sheets.with(at, sheet);
      return { document: { ...document, sheets }, change: { kind: "sheets", id: op.css_id } };
    }
    case "remove_css": {
      const sheets = document.sheets.filter((sheet) => sheet.css_id !== op.css_id);
      return { document: { ...document, sheets }, change: { kind: "sheets", id: op.css_id } };
    }
  }
}

/** The styles with some properties of an element set, and those that are null taken back. */
function restyled(
  { styles }: Document,
  id: string,
  style: Record<string, string | null>,
): Document["styles"] {
  const own = new Map(Object.entries(styles.get(id) ?? {}));
  for (const [property, value] of Object.entries(style)) {
    if (value === null) own.delete(property);
    else own.set(property, value);
  }
  const next = new Map(styles);
  // In the order of the server: of `margin` and `margin-top` the later one decides.
  const sorted = [...own].sort(([one], [other]) => (one < other ? -1 : 1));
  if (own.size > 0) next.set(id, Object.fromEntries(sorted));
  else next.delete(id);
  return next;
}
