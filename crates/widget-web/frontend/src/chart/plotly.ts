/** The part of Plotly that is used, and which bundle of it a figure needs. */

import { asText, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";

export interface PlotlyPoint {
  curveNumber: number;
  pointNumber?: number | number[];
  pointIndex?: number | number[];
  data?: Partial<JsonObject>;
  fullData?: { name?: string; orientation?: string; hoveron?: string };
  [field: string]: unknown;
}

export interface PlotlyElement extends HTMLElement {
  on(event: string, listener: (event: Record<string, unknown> | undefined) => void): void;
  layout?: JsonObject;
  /** The values that Plotly has reckoned for each trace: of a box, its points. */
  calcdata?: { pts?: { i: number }[] }[][];
  _fullData?: DrawnTrace[];
  _fullLayout?: Record<string, unknown>;
  _transitionData?: { _frameQueue?: FrameInQueue[] };
}

/** A frame that an animation will show. */
export interface FrameInQueue {
  name?: string;
  frameOpts: object;
  transitionOpts: object;
}

/** A trace as Plotly drew it, with all that its author left open. */
export interface DrawnTrace {
  type: string;
  index: number;
  name?: string;
  visible?: boolean | "legendonly";
  _length?: number;
}

export interface Plotly {
  newPlot(element: HTMLElement, figure: Figure): Promise<PlotlyElement>;
  /** A `config` would make a new plot, and frames that are given take the place of all. */
  react(element: HTMLElement, update: Omit<Figure, "config">): Promise<PlotlyElement>;
  animate(element: HTMLElement, frames: unknown[], options: object): Promise<void>;
  purge(element: HTMLElement): void;
  /** A picture as a `data:` URL. */
  toImage(element: HTMLElement, options: object): Promise<string>;
  Icons: Record<string, object>;
  Plots: { resize(element: HTMLElement): Promise<void> };
}

declare global {
  interface Window {
    Plotly?: Plotly;
  }
}

const CARTESIAN = new Set([
  "bar",
  "box",
  "contour",
  "heatmap",
  "histogram",
  "histogram2d",
  "histogram2dcontour",
  "image",
  "pie",
  "scatter",
  "scatterternary",
  "violin",
]);

/** A type of trace that the smaller bundle does not draw; `null` when it draws all. */
export function otherType({ data, frames = [] }: Figure): string | null {
  const inFrames = frames.flatMap((frame) => {
    const traces = (frame as JsonObject | null)?.["data"];
    return Array.isArray(traces) ? (traces as JsonObject[]) : [];
  });
  const types = [...data, ...inFrames].map(({ type = "scatter" }) => asText(type));
  return types.find((type) => !CARTESIAN.has(type)) ?? null;
}
