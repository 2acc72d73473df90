/** `textarea` */

import { numberOf, oneOf, textOf, type ComponentType } from "./component";
import { textField } from "./text_field";
import { isText } from "./values";

const RESIZE = ["vertical", "none", "horizontal", "both"] as const;

export const textarea: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => textOf(spec, "value"),

  accepts: isText,

  create(spec, host) {
    const control = document.createElement("textarea");
    control.className = "widget-textarea";
    control.rows = numberOf(spec, "rows", 3);
    control.cols = numberOf(spec, "cols", 40);
    control.style.resize = oneOf(spec, "resize", RESIZE);
    return textField(control, spec, host);
  },
};
