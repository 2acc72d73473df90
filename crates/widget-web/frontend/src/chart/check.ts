/** Faults that Plotly would pass over without a word. */

import type { Figure } from "../view/model/figure";
import { faultsIn } from "../view/model/typed_array";
import type { PlotlyElement } from "./plotly";

/** Throws an `Error` for a typed list that is broken, before anything is drawn. */
export function checkLists({ data, layout }: Figure): void {
  const faults = data.flatMap((trace, index) => faultsIn(trace, `data[${index}]`));
  const [first] = [...faults, ...faultsIn(layout, "layout")];
  if (first !== undefined) throw new Error(first);
}

/** Plotly says it in the page only, and the agent would never know. */
export function checkWebGl(element: PlotlyElement): void {
  if (element.querySelector(".no-webgl")) {
    throw new Error("this browser has no WebGL, which traces like scattergl need; use scatter");
  }
}

/** Returns in words how traces are drawn whose type Plotly does not know. */
export function otherTypes(figure: Figure, element: PlotlyElement): string[] {
  return figure.data.flatMap(({ type }, index) => {
    const drawn = element._fullData?.find((one) => one.index === index);
    if (typeof type !== "string" || drawn?.type === undefined || drawn.type === type) return [];
    return [`as ${drawn.type}: Plotly knows no trace type "${type}"`];
  });
}
