/** `slider` */

import { isDisabled, numberOf, type ComponentType } from "./component";
import { labelled } from "./field";
import { typing } from "./typing";
import { isInBounds } from "./values";

const DEBOUNCE_MS = 150;

export const slider: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => numberOf(spec, "value", numberOf(spec, "min", 0)),

  accepts: isInBounds,

  create(spec, host) {
    const control = document.createElement("input");
    control.type = "range";
    control.className = "widget-slider";
    control.min = String(numberOf(spec, "min", 0));
    control.max = String(numberOf(spec, "max", 100));
    control.step = String(numberOf(spec, "step", 1));
    control.disabled = isDisabled(spec);
    const output = document.createElement("output");
    output.className = "widget-output";
    const showValue = () => {
      output.textContent = control.value;
      const span = Number(control.max) - Number(control.min);
      const part = span > 0 ? (Number(control.value) - Number(control.min)) / span : 0;
      control.style.setProperty("--part", `${part * 100}%`);
    };
    control.addEventListener("input", showValue);
    const input = {
      element: control,
      read: () => Number(control.value),
      show(value: unknown) {
        control.value = String(value);
        showValue();
      },
      payload: (value: unknown) => ({ value: Number(value) }),
      pauseMs: numberOf(spec, "debounce_ms", DEBOUNCE_MS),
    };
    const beside = spec["show_value"] === false ? [] : [output];
    return { element: labelled(control, spec, ...beside), ...typing(input, spec, host) };
  },
};
