import { expect, test } from "vitest";
import { combined, isNoChoice, namesIn } from "../src/chart/named_template";
import { templates } from "../src/templates/main";
import type { JsonObject } from "../src/wire/json";

const OWN = { layout: { paper_bgcolor: "#123", xaxis: { gridcolor: "#456" } } };

test("names are known, alone and together", () => {
  expect(namesIn("plotly_dark + gridon")).toEqual(["plotly_dark", "gridon"]);
  expect(() => namesIn("plotly+sol")).toThrow('there is no template "sol"');
  for (const name of namesIn("plotly_white+plotly_dark+ggplot2+seaborn+simple_white+none")) {
    expect(templates[name]).toBeDefined();
  }
});

test("a template is that of plotly.py", () => {
  const { layout, data } = templates["plotly_dark"] as { layout: JsonObject; data: JsonObject };
  expect(layout).toMatchObject({
    paper_bgcolor: "rgb(17,17,17)",
    font: { color: "#f2f5fa" },
    xaxis: { gridcolor: "#283442", zerolinewidth: 2, automargin: true },
    polar: { angularaxis: { gridcolor: "#506784" } },
    colorscale: { diverging: expect.arrayContaining([[0.5, "#f7f7f7"]]) },
  });
  expect(layout["colorway"]).toHaveLength(10);
  expect(data["heatmap"]).toMatchObject([
    {
      colorbar: { outlinewidth: 0 },
      colorscale: [[0, "#0d0887"], {}, {}, {}, {}, {}, {}, {}, {}, [1, "#f0f921"]],
    },
  ]);
  expect(data["scatter"]).toEqual([{ marker: { line: { color: "#283442" } } }]);
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
