/** The template that a figure asks for, by name or whole. */

import { isObject, type Json, type JsonObject } from "../wire/json";
import { put } from "../view/model/attribute";

declare global {
  interface Window {
    WidgetTemplates?: { templates: Record<string, JsonObject> };
  }
}

/** The names that plotly.py knows. */
const NAMES = [
  "plotly",
  "plotly_white",
  "plotly_dark",
  "ggplot2",
  "seaborn",
  "simple_white",
  "presentation",
  "xgridoff",
  "ygridoff",
  "gridon",
  "none",
];

/** These are chosen for what they change, and leave the rest as it is. */
const MODIFIERS = new Set(["presentation", "xgridoff", "ygridoff", "gridon"]);

/** The attributes that the stock template of plotly.py has had in every version. */
const STOCK: JsonObject = {
  colorway: [
    "#636efa",
    "#EF553B",
    "#00cc96",
    "#ab63fa",
    "#FFA15A",
    "#19d3f3",
    "#FF6692",
    "#B6E880",
    "#FF97FF",
    "#FECB52",
  ],
  paper_bgcolor: "white",
  plot_bgcolor: "#E5ECF6",
  font: { color: "#2a3f5f" },
};

/** Returns whether a figure leaves the choice to us: plotly.py puts its stock template into each. */
export function isNoChoice(template: Json | undefined): boolean {
  if (template === undefined || template === "plotly") return true;
  const layout = isObject(template) ? template["layout"] : undefined;
  if (!isObject(layout)) return false;
  return Object.entries(STOCK).every(
    ([name, value]) => JSON.stringify(layout[name]) === JSON.stringify(value),
  );
}

/** Our template for a figure of plotly.py, whose stock template takes no text for a number. */
export function ownFor(template: Json | undefined, own: JsonObject): JsonObject {
  if (template === undefined) return own;
  const layout = isObject(template) ? template["layout"] : { autotypenumbers: "strict" };
  const types = isObject(layout) ? layout["autotypenumbers"] : undefined;
  return types === undefined ? own : put(own, ["layout", "autotypenumbers"], types);
}

/** The names in `"plotly_dark+gridon"`; throws an `Error` for one that is not known. */
export function namesIn(template: string): string[] {
  const names = template.split("+").map((name) => name.trim());
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no template "${unknown}"`);
  }
  return names;
}

/** The templates put together, later ones over earlier ones; `own` is that of the page. */
export function combined(
  names: string[],
  templates: Record<string, JsonObject>,
  own: JsonObject,
): JsonObject {
  const start = names.every((name) => MODIFIERS.has(name)) ? own : {};
  return names.reduce((current, name) => {
    const { layout = {}, data = {} } =
      name === "plotly" ? ownFor(name, own) : (templates[name] ?? {});
    return {
      layout: put(partOf(current, "layout"), [], layout),
      data: Object.entries(data as JsonObject).reduce(withTrace, partOf(current, "data")),
    };
  }, start);
}

function partOf(template: JsonObject, name: "layout" | "data"): JsonObject {
  const part = template[name];
  return isObject(part) ? part : {};
}

/** Each type of trace has a list of one. */
function withTrace(data: JsonObject, [type, given]: [string, Json]): JsonObject {
  const first = (list: Json | undefined) => (Array.isArray(list) ? (list[0] ?? {}) : {});
  const merged = put(first(data[type]) as JsonObject, [], first(given));
  return { ...data, [type]: [merged] };
}
