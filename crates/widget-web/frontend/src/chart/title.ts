/** The place of a chart's title, which Plotly's row of buttons must not cover. Pure. */

import { isObject, type Json, type JsonObject } from "../wire/json";

/** The room above the plot, in CSS pixels: with a title, and without one. */
export const TITLE_ROOM = 50;
export const NO_TITLE_ROOM = 28;

/** A title's defaults: at the top, where it begins on the left. */
export const TITLE = {
  font: { size: 15, weight: 600 },
  x: 0,
  xanchor: "left",
  yref: "container",
  y: 1,
  yanchor: "top",
  pad: { l: 0, t: 5 },
};

/** The width of the row of Plotly's buttons at the right, in CSS pixels. */
const BUTTONS_WIDTH = 270;

/** The width of a letter, the height of a capital and that of a line, as parts of the size. */
const LETTER = 0.56;
const CAPITAL = 0.7;
const LINE = 1.2;

/** Returns whether a title is too long to stand beside the buttons. */
function meetsButtons({ title }: JsonObject, width: number): boolean {
  const longest = Math.max(...linesOf(title).map((line) => line.replace(/<[^>]*>/g, "").length));
  return longest > 0 && longest * sizeOf(title) * LETTER + TITLE.pad.l + BUTTONS_WIDTH > width;
}

/**
 * The place of the buttons below a title that they would meet, in CSS pixels from the top; `null`
 * for one beside the title, or where its author has placed it.
 */
export function topOfButtons(layout: JsonObject, width: number): number | null {
  const { title, margin } = layout;
  const hasOwnRoom = isObject(margin) && "t" in margin;
  if (isPlaced(title) || hasOwnRoom || !meetsButtons(layout, width)) return null;
  const hasSubtitle = isObject(title) && isObject(title["subtitle"]);
  const lines = linesOf(title).length + (hasSubtitle ? 1 : 0);
  return TITLE.pad.t + Math.ceil(lines * sizeOf(title) * LINE);
}

/** A title of several lines, which Plotly would begin the height of a capital too high. */
export function inSight({ title }: JsonObject): JsonObject {
  if (isPlaced(title) || linesOf(title).length < 2) return {};
  const given = isObject(title) ? title : { text: textOf(title) };
  const top = TITLE.pad.t + Math.ceil(CAPITAL * sizeOf(title));
  return { title: { ...given, pad: { ...TITLE.pad, t: top } } };
}

/** Returns whether the author has said where a title stands. */
function isPlaced(title: Json | undefined): boolean {
  return isObject(title) && ["x", "y", "pad", "yref", "yanchor"].some((at) => at in title);
}

function linesOf(title: Json | undefined): string[] {
  return textOf(title).split(/<br\s*\/?>/i);
}

function textOf(title: Json | undefined): string {
  const text = isObject(title) ? title["text"] : title;
  return typeof text === "string" ? text : "";
}

function sizeOf(title: Json | undefined): number {
  const font = isObject(title) ? title["font"] : undefined;
  const size = isObject(font) ? font["size"] : undefined;
  return typeof size === "number" ? size : TITLE.font.size;
}
