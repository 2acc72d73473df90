import { expect, test } from "vitest";
import { combined, isNoChoice, namesIn } from "../src/chart/named_template";
import { templates } from "../src/templates/main";
import type { JsonObject } from "../src/wire/json";
import ofPlotlyPy from "../../../../tests/figures/templates.json";

const published = ofPlotlyPy as Record<string, JsonObject>;

const OWN = { layout: { paper_bgcolor: "#123", xaxis: { gridcolor: "#456" } } };

test("names are known, alone and together", () => {
  expect(namesIn("plotly_dark + gridon")).toEqual(["plotly_dark", "gridon"]);
  expect(() => namesIn("plotly+sol")).toThrow('there is no template "sol"');
  for (const name of namesIn("plotly_white+plotly_dark+ggplot2+seaborn+simple_white+none")) {
    expect(templates[name]).toBeDefined();
  }
});

/** A template without the types, which the lists of its traces say, and without traces that set nothing. */
function withoutTypes({ data = {}, layout = {} }: JsonObject) {
  const traces = Object.entries(data as Record<string, JsonObject[]>)
    .map(([type, [{ type: _, ...trace } = {}]]) => [type, trace] as const)
    .filter(([, trace]) => Object.keys(trace).length > 0);
  return { data: Object.fromEntries(traces), layout };
}

test.each(Object.keys(published).filter((name) => name !== "plotly"))(
  "the template %s is that of plotly.py",
  (name) => {
    expect(withoutTypes(templates[name] ?? {})).toEqual(withoutTypes(published[name] ?? {}));
  },
);

test("the stock template of plotly.py is no choice, and no other is none", () => {
  const noChoice = Object.keys(published).filter((name) => isNoChoice(published[name]));
  expect(noChoice).toEqual(["plotly"]);
});

test("what only changes others changes the page's own", () => {
  expect(combined(["gridon"], templates, OWN)).toMatchObject({
    layout: { paper_bgcolor: "#123", xaxis: { gridcolor: "#456", showgrid: true } },
  });
  const both = combined(["plotly_dark", "presentation"], templates, OWN);
  expect(both).toMatchObject({
    layout: { paper_bgcolor: "rgb(17,17,17)", font: { color: "#f2f5fa", size: 18 } },
    data: { scatter: [{ line: { width: 3 }, marker: { size: 9, line: { color: "#283442" } } }] },
  });
  expect(combined(["none"], templates, OWN)).toEqual({ layout: {}, data: {} });
});

test("only the stock template and none at all are no choice", () => {
  expect([undefined, "plotly"].every(isNoChoice)).toBe(true);
  expect(["ggplot2", "none", {}, { layout: { colorway: ["red"] } }].some(isNoChoice)).toBe(false);
});
