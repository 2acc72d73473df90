/** `date` */

import { checkedField } from "./checked_field";
import type { ComponentType } from "./component";
import { isDay, orNull } from "./values";

export const date: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => spec["value"] ?? null,

  accepts: orNull(isDay),

  create(spec, host) {
    const control = document.createElement("input");
    control.type = "date";
    return checkedField(control, spec, host, (text) => text);
  },
};
