/** A button and the fields that it is about. */

import type { JsonObject } from "../../wire/json";

/** A form in the page. Its fields are checked together. */
export interface CheckedForm {
  readonly id: string;
  /** Checks the fields that are shown; false with the focus on the first that is wrong. */
  check(): boolean;
  /** The values of the fields that are shown, by their names. */
  values(): JsonObject;
}

const FORMS = new WeakMap<Element, CheckedForm>();

/** Lets buttons beside a form hand it in. */
export function provide(element: HTMLFormElement, form: CheckedForm): void {
  FORMS.set(element, form);
}

/** Events that open, close or change something of the page by themselves, and what that is. */
const LOCAL = /^(.+):(close|open|reset|toggle|increment|decrement)$/;

/** Returns whether an event needs no value of a field: it changes the page, or is a way out. */
function isAboutNoField(eventType: string): boolean {
  const target = LOCAL.exec(eventType)?.[1];
  const changesPage = target !== undefined && document.getElementById(target) !== null;
  return changesPage || eventType.endsWith(":cancel");
}

/**
 * Puts the focus on the wrong field beside a button whose event would be taken for one about it.
 * Returns whether there is one: its value is not the one that the agent has been told.
 */
export function isHeldBack(button: Element, eventType: string): boolean {
  if (isAboutNoField(eventType)) return false;
  const groups = around(button);
  const fields = groups.flatMap((group) => [
    ...group.querySelectorAll<HTMLElement>("[aria-invalid='true']"),
  ]);
  // What the agent found wrong in a form may have been put right.
  const wrong = fields.find((field) => field.closest("[hidden], .widget-form-body") === null);
  wrong?.focus();
  return wrong !== undefined || formsIn(groups).some((form) => !form.check());
}

/** The `values` of the fields that a button hands in with its event, where there are any. */
export function handedIn(
  button: Element,
  eventType: string,
  valuesIn: (group: Element) => JsonObject,
): { values?: JsonObject } {
  if (isAboutNoField(eventType)) return {};
  const groups = around(button);
  const forms = formsIn(groups).map((form) => ({ [form.id]: form.values() }));
  const values = Object.assign({}, ...groups.map(valuesIn), ...forms) as JsonObject;
  const isModal = button.closest(".widget-modal") !== null;
  return isModal || Object.keys(values).length > 0 ? { values } : {};
}

/** The parts of the page whose fields a button is about: its modal, its row, or all toolbars. */
function around(button: Element): Element[] {
  const own = button.closest(".widget-modal") ?? button.closest(".widget-block-row");
  if (own !== null) return [own];
  const isInToolbar = button.closest(".widget-toolbar") !== null;
  return isInToolbar ? [...document.querySelectorAll(".widget-toolbar")] : [];
}

function formsIn(groups: readonly Element[]): CheckedForm[] {
  const elements = groups.flatMap((group) => [...group.querySelectorAll("form")]);
  return elements.flatMap((element) => FORMS.get(element) ?? []);
}
