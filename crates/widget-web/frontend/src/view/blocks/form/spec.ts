/** The fields of a form, as the server has checked them: `block/form/field.rs` there. */

import { asText, isJsonObject, type Json, type JsonObject } from "../../../wire/json";
import { choicesOf, type Choice } from "../../components/choices";
import type { BlockSpec } from "../../model/document";

export interface Field {
  name: string;
  type: string;
  label: string;
  help: string;
  placeholder: string;
  pattern: string;
  min: string;
  max: string;
  step: string;
  /** The files that are offered first. */
  accept: string;
  /** True for a field of several files. */
  isMultiple: boolean;
  isRequired: boolean;
  choices: Choice[];
  /** The value at the start. */
  start: Json;
  showIf: JsonObject;
}

/** Fields under one title; those of the form itself come first and have none. */
export interface Section {
  title: string;
  help: string;
  showIf: JsonObject;
  fields: Field[];
}

export function sectionsOf({ properties }: BlockSpec): Section[] {
  const { fields, sections } = properties;
  return [{ fields: fields ?? [] }, ...objectsIn(sections)].map((section: JsonObject) => ({
    title: asText(section["title"]),
    help: asText(section["help"]),
    showIf: conditionIn(section),
    fields: objectsIn(section["fields"]).map(fieldOf),
  }));
}

export function fieldsOf(spec: BlockSpec): Field[] {
  return sectionsOf(spec).flatMap(({ fields }) => fields);
}

/** Returns whether these values of the fields before let a field or section be seen. */
export function isMet(showIf: JsonObject, values: ReadonlyMap<string, Json>): boolean {
  return Object.entries(showIf).every(([name, wanted]) => {
    const value = values.get(name);
    const has: readonly unknown[] = Array.isArray(value) ? value : [value];
    return (Array.isArray(wanted) ? wanted : [wanted]).some(
      // The values of options are texts.
      (one) => has.includes(one) || (typeof one === "number" && has.includes(String(one))),
    );
  });
}

function fieldOf(field: JsonObject): Field {
  const text = (name: string) => asText(field[name]);
  const type = text("type") || "text";
  const isMultiple = field["multiple"] === true;
  return {
    name: text("name"),
    type,
    label: text("label") || text("name"),
    help: text("help"),
    placeholder: text("placeholder"),
    pattern: text("pattern"),
    min: text("min"),
    max: text("max"),
    step: text("step"),
    accept: text("accept"),
    isMultiple,
    isRequired: field["required"] === true,
    choices: choicesOf(field),
    start: field["value"] ?? (isMultiple ? [] : emptyOf(type)),
    showIf: conditionIn(field),
  };
}

/** The value of a field while nothing is entered. */
function emptyOf(type: string): Json {
  switch (type) {
    case "checkbox":
    case "toggle":
      return false;
    case "multiselect":
      return [];
    case "file":
    case "number":
    case "date":
    case "time":
    case "datetime":
    case "select":
    case "radio":
      return null;
    default:
      return "";
  }
}

function conditionIn({ show_if }: JsonObject): JsonObject {
  return isJsonObject(show_if) ? show_if : {};
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
