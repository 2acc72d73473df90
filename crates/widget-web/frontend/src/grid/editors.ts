/** Cell editors by type of column. */

import type { CellEditorSelectorFunc, ColDef, ValueParserParams } from "ag-grid-community";
import type { Column } from "../wire/document";
import { isDigits } from "../wire/exact_json";
import type { Json } from "../wire/json";
import type { GridRow } from "./rows";
import { has } from "./shown";

type GridColDef = ColDef<GridRow, Json>;

export function editing(column: Column): GridColDef {
  const { field, type, editable } = column;
  if (editable !== true || type === "object") return { editable: false };
  return {
    editable: true,
    valueSetter: ({ data, newValue }) => {
      // A copy: the row itself belongs to the document, which changes by operations only.
      data.row = { ...data.row, [field]: newValue ?? null };
      return true;
    },
    ...(has(column, "exact") ? EXACT : EDITORS[type]),
  };
}

/** A text of more than this is edited over several lines. */
const LONG_TEXT = 80;

/** The field of one line would drop the others. */
const textEditor: CellEditorSelectorFunc<GridRow, Json> = ({ value }) => {
  const text = typeof value === "string" ? value : "";
  if (text.length <= LONG_TEXT && !/[\r\n]/.test(text)) return { component: "agTextCellEditor" };
  const params = { maxLength: 2 ** 31 - 1, rows: 8, cols: 48 };
  return { component: "agLargeTextCellEditor", popup: true, params };
};

const EDITORS: Record<Exclude<Column["type"], "object">, GridColDef> = {
  text: { cellEditorSelector: textEditor, valueParser: parseText },
  number: { cellEditor: "agNumberCellEditor" },
  boolean: { cellEditor: "agSelectCellEditor", cellEditorParams: { values: [true, false] } },
  date: { cellEditor: "agTextCellEditor", valueParser: parseDate },
};

/** Some of the numbers are integers that JavaScript cannot hold. */
const EXACT: GridColDef = { cellEditor: "agTextCellEditor", valueParser: parseDigits };

/** Parses a number, an integer with all of its digits; what is none leaves the old one. */
function parseDigits({ newValue, oldValue }: ValueParserParams<GridRow, Json>): Json {
  const text = ((newValue as string | null) ?? "").trim();
  if (text === "") return null;
  const number = Number(text);
  if (isDigits(text) && !Number.isSafeInteger(number)) return BigInt(text).toString();
  return Number.isFinite(number) ? number : (oldValue ?? null);
}

/** Nothing stays nothing when nothing was typed, and a number among texts a number. */
function parseText({ newValue, oldValue }: ValueParserParams<GridRow, Json>): Json {
  // AG Grid gives `null` for an empty field, whatever its types say.
  const text = (newValue as string | null) ?? "";
  const isNumber = typeof oldValue === "number" && text.trim() !== "";
  if (isNumber && Number.isFinite(Number(text))) return Number(text);
  return text === "" && (oldValue ?? null) === null ? null : text;
}

/** Parses a date; an invalid one would turn the whole column into text, so the old one stays. */
function parseDate({ newValue, oldValue }: ValueParserParams<GridRow, Json>): Json {
  const text = ((newValue as string | null) ?? "").trim();
  if (text === "") return null;
  const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate ? text : (oldValue ?? null);
}
