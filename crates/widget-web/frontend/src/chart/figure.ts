/** A figure made ready for Plotly: what the author left open is filled in. */

import { asText, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { axesOf } from "./axes";
import { withTextShape } from "../view/model/typed_array";
import { inSight } from "./title";

/** The room that a chart has, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
}

/** Returns whether the author set one side only: Plotly would give the other a fixed length. */
export function isHalfSized({ layout }: Figure): boolean {
  return "width" in layout !== "height" in layout;
}

/** Returns whether the author set a length, which Plotly keeps when its room changes. */
export function isSized({ layout }: Figure): boolean {
  return "width" in layout || "height" in layout;
}

/** As wide as its room, where the author has set more: beside it there is nothing to see. */
function withinRoom({ width }: JsonObject, room: Room): JsonObject {
  const isWider = typeof width === "number" && room.width > 0 && width > room.width;
  return isWider ? { width: room.width } : {};
}

/** Returns whether a chart has no room for a legend beside it. */
export function isNarrow(width: number): boolean {
  return width < 560;
}

const PLACES = ["orientation", "x", "y", "xanchor", "yanchor", "xref", "yref"];

/** A legend below the chart, over all of its width, unless the author has placed it. */
function legendBelow({ legend }: JsonObject): JsonObject {
  const own = isObject(legend) ? legend : {};
  if (PLACES.some((name) => name in own)) return {};
  const place = { orientation: "h", x: 0, y: 0, yref: "container", yanchor: "bottom" };
  return { legend: { ...own, ...place } };
}

/** Returns whether an axis stands where Plotly would put the legend. */
function hasAxisAtRight(layout: JsonObject): boolean {
  return axesOf(layout).some(([name, { side }]) => name.startsWith("y") && side === "right");
}

const TICKS = ["tickmode", "tickvals", "dtick", "tick0", "nticks"];

/**
 * An axis over another has no lines of its own, as two grids are none, and its own round numbers,
 * unless its author says otherwise: Plotly writes on it what stands at the lines of the other.
 */
function overAnother(layout: JsonObject): JsonObject {
  const isOver = ([, { overlaying }]: [string, JsonObject]) => /^[xy]/.test(asText(overlaying));
  const without = axesOf(layout).filter(isOver);
  const withRound = (axis: JsonObject) => {
    const isOpen = !TICKS.some((name) => name in axis);
    return { showgrid: false, ...(isOpen ? { tickmode: "auto" } : {}), ...axis };
  };
  return Object.fromEntries(without.map(([name, axis]) => [name, withRound(axis)]));
}

/**
 * Adds a template and defaults below the author's settings. While `generation` stays the same, so does what
 * the person changed that the document does not hold, such as a legend moved aside.
 */
export function withDefaults(
  figure: Figure,
  template: JsonObject,
  room: Room,
  generation: number,
  buttons: object[] = [],
): Figure {
  const { layout, config } = figure;
  return {
    ...figure,
    layout: {
      autosize: !isSized(figure),
      ...(isHalfSized(figure) ? room : {}),
      ...layout,
      ...overAnother(layout),
      ...withinRoom(layout, room),
      ...(isNarrow(room.width) || hasAxisAtRight(layout) ? legendBelow(layout) : {}),
      ...inSight(layout),
      template,
      uirevision: generation,
    },
    config: {
      displaylogo: false,
      ...config,
      // The sandbox allows no downloads; the buttons go through the host. And no chart
      // is sent to a third party.
      modeBarButtonsToRemove: [
        "toImage",
        "sendChartToCloud",
        ...listIn(config["modeBarButtonsToRemove"]),
      ],
      modeBarButtonsToAdd: [...(buttons as Json[]), ...listIn(config["modeBarButtonsToAdd"])],
      // The container is watched instead: it changes without the window.
      responsive: false,
    },
  };
}

function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A copy for Plotly, which writes into what it is given. Lists of data are the same ones,
 * so that it knows by their identity that they did not change.
 */
export function copyForPlotly({ data, layout, config, frames }: Figure): Figure {
  return {
    data: data.map((trace) => withOwnLists(copy(trace) as JsonObject)),
    layout: structuredClone(copy(layout)) as JsonObject,
    config: structuredClone(config),
    ...(frames === undefined ? {} : { frames }),
  };
}

const CONTOURS = /contour/;

/**
 * A trace of contours has lists of its own: Plotly finds the levels when its data is new, writes
 * them into what it was given, and draws none when it is given the same data without them.
 */
function withOwnLists(trace: JsonObject): JsonObject {
  if (!CONTOURS.test(asText(trace["type"]))) return trace;
  const own = ([name, value]: [string, Json]) => [name, Array.isArray(value) ? [...value] : value];
  return Object.fromEntries(Object.entries(trace).map(own)) as JsonObject;
}

function copy(value: Json): Json {
  if (Array.isArray(value)) return value.some(isObject) ? value.map(copy) : value;
  if (!isObject(value)) return value;
  const own = withTextShape(value);
  const entries = Object.entries(own).map(([key, inner]) => [key, copy(inner)] as const);
  return Object.fromEntries(entries);
}
