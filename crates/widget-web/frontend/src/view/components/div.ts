/** `div` */

import { isComponent } from "../../wire/document";
import { setContent } from "../body/contents";
import { applyCommon } from "./field";
import { textOf, type ComponentType } from "./component";

export const div: ComponentType = {
  // It emits nothing itself.
  defaultEvent: "toolbar:change",

  create(spec, { draw }) {
    const element = document.createElement("div");
    element.id = spec.component_id;
    element.className = "widget-div";
    applyCommon(element, spec);
    const content = document.createElement("div");
    content.className = "widget-div-content";
    const html = textOf(spec, "content");
    if (html === "") content.textContent = textOf(spec, "label");
    else setContent(content, { html });
    const children: unknown[] = Array.isArray(spec["children"]) ? spec["children"] : [];
    element.append(content, ...children.filter(isComponent).map(draw));
    return { element, setContent: (next) => setContent(content, next) };
  },
};
