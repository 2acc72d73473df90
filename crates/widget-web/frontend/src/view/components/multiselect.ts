/** `multiselect` */

import type { ComponentSpec } from "../../wire/document";
import { choicesOf, choiceText } from "./choices";
import { isDisabled, textOf, type ComponentType } from "./component";
import { labelled, nameOf } from "./field";
import { place } from "./popup";
import { isOption } from "./values";

export const multiselect: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => (Array.isArray(spec["selected"]) ? spec["selected"] : []),

  accepts: (value, spec) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((one) => isOption(one, spec)),

  valueIn: ({ values }) => values,

  create(spec, { emit }) {
    const choices = choicesOf(spec);
    const { popup, boxes } = list(spec);
    const control = document.createElement("button");
    control.type = "button";
    control.className = "widget-input widget-select widget-multiselect";
    control.disabled = isDisabled(spec);
    control.setAttribute("aria-haspopup", "true");
    // Opens, closes and gives the focus back by itself.
    control.popoverTargetElement = popup;
    popup.addEventListener("beforetoggle", () => place(popup, control));

    const summary = document.createElement("span");
    control.append(summary);
    const say = () => {
      const chosen = choices.filter((_, index) => boxes[index]?.checked);
      const text = chosen.map(({ label }) => label).join(", ");
      summary.textContent = text || textOf(spec, "placeholder") || "None";
      summary.classList.toggle("widget-placeholder", text === "");
      control.setAttribute("aria-label", `${nameOf(spec)}: ${summary.textContent}`);
    };
    popup.addEventListener("change", () => {
      say();
      const values = choices.filter((_, index) => boxes[index]?.checked).map(({ value }) => value);
      emit(spec, { values, componentId: spec.component_id });
    });
    popup.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const at = boxes.indexOf(event.target as HTMLInputElement);
      if (by === 0 || at < 0) return;
      event.preventDefault();
      boxes[(at + by + boxes.length) % boxes.length]?.focus();
    });
    return {
      element: labelled(control, spec, popup),
      setValue(value) {
        const values = Array.isArray(value) ? value : [];
        for (const box of boxes) box.checked = values.includes(box.value);
        say();
      },
    };
  },
};

function list(spec: ComponentSpec): { popup: HTMLElement; boxes: HTMLInputElement[] } {
  const popup = document.createElement("div");
  popup.className = "widget-popup";
  popup.setAttribute("popover", "auto");
  popup.setAttribute("role", "group");
  popup.setAttribute("aria-label", nameOf(spec));
  const boxes = choicesOf(spec).map((choice) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.className = "widget-check";
    box.value = choice.value;
    const label = document.createElement("label");
    label.className = "widget-choice widget-option";
    label.append(box, choiceText(choice));
    popup.append(label);
    return box;
  });
  // Has the focus as soon as the popup is open.
  if (boxes[0] !== undefined) boxes[0].autofocus = true;
  return { popup, boxes };
}
