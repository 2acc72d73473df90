/**
 * `secret`. What the person types never is in this page, where the agent's scripts could read
 * it: the host asks for it, and answers with a reference.
 */

import { isId } from "../../wire/id";
import { isDisabled, textOf, type ComponentType } from "./component";
import { labelled, nameOf } from "./field";

export const secret: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: () => null,

  accepts: (value) => value === null || isId(value),

  valueIn: ({ secret_ref }) => secret_ref,

  create(spec, { emit, keepsSecrets, askSecret }) {
    const control = document.createElement("button");
    control.type = "button";
    control.className = "widget-input widget-secret";
    const text = document.createElement("span");
    const action = document.createElement("span");
    action.className = "widget-secret-action";
    control.append(text, " ", action);
    const hint = document.createElement("span");
    hint.className = "widget-hint";
    control.disabled = isDisabled(spec) || !keepsSecrets();
    if (!keepsSecrets()) hint.textContent = "Open this widget in a browser to enter it.";
    control.setAttribute("aria-haspopup", "dialog");

    const show = (isSet: boolean) => {
      text.textContent = isSet ? "Saved" : textOf(spec, "placeholder") || "Not set";
      text.classList.toggle("widget-placeholder", !isSet);
      action.textContent = isSet ? "Change" : "Enter";
      const name = `${nameOf(spec)}: ${text.textContent} ${action.textContent}`;
      control.setAttribute("aria-label", name);
    };
    const ask = async () => {
      const secret_ref = await askSecret(spec);
      if (secret_ref === null) return;
      show(true);
      emit(spec, { secret_ref, componentId: spec.component_id });
    };
    control.addEventListener("click", () => void ask());
    return {
      element: labelled(control, spec, hint),
      setValue: (value) => show(typeof value === "string"),
    };
  },
};
