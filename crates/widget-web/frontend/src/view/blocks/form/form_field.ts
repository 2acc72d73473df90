/** The fields of a form: the browser checks them and says what is wrong. */

import { asText, type Json } from "../../../wire/json";
import { choiceText, type Choice } from "../../components/choices";
import { validationMessageOf, type Checked, type Control } from "./control";
import { files, type Upload } from "./file";
import { expressionOf } from "./pattern";
import type { Field } from "./spec";
import { MAX_LINE, MAX_LINES } from "./value";

/** A field that is drawn: its label, what explains it, its control, and what is wrong with it. */
export class FormField {
  readonly element = document.createElement("div");
  readonly #control: Control;
  readonly #error: HTMLElement;

  constructor(
    readonly field: Field,
    id: string,
    upload: Upload,
  ) {
    this.#control = controlOf(field, id, upload);
    const { element, labelled = element, label: place } = this.#control;
    const isGroup = labelled.matches("[role]:not([role=switch])");
    const label = document.createElement(isGroup ? "div" : "label");
    label.className = "widget-form-label";
    label.id = `${id}:label`;
    label.textContent = field.label;
    if (field.isRequired && field.type !== "toggle") label.append(star());
    if (label instanceof HTMLLabelElement) {
      label.htmlFor = id;
      labelled.id = id;
    } else {
      labelled.setAttribute("aria-labelledby", label.id);
    }
    const help = note("help", `${id}:help`, field.help);
    this.#error = note("error", `${id}:error`, "");
    labelled.setAttribute("aria-describedby", `${help.id} ${this.#error.id}`);
    this.element.className = `widget-form-field widget-form-${field.type}`;
    if (place === "beside") {
      const line = document.createElement("div");
      line.className = "widget-form-line";
      line.append(element, label);
      this.element.append(line, help, this.#error);
    } else {
      this.element.append(label, help, element, this.#error);
    }
  }

  get name(): string {
    return this.field.name;
  }

  read(): Json {
    return this.#control.read();
  }

  /** Shows a value; what a person is entering that means the same stays as it is. */
  show(value: Json): void {
    if (JSON.stringify(this.#control.read()) !== JSON.stringify(value)) this.#control.write(value);
  }

  get isWrong(): boolean {
    return this.#error.textContent !== "";
  }

  /** Shows what the browser says is wrong. */
  check(): void {
    this.say(this.#control.problem());
  }

  /** The same for a field that a person has left: one that is empty may be filled in yet. */
  checkEntered(): void {
    if (this.isWrong || !this.#control.isMissing()) this.check();
  }

  /** Shows that something is wrong; with an empty text that nothing is. */
  say(problem: string): void {
    this.#error.textContent = problem;
    this.element.classList.toggle("widget-form-wrong", problem !== "");
    for (const element of this.#control.marked) {
      if (problem === "") element.removeAttribute("aria-invalid");
      else element.setAttribute("aria-invalid", "true");
    }
  }

  focus(): void {
    this.#control.target().focus();
    this.element.scrollIntoView({ block: "nearest" });
  }
}

function star(): HTMLElement {
  const star = document.createElement("span");
  star.className = "widget-form-star";
  star.textContent = "*";
  star.setAttribute("aria-hidden", "true");
  return star;
}

function note(kind: string, id: string, text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = `widget-form-${kind}`;
  element.id = id;
  element.textContent = text;
  return element;
}

function controlOf(field: Field, id: string, upload: Upload): Control {
  switch (field.type) {
    case "textarea":
      return lines(field);
    case "select":
      return list(field);
    case "radio":
      return radios(field, id);
    case "multiselect":
      return boxes(field);
    case "checkbox":
      return box(field);
    case "toggle":
      return toggle();
    case "file":
      return files(field, upload);
    default:
      return line(field);
  }
}

/** A control that is one element, which the browser checks. */
function single(
  element: Checked,
  { isRequired }: Field,
  values: Pick<Control, "read" | "write">,
): Control {
  element.required = isRequired;
  return {
    element,
    marked: [element],
    target: () => element,
    problem: () => validationMessageOf(element),
    isMissing: () => element.validity.valueMissing,
    ...values,
  };
}

function line(field: Field): Control {
  const input = document.createElement("input");
  input.className = "widget-input";
  input.type = field.type === "datetime" ? "datetime-local" : field.type;
  input.placeholder = field.placeholder;
  input.enterKeyHint = "send";
  if (field.min !== "") input.min = field.min;
  if (field.max !== "") input.max = field.max;
  switch (field.type) {
    case "number":
      input.step = field.step || "any";
      input.inputMode = "decimal";
      return single(input, field, {
        read: () => (Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber),
        write: (value) => (input.value = asText(value)),
      });
    case "date":
    case "time":
    case "datetime":
      if (hasSeconds(field)) input.step = "1";
      return single(input, field, {
        read: () => input.value || null,
        write: (value) => (input.value = asText(value)),
      });
    default:
      input.maxLength = MAX_LINE;
      return {
        ...single(input, field, {
          read: () => input.value,
          write: (value) => (input.value = asText(value)),
        }),
        ...patternOf(input, field.pattern),
      };
  }
}

/** A field with the words of the browser for a text that does not match. */
function refused(): HTMLInputElement {
  const input = document.createElement("input");
  input.pattern = "a";
  input.value = "b";
  return input;
}

/** The check of a pattern, by the browser where it takes it. An empty one would refuse everything. */
function patternOf(input: HTMLInputElement, pattern: string): Partial<Control> {
  const expression = pattern === "" ? null : expressionOf(pattern);
  if (expression === null) return {};
  if (expression.flags.includes("v")) {
    input.pattern = pattern;
    return {};
  }
  // Nothing is no fault of a pattern (HTML Living Standard 4.10.5.3.6).
  const isRefused = () => input.value !== "" && !expression.test(input.value);
  return {
    problem: () =>
      validationMessageOf(input) || (isRefused() ? validationMessageOf(refused()) : ""),
  };
}

/** Returns whether a time of the field has seconds, which is wrong by whole minutes, the default. */
function hasSeconds({ min, max, start }: Field): boolean {
  return [min, max, asText(start)].some((time) => /:\d\d:\d\d/.test(time));
}

function lines(field: Field): Control {
  const input = document.createElement("textarea");
  input.className = "widget-input widget-textarea";
  input.placeholder = field.placeholder;
  input.maxLength = MAX_LINES;
  input.rows = 4;
  return single(input, field, {
    read: () => input.value,
    write: (value) => (input.value = asText(value)),
  });
}

/** Its options have their places as values: an empty one would be none to the browser. */
function list(field: Field): Control {
  const input = document.createElement("select");
  input.className = "widget-input widget-select";
  input.append(new Option(field.placeholder || "–", ""));
  for (const [index, { label, description }] of field.choices.entries()) {
    const option = new Option(label, String(index));
    if (description !== "") option.title = description;
    input.append(option);
  }
  return single(input, field, {
    read: () => (input.value === "" ? null : (field.choices[Number(input.value)]?.value ?? null)),
    write(value) {
      const index = field.choices.findIndex((choice) => choice.value === value);
      input.value = index < 0 ? "" : String(index);
    },
  });
}

function box(field: Field): Control {
  const input = document.createElement("input");
  input.type = "checkbox";
  input.className = "widget-check";
  const values = {
    read: () => input.checked,
    write: (value: Json) => (input.checked = value === true),
  };
  return { ...single(input, field, values), label: "beside" };
}

function toggle(): Control {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "widget-switch";
  button.setAttribute("role", "switch");
  const read = () => button.getAttribute("aria-checked") === "true";
  const write = (value: Json) => button.setAttribute("aria-checked", String(value === true));
  write(false);
  button.addEventListener("click", () => {
    write(!read());
    for (const name of ["input", "change"])
      button.dispatchEvent(new Event(name, { bubbles: true }));
  });
  const rest = {
    marked: [button],
    target: () => button,
    problem: () => "",
    isMissing: () => false,
  };
  return { element: button, label: "beside", read, write, ...rest };
}

function radios({ choices, isRequired }: Field, id: string): Control {
  const { group, inputs } = choiceInputs("radio", choices);
  group.setAttribute("role", "radiogroup");
  if (isRequired) group.setAttribute("aria-required", "true");
  for (const input of inputs) {
    // The name is what makes them one group to the arrow keys.
    input.name = `${id}:choice`;
    input.required = isRequired;
  }
  const chosen = () => inputs.findIndex(({ checked }) => checked);
  return {
    element: group,
    marked: [group],
    target: () => inputs[Math.max(chosen(), 0)] ?? group,
    read: () => choices[chosen()]?.value ?? null,
    write: (value) => inputs.forEach((input, at) => (input.checked = choices[at]?.value === value)),
    problem: () => (inputs[0] === undefined ? "" : validationMessageOf(inputs[0])),
    isMissing: () => chosen() < 0,
  };
}

function boxes({ choices, isRequired }: Field): Control {
  const { group, inputs } = choiceInputs("checkbox", choices);
  group.setAttribute("role", "group");
  const isMissing = () => isRequired && !inputs.some(({ checked }) => checked);
  return {
    element: group,
    marked: inputs,
    target: () => inputs[0] ?? group,
    read: () => choices.filter((_, at) => inputs[at]?.checked).map(({ value }) => value),
    write(value) {
      const chosen = Array.isArray(value) ? value : [];
      inputs.forEach((input, at) => (input.checked = chosen.includes(choices[at]?.value ?? null)));
    },
    // No browser requires one box of several, but each has the words for a list of them.
    problem: () => (isMissing() ? validationMessageOf(emptyList()) : ""),
    isMissing,
  };
}

function emptyList(): HTMLSelectElement {
  const list = document.createElement("select");
  list.required = true;
  return list;
}

function choiceInputs(type: "radio" | "checkbox", choices: readonly Choice[]) {
  const group = document.createElement("div");
  group.className = "widget-form-choices";
  const inputs = choices.map((choice) => {
    const input = document.createElement("input");
    input.type = type;
    input.className = "widget-check";
    const label = document.createElement("label");
    label.className = "widget-choice";
    label.append(input, choiceText(choice));
    group.append(label);
    return input;
  });
  return { group, inputs };
}
