/** `text` */

import { textOf, type ComponentType } from "./component";
import { textField } from "./text_field";

export const text: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => textOf(spec, "value"),

  create(spec, surroundings) {
    const control = document.createElement("input");
    control.type = "text";
    return textField(control, spec, surroundings);
  },
};
