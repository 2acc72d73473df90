/** The value of a form in the document, as the server has it: `block/form/state.rs` there. */

import { areKeptFiles, isKeptFile } from "../../../wire/file";
import { isJsonObject, isObject, type Json, type JsonObject } from "../../../wire/json";
import type { BlockSpec } from "../../model/document";
import { textOf, type BlockValue } from "../block_view";
import { fieldsOf, type Field } from "./spec";

export const DRAFT_EVENT = "widget:draft";
const DEFAULT_EVENT = "form:submit";

/** In characters, as a browser counts. */
export const MAX_LINE = 1_000;
export const MAX_LINES = 10_000;
const MAX_TIME = 40;
/** Of an error or message, in bytes. */
const MAX_TEXT = 1_000;

export interface FormState {
  /** The entered values, by field. */
  values: ReadonlyMap<string, Json>;
  /** The errors that the agent has found, by field. */
  errors: ReadonlyMap<string, string>;
  /** The answer of the agent about all of it. */
  message: string;
  /** True if it was sent and the agent has not answered yet. */
  isBusy: boolean;
}

export const formValue: BlockValue = {
  initial: (spec) => ({
    values: Object.fromEntries(fieldsOf(spec).map(({ name, start }) => [name, start])),
  }),

  accepts(value, spec) {
    const fields = new Map(fieldsOf(spec).map((field) => [field.name, field]));
    if (!isJsonObject(value)) return false;
    const { values = {}, errors = {}, message = "", busy = false, ...more } = value;
    const isKnown = ([name, text]: [string, Json]) => fields.has(name) && isText(text);
    return (
      Object.keys(more).length === 0 &&
      takesAll(values, spec) &&
      isJsonObject(errors) &&
      Object.entries(errors).every(isKnown) &&
      isText(message) &&
      typeof busy === "boolean"
    );
  },

  setTo(before, value) {
    const next = readState(value);
    return written({ ...next, values: new Map([...readState(before).values, ...next.values]) });
  },

  after(before, event, { values }, spec) {
    if (!isJsonObject(values) || !takesAll(values, spec)) return undefined;
    const state = readState(before);
    const all = new Map([...state.values, ...Object.entries(values)]);
    if (event === eventOf(spec)) {
      return written({ values: all, errors: new Map(), message: "", isBusy: true });
    }
    if (event !== DRAFT_EVENT) return undefined;
    const errors = new Map([...state.errors].filter(([name]) => !Object.hasOwn(values, name)));
    // One that was sent from another page meanwhile still waits for its answer.
    const message = state.isBusy ? state.message : "";
    return written({ values: all, errors, message, isBusy: state.isBusy });
  },

  awaitsAnswer(event, { componentId, values }, spec) {
    if (componentId === spec.id) return event === eventOf(spec);
    // Another's, that hands it in.
    const isHandedIn = isJsonObject(values) && isJsonObject(values[spec.id]);
    return isHandedIn && spec.properties["submit"] === false;
  },
};

/** The event that a form is sent with. */
export function eventOf(spec: BlockSpec): string {
  return textOf(spec, "event") || DEFAULT_EVENT;
}

/** The event that a person leaves a form with. */
export function cancelEventOf(spec: BlockSpec): string {
  return `${eventOf(spec).split(":", 1).join("")}:cancel`;
}

/** Reads a value; anything missing or malformed is as at the start. */
export function readState(value: Json): FormState {
  const { values, errors, message, busy } = isJsonObject(value) ? value : {};
  const texts = Object.entries(isObject(errors) ? errors : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    values: new Map(Object.entries(isJsonObject(values) ? values : {})),
    errors: new Map(texts),
    message: typeof message === "string" ? message : "",
    isBusy: busy === true,
  };
}

/** Parts that say nothing are left out, as on the server. */
function written({ values, errors, message, isBusy }: FormState): JsonObject {
  return {
    values: Object.fromEntries(values),
    ...(errors.size === 0 ? {} : { errors: Object.fromEntries(errors) }),
    ...(message === "" ? {} : { message }),
    ...(isBusy ? { busy: true } : {}),
  };
}

function takesAll(values: Json, spec: BlockSpec): boolean {
  if (!isJsonObject(values)) return false;
  const fields = new Map(fieldsOf(spec).map((field) => [field.name, field]));
  return Object.entries(values).every(([name, value]) => {
    const field = fields.get(name);
    return field !== undefined && takes(field, value);
  });
}

/** Returns whether the value of a field can be this, be it right or not yet. */
function takes({ type, choices, isMultiple }: Field, value: Json): boolean {
  const isOption = (one: Json) => choices.some((choice) => choice.value === one);
  const fits = (max: number) => typeof value === "string" && value.length <= max;
  switch (type) {
    case "checkbox":
    case "toggle":
      return typeof value === "boolean";
    case "number":
      return value === null || typeof value === "number";
    case "select":
    case "radio":
      return value === null || isOption(value);
    case "multiselect":
      return Array.isArray(value) && value.every(isOption) && new Set(value).size === value.length;
    case "date":
    case "time":
    case "datetime":
      return value === null || fits(MAX_TIME);
    case "file":
      return isMultiple ? areKeptFiles(value) : value === null || isKeptFile(value);
    default:
      return fits(type === "textarea" ? MAX_LINES : MAX_LINE);
  }
}

function isText(value: Json): boolean {
  return typeof value === "string" && new TextEncoder().encode(value).length <= MAX_TEXT;
}
