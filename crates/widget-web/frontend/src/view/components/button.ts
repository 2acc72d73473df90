/** `button` */

import { isObject, type JsonObject } from "../../wire/json";
import { setContent } from "../body/contents";
import { handIn, provideButton } from "./beside";
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

const DEFAULT_EVENT = "button:click";

export const button: ComponentType = {
  defaultEvent: DEFAULT_EVENT,

  create(spec, { emit, valuesOf }) {
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
    provideButton(element, textOf(spec, "event") || DEFAULT_EVENT);
    const data = isObject(spec["data"]) ? spec["data"] : {};
    const send = (values: JsonObject) =>
      emit(spec, { componentId: spec.component_id, ...values, ...data });
    element.addEventListener("click", () => handIn(element, send, valuesOf));
    return { element, setContent: (content) => setContent(element, content) };
  },
};
