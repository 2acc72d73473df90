/** The default template of charts. */

import type { Figure } from "../view/model/figure";
import { asText, type JsonObject } from "../wire/json";
import type { Theme } from "../view/style/theme";
import type { Colours } from "./colours";
import { NO_TITLE_ROOM, TITLE, TITLE_ROOM } from "./title";

const SERIES = {
  light: ["#2557d6", "#d9622b", "#14804a", "#b3318f", "#7a5af0", "#b98900", "#0d8ba1", "#6b7686"],
  dark: ["#7fa7ff", "#ff9d6c", "#6ed39b", "#f08fd2", "#b09cff", "#f0c757", "#5fd0e4", "#a9b4c3"],
};

const FONT = "system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
const CLEAR = "rgba(0,0,0,0)";

/** The room around a figure. Plotly keeps none for the labels beside a gauge. */
function marginOf({ data, layout }: Figure): JsonObject {
  const isGauge = ({ mode }: JsonObject) => asText(mode).split("+").includes("gauge");
  const side = data.some(isGauge) ? 72 : null;
  return {
    l: side ?? 56,
    r: side ?? 24,
    t: "title" in layout ? TITLE_ROOM : NO_TITLE_ROOM,
    b: 36,
  };
}

/** A Plotly template, which yields to whatever the figure sets. */
export function templateFor(theme: Theme, colours: Colours, figure: Figure): JsonObject {
  const { text, muted, grid, line, card, page } = colours;
  const axis = {
    gridcolor: grid,
    linecolor: line,
    zerolinecolor: line,
    tickcolor: line,
    tickfont: { color: muted },
    title: { font: { size: 13, color: muted } },
    automargin: true,
  };
  // The first label of one axis would touch that of the other.
  const flat = { ...axis, ticklabelstandoff: 5 };
  const rangeselector = {
    bgcolor: card,
    activecolor: grid,
    bordercolor: line,
    borderwidth: 1,
    font: { color: text },
  };
  const menu = { bgcolor: card, bordercolor: line, font: { color: text } };
  const slider = {
    ...menu,
    activebgcolor: grid,
    tickcolor: line,
    font: { color: muted },
    currentvalue: { font: { color: text } },
  };
  const plane = { ...axis, backgroundcolor: CLEAR, showbackground: false };
  const map = {
    landcolor: grid,
    bgcolor: CLEAR,
    lakecolor: CLEAR,
    subunitcolor: line,
    coastlinecolor: line,
    countrycolor: line,
    framecolor: line,
  };
  const cell = (fill: string) => ({
    fill: { color: fill },
    line: { color: line },
    font: { color: text },
  });
  return {
    data: { table: [{ header: cell(card), cells: cell(page) }] },
    layout: {
      // Not clear: Plotly writes the name of a hovered trace on this colour.
      paper_bgcolor: page,
      plot_bgcolor: CLEAR,
      colorway: [...SERIES[theme]],
      font: { family: FONT, color: text, size: 13 },
      title: TITLE,
      margin: marginOf(figure),
      xaxis: { ...flat, rangeselector },
      yaxis: flat,
      scene: { xaxis: plane, yaxis: plane, zaxis: plane },
      polar: { bgcolor: CLEAR, angularaxis: axis, radialaxis: axis },
      ternary: { bgcolor: CLEAR, aaxis: axis, baxis: axis, caxis: axis },
      geo: map,
      legend: { bgcolor: CLEAR },
      updatemenudefaults: menu,
      sliderdefaults: slider,
      annotationdefaults: { arrowcolor: muted },
      shapedefaults: { line: { color: muted } },
      hoverlabel: { bgcolor: card, bordercolor: line, font: { color: text } },
      modebar: { bgcolor: CLEAR, color: muted, activecolor: text },
      coloraxis: { colorbar: { outlinewidth: 0 } },
    },
  };
}
