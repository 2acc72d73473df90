/** The values of the fields of an agent's HTML, as an event has them. */

import type { JsonObject, Json } from "../../wire/json";
import { isPassword, referenceIn } from "./passwords";

type Control = HTMLInputElement | HTMLSelectElement;
type Field = Control | HTMLTextAreaElement;

/** The value of a field that has an event of its own. */
export function valueOf(field: Element): Json {
  if (field instanceof HTMLSelectElement && field.multiple) {
    return Array.from(field.selectedOptions, (option) => option.value);
  }
  if (isPassword(field)) return referenceIn(field);
  if (field instanceof HTMLInputElement) {
    if (field.type === "checkbox") return field.checked;
    if (isNumber(field)) return numberIn(field);
    if (field.type === "file") return Array.from(field.files ?? [], (file) => file.name);
  }
  return (field as HTMLInputElement).value;
}

/**
 * The fields of a form by their names, or by their ids where they have none: numbers and boxes as what they are, of a file the name, of a
 * password its reference, and a list of a name that occurs more than once.
 */
export function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): JsonObject {
  const unnamed = Array.from(form.elements).filter(isNamedById);
  for (const field of unnamed) field.name = field.id;
  try {
    return namedFieldsOf(form, submitter);
  } finally {
    for (const field of unnamed) field.removeAttribute("name");
  }
}

function isNamedById(field: Element): field is Field {
  const isField =
    field instanceof HTMLTextAreaElement || (isControl(field) && !isButtonOrRadio(field));
  return isField && field.name === "" && field.id !== "";
}

/** Those that are nothing but pressed, and those that are one of several. */
function isButtonOrRadio({ type }: Control): boolean {
  return ["submit", "button", "reset", "image", "radio"].includes(type);
}

function namedFieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): JsonObject {
  const data = new FormData(form, submitter);
  const elements = Array.from(form.elements).filter((one) => !one.matches(":disabled"));
  const passwords = elements.filter(isPassword);
  for (const { name } of passwords) data.delete(name);
  const controls = elements.filter((one) => isControl(one) && one.name !== "") as Control[];
  const fields: JsonObject = {};
  const set = (name: string, value: Json) =>
    // A name may be that of a member of every object.
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  for (const name of new Set([...data.keys(), ...controls.filter(isBox).map(({ name }) => name)])) {
    const texts = data.getAll(name).map((one) => (typeof one === "string" ? one : one.name));
    const ofName = controls.filter((control) => control.name === name);
    set(name, valueOfAll(ofName, texts));
  }
  for (const password of passwords) {
    if (password.name !== "") set(password.name, referenceIn(password));
  }
  return fields;
}

/** The value of the controls of one name, of which the form has these texts. */
function valueOfAll(controls: Control[], texts: string[]): Json {
  const [only] = controls;
  if (controls.length > 1 && controls.every(isNumber)) {
    return controls.map((control) => numberIn(control as HTMLInputElement));
  }
  if (only instanceof HTMLInputElement && controls.length === 1 && texts.length <= 1) {
    if (isNumber(only)) return numberIn(only);
    // Without a value of its own it would say `on`.
    if (isBox(only)) return only.hasAttribute("value") ? (texts[0] ?? null) : only.checked;
  }
  const isChoice = controls.length > 1 || only instanceof HTMLSelectElement;
  if (isChoice && controls.every(isBox)) return texts;
  return texts.length > 1 ? texts : (texts[0] ?? "");
}

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** Returns whether a form has nothing of a control while nothing is chosen. */
function isBox(control: Control): boolean {
  return control instanceof HTMLSelectElement ? control.multiple : control.type === "checkbox";
}

function isNumber({ type }: Control): boolean {
  return type === "number" || type === "range";
}

function numberIn({ valueAsNumber }: HTMLInputElement): number | null {
  return Number.isNaN(valueAsNumber) ? null : valueAsNumber;
}
