/** `tabs` */

import { choicesOf } from "./choices";
import { isDisabled, oneOf, type ComponentType } from "./component";
import { grouped } from "./field";
import { step } from "./tab_keys";
import { isOption } from "./values";

const SIZES = ["md", "sm", "lg"] as const;

export const tabs: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["selected"] ?? choicesOf(spec)[0]?.value ?? null,

  accepts: isOption,

  create(spec, { emit }) {
    const list = document.createElement("div");
    list.className = `widget-tabs widget-tabs-${oneOf(spec, "size", SIZES)}`;
    const choices = choicesOf(spec);
    const buttons = choices.map(({ label, description }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "widget-tab";
      button.setAttribute("role", "tab");
      button.textContent = label;
      button.title = description;
      button.disabled = isDisabled(spec);
      return button;
    });
    list.append(...buttons);

    // Only the active tab is reached by Tab; the arrow keys lead to the others.
    const show = (active: number) =>
      buttons.forEach((button, index) => {
        button.setAttribute("aria-selected", String(index === active));
        button.tabIndex = index === Math.max(0, active) ? 0 : -1;
      });
    const choose = (index: number) => {
      const choice = choices[index];
      if (choice === undefined || buttons[index]?.getAttribute("aria-selected") === "true") return;
      show(index);
      emit(spec, { value: choice.value, componentId: spec.component_id });
    };
    list.addEventListener("click", ({ target }) => choose(buttons.indexOf(target as never)));
    list.addEventListener("keydown", (event) => {
      const next = step(event.key, buttons.indexOf(event.target as never), buttons.length);
      if (next === null) return;
      event.preventDefault();
      buttons[next]?.focus();
      choose(next);
    });
    return {
      element: grouped(list, "tablist", spec),
      setValue: (value) => show(choices.findIndex((choice) => choice.value === value)),
    };
  },
};
