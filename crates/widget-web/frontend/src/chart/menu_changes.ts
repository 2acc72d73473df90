/** Changes of the layout that the menus and sliders of a figure make. Pure. */

import { isJsonObject, type Json, type JsonObject } from "../wire/json";

/** The place of the change in the arguments of each method. */
const PLACES = new Map<Json | undefined, number>([
  ["relayout", 0],
  ["update", 1],
]);

const PARTS = { updatemenus: "buttons", sliders: "steps" };

/** The layout with each of these changes mapped. */
export function mapMenuChanges(
  layout: JsonObject,
  map: (change: JsonObject) => JsonObject,
): JsonObject {
  const mapPart = (part: Json): Json => {
    if (!isJsonObject(part)) return part;
    const place = PLACES.get(part["method"]);
    if (place === undefined) return part;
    const args = ["args", "args2"].flatMap((name) => {
      const given = part[name];
      return Array.isArray(given) ? [[name, mapArgs(given, place, map)] as const] : [];
    });
    return { ...part, ...Object.fromEntries(args) };
  };
  return Object.entries(PARTS).reduce((current, [kind, parts]) => {
    const controls = current[kind];
    if (!Array.isArray(controls)) return current;
    const mapped = controls.map((control) => {
      const list = isJsonObject(control) ? control[parts] : undefined;
      if (!isJsonObject(control) || !Array.isArray(list)) return control;
      return { ...control, [parts]: list.map(mapPart) };
    });
    return { ...current, [kind]: mapped };
  }, layout);
}

/** Plotly takes a name and a value as well as an object of them. */
function mapArgs(args: Json[], place: number, map: (change: JsonObject) => JsonObject): Json[] {
  const [name, value = null] = args;
  if (place === 0 && typeof name === "string") return [map({ [name]: value })];
  const change = args[place];
  return isJsonObject(change) ? args.with(place, map(change)) : args;
}
