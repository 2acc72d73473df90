/** Templates of plotly.py by their names. */

import type { JsonObject } from "../wire/json";
import { expand, type Values } from "./expand";
import { MODIFIERS } from "./modifiers";
import values from "./values.json";

/** A template for each name but `plotly`, which is what a figure has that names none. */
export const templates: Record<string, JsonObject> = {
  ...Object.fromEntries(Object.entries(values).map(([name, one]) => [name, expand(one as Values)])),
  ...MODIFIERS,
  none: {},
};
