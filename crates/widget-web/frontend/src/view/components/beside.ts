/** A button and the fields that it is about. */

import type { JsonObject } from "../../wire/json";

/** A form in the page. Its fields are checked together. */
export interface CheckedForm {
  readonly id: string;
  /** False for one that leaves its button to others. */
  readonly hasButton: boolean;
  /** Checks the fields that are shown; false with the focus on the first that is wrong. */
  check(): boolean;
  /** True from its sending to the answer. */
  isBusy(): boolean;
  /** The values of the fields that are shown, by their names, with what was typed last. */
  values(): JsonObject;
  /** It has been sent with the event of a button. */
  sent(): void;
}

const FORMS = new WeakMap<Element, CheckedForm>();
const EVENTS = new WeakMap<Element, string>();

/** Lets buttons beside a form hand it in. */
export function provide(element: HTMLFormElement, form: CheckedForm): void {
  FORMS.set(element, form);
}

/** Lets a button of a toolbar or among blocks hand in forms with its event. */
export function provideButton(element: HTMLButtonElement, eventType: string): void {
  EVENTS.set(element, eventType);
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
 * Sends the event of a button with the `values` of what it hands in. A field beside it that is wrong
 * gets the focus instead: its value is not the one that the agent has been told.
 */
export function handIn(
  button: Element,
  send: (values: JsonObject) => void,
  valuesOf: (isAbout: (field: Element) => boolean) => JsonObject = () => ({}),
): void {
  if (isAboutNoField(eventOf(button))) {
    send({});
    return;
  }
  const groups = groupsOf(button);
  const elements = formsOf(button, groups);
  const isAbout = (field: Element) => isFieldOf(button, groups, field);
  if (isHeldBack(isAbout, elements)) return;
  const forms = elements.flatMap((element) => FORMS.get(element) ?? []);
  const ofForms = forms.map((form) => ({ [form.id]: form.values() }));
  const values = Object.assign(valuesOf(isAbout), ...ofForms) as JsonObject;
  const isInModal = groups.some((group) => group.matches(MODAL));
  send(isInModal || Object.keys(values).length > 0 ? { values } : {});
  for (const form of forms) if (!form.hasButton) form.sent();
}

/**
 * Presses the button that hands in a form without one: of those below it, or else of all, the first
 * that is primary, or the first.
 */
export function pressButtonOf(form: HTMLFormElement): void {
  const all = document.querySelectorAll<HTMLElement>(".widget-button, button[data-event]");
  const its = [...all].filter(
    (button) =>
      eventOf(button) !== "" &&
      button.closest(MODAL) === form.closest(MODAL) &&
      button.matches(":enabled") &&
      button.closest(OUT_OF_USE) === null &&
      !isAboutNoField(eventOf(button)) &&
      formsOf(button, groupsOf(button)).includes(form),
  );
  const below = its.filter(
    (button) =>
      button.closest(".widget-toolbar") === null &&
      form.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const near = below.length > 0 ? below : its;
  (near.find((button) => button.matches(".widget-primary, .primary")) ?? near[0])?.click();
}

function eventOf(button: Element): string {
  return EVENTS.get(button) ?? button.getAttribute("data-event") ?? "";
}

/** Puts the focus on a wrong field, if there is one. A form that waits for its answer holds back, too. */
function isHeldBack(
  isAbout: (field: Element) => boolean,
  forms: readonly HTMLFormElement[],
): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>(".widget-input[aria-invalid='true']")];
  // What the agent found wrong in a form may have been put right.
  const isShown = (field: Element) => field.closest("[hidden], .widget-form-body") === null;
  const wrong = fields.find((field) => isShown(field) && isAbout(field));
  if (wrong !== undefined) showTabsOf(wrong);
  wrong?.focus();
  return wrong !== undefined || forms.some((form) => !isRight(form));
}

const MODAL = ".widget-modal";

/** A button that sends an event of its own. */
const BUTTON =
  ".widget-block-component > .widget-button, .widget-card-actions > .widget-button, button[data-event]";

/** The blocks and elements in which a button is not about what stands around them. */
const BLOCKS = ".widget-block-card, .widget-block-column, .widget-block-grid, .widget-block-tab";
const PARTS = `${MODAL}, ${BLOCKS}, .card, section, article, fieldset, dialog, td, li`;

const OUT_OF_USE = "[hidden], [aria-disabled=true]";

/** The groups of blocks that may have a form and its button. */
const GROUPS = `${PARTS}, .widget-block-row`;

/**
 * The groups that a button is about with all their fields and forms: its modal, its row or the part
 * of it that it stands in, or all toolbars. A button of the agent's HTML has none.
 */
function groupsOf(button: Element): Element[] {
  if (!button.matches(".widget-button")) return [];
  const modal = button.closest(MODAL);
  if (modal !== null) return [modal];
  const nearest = button.closest(GROUPS);
  if (nearest?.closest(".widget-block-row")) return [nearest];
  const isInToolbar = button.closest(".widget-toolbar") !== null;
  return isInToolbar ? [...document.querySelectorAll(".widget-toolbar")] : [];
}

/** Returns whether a button is about the field of a component: of its groups, or else near it. */
function isFieldOf(button: Element, groups: readonly Element[], field: Element): boolean {
  if (groups.length > 0) return groups.some((group) => group !== field && group.contains(field));
  const isOfBlocks = button.matches(".widget-button");
  return isOfBlocks && field.closest(".widget-toolbar") === null && isNear(button, field);
}

/** Returns whether something stands in the part of the page that a button is about. */
function isNear(button: Element, element: Element): boolean {
  const part = button.closest(PARTS) ?? document;
  if (!part.contains(element) || element.closest(MODAL) !== button.closest(MODAL)) return false;
  let own = element.closest(GROUPS);
  while (own !== null && !own.contains(button)) {
    // A group that has a button leaves what is in it to no other.
    if (own.querySelector(BUTTON) !== null) return false;
    own = own.parentElement?.closest(GROUPS) ?? null;
  }
  return true;
}

/** The forms in its groups, and those near it that leave their button to another. */
function formsOf(button: Element, groups: readonly Element[]): HTMLFormElement[] {
  const isLeft = (form: HTMLFormElement) =>
    FORMS.get(form)?.hasButton === false && isNear(button, form);
  const near = [...document.querySelectorAll("form")].filter(isLeft);
  const forms = groups.flatMap((group) => [...group.querySelectorAll("form")]);
  return [...new Set([...forms, ...near])].filter((form) => FORMS.has(form) && isOffered(form));
}

/** Returns whether a person can fill in a form, be it on a tab that is not shown. */
function isOffered(form: HTMLFormElement): boolean {
  return form.closest(OUT_OF_USE) === null;
}

function isRight(element: HTMLFormElement): boolean {
  const form = FORMS.get(element);
  if (form !== undefined && form.isBusy() && !form.hasButton) {
    // It says there that it waits.
    showTabsOf(element);
    element.scrollIntoView({ block: "nearest" });
    return false;
  }
  if (form === undefined || form.check()) return true;
  if (showTabsOf(element)) form.check();
  return false;
}

/** Shows the tabs that an element stands on; false if they are shown. */
function showTabsOf(element: Element): boolean {
  const panel = element.closest(".widget-block-tab:not(.widget-tab-shown)");
  if (panel === null) return false;
  if (panel.parentElement !== null) showTabsOf(panel.parentElement);
  document
    .querySelector<HTMLElement>(`[role=tab][aria-controls="${CSS.escape(panel.id)}"]`)
    ?.click();
  return true;
}
