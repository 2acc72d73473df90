/** `checkbox` */

import { isDisabled, type ComponentType } from "./component";
import { labelled } from "./field";
import { isBoolean } from "./values";

export const checkbox: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["value"] === true,

  accepts: isBoolean,

  create(spec, { emit }) {
    const control = document.createElement("input");
    control.type = "checkbox";
    control.className = "widget-check";
    control.disabled = isDisabled(spec);
    control.addEventListener("change", () => {
      emit(spec, { value: control.checked, componentId: spec.component_id });
    });
    return {
      element: labelled(control, spec),
      setValue(value) {
        control.checked = value === true;
      },
    };
  },
};
