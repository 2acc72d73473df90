/** The options of a component. */

import type { ComponentSpec } from "../../wire/document";
import { asText, isObject } from "../../wire/json";

export interface Choice {
  label: string;
  value: string;
  description: string;
}

export function choicesOf(spec: Partial<ComponentSpec>): Choice[] {
  const options: unknown[] = Array.isArray(spec["options"]) ? spec["options"] : [];
  return options.filter(isObject).map(({ label, value, description }) => ({
    label: asText(label ?? value),
    value: asText(value),
    description: typeof description === "string" ? description : "",
  }));
}

/** The label of a choice, with its description in a second line. */
export function choiceText({ label, description }: Choice): HTMLElement {
  const text = document.createElement("span");
  text.className = "widget-choice-text";
  text.textContent = label;
  if (description !== "") {
    const second = document.createElement("small");
    second.textContent = description;
    text.append(second);
  }
  return text;
}
