/** The colours of the page, for what Plotly paints itself. */

import type { Figure } from "../view/model/figure";
import type { Theme } from "../view/style/theme";

export interface Colours {
  text: string;
  muted: string;
  grid: string;
  line: string;
  card: string;
  page: string;
}

/** Ours, for a figure on a light or dark paper that its author chose. */
export const COLOURS_ON: Record<Theme, Colours> = {
  light: {
    text: "#1b2330",
    muted: "#5b6675",
    grid: "#dfe3e9",
    line: "#8a94a3",
    card: "#ffffff",
    page: "#ffffff",
  },
  dark: {
    text: "#e6eaf0",
    muted: "#9aa6b5",
    grid: "#303947",
    line: "#6d7a8c",
    card: "#222a35",
    page: "#14181f",
  },
};

/** Above it a colour is light, of 255. */
const LIGHT = 140;

/** The theme of the paper that the author chose; `null` where it is that of the page. */
export function paperOf({ layout }: Figure): Theme | null {
  const paper = layout["paper_bgcolor"];
  if (typeof paper !== "string" || !CSS.supports("color", paper)) return null;
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixelOf(paper) ?? [];
  if (alpha < 128) return null;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT ? "light" : "dark";
}

/** By the variables of theme.css, which may be the host's. */
export function coloursOf(element: Element): Colours {
  const probe = document.createElement("span");
  element.append(probe);
  const read = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return asPlotlyReads(getComputedStyle(probe).color);
  };
  const colours = {
    text: read("--widget-text"),
    muted: read("--widget-muted"),
    grid: read("--widget-line"),
    line: read("--widget-line-strong"),
    card: read("--widget-raised"),
    page: read("--widget-ground"),
  };
  probe.remove();
  return colours;
}

/** A host may write `oklch(…)` and the like, which Plotly does not know. */
function asPlotlyReads(colour: string): string {
  const pixel = pixelOf(colour);
  if (pixel === null) return colour;
  const [red = 0, green = 0, blue = 0, alpha = 255] = pixel;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return alpha === 255 ? `#${hex}` : `rgba(${red},${green},${blue},${alpha / 255})`;
}

/** Red, green, blue and opacity of a colour, from 0 to 255. */
function pixelOf(colour: string): Uint8ClampedArray | null {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return null;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}
