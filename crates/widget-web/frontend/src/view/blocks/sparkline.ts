/** A line of values that is so small that only its shape is read. */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 100;
const HEIGHT = 28;
/** Room for the width of the line. */
const MARGIN = 2;

/** The line and the area below it; `null` for fewer than two values, which have no shape. */
export function sparkline(values: readonly number[]): SVGElement | null {
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const points = values.map((value, index) => {
    const share = range === 0 ? 0.5 : (value - least) / range;
    const x = (index / (values.length - 1)) * WIDTH;
    return `${round(x)},${round(HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN))}`;
  });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const line = `M${points.join("L")}`;
  svg.append(path("area", `${line}L${WIDTH},${HEIGHT}L0,${HEIGHT}Z`), path("line", line));
  return svg;
}

function path(name: string, d: string): SVGElement {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("class", `widget-metric-${name}`);
  element.setAttribute("d", d);
  return element;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
