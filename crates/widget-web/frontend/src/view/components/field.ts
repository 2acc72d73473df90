/** Fields that every component has. */

import type { ComponentSpec } from "../../wire/document";
import { isObject } from "../../wire/json";
import { textOf } from "./component";

/** Applies tooltip, classes and CSS properties to the outermost element. */
export function applyCommon(element: HTMLElement, spec: ComponentSpec): void {
  const description = textOf(spec, "description");
  if (description !== "") element.title = description;
  element.classList.add(...textOf(spec, "class_name").split(/\s+/).filter(Boolean));
  if (!isObject(spec["style"])) return;
  for (const [property, value] of Object.entries(spec["style"])) {
    const name = property.startsWith("--")
      ? property
      : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(name, String(value));
  }
}

/** A control with its label beside it; without a label the control is named otherwise. */
export function labelled(control: HTMLElement, spec: ComponentSpec): HTMLElement {
  control.id = spec.component_id;
  const field = document.createElement("div");
  field.className = "widget-field";
  const text = textOf(spec, "label");
  if (text === "") {
    control.setAttribute("aria-label", textOf(spec, "placeholder") || spec.component_id);
  } else {
    const label = document.createElement("label");
    label.htmlFor = spec.component_id;
    label.textContent = text;
    field.append(label);
  }
  field.append(control);
  applyCommon(field, spec);
  return field;
}
