/** Charts, drawn by Plotly. */

import { loadScript, type Assets } from "../view/assets";
import type { BodyPage, BodyView } from "../view/body/body";
import type { ChartBody } from "../view/document";
import { isHalfSized, readFigure, withDefaults } from "./figure";
import { isCartesian, type Figure, type Plotly, type PlotlyElement } from "./plotly";
import { plain, pointsOf } from "./points";

export function create(container: HTMLElement, page: BodyPage, assets: Assets): ChartView {
  return new ChartView(container, page, assets);
}

class ChartView implements BodyView<ChartBody> {
  readonly #element = document.createElement("div");
  readonly #observer: ResizeObserver;
  #plotly: Plotly | null = null;
  /** Which bundle `#plotly` is. */
  #url = "";
  #json = "";
  #isHalfSized = false;
  /** The width that was drawn for. */
  #width = 0;
  /** Plotly draws one figure after the other. */
  #drawing: Promise<void> = Promise.resolve();

  constructor(
    container: HTMLElement,
    private readonly page: BodyPage,
    private readonly assets: Assets,
  ) {
    this.#element.className = "widget-chart";
    container.append(this.#element);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(container);
  }

  draw({ json }: ChartBody): Promise<void> {
    const drawn = this.#drawing.then(() => this.#draw(json));
    this.#drawing = drawn.catch(() => {});
    return drawn;
  }

  update(body: ChartBody): Promise<void> {
    return this.draw(body);
  }

  setTheme(): void {
    this.#drawing = this.#drawing.then(() => this.#draw(this.#json)).catch(() => {});
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#plotly?.purge(this.#element);
    this.#element.remove();
  }

  async #draw(json: string): Promise<void> {
    this.#json = json;
    const figure = readFigure(json);
    const { clientWidth: width, clientHeight: height } = this.#element;
    const ready = withDefaults(figure, this.page.theme(), { width, height });
    this.#isHalfSized = isHalfSized(figure);
    this.#width = width;
    const plotly = await this.#load(figure);
    let element: PlotlyElement;
    if (this.#plotly === plotly) {
      element = await plotly.react(this.#element, ready);
    } else {
      this.#plotly?.purge(this.#element);
      this.#plotly = null;
      element = await plotly.newPlot(this.#element, ready);
      this.#plotly = plotly;
      this.#listen(element);
    }
    const unknown = figure.data.find(({ type }, index) => {
      const drawn = element._fullData?.find((one) => one.index === index);
      return typeof type === "string" && drawn !== undefined && drawn.type !== type;
    });
    // Plotly draws an unknown type as a scatter plot without a word.
    if (unknown) throw new Error(`Plotly knows no trace type "${String(unknown["type"])}"`);
  }

  async #load(figure: Figure): Promise<Plotly> {
    const { plotly, plotlyCartesian } = this.assets;
    // Once the full bundle is there, the smaller one is of no use.
    const url = this.#url === plotly || !isCartesian(figure) ? plotly : plotlyCartesian;
    if (this.#url === url && this.#plotly !== null) return this.#plotly;
    await loadScript(url);
    if (window.Plotly === undefined) throw new Error("Plotly did not start");
    this.#url = url;
    return window.Plotly;
  }

  #listen(element: PlotlyElement): void {
    element.on("plotly_click", (event) => this.page.emit("chart:click", pointsOf(event)));
    element.on("plotly_selected", (event) => this.page.emit("chart:selected", pointsOf(event)));
    element.on("plotly_deselect", () => this.page.emit("chart:selected", { points: [] }));
    element.on("plotly_relayout", (event = {}) => {
      // What a change of the container's size causes is not of the person's doing.
      const keys = Object.keys(event).filter((key) => key !== "autosize");
      if (keys.length > 0) this.page.emit("chart:relayout", plain(event));
    });
  }

  #resize(): void {
    const plotly = this.#plotly;
    if (plotly === null || this.#element.offsetParent === null) return;
    const resize = async () => {
      // Plotly's own way to resize forgets the side that the author has set.
      if (!this.#isHalfSized) await plotly.Plots.resize(this.#element);
      else if (this.#element.clientWidth !== this.#width) await this.#draw(this.#json);
    };
    this.#drawing = this.#drawing.then(resize).catch(() => {});
  }
}
