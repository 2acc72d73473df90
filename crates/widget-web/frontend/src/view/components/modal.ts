/** `modal`: components in a dialog over the page. Whether it is open is its value. */

import { isComponent } from "../../wire/document";
import { Dialog, modalLook } from "../overlay/dialog";
import type { ComponentType } from "./component";
import { applyCommon } from "./field";
import { isBoolean } from "./values";

export const modal: ComponentType = {
  defaultEvent: "modal:close",

  initialValue: (spec) => spec["open"] === true,

  accepts: isBoolean,

  create(spec, { emit, draw }) {
    const items: unknown[] = Array.isArray(spec["items"]) ? spec["items"] : [];
    const content = document.createElement("div");
    content.className = "widget-modal-items";
    content.append(...items.filter(isComponent).map(draw));
    const dialog = new Dialog(content, () => emit(spec, { componentId: spec.component_id }));
    dialog.element.id = spec.component_id;
    dialog.look(modalLook(spec, spec.component_id));
    applyCommon(dialog.element, spec);
    return { element: dialog.element, setValue: (value) => dialog.show(value === true) };
  },
};
