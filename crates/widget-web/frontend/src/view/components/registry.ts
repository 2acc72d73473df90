/** The types of component. A new one is a file and a line here. */

import { button } from "./button";
import type { ComponentType } from "./component";
import { div } from "./div";
import { select } from "./select";
import { text } from "./text";
import { toggle } from "./toggle";

export const COMPONENTS: ReadonlyMap<string, ComponentType> = new Map([
  ["button", button],
  ["select", select],
  ["text", text],
  ["toggle", toggle],
  ["div", div],
]);
