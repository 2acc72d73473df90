/** A Plotly figure as the view keeps it: parsed once, and never changed in place. */

import { mayLoseDigits, parseExact } from "../../wire/exact_json";
import { isObject, type Json, type JsonObject } from "../../wire/json";
import { noteDigits } from "./digits";

export interface Figure {
  readonly data: readonly JsonObject[];
  readonly layout: JsonObject;
  readonly config: JsonObject;
  readonly frames?: readonly Json[];
}

/** Reads a figure; throws an `Error` when it has not the shape of one. */
export function readFigure(json: string): Figure {
  const figure: unknown = JSON.parse(json);
  if (!isObject(figure) || !Array.isArray(figure["data"]) || !figure["data"].every(isObject)) {
    throw new Error("the figure has no list `data` of traces");
  }
  const { layout, config, frames } = figure;
  const data = figure["data"] as JsonObject[];
  return {
    data: mayLoseDigits(json) ? withDigits(data, json) : data,
    layout: (isObject(layout) ? layout : {}) as JsonObject,
    config: (isObject(config) ? config : {}) as JsonObject,
    ...(Array.isArray(frames) ? { frames: frames as Json[] } : {}),
  };
}

/** The members that only stand for a point, and are no place on an axis, which takes numbers alone. */
const NAMES = ["customdata", "ids", "text", "hovertext"];

/** The traces with every digit of the integers that name points; those of other lists are noted. */
function withDigits(data: JsonObject[], json: string): JsonObject[] {
  const { data: exact } = parseExact(json) as { data: JsonObject[] };
  return data.map((trace, index) => {
    const all = Object.entries(exact[index] ?? {});
    for (const [name, value] of all) {
      const list = trace[name];
      if (Array.isArray(list) && Array.isArray(value)) noteDigits(list, value);
    }
    return { ...trace, ...Object.fromEntries(all.filter(([name]) => NAMES.includes(name))) };
  });
}
