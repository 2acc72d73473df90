/** Shared code of the fields for numbers and days: the browser checks them. */

import type { ComponentSpec } from "../../wire/document";
import { asText, type Json } from "../../wire/json";
import { isDisabled, type ComponentView, type ComponentHost } from "./component";
import { labelled } from "./field";
import { whenReleased } from "./pressed";
import { typing } from "./typing";

/** Long enough to type a year, of which each digit makes another day. */
const PAUSE_MS = 600;

export function checkedField(
  control: HTMLInputElement,
  spec: ComponentSpec,
  host: ComponentHost,
  parse: (text: string) => Json,
): ComponentView {
  control.className = "widget-input";
  control.disabled = isDisabled(spec);
  const bound = (field: "min" | "max" | "step") => {
    const value = spec[field];
    if (typeof value === "string" || typeof value === "number") control[field] = String(value);
  };
  bound("min");
  bound("max");
  bound("step");

  const hint = document.createElement("span");
  hint.className = "widget-hint";
  hint.setAttribute("role", "alert");
  let said = "";
  const say = (problem: string) => {
    said = problem;
    whenReleased(() => (hint.textContent = said));
    if (problem === "") control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
  };
  const input = {
    element: control,
    read() {
      say(control.validity.valid ? "" : control.validationMessage || "This is not allowed here.");
      if (!control.validity.valid) return undefined;
      return control.value === "" ? null : parse(control.value);
    },
    show(value: Json) {
      say("");
      const text = asText(value);
      if (control.value !== text) control.value = text;
    },
    payload: (value: Json) => ({ value }),
    pauseMs: PAUSE_MS,
  };
  return { element: labelled(control, spec, hint), ...typing(input, spec, host) };
}
