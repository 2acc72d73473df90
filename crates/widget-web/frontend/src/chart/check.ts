/** Faults that Plotly would pass over without a word. */

import type { Figure } from "../view/model/figure";
import { faultsIn } from "../view/model/typed_array";
import { asText } from "../wire/json";
import type { PlotlyElement } from "./plotly";

/** Throws an `Error` for a typed list that is broken, before anything is drawn. */
export function checkLists({ data, layout }: Figure): void {
  const faults = data.flatMap((trace, index) => faultsIn(trace, `data[${index}]`));
  const [first] = [...faults, ...faultsIn(layout, "layout")];
  if (first !== undefined) throw new Error(first);
}

/** Plotly draws an unknown type as a scatter plot. */
export function checkTypes(figure: Figure, element: PlotlyElement): void {
  const unknown = figure.data.find(({ type }, index) => {
    const drawn = element._fullData?.find((one) => one.index === index);
    return typeof type === "string" && drawn !== undefined && drawn.type !== type;
  });
  // Plotly says it in the page only, and the agent would never know.
  if (element.querySelector(".no-webgl")) {
    throw new Error("this browser has no WebGL, which traces like scattergl need; use scatter");
  }
  if (unknown) throw new Error(`Plotly knows no trace type "${asText(unknown["type"])}"`);
}
