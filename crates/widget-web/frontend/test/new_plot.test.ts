import { expect, test } from "vitest";
import { fixedParts, hasDropdown } from "../src/chart/new_plot";
import { editFigure } from "../src/view/model/chart_edit";
import { readFigure } from "../src/view/model/figure";

const TWO_LINES = {
  data: [{ y: [1, 2] }, { y: [3, 4], marker: { colorbar: { title: { text: "Height" } } } }],
  layout: {
    xaxis: { range: [0, 1], rangebreaks: [{ bounds: ["sat", "mon"] }] },
    yaxis: { autorange: "reversed" },
    legend2: { y: 0.5 },
    updatemenus: [{ buttons: [] }],
  },
  config: { scrollZoom: true },
};

interface Change {
  restyle?: object;
  layout?: object;
}

/** Returns whether a change of a figure makes a new plot. */
function isNew(figure: object, { restyle = {}, layout = {} }: Change): boolean {
  const before = readFigure(JSON.stringify(figure));
  const edit = { restyle, layout, traces: null, extend: {}, max_points: null };
  return fixedParts(before) !== fixedParts(editFigure(before, edit as never));
}

test("points, colours, titles and ranges are updated in the plot that is there", () => {
  for (const change of [
    { restyle: { y: [[5], [6]] } },
    { restyle: { "line.color": "red" } },
    { layout: { "title.text": "Later" } },
    { layout: { "xaxis.range": [1, 2] } },
    { layout: { "legend.y": 0.5 } },
  ]) {
    expect(isNew(TWO_LINES, change), JSON.stringify(change)).toBe(false);
  }
});

test("what Plotly would leave as it was makes a new plot", () => {
  for (const change of [
    { restyle: { type: "bar" } },
    { restyle: { "marker.colorbar.orientation": "h" } },
    { restyle: { colorbar: { orientation: "h" } } },
    { layout: { "xaxis.rangebreaks": [] } },
    { layout: { "xaxis.rangeslider.visible": true } },
    { layout: { "yaxis.autorange": true } },
    { layout: { "legend2.y": 0.2 } },
    { layout: { "coloraxis.colorbar.x": 1.1 } },
    { layout: { barmode: "stack" } },
    { layout: { shapes: [{ type: "line" }] } },
    { layout: { updatemenus: [] } },
    { layout: { sliders: [{ steps: [] }] } },
  ]) {
    expect(isNew(TWO_LINES, change), JSON.stringify(change)).toBe(true);
  }
  const { config: _, ...without } = TWO_LINES;
  const [one, other] = [TWO_LINES, without].map((figure) =>
    fixedParts(readFigure(JSON.stringify(figure))),
  );
  expect(one).not.toBe(other);
});

test("an axis that matches others keeps its range, so another one makes a new plot", () => {
  const figure = { data: [], layout: { xaxis: {}, xaxis2: { matches: "x" } } };
  expect(isNew(figure, { layout: { "xaxis.range": [1, 2] } })).toBe(true);
  expect(isNew(figure, { layout: { "title.text": "Later" } })).toBe(false);
});

test("a scatter matrix is drawn from the start after every change", () => {
  const figure = { data: [{ type: "splom", dimensions: [{ values: [1, 2] }] }] };
  expect(isNew(figure, {})).toBe(false);
  expect(isNew(figure, { restyle: { "marker.size": 5 } })).toBe(true);
  expect(isNew(figure, { layout: { "title.text": "Later" } })).toBe(true);
});

test("axes of one scale of which one gives room are drawn from the start after every change", () => {
  const figure = (xaxis: object, yaxis: object) => ({
    data: [{ y: [1] }],
    layout: { xaxis, yaxis },
  });
  const anchored = { scaleanchor: "x" };
  const lent = { constrain: "domain" };
  for (const change of [{ restyle: { y: [[9]] } }, { layout: { "yaxis.scaleratio": 2 } }]) {
    expect(isNew(figure({}, { ...anchored, ...lent }), change)).toBe(true);
    expect(isNew(figure(lent, anchored), change)).toBe(true);
    expect(isNew(figure(lent, { ...anchored, ...lent }), change)).toBe(false);
    expect(isNew(figure({}, anchored), change)).toBe(false);
    expect(isNew(figure({}, lent), change)).toBe(false);
  }
});

test("a menu that opens is told from a row of buttons", () => {
  const withMenu = (menu: object) =>
    readFigure(JSON.stringify({ data: [], layout: { updatemenus: [menu] } }));
  expect(hasDropdown(withMenu({}))).toBe(true);
  expect(hasDropdown(withMenu({ type: "buttons" }))).toBe(false);
  expect(hasDropdown(readFigure('{"data": []}'))).toBe(false);
});
