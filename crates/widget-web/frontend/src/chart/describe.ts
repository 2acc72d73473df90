/** Describes a chart in words, for screen readers. */

import { isObject } from "../wire/json";
import { quote, type OutlineLine } from "../view/capture/line";
import { isAxis } from "./axes";
import type { DrawnTrace, PlotlyElement } from "./plotly";

const MAX_TRACES = 50;

export function linesOf(element: PlotlyElement): OutlineLine[] {
  const layout = element._fullLayout ?? {};
  const traces = element._fullData ?? [];
  const inside = [
    ...Object.keys(layout)
      // Others have no range that reads like one.
      .filter(isAxis)
      .sort()
      .map((name) => axis(name, layout[name])),
    ...traces.slice(0, MAX_TRACES).map(trace),
  ];
  const more = traces.length - MAX_TRACES;
  if (more > 0) inside.push({ text: `${more} more traces` });
  const title = titleOf(layout);
  return [{ text: title === "" ? "chart" : `chart ${quote(title)}`, inside }];
}

function axis(name: string, value: unknown): OutlineLine {
  const { range, type } = isObject(value) ? value : {};
  const title = titleOf(value);
  const words = [`${name}${title === "" ? "" : ` ${quote(title)}`}`];
  if (Array.isArray(range) && range.length === 2) {
    words.push(`${boundOf(range[0])} to ${boundOf(range[1])}`);
  }
  if (typeof type === "string" && type !== "linear" && type !== "-") words.push(`[${type}]`);
  return { text: words.join(" ") };
}

/** Zooming leaves numbers with more digits than anybody sees. */
function boundOf(bound: unknown): string {
  return typeof bound === "number" ? String(Number(bound.toPrecision(6))) : String(bound);
}

/** Plotly writes in the place of an empty title what to write there. */
function titleOf(value: unknown): string {
  const title = isObject(value) ? value["title"] : undefined;
  const text = isObject(title) ? title["text"] : undefined;
  return typeof text === "string" && !text.startsWith("Click to enter") ? text : "";
}

function trace({ index, name, type, visible, _length }: DrawnTrace): OutlineLine {
  const points = _length === undefined ? "" : `, ${_length} ${_length === 1 ? "point" : "points"}`;
  const state = { true: "", false: " [hidden]", legendonly: " [hidden, in the legend]" };
  return {
    text: `trace ${index} ${quote(name ?? "")}: ${type}${points}${state[`${visible ?? true}`]}`,
  };
}
