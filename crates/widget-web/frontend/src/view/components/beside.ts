/** A button and the fields that it is about. */

import type { JsonObject } from "../../wire/json";

/** Actions that need no value of a field, and the ways out. */
const FREE = /:(cancel|close|open|reset|toggle|increment|decrement)$/;

/**
 * Puts the focus on the wrong field beside a button whose event would be taken for one about it.
 * Returns whether there is one: its value is not the one that the agent has been told.
 */
export function isHeldBack(button: Element, eventType: string): boolean {
  if (FREE.test(eventType)) return false;
  const fields = around(button).flatMap((group) => [
    ...group.querySelectorAll<HTMLElement>("[aria-invalid='true']"),
  ]);
  const wrong = fields.find((field) => field.closest("[hidden]") === null);
  wrong?.focus();
  return wrong !== undefined;
}

/** The `values` of the fields that a button hands in with its event, where there are any. */
export function handedIn(
  button: Element,
  eventType: string,
  valuesIn: (group: Element) => JsonObject,
): { values?: JsonObject } {
  if (FREE.test(eventType)) return {};
  const values = Object.assign({}, ...around(button).map(valuesIn)) as JsonObject;
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
