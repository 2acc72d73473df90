/** Shared code of the text fields. */

import type { ComponentSpec } from "../../wire/document";
import { numberOf, isDisabled, textOf, type ComponentView, type ComponentHost } from "./component";
import { labelled } from "./field";
import { typing } from "./typing";

const DEBOUNCE_MS = 300;

export function textField(
  control: HTMLInputElement | HTMLTextAreaElement,
  spec: ComponentSpec,
  host: ComponentHost,
): ComponentView {
  control.classList.add("widget-input");
  control.placeholder = textOf(spec, "placeholder");
  control.disabled = isDisabled(spec);
  control.setAttribute("autocomplete", "off");
  const input = {
    element: control,
    read: () => control.value,
    show: (value: unknown) => {
      const text = typeof value === "string" ? value : "";
      // Setting the same value again would move the caret.
      if (control.value !== text) control.value = text;
    },
    payload: (value: unknown) => ({ value: String(value) }),
    pauseMs: numberOf(spec, "debounce_ms", DEBOUNCE_MS),
  };
  return { element: labelled(control, spec), ...typing(input, spec, host) };
}
