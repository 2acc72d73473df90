/** The colours of the page, for what Plotly paints itself. */

export interface Colours {
  text: string;
  muted: string;
  grid: string;
  line: string;
  card: string;
  page: string;
}

/** By the variables of theme.css, which may be the host's. */
export function coloursOf(element: Element): Colours {
  const probe = document.createElement("span");
  element.append(probe);
  const read = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return asPlotlyReads(getComputedStyle(probe).color);
  };
  const colours = {
    text: read("--widget-text"),
    muted: read("--widget-muted"),
    grid: read("--widget-line"),
    line: read("--widget-line-strong"),
    card: read("--widget-raised"),
    page: read("--widget-ground"),
  };
  probe.remove();
  return colours;
}

/** A host may write `oklch(…)` and the like, which Plotly does not know. */
function asPlotlyReads(colour: string): string {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return alpha === 255 ? `#${hex}` : `rgba(${red},${green},${blue},${alpha / 255})`;
}
