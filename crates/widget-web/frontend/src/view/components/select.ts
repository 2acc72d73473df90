/** `select` */

import { isObject, type Json } from "../../wire/json";
import type { ComponentSpec } from "../../wire/document";
import { labelled } from "./field";
import { textOf, type ComponentType } from "./component";

interface Choice {
  label: string;
  value: string;
  description: string;
}

export const select: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue(spec): Json {
    if (typeof spec["selected"] === "string") return spec["selected"];
    return textOf(spec, "placeholder") === "" ? (choicesOf(spec)[0]?.value ?? null) : null;
  },

  create(spec, { emit }) {
    const control = document.createElement("select");
    control.className = "widget-input widget-select";
    control.disabled = spec["disabled"] === true;
    const choices = choicesOf(spec);
    const placeholder = textOf(spec, "placeholder");
    const offset = placeholder === "" ? 0 : 1;
    if (placeholder !== "") {
      const option = new Option(placeholder);
      option.disabled = true;
      option.hidden = true;
      control.append(option);
    }
    for (const choice of choices) {
      const option = new Option(choice.label);
      if (choice.description !== "") option.title = choice.description;
      control.append(option);
    }
    control.addEventListener("change", () => {
      const choice = choices[control.selectedIndex - offset];
      if (choice) emit(spec, { value: choice.value, componentId: spec.component_id });
    });
    return {
      element: labelled(control, spec),
      setValue(value) {
        const index = choices.findIndex((choice) => choice.value === value);
        // Without a match: the placeholder, or nothing.
        control.selectedIndex = index < 0 ? offset - 1 : index + offset;
      },
    };
  },
};

function choicesOf(spec: ComponentSpec): Choice[] {
  const options: unknown[] = Array.isArray(spec["options"]) ? spec["options"] : [];
  return options.filter(isObject).map(({ label, value, description }) => ({
    label: String(label ?? value ?? ""),
    value: String(value ?? ""),
    description: typeof description === "string" ? description : "",
  }));
}
