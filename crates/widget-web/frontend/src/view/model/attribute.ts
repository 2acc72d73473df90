/** Attributes of a figure by their path, as Plotly writes it: `xaxis.range[0]`. Pure. */

import { isObject, type Json, type JsonObject } from "../../wire/json";
import { decoded, isTypedArray } from "./typed_array";

export type Step = string | number;

/** The steps of a path that the server has checked. */
export function stepsOf(path: string): Step[] {
  return path.split(".").flatMap((part) => {
    const [key = "", ...indices] = part.split("[");
    return [key, ...indices.map((index) => Number.parseInt(index, 10))];
  });
}

/**
 * An object with a value put at a path: an object is merged into one that is there,
 * null removes, anything else replaces (RFC 7396 section 2).
 */
export function put(object: JsonObject, steps: Step[], value: Json): JsonObject {
  return putBelow(object, steps, value) as JsonObject;
}

/** The value at a path. */
export function at(object: JsonObject, steps: Step[]): Json | undefined {
  return steps.reduce<Json | undefined>((current, step) => child(current, step), object);
}

/** `undefined` when nothing is left there. */
function putBelow(before: Json | undefined, steps: Step[], value: Json): Json | undefined {
  const [step, ...rest] = steps;
  // An element of a typed list can be changed in a plain one only.
  const current = typeof step === "number" && isObject(before) ? decoded(before) : before;
  if (step === undefined) return value === null ? undefined : merge(current, value);
  if (current === undefined || current === null) {
    if (value === null) return current;
    return putBelow(typeof step === "number" ? [] : {}, steps, value);
  }
  if (Array.isArray(current) && typeof step === "number") {
    if (step > current.length || (step === current.length && value === null)) return current;
    const next = putBelow(current[step], rest, value);
    return current.toSpliced(step, 1, ...(next === undefined ? [] : [next]));
  }
  if (!isObject(current) || typeof step === "number") return current;
  if (value === null && !Object.hasOwn(current, step)) return current;
  const next = putBelow(child(current, step), rest, value);
  // Made from entries, a key "__proto__" is one like any other.
  const entries = new Map(Object.entries(current));
  if (next === undefined) entries.delete(step);
  else entries.set(step, next);
  return Object.fromEntries(entries);
}

function child(current: Json | undefined, step: Step): Json | undefined {
  if (Array.isArray(current)) return typeof step === "number" ? current[step] : undefined;
  if (!isObject(current) || !Object.hasOwn(current, step)) return undefined;
  return current[step];
}

/** `MergePatch` of RFC 7396 section 2. A typed list replaces, as any list does. */
function merge(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch) || isTypedArray(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
