/** `date` */

import { checkedField } from "./checked_field";
import type { ComponentType } from "./component";

export const date: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["value"] ?? null,

  create(spec, surroundings) {
    const control = document.createElement("input");
    control.type = "date";
    return checkedField(control, spec, surroundings, (text) => text);
  },
};
