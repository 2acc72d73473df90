/** `button` */

import { isObject } from "../../wire/json";
import { setContent } from "../body/contents";
import { handedIn, isHeldBack } from "./beside";
import { applyCommon } from "./field";
import { textOf, type ComponentType } from "./component";

const VARIANTS = [
  "primary",
  "neutral",
  "danger",
  "success",
  "warning",
  "secondary",
  "ghost",
  "outline",
  "icon",
];
const SIZES = ["xs", "sm", "md", "lg", "xl"];

export const button: ComponentType = {
  defaultEvent: "button:click",

  create(spec, { emit, valuesIn }) {
    const element = document.createElement("button");
    element.type = "button";
    element.id = spec.component_id;
    const variant = VARIANTS.find((known) => known === spec["variant"]) ?? "neutral";
    const size = SIZES.find((known) => known === spec["size"]) ?? "md";
    element.className = `widget-button widget-${variant} widget-${size}`;
    element.textContent = textOf(spec, "label");
    element.disabled = spec["disabled"] === true;
    applyCommon(element, spec);
    if (element.textContent === "") {
      element.setAttribute("aria-label", textOf(spec, "description") || spec.component_id);
    }
    element.addEventListener("click", () => {
      const eventType = textOf(spec, "event");
      if (isHeldBack(element, eventType)) return;
      const data = isObject(spec["data"]) ? spec["data"] : {};
      const values = handedIn(element, eventType, valuesIn);
      emit(spec, { componentId: spec.component_id, ...values, ...data });
    });
    return { element, setContent: (content) => setContent(element, content) };
  },
};
