/** A button and the fields that it is about. */

import type { JsonObject } from "../../wire/json";

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
  if (isAboutNoField(eventType)) return {};
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
