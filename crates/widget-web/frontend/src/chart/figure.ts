/** A figure made ready for Plotly: what the author left open is filled in. */

import { isObject, type JsonObject } from "../wire/json";
import type { Theme } from "../view/theme";
import type { Figure } from "./plotly";
import { templateFor } from "./template";

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
    ...(Array.isArray(frames) ? { frames } : {}),
  };
}

/** The room that a chart has, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
}

/** Whether the author set one side only: Plotly would give the other a fixed length. */
export function isHalfSized({ layout }: Figure): boolean {
  return "width" in layout !== "height" in layout;
}

/** What the author set stays as it is. */
export function withDefaults(figure: Figure, theme: Theme, room: Room): Figure {
  const { layout, config } = figure;
  const sized = "width" in layout || "height" in layout;
  return {
    ...figure,
    layout: {
      autosize: !sized,
      ...(isHalfSized(figure) ? room : {}),
      // The person's zoom outlives an update that does not set the range itself.
      uirevision: "widget",
      template: templateFor(theme, "title" in layout),
      ...layout,
    },
    config: {
      displaylogo: false,
      // The sandbox allows no downloads.
      modeBarButtonsToRemove: ["toImage"],
      ...config,
      // The container is watched instead: it changes without the window.
      responsive: false,
    },
  };
}
