/** Templates that change others: plotly.py 6.5, `package_data/templates`. */

import type { JsonObject } from "../wire/json";

const PIE = { pie: [{ automargin: true }] };
const title = { standoff: 15 };

const THICK = [
  "scatter",
  "scattergl",
  "scatter3d",
  "scatterpolar",
  "scatterpolargl",
  "scatterternary",
  "scattergeo",
];

export const MODIFIERS: Record<string, JsonObject> = {
  xgridoff: { layout: { xaxis: { showgrid: false, title }, yaxis: { title } }, data: PIE },
  ygridoff: { layout: { yaxis: { showgrid: false } }, data: PIE },
  gridon: {
    layout: { xaxis: { showgrid: true, title }, yaxis: { showgrid: true, title } },
    data: PIE,
  },
  presentation: {
    layout: { xaxis: { title }, yaxis: { title }, font: { size: 18 } },
    data: {
      ...PIE,
      ...Object.fromEntries(
        THICK.map((type) => [type, [{ line: { width: 3 }, marker: { size: 9 } }]]),
      ),
      table: [{ cells: { height: 30 }, header: { height: 36 } }],
    },
  },
};
