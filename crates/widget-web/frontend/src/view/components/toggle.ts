/** `toggle` */

import { isDisabled, type ComponentType } from "./component";
import { labelled } from "./field";
import { isBoolean } from "./values";

export const toggle: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["value"] === true,

  accepts: isBoolean,

  create(spec, { emit }) {
    const control = document.createElement("button");
    control.type = "button";
    control.className = "widget-switch";
    control.setAttribute("role", "switch");
    control.disabled = isDisabled(spec);
    const show = (on: boolean) => control.setAttribute("aria-checked", String(on));
    control.addEventListener("click", () => {
      const value = control.getAttribute("aria-checked") !== "true";
      show(value);
      emit(spec, { value, componentId: spec.component_id });
    });
    return { element: labelled(control, spec), setValue: (value) => show(value === true) };
  },
};
