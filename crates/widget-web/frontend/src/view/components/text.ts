/** `text` */

import { textOf, type ComponentType } from "./component";
import { textField } from "./text_field";
import { isText } from "./values";

export const text: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => textOf(spec, "value"),

  accepts: isText,

  create(spec, host) {
    const control = document.createElement("input");
    control.type = "text";
    return textField(control, spec, host);
  },
};
