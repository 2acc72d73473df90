/** The values that components accept, as the server checks them: `component/` there. */

import type { ComponentSpec } from "../../wire/document";
import type { Json } from "../../wire/json";
import { choicesOf } from "./choices";

export type Accepts = (value: Json, spec: ComponentSpec) => boolean;

export const isBoolean: Accepts = (value) => typeof value === "boolean";
export const isText: Accepts = (value) => typeof value === "string";
export const isOption: Accepts = (value, spec) =>
  choicesOf(spec).some((choice) => choice.value === value);
export const orNull =
  (accepts: Accepts): Accepts =>
  (value, spec) =>
    value === null || accepts(value, spec);

export const isInBounds: Accepts = (value, { min, max }) =>
  typeof value === "number" &&
  (typeof min !== "number" || min <= value) &&
  (typeof max !== "number" || value <= max);

/** Days as text sort as they follow each other. */
export const isDay: Accepts = (value, { min, max }) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  isInCalendar(value) &&
  (typeof min !== "string" || min <= value) &&
  (typeof max !== "string" || value <= max);

/** A browser takes the 30th of February for the 2nd of March. */
function isInCalendar(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
