/** The place of a chart's title, which Plotly's row of buttons must not cover. Pure. */

import { isObject, type Json, type JsonObject } from "../wire/json";

/** The room above the plot, in CSS pixels: with a title, and without one. */
export const TITLE_ROOM = 52;
export const NO_TITLE_ROOM = 28;

/** A title's defaults: at the top, where it begins on the left. */
export const TITLE = {
  font: { size: 15, weight: 600 },
  x: 0,
  xanchor: "left",
  yref: "container",
  y: 1,
  yanchor: "top",
  pad: { l: 0, t: 12 },
};

/** The row of Plotly's buttons at the right, in CSS pixels. */
const BUTTONS = { width: 270, height: 28 };

/** The width of a letter, as a part of its height. */
const LETTER = 0.56;

/** Returns whether a title is too long to stand beside the buttons. */
export function meetsButtons({ title }: JsonObject, width: number): boolean {
  const lines = textOf(title).split(/<br\s*\/?>/i);
  const longest = Math.max(...lines.map((line) => line.replace(/<[^>]*>/g, "").length));
  return longest > 0 && longest * sizeOf(title) * LETTER + TITLE.pad.l + BUTTONS.width > width;
}

/** A long title stands below the buttons, unless the author has placed it. */
export function belowButtons(layout: JsonObject, width: number): JsonObject {
  const { title, margin } = layout;
  const own = isObject(margin) ? margin : {};
  const isPlaced =
    isObject(title) && ["x", "y", "pad", "yref", "yanchor"].some((at) => at in title);
  if (isPlaced || "t" in own || !meetsButtons(layout, width)) return {};
  const given = isObject(title) ? title : { text: textOf(title) };
  return {
    title: { ...given, pad: { ...TITLE.pad, t: TITLE.pad.t + BUTTONS.height } },
    margin: { ...own, t: TITLE_ROOM + BUTTONS.height },
  };
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
