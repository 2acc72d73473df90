/** `number` */

import { checkedField } from "./checked_field";
import type { ComponentType } from "./component";
import { isInBounds, orNull } from "./values";

export const number: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["value"] ?? null,

  accepts: orNull(isInBounds),

  create(spec, host) {
    const control = document.createElement("input");
    control.type = "number";
    control.step = "any";
    return checkedField(control, spec, host, Number);
  },
};
