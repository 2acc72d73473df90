/** `radio` */

import { choicesOf, choiceText } from "./choices";
import { isDisabled, type ComponentType } from "./component";
import { grouped } from "./field";
import { isOption, orNull } from "./values";

export const radio: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["selected"] ?? null,

  accepts: orNull(isOption),

  create(spec, { emit }) {
    const group = document.createElement("div");
    const vertical = spec["direction"] === "vertical";
    group.className = `widget-radio${vertical ? " widget-vertical" : ""}`;
    const controls = choicesOf(spec).map((choice) => {
      const control = document.createElement("input");
      control.type = "radio";
      control.className = "widget-check";
      // The name is what makes them one group to the arrow keys.
      control.name = `widget-radio-${spec.component_id}`;
      control.value = choice.value;
      control.disabled = isDisabled(spec);
      const label = document.createElement("label");
      label.className = "widget-choice";
      label.append(control, choiceText(choice));
      group.append(label);
      return control;
    });
    group.addEventListener("change", () => {
      const chosen = controls.find((control) => control.checked);
      if (chosen) emit(spec, { value: chosen.value, componentId: spec.component_id });
    });
    return {
      element: grouped(group, "radiogroup", spec),
      setValue(value) {
        for (const control of controls) control.checked = control.value === value;
      },
    };
  },
};
