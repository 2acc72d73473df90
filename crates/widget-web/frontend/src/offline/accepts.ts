/** The values that a component accepts, as the server checks them: `component/` there. */

import type { ComponentSpec } from "../wire/document";
import { isObject, type Json, type JsonObject } from "../wire/json";
import { choicesOf } from "../view/components/choices";
import { textOf } from "../view/components/component";

type Check = (value: Json, spec: ComponentSpec) => boolean;

const isBoolean: Check = (value) => typeof value === "boolean";
const isText: Check = (value) => typeof value === "string";
const isOption: Check = (value, spec) => choicesOf(spec).some((choice) => choice.value === value);
const orNull =
  (check: Check): Check =>
  (value, spec) =>
    value === null || check(value, spec);

const isInBounds: Check = (value, { min, max }) =>
  typeof value === "number" &&
  (typeof min !== "number" || min <= value) &&
  (typeof max !== "number" || value <= max);

/** A browser takes the 30th of February for the 2nd of March. */
function isInCalendar(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Days as text sort as they follow each other. */
const isDay: Check = (value, { min, max }) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  isInCalendar(value) &&
  (typeof min !== "string" || min <= value) &&
  (typeof max !== "string" || value <= max);

const CHECKS: Record<string, Check> = {
  checkbox: isBoolean,
  date: orNull(isDay),
  multiselect: (value, spec) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((one) => isOption(one, spec)),
  number: orNull(isInBounds),
  radio: orNull(isOption),
  range: (value, spec) => {
    if (!isObject(value) || Object.keys(value).length !== 2) return false;
    const { start, end } = value;
    const fine = isInBounds(start ?? null, spec) && isInBounds(end ?? null, spec);
    return fine && Number(start) <= Number(end);
  },
  search: isText,
  select: (value, spec) =>
    isOption(value, spec) || (value === null && textOf(spec, "placeholder") !== ""),
  slider: isInBounds,
  tabs: isOption,
  text: isText,
  textarea: isText,
  toggle: isBoolean,
};

export function accepts(spec: ComponentSpec, value: Json): boolean {
  return CHECKS[spec.type]?.(value, spec) ?? false;
}

/** The value that the data of a component's event carries. */
export function valueIn({ type }: ComponentSpec, data: JsonObject): Json | undefined {
  if (type === "multiselect") return data["values"];
  if (type !== "range") return data["value"];
  const { start, end } = data;
  return start === undefined || end === undefined ? undefined : { start, end };
}
