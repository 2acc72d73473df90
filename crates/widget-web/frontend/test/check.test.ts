import { expect, test } from "vitest";
import { otherTypes } from "../src/chart/check";
import type { PlotlyElement } from "../src/chart/plotly";

/** An element in which Plotly has drawn traces of these types. */
function drawn(...types: string[]): PlotlyElement {
  const element = document.createElement("div");
  return Object.assign(element, {
    _fullData: types.map((type, index) => ({ type, index })),
  }) as unknown as PlotlyElement;
}

test("a trace of an unknown type is said to be drawn as what it is drawn as", () => {
  const figure = {
    data: [{ type: "bar" }, { type: "scater" }, { y: [1] }],
    layout: {},
    config: {},
  };
  const ways = otherTypes(figure, drawn("bar", "scatter", "scatter"));
  expect(ways).toEqual(['as scatter: Plotly knows no trace type "scater"']);
});
