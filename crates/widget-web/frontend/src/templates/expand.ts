/** A template of plotly.py from the values in which it differs from the others. */

import type { JsonObject } from "../wire/json";

/** Of `package_data/templates` of plotly.py 6.5; colours of a scale lie at even distances. */
export interface Values {
  paper: string;
  plot: string;
  text: string;
  colorway: string;
  sequential: string;
  /** The distance of its colours, as numerator and denominator, where the last one is nearer. */
  step?: number[];
  diverging?: string;
  colorbar: JsonObject;
  axis: JsonObject;
  scene: JsonObject;
  polar: JsonObject;
  ternary?: JsonObject;
  /** The other attributes of the layout. */
  layout: JsonObject;
  /** The lines around bars, and those of their errors. */
  edge: string;
  error: string;
  carpet: JsonObject;
  table: { cells: string; header: string; line: string };
  /** Attributes of single types of trace. */
  data?: JsonObject;
}

const BARS = ["choropleth", "contourcarpet", "mesh3d"];
const SCALED = ["contour", "heatmap", "histogram2d", "histogram2dcontour", "surface"];
const MARKED = [
  "scattercarpet",
  "scattergeo",
  "scattergl",
  "scattermap",
  "scatterpolar",
  "scatterpolargl",
  "scatterternary",
];
const PATTERN = { fillmode: "overlay", size: 10, solidity: 0.2 };

export function expand(values: Values): JsonObject {
  return { layout: layoutOf(values), data: dataOf(values) };
}

function layoutOf(values: Values): JsonObject {
  const { plot, axis, scene, polar, ternary = polar, colorbar } = values;
  const sequential = scaleOf(values.sequential, values.step);
  const { diverging } = values;
  return {
    autotypenumbers: "strict",
    colorway: values.colorway.split(" "),
    font: { color: values.text },
    hovermode: "closest",
    hoverlabel: { align: "left" },
    paper_bgcolor: values.paper,
    plot_bgcolor: plot,
    xaxis: axis,
    yaxis: axis,
    scene: { xaxis: scene, yaxis: scene, zaxis: scene },
    polar: { bgcolor: plot, angularaxis: polar, radialaxis: polar },
    ternary: { bgcolor: plot, aaxis: ternary, baxis: ternary, caxis: ternary },
    coloraxis: { colorbar },
    colorscale: {
      sequential,
      sequentialminus: sequential,
      ...(diverging === undefined ? {} : { diverging: scaleOf(diverging) }),
    },
    ...values.layout,
  };
}

function dataOf({
  sequential,
  step,
  colorbar,
  edge,
  error,
  carpet,
  table,
  data = {},
}: Values): JsonObject {
  const colorscale = scaleOf(sequential, step);
  const marker = { line: { color: edge, width: 0.5 }, pattern: PATTERN };
  const line = { color: table.line };
  const types: JsonObject = {
    ...all(BARS, { colorbar }),
    ...all(SCALED, { colorbar, colorscale }),
    ...all(MARKED, { marker: { colorbar } }),
    scatter3d: { line: { colorbar }, marker: { colorbar } },
    parcoords: { line: { colorbar } },
    scatter: { fillpattern: PATTERN },
    histogram: { marker: { pattern: PATTERN } },
    bar: { error_x: { color: error }, error_y: { color: error }, marker },
    barpolar: { marker },
    carpet: { aaxis: carpet, baxis: carpet },
    table: {
      cells: { fill: { color: table.cells }, line },
      header: { fill: { color: table.header }, line },
    },
    pie: { automargin: true },
    ...data,
  };
  return Object.fromEntries(Object.entries(types).map(([type, trace]) => [type, [trace]]));
}

function all(types: string[], trace: JsonObject): JsonObject {
  return Object.fromEntries(types.map((type) => [type, trace]));
}

function scaleOf(colours: string, step?: number[]): (string | number)[][] {
  const list = colours.split(" ");
  const [numerator = 1, denominator = list.length - 1] = step ?? [];
  return list.map((colour, index) => [Math.min((index * numerator) / denominator, 1), colour]);
}
