/**
 * The digits of long integers in the lists of a figure. Plotly places points by numbers, which hold
 * integers up to 2^53 only; what a person saves or clicks has every digit.
 */

import { isDigits } from "../../wire/exact_json";
import type { Json } from "../../wire/json";
import { listOf } from "./typed_array";

/** A list carries its like with such integers as text: the programs of a page share no modules. */
const EXACT = Symbol.for("widget.exact");

interface List extends Array<Json> {
  [EXACT]?: Json[];
}

/** Notes the list `exact` with the digits that `list` has lost, if it has. */
export function noteDigits(list: List, exact: Json[]): void {
  if (list.some((value, index) => value !== exact[index])) {
    Object.defineProperty(list, EXACT, { value: exact });
  }
}

/** Makes a list of another one, and notes the digits that this one has lost. */
export function withDigits(list: List, change: (list: Json[]) => Json[]): Json[] {
  const changed = change(list);
  if (list[EXACT] !== undefined) noteDigits(changed, change(list[EXACT]));
  return changed;
}

/** A value with every digit; a typed list stays one. */
export function exactOf(value: Json): Json {
  return Array.isArray(value) ? ((value as List)[EXACT] ?? value) : value;
}

/** As `listOf` gives it, with every digit. */
export function exactListOf(value: Json | undefined): Json[] | null {
  return listOf(value === undefined ? undefined : exactOf(value));
}

/** The digits at a place of a list that stand for `number`, or `number` itself. */
export function exactAt(list: Json | undefined, index: number, number: Json): Json {
  const exact = Array.isArray(list) ? (list as List)[EXACT]?.[index] : undefined;
  return isDigits(exact) && Number(exact) === number ? exact : number;
}
