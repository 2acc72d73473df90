/** `text` */

import { labelled } from "./field";
import { textOf, type ComponentType } from "./component";

const DEBOUNCE_MS = 300;

export const text: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => textOf(spec, "value"),

  create(spec, { emit, refresh }) {
    const control = document.createElement("input");
    control.type = "text";
    control.className = "widget-input";
    control.placeholder = textOf(spec, "placeholder");
    control.disabled = spec["disabled"] === true;
    control.autocomplete = "off";

    const { debounce_ms } = spec;
    const pause = typeof debounce_ms === "number" ? debounce_ms : DEBOUNCE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let composing = false;
    let known = "";
    const flush = () => {
      if (timer === undefined || composing) return;
      clearTimeout(timer);
      timer = undefined;
      if (control.value === known) {
        refresh(spec.component_id);
        return;
      }
      known = control.value;
      emit(spec, { value: known, componentId: spec.component_id });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    };
    control.addEventListener("input", wait);
    control.addEventListener("compositionstart", () => (composing = true));
    control.addEventListener("compositionend", () => {
      composing = false;
      wait();
    });
    control.addEventListener("blur", flush);
    control.addEventListener("keydown", (event) => {
      if (event.key === "Enter") flush();
    });

    return {
      element: labelled(control, spec),
      isBusy: () => timer !== undefined || composing,
      flush,
      setValue(value) {
        known = typeof value === "string" ? value : "";
        // Setting the same value again would move the caret.
        if (control.value !== known) control.value = known;
      },
    };
  },
};
