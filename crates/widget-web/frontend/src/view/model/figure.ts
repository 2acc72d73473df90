/** A Plotly figure as the view keeps it: parsed once, and never changed in place. */

import { isObject, type Json, type JsonObject } from "../../wire/json";

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
  const { data, layout, config, frames } = figure;
  return {
    data: data as JsonObject[],
    layout: (isObject(layout) ? layout : {}) as JsonObject,
    config: (isObject(config) ? config : {}) as JsonObject,
    ...(Array.isArray(frames) ? { frames: frames as Json[] } : {}),
  };
}
