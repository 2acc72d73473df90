/** Changes of a figure that an update of Plotly's would draw wrongly. Pure. */

import { asText, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { isAxis } from "./axes";

/**
 * The parts of a figure that Plotly takes up in a new plot only, as text. Its update, `react`, leaves what
 * they were: labels of a colour bar that turned, a menu that is gone, the order of shapes.
 */
export function fixedParts({ data, layout, config }: Figure): string {
  const types = data.map(({ type = "scatter" }) => asText(type));
  // It keeps the lines of its grid, and ranges for the size that its plots had.
  const whole = types.includes("splom") || hasLentRoom(layout) ? [data, layout] : [];
  const bars = data.map(({ colorbar, marker, line }) => [colorbar, barOf(marker), barOf(line)]);
  return JSON.stringify([[...new Set(types)].sort(), whole, bars, layoutParts(layout), config]);
}

function barOf(part: Json | undefined): Json | undefined {
  return isObject(part) ? part["colorbar"] : undefined;
}

const WHOLE = /^(barmode|shapes|updatemenus|sliders|coloraxis\d*|legend\d+)$/;

function layoutParts(layout: JsonObject): [string, Json][] {
  const axes = Object.entries(layout).filter(([name]) => isAxis(name));
  const isMatched = axes.some(([, axis]) => isObject(axis) && axis["matches"] !== undefined);
  const whole = Object.entries(layout).filter(([name]) => WHOLE.test(name));
  return [
    ...whole,
    ...axes.map(([name, axis]): [string, Json] => [name, partsOf(axis, isMatched)]),
  ];
}

/**
 * Returns whether of two axes of one scale one alone gives up room for it. Plotly starts the next
 * time from the room that was left, and finds another scale than in a new plot.
 */
function hasLentRoom(layout: JsonObject): boolean {
  const lendsRoom = (axis: Json | undefined) => isObject(axis) && axis["constrain"] === "domain";
  return Object.entries(layout).some(([name, axis]) => {
    const anchor = isAxis(name) && isObject(axis) ? axis["scaleanchor"] : undefined;
    if (typeof anchor !== "string") return false;
    const other = layout[`${anchor.charAt(0)}axis${anchor.slice(1)}`];
    return lendsRoom(axis) !== lendsRoom(other);
  });
}

/** An axis that matches others keeps its range. */
function partsOf(axis: Json, isMatched: boolean): Json {
  if (!isObject(axis)) return null;
  const { autorange = null, rangebreaks = null, rangeslider = null, range = null } = axis;
  return [autorange, rangebreaks, rangeslider, isMatched ? range : null];
}

/** Returns whether a figure has a menu that opens: Plotly does not paint its arrow again in another theme. */
export function hasDropdown({ layout: { updatemenus } }: Figure): boolean {
  const menus = Array.isArray(updatemenus) ? updatemenus : [];
  return menus.some((menu) => isObject(menu) && menu["type"] !== "buttons");
}
