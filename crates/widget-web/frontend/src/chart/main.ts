/** Charts, drawn by Plotly. */

import { hasAsset, loadAsset, type AssetName, type Assets } from "../view/assets";
import type { BodyPage, BodyView, Described, Pictured } from "../view/body/body";
import type { ChartBody } from "../view/model/document";
import type { Figure } from "../view/model/figure";
import { asText, type JsonObject } from "../wire/json";
import type { BodyChange } from "../view/model/change";
import { coloursOf } from "./colours";
import { linesOf } from "./describe";
import { ChartEvents } from "./events";
import { ChartExport } from "./export";
import { fittedOf, withFitted, type Fitted } from "./fit";
import { copyForPlotly, isHalfSized, withDefaults } from "./figure";
import { afterEdit, afterFrame, NO_FRAME, withFrame } from "./frames";
import { otherType, type Plotly, type PlotlyElement } from "./plotly";
import { afterLegend, afterRelayout, isSameView, UNCHANGED, withView } from "./view_state";

export function create(container: HTMLElement, page: BodyPage, assets: Assets): ChartView {
  return new ChartView(container, page, assets);
}

/** New points are drawn so long after they came, together with those that come meanwhile. */
const FRAME_MS = 16;

class ChartView implements BodyView<ChartBody> {
  readonly #element = document.createElement("div");
  readonly #observer: ResizeObserver;
  readonly #export: ChartExport;
  #plotly: Plotly | null = null;
  #events: ChartEvents | null = null;
  /** The name of the bundle in `#plotly`. */
  #bundle: AssetName | null = null;
  #figure: Figure = { data: [], layout: {}, config: {} };
  /** The state on the screen, which is ahead of the document while events are on their way. */
  #view = UNCHANGED;
  /** The view by the document. */
  #given = UNCHANGED;
  /** Grows when Plotly is to forget what the person changed. */
  #generation = 0;
  /** The generation that Plotly knows. */
  #drawn = 0;
  /** The author's configuration that Plotly knows. */
  #config = "";
  /** The frames that Plotly knows. */
  #frames: Figure["frames"] = undefined;
  /** The frame that the person has played or stepped to. */
  #frame = NO_FRAME;
  /** True if Plotly is to forget an animation of the figure before. */
  #isStale = false;
  /** The ranges of y axes by what is in sight, as they were drawn. */
  #fitted: Fitted = {};
  /** The width that was drawn for. */
  #width = 0;
  /** Plotly draws one figure after the other. */
  #drawing: Promise<void> = Promise.resolve();
  /** The drawing that has not begun: it will show what came since it was asked for. */
  #next: Promise<void> | null = null;

