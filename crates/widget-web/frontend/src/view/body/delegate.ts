/** `data-event`, what goes with it, and links, wherever they appear in the page. */

import { isJsonObject, type Json, type JsonObject } from "../../wire/json";
import { handIn } from "../components/beside";
import { fieldsOf, valueOf } from "./form_fields";
import { follow, type LinkActions } from "./links";
import { messageOf } from "./page_api";
import { plainText } from "./plain_text";
import { onSettled } from "./settled";

interface Actions extends LinkActions {
  emit(eventType: string, data: JsonObject, origin: { label: string; block: string | null }): void;
}

const BUTTONS = ["button", "submit", "reset", "image"].map((type) => `[type=${type}]`).join();
const FIELDS = `input:not(${BUTTONS}), select, textarea`;
/** The elements that a browser clicks by keyboard by itself. */
const OPERABLE = "a[href], button, summary, input, select, textarea";

export function delegate(root: Document, actions: Actions): void {
  const send = (element: Element, data: JsonObject, label = labelOf(element)) => {
    try {
      const all = { ...data, ...payloadOf(element) };
      actions.emit(eventOf(element), all, { label, block: blockOf(element) });
    } catch (error) {
      console.error(`data-event: ${messageOf(error)}`);
    }
  };

  onSettled(root, "click", (event) => {
    const target = elementOf(event);
    const element = target?.closest("[data-event]");
    const isOwn = element && !element.matches(`form, ${FIELDS}`) && !isDisabled(element);
    if (
      isOwn &&
      !comesAgain(element, target, event) &&
      hasReached(element, event) &&
      !submits(element, event)
    )
      handInWith(element, (values) => send(element, { ...values, ...datasetOf(element) }));
    followFrom(target, event, actions);
  });

  onSettled(root, "auxclick", (event) => {
    // The middle button.
    if (event instanceof MouseEvent && event.button === 1) {
      followFrom(elementOf(event), event, actions);
    }
  });

  root.addEventListener("keydown", (event) => {
    const element = elementOf(event);
    const pressed = event.key === "Enter" || event.key === " ";
    if (!pressed || !element?.matches(`[data-event][role="button"]:not(${OPERABLE})`)) return;
    event.preventDefault();
    (element as HTMLElement).click();
  });

  onSettled(root, "change", (event) => {
    const field = elementOf(event);
    if (field?.matches(FIELDS) && field.hasAttribute("data-event")) {
      send(field, { ...datasetOf(field), value: valueOf(field) });
    }
  });

  onSettled(root, "submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    // The policy refuses it in any case; refused here it leaves no error in the console.
    if (!closesDialog(form, submitter)) event.preventDefault();
    const fields = fieldsOf(form, submitter);
    if (submitter?.hasAttribute("data-event")) {
      // Its event is sent instead of the form's, as its `formaction` would be.
      const own = { ...datasetOf(form), ...datasetOf(submitter) };
      handInWith(submitter, (values) =>
        send(submitter, { ...values, ...own, ...fields, ...payloadOf(form) }),
      );
    } else if (form.hasAttribute("data-event")) {
      send(form, { ...datasetOf(form), ...fields }, labelOf(form) || labelOf(submitter));
    }
  });
}

/** Makes elements with `data-event` that a keyboard would not reach reachable. */
export function makeOperable(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-event]")) {
    if (element.matches(`${OPERABLE}, form, [tabindex]`)) continue;
    element.tabIndex = 0;
    if (!element.hasAttribute("role")) element.setAttribute("role", "button");
  }
}

/** The block whose HTML an element stands in; `null` for the HTML of the page itself. */
function blockOf(element: Element): string | null {
  const block = element.closest<HTMLElement>(".widget-block:is([id], [data-block])");
  return block?.dataset["block"] ?? block?.id ?? null;
}

/** The innermost element, also inside an open shadow root. */
function elementOf(event: Event): Element | null {
  const [target] = event.composedPath();
  return target instanceof Element ? target : null;
}

/** Returns whether no listener below an element has stopped the event before it came there. */
function hasReached(element: Element, { currentTarget }: Event): boolean {
  const isBelow = currentTarget instanceof Node && element.contains(currentTarget);
  return currentTarget === element || !isBelow;
}

/** Returns whether a click on a label goes on as one on its field, which the element holds as well. */
function comesAgain(element: Element, target: Element | null, event: Event): boolean {
  const label = target?.closest("label");
  const control = label?.control ?? null;
  if (control === null || control === target || event.defaultPrevented) return false;
  // What can be clicked in a label by itself is not passed on.
  const isPassedOn = target?.closest(`a[href], button, ${FIELDS}, label`) === label;
  return isPassedOn && control.closest("[data-event]") === element && !isDisabled(control);
}

function eventOf(element: Element): string {
  return element.getAttribute("data-event") ?? "";
}

function isButton(element: Element): boolean {
  return element.matches("button, input");
}

/** Sends the event of an element; a button hands in the forms that leave theirs to it. */
function handInWith(element: Element, send: (values: JsonObject) => void): void {
  if (isButton(element)) handIn(element, send);
  else send({});
}

function isDisabled(element: Element): boolean {
  return element.matches(":disabled, [aria-disabled=true]");
}

/** Returns whether a click goes on to submit a form, with which its event is sent. */
function submits(element: Element, { defaultPrevented }: Event): boolean {
  const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
  if (!isButton || !["submit", "image"].includes(element.type)) return false;
  const { form, formNoValidate } = element;
  if (form === null || defaultPrevented) return false;
  // One that says what is wrong sends nothing, and the click may be one to leave it.
  return formNoValidate || form.noValidate || form.matches(":valid");
}

function followFrom(target: Element | null, event: Event, actions: Actions): void {
  const link = target?.closest("a, area");
  if (link && !event.defaultPrevented) follow(link, event, actions);
}

/** A form may end the dialog that it stands in, which sends nothing anywhere. */
function closesDialog(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const method = submitter?.getAttribute("formmethod") ?? form.getAttribute("method");
  return method?.toLowerCase() === "dialog";
}

/** `data-row-id="7"` is `rowId: "7"`, as scripts know it. */
function datasetOf(element: Element): JsonObject {
  const all = Object.entries((element as Partial<HTMLElement>).dataset ?? {});
  const isData = ([name]: [string, unknown]) => name !== "event" && name !== "payload";
  return Object.fromEntries(all.filter(isData)) as JsonObject;
}

/** A payload that is no object is the `payload` of the event, so that none is lost. */
function payloadOf(element: Element): JsonObject {
  const text = element.getAttribute("data-payload");
  if (text === null) return {};
  let payload: Json = text;
  try {
    payload = JSON.parse(text) as Json;
  } catch {
    // A text.
  }
  return isJsonObject(payload) ? payload : { payload };
}

function labelOf(element: Element | null): string {
  if (element === null) return "";
  const named = element.getAttribute("aria-label") ?? element.getAttribute("title");
  if (named !== null) return named;
  if (element.matches(FIELDS)) {
    const label = (element as HTMLInputElement).labels?.[0];
    return label === undefined ? "" : plainText(label);
  }
  if (element instanceof HTMLInputElement) return element.value || element.alt;
  return element.matches("form") ? "" : plainText(element);
}
