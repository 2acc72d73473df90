/** Titles that are given as text, as Plotly took them until its third version. Pure. */

import { isJsonObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { mapFrames } from "./frames";
import { mapMenuChanges } from "./menu_changes";

/** The attributes of a title that once stood beside it, and their names in it. */
const BESIDE = new Map([
  ["titlefont", "font"],
  ["titleside", "side"],
  ["titleposition", "position"],
  ["titleoffset", "offset"],
]);

/** Parts that an author keeps in a figure for himself, and the changes of menus, which have paths. */
const FOREIGN = new Set(["meta", "customdata", "geojson", "args", "args2"]);

/** The figure with each title as an object of its text, which is all that Plotly draws now. */
export function withTitles(figure: Figure): Figure {
  const { layout, data, frames } = figure;
  return {
    ...figure,
    layout: mapMenuChanges(objectTitles(layout), pathTitles),
    data: data.map(objectTitles),
    ...(frames === undefined ? {} : { frames: titledFrames(frames) }),
  };
}

/** An animation goes on only while its frames are the very same. */
const ofFrames = new WeakMap<readonly Json[], readonly Json[]>();

function titledFrames(frames: readonly Json[]): readonly Json[] {
  const known = ofFrames.get(frames) ?? mapFrames(frames, objectTitles, objectTitles);
  ofFrames.set(frames, known);
  return known;
}

/** The same object if it has no such title. */
function objectTitles(given: JsonObject): JsonObject {
  let titled = given;
  for (const [name, value] of Object.entries(given)) {
    if (FOREIGN.has(name)) continue;
    const part = BESIDE.get(name);
    if (name === "title" && typeof value === "string") {
      titled = { ...titled, title: { text: value, ...inTitle(titled) } };
    } else if (part !== undefined) {
      const { [name]: _, ...rest } = titled;
      titled = { ...rest, title: { [part]: value, ...inTitle(titled) } };
    } else {
      const inner = innerTitles(value);
      if (inner !== value) titled = { ...titled, [name]: inner };
    }
  }
  return titled;
}

/** The title so far. */
function inTitle({ title }: JsonObject): JsonObject {
  if (isJsonObject(title)) return title;
  return typeof title === "string" ? { text: title } : {};
}

function innerTitles(value: Json): Json {
  if (isJsonObject(value)) return objectTitles(value);
  if (!Array.isArray(value) || !isJsonObject(value[0])) return value;
  const inner = value.map(innerTitles);
  return inner.every((item, index) => item === value[index]) ? value : inner;
}

/** Changes of a layout by their paths, so that a new text leaves a title its font. */
function pathTitles(change: JsonObject): JsonObject {
  const entries = Object.entries(change).map(([path, value]): [string, Json] => {
    if (/(^|\.)title$/.test(path) && typeof value === "string") return [`${path}.text`, value];
    const name = path.slice(path.lastIndexOf(".") + 1);
    const part = BESIDE.get(name);
    if (part === undefined) return [path, innerTitles(value)];
    return [`${path.slice(0, -name.length)}title.${part}`, value];
  });
  return Object.fromEntries(entries);
}