  constructor(
    container: HTMLElement,
    private readonly page: BodyPage,
    private readonly assets: Assets,
  ) {
    this.#element.className = "widget-chart";
    container.append(this.#element);
    this.#export = new ChartExport(page);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(container);
  }

  draw({ figure, view }: ChartBody): Promise<void> {
    this.#figure = figure;
    this.#given = view;
    this.#view = view;
    this.#generation += 1;
    this.#isStale ||= this.#frame !== NO_FRAME;
    this.#frame = NO_FRAME;
    return this.#draw();
  }

  async update(body: ChartBody, change: BodyChange): Promise<void> {
    if (change.kind === "figure") return this.draw(body);
    const isNew = body.figure !== this.#figure;
    this.#frame = afterEdit(this.#frame, this.#figure, body.figure);
    this.#figure = body.figure;
    this.#given = body.view;
    const isSeen = this.#follow();
    if (change.kind === "points" && isSeen) {
      this.#drawSoon();
    } else if (isNew || !isSeen) {
      await this.#draw();
    }
  }

  settled(): void {
    if (!this.#follow()) this.#drawSoon();
  }

  setTheme(): void {
    this.#drawSoon();
  }

  describe(): Described | null {
    if (this.#plotly === null) return null;
    return {
      element: this.#element,
      lines: linesOf(this.#element as HTMLElement as PlotlyElement),
    };
  }

  async picture(): Promise<Pictured | null> {
    if (this.#plotly === null || this.#element.querySelector("canvas") === null) return null;
    return { element: this.#element, url: await this.#export.picture() };
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#events?.stop();
    this.#plotly?.purge(this.#element);
    this.#element.remove();
  }

  /** Takes over the view of the document. Answers whether the person sees it already. */
  #follow(): boolean {
    // What the person does now has not reached the document, and is not undone by it.
    if (!this.page.isSettled() || isSameView(this.#given, this.#view)) return true;
    this.#view = this.#given;
    this.#generation += 1;
    return false;
  }

  #draw(): Promise<void> {
    this.#next ??= this.#drawing.then(() => {
      this.#next = null;
      return this.#drawNow();
    });
    // The caller receives the error.
    this.#drawing = this.#next.catch(() => {});
    return this.#next;
  }

  /** No caller waits for it, so an error is shown in the page. */
  #drawSoon(): void {
    if (this.#next !== null) return;
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, FRAME_MS));
    this.#drawing = this.#drawing.then(pause);
    this.#draw().catch((error: unknown) => this.page.problem(error));
  }

  async #drawNow(): Promise<void> {
    const seen = this.#seen();
    this.#fitted = fittedOf(seen, this.#view);
    const figure = withFitted(seen, this.#fitted);
    const plotly = await this.#load(figure);
    const { clientWidth: width, clientHeight: height } = this.#element;
    this.#width = width;
    const look = { theme: this.page.theme(), colours: coloursOf(this.#element) };
    const buttons = this.#export.buttons(plotly);
    const room = { width, height };
    const prepare = (shown: Figure) =>
      withDefaults(copyForPlotly(shown), look, room, this.#generation, buttons);
    await this.#begin(plotly, prepare(this.#figure));
    const element = await this.#react(plotly, prepare(figure));
    this.#export.shows(plotly, element, this.#figure);
    checkTypes(figure, element);
  }

  /** The figure as the person sees it. */
  #seen(): Figure {
    return withView(withFrame(this.#figure, this.#frame), this.#view);
  }

  /** Draws the first figure of a generation: a double click leads back to it, so it is the author's. */
  async #begin(plotly: Plotly, figure: Figure): Promise<void> {
    const config = JSON.stringify(this.#figure.config);
    if (this.#plotly === plotly && config === this.#config && !this.#isStale) {
      if (this.#drawn !== this.#generation) await this.#react(plotly, figure);
      this.#drawn = this.#generation;
      return;
    }
    this.#drawn = this.#generation;
    this.#plotly?.purge(this.#element);
    this.#plotly = null;
    const element = await plotly.newPlot(this.#element, figure);
    this.#plotly = plotly;
    this.#config = config;
    this.#frames = figure.frames;
    this.#isStale = false;
    this.#listen(element);
  }

  /** An animation goes on while its frames are the same. */
  async #react(plotly: Plotly, { data, layout, frames }: Figure): Promise<PlotlyElement> {
    const isSame = frames === this.#frames;
    this.#frames = frames;
    return plotly.react(this.#element, {
      data,
      layout,
      ...(isSame ? {} : { frames: frames ?? [] }),
    });
  }

  async #load(figure: Figure): Promise<Plotly> {
    const name = this.#bundleFor(figure);
    if (this.#bundle === name && this.#plotly !== null) return this.#plotly;
    await loadAsset(this.assets, name);
    if (window.Plotly === undefined) throw new Error("Plotly did not start");
    this.#bundle = name;
    return window.Plotly;
  }

  #bundleFor(figure: Figure): AssetName {
    const other = otherType(figure);
    // Once the full bundle is there, the smaller one is of no use.
    const small = this.#bundle !== "plotly" && other === null;
    if (small && hasAsset(this.assets, "plotly-cartesian")) return "plotly-cartesian";
    if (hasAsset(this.assets, "plotly")) return "plotly";
    throw new Error(`this place draws no traces of the type "${other}"; a browser does`);
  }

  #listen(element: PlotlyElement): void {
    this.#events?.stop();
    this.#events = new ChartEvents(element, {
      emit: (eventType, data) => this.page.emit(eventType, data),
      relayout: (changed) => this.#relayout(changed),
      legend: (visible) => (this.#view = afterLegend(this.#view, visible)),
      frame: (frame) => (this.#frame = afterFrame(this.#frame, frame)),
    });
  }

  #relayout(changed: JsonObject): void {
    this.#view = afterRelayout(this.#view, changed);
    const fitted = fittedOf(this.#seen(), this.#view);
    if (JSON.stringify(fitted) !== JSON.stringify(this.#fitted)) this.#drawSoon();
  }

  #resize(): void {
    const plotly = this.#plotly;
    if (plotly === null || this.#element.offsetParent === null) return;
    // Plotly's own way to resize forgets the side that the author has set.
    if (isHalfSized(this.#figure)) {
      if (this.#element.clientWidth !== this.#width) this.#drawSoon();
      return;
    }
    const resize = () => plotly.Plots.resize(this.#element);
    this.#drawing = this.#drawing.then(resize).catch((error: unknown) => this.page.problem(error));
  }
}

/** Plotly draws an unknown type as a scatter plot without a word. */
function checkTypes(figure: Figure, element: PlotlyElement): void {
  const unknown = figure.data.find(({ type }, index) => {
    const drawn = element._fullData?.find((one) => one.index === index);
    return typeof type === "string" && drawn !== undefined && drawn.type !== type;
  });
  // Plotly says it in the page only, and the agent would never know.
  if (element.querySelector(".no-webgl")) {
    throw new Error("this browser has no WebGL, which traces like scattergl need; use scatter");
  }
  if (unknown) throw new Error(`Plotly knows no trace type "${asText(unknown["type"])}"`);
}
