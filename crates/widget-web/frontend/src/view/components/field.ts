/** Fields that every component has. */

import type { ComponentSpec } from "../../wire/document";
import { asText, isObject } from "../../wire/json";
import { textOf } from "./component";

/** Applies tooltip, classes and CSS properties to the outermost element, and says whose it is. */
export function applyCommon(element: HTMLElement, spec: ComponentSpec): void {
  if (spec.component_id !== "") element.dataset["widgetComponent"] = spec.component_id;
  const description = textOf(spec, "description");
  if (description !== "") element.title = description;
  element.classList.add(...textOf(spec, "class_name").split(/\s+/).filter(Boolean));
  if (!isObject(spec["style"])) return;
  for (const [property, value] of Object.entries(spec["style"])) {
    const name = property.startsWith("--")
      ? property
      : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(name, asText(value));
  }
}

/** A control with its label beside it; without a label the control is named otherwise. */
export function labelled(
  control: HTMLElement,
  spec: ComponentSpec,
  ...rest: HTMLElement[]
): HTMLElement {
  control.id = spec.component_id;
  describe(control, spec);
  const field = fieldOf(spec);
  const text = textOf(spec, "label");
  if (text === "") {
    control.setAttribute("aria-label", nameOf(spec));
  } else {
    const label = document.createElement("label");
    label.className = "widget-label";
    label.htmlFor = spec.component_id;
    label.textContent = text;
    field.append(label);
  }
  field.append(control, ...rest);
  return field;
}

/** Several controls under one label. */
export function grouped(group: HTMLElement, role: string, spec: ComponentSpec): HTMLElement {
  group.id = spec.component_id;
  group.setAttribute("role", role);
  group.setAttribute("aria-label", nameOf(spec));
  describe(group, spec);
  const field = fieldOf(spec);
  const text = textOf(spec, "label");
  if (text !== "") {
    const label = document.createElement("span");
    label.className = "widget-label";
    label.textContent = text;
    field.append(label);
  }
  field.append(group);
  return field;
}

/** Returns the accessible name of a control without a visible one. */
export function nameOf(spec: ComponentSpec): string {
  return (
    textOf(spec, "label") ||
    textOf(spec, "placeholder") ||
    textOf(spec, "description") ||
    spec.component_id
  );
}

/** A tooltip is for the mouse only. */
function describe(control: HTMLElement, spec: ComponentSpec): void {
  const description = textOf(spec, "description");
  if (description !== "") control.setAttribute("aria-description", description);
}

function fieldOf(spec: ComponentSpec): HTMLElement {
  const field = document.createElement("div");
  field.className = `widget-field widget-field-${spec.type}`;
  applyCommon(field, spec);
  return field;
}
