/** `select` */

import { choicesOf } from "./choices";
import { combobox } from "./combobox";
import { isDisabled, textOf, type ComponentType } from "./component";
import { labelled } from "./field";
import { isOption } from "./values";

export const select: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue(spec) {
    if (typeof spec["selected"] === "string") return spec["selected"];
    return textOf(spec, "placeholder") === "" ? (choicesOf(spec)[0]?.value ?? null) : null;
  },

  accepts: (value, spec) =>
    isOption(value, spec) || (value === null && textOf(spec, "placeholder") !== ""),

  create(spec, host) {
    if (spec["searchable"] === true) return combobox(spec, host);
    const control = document.createElement("select");
    control.className = "widget-input widget-select";
    control.disabled = isDisabled(spec);
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
      if (!choice) return;
      host.emit(spec, { value: choice.value, componentId: spec.component_id });
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
