/** Edits of elements of the agent's HTML: HTML put into them or beside them, attributes, classes. */

import type { ElementEdit } from "../../wire/document";
import { makeOperable } from "./delegate";

/** Makes an edit of an element. Scripts in HTML that is put in do not run. */
export function editElement(element: Element, edit: ElementEdit): void {
  if (edit === "remove") element.remove();
  else if ("append" in edit) insert(element, "beforeend", edit.append);
  else if ("prepend" in edit) insert(element, "afterbegin", edit.prepend);
  else if ("before" in edit) insert(element, "beforebegin", edit.before);
  else if ("after" in edit) insert(element, "afterend", edit.after);
  else if ("attributes" in edit) setAttributes(element, edit.attributes);
  else setClasses(element, edit.classes);
}

/** Returns whether an edit puts HTML below what was there, as the next line of a log. */
export function addsBelow(edit: ElementEdit): boolean {
  return edit !== "remove" && ("append" in edit || "after" in edit);
}

function insert(element: Element, place: InsertPosition, html: string): void {
  element.insertAdjacentHTML(place, html);
  makeOperable(element.parentElement ?? element);
}

function setClasses({ classList }: Element, classes: Record<string, boolean>): void {
  for (const [name, isOn] of Object.entries(classes)) classList.toggle(name, isOn);
}

function setAttributes(element: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    showInField(element, name, value);
  }
  makeOperable(element.parentElement ?? element);
}

/** A field that the person has used no longer follows its attributes (HTML, "dirty value flag"). */
function showInField(element: Element, name: string, value: string | null): void {
  if (element instanceof HTMLInputElement) {
    if (name === "checked") element.checked = value !== null;
    if (name === "value" && element.type !== "file") element.value = value ?? "";
  } else if (element instanceof HTMLOptionElement && name === "selected") {
    element.selected = value !== null;
  }
}
