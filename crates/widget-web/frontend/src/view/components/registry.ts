/** The types of component. A new one is a file and a line here. */

import { button } from "./button";
import { checkbox } from "./checkbox";
import type { ComponentType } from "./component";
import { date } from "./date";
import { div } from "./div";
import { marquee } from "./marquee";
import { modal } from "./modal";
import { multiselect } from "./multiselect";
import { number } from "./number";
import { radio } from "./radio";
import { range } from "./range";
import { search } from "./search";
import { secret } from "./secret";
import { select } from "./select";
import { slider } from "./slider";
import { tabs } from "./tabs";
import { text } from "./text";
import { textarea } from "./textarea";
import { tickerItem } from "./ticker_item";
import { toggle } from "./toggle";

export const COMPONENTS: ReadonlyMap<string, ComponentType> = new Map([
  ["button", button],
  ["select", select],
  ["multiselect", multiselect],
  ["toggle", toggle],
  ["checkbox", checkbox],
  ["radio", radio],
  ["tabs", tabs],
  ["text", text],
  ["textarea", textarea],
  ["search", search],
  ["number", number],
  ["date", date],
  ["slider", slider],
  ["range", range],
  ["secret", secret],
  ["div", div],
  ["marquee", marquee],
  ["ticker_item", tickerItem],
  ["modal", modal],
]);
