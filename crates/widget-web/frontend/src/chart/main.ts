/** Charts, drawn by Plotly. */

import type { Assets } from "../view/assets";
import type { BodyPage, BodyView, Described, Pictured } from "../view/body/body";
import { messageOf } from "../view/body/page_api";
import { DrawnOtherwise } from "../view/body/problem";
import type { BodyChange } from "../view/model/change";
import type { ChartBody } from "../view/model/document";
import type { Figure } from "../view/model/figure";
import type { JsonObject } from "../wire/json";
import { checkLists, checkWebGl, otherTypes } from "./check";
import { withChoices } from "./choices";
import { coloursOf, type Colours } from "./colours";
import { linesOf } from "./describe";
import { DRAW_TIMEOUT_MS, withTimeout } from "./draw_timeout";
import { ChartEvents } from "./events";
import { ChartExport } from "./export";
import { copyForPlotly, isHalfSized, isNarrow, withDefaults } from "./figure";
import { fittedOf, withFitted, type Fitted } from "./fit";
import { afterEdit, afterFrame, NO_FRAME, withFrame } from "./frames";
import { withGround } from "./geo_ground";
import { allowInterruptions } from "./interruptions";
import { withMaps } from "./maps";
import { withoutNetwork } from "./network";
import { fixedParts, hasDropdown } from "./new_plot";
import { Plot } from "./plot";
import type { Plotly, PlotlyElement } from "./plotly";
import { ChartPrograms } from "./programs";
import { templateFor } from "./template";
import { meetsButtons } from "./title";
import { afterLegend, afterRelayout, isSameView, UNCHANGED, withView } from "./view_state";

export function create(container: HTMLElement, page: BodyPage, assets: Assets): ChartView {
  return new ChartView(container, page, assets);
}

/** New points are drawn so long after they came, together with those that come meanwhile. */
const FRAME_MS = 16;

const NO_LAND = "land and borders, which this place has no room for; a browser draws them";

class ChartView implements BodyView<ChartBody> {
  readonly #observer: ResizeObserver;
  readonly #export: ChartExport;
  readonly #programs: ChartPrograms;
  #plot: Plot;
  #events: ChartEvents | null = null;
  #figure: Figure = { data: [], layout: {}, config: {} };
  /** The state on the screen, which is ahead of the document while events are on their way. */
  #view = UNCHANGED;
  /** The view by the document. */
  #given = UNCHANGED;
  /** Grows when Plotly is to forget what the person changed. */
  #generation = 0;
  /** The frame that the person has played or stepped to. */
  #frame = NO_FRAME;
  /** True if a new plot is to be made: an animation of the figure before may run. */
  #isStale = false;
  /** The ranges of y axes by what is in sight, as they were drawn. */
  #fitted: Fitted = {};
  /** The width that was drawn for. */
  #width = 0;
  /** The ways in which this figure is drawn otherwise than it says, as far as they were told. */
  #told = new Set<string>();
  /** Plotly draws one figure after the other. */
  #drawing: Promise<void> = Promise.resolve();
  /** The drawing that has not begun: it will show what came since it was asked for. */
  #next: Promise<void> | null = null;

  constructor(
    private readonly container: HTMLElement,
    private readonly page: BodyPage,
    assets: Assets,
  ) {
    this.#programs = new ChartPrograms(assets);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#plot = this.#newPlot();
    this.#export = new ChartExport(page);
  }

  draw({ figure, view }: ChartBody): Promise<void> {
    this.#figure = figure;
    this.#given = view;
    this.#view = view;
    this.#generation += 1;
    this.#told.clear();
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
    this.#isStale ||= hasDropdown(this.#figure);
    this.#drawSoon();
  }

  describe(): Described | null {
    const element = this.#plot.drawn;
    return element === null ? null : { element, lines: linesOf(element) };
  }

  async picture(): Promise<Pictured | null> {
    const element = this.#plot.drawn;
    if (element?.querySelector("canvas") == null) return null;
    return { element, url: await this.#export.picture() };
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#events?.stop();
    this.#plot.dispose();
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
    checkLists(this.#figure);
    const colours = coloursOf(this.#plot.element);
    const author = withGround(withMaps(this.#figure));
    const seen = this.#seen(author);
    this.#fitted = fittedOf(seen, this.#view);
    const { figure, lacking } = withoutNetwork(withFitted(seen, this.#fitted), colours.page);
    const plotly = await this.#programs.plotly(figure);
    const isLandNew = await this.#programs.baseMaps(figure);
    if (isLandNew === true || this.#isStale) this.#plot.forget();
    this.#isStale = false;
    if (isLandNew === null) lacking.push(NO_LAND);
    const template = await this.#template(figure, colours, lacking);
    const start = withoutNetwork(author, colours.page).figure;
    const isAsGiven = isSameView(this.#view, UNCHANGED) && this.#frame === NO_FRAME;
    const element = await this.#show(plotly, start, isAsGiven ? null : figure, template);
    this.#export.shows(plotly, element, this.#figure);
    checkWebGl(element);
    this.#tell([...lacking.map((part) => `without ${part}`), ...otherTypes(figure, element)]);
  }

  /** The figure as the person sees it. */
  #seen(author: Figure): Figure {
    return withView(withFrame(withChoices(author, this.#view), this.#frame), this.#view);
  }

  async #template(figure: Figure, colours: Colours, lacking: string[]): Promise<JsonObject> {
    const own = templateFor(this.page.theme(), colours, figure);
    try {
      return await this.#programs.template(figure, own);
    } catch (error) {
      lacking.push(`its style: ${messageOf(error)}`);
      return own;
    }
  }

  /** Draws in the time that there is; a plot that takes longer is left behind. */
  async #show(
    plotly: Plotly,
    author: Figure,
    seen: Figure | null,
    template: JsonObject,
  ): Promise<PlotlyElement> {
    const plot = this.#plot;
    const { clientWidth: width, clientHeight: height } = plot.element;
    this.#width = width;
    const buttons = this.#export.buttons(plotly);
    const generation = this.#generation;
    const ready = (figure: Figure) =>
      withDefaults(copyForPlotly(figure), template, { width, height }, generation, buttons);
    const drawing = {
      author: ready(author),
      seen: seen === null ? null : ready(seen),
      generation,
      fixed: fixedParts(author),
    };
    return this.#limited(plot.draw(plotly, drawing));
  }

  async #limited<T>(work: Promise<T>): Promise<T> {
    return withTimeout(work, () => {
      this.#observer.unobserve(this.#plot.element);
      this.#plot.dispose();
      this.#plot = this.#newPlot();
      return `the chart was not drawn within ${DRAW_TIMEOUT_MS / 1_000} s`;
    });
  }

  /** Says once for each figure how it is drawn otherwise than it says. */
  #tell(ways: string[]): void {
    const news = ways.filter((one) => !this.#told.has(one));
    for (const one of news) this.#told.add(one);
    if (news.length > 0) throw new DrawnOtherwise(`drawn ${news.join("; ")}`);
  }

  #newPlot(): Plot {
    const plot: Plot = new Plot((element) => {
      if (plot === this.#plot) this.#listen(element);
    });
    this.container.append(plot.element);
    // Not the container, in which a notice takes room from it.
    this.#observer.observe(plot.element);
    return plot;
  }

  #listen(element: PlotlyElement): void {
    allowInterruptions(element);
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
    const fitted = fittedOf(this.#seen(withMaps(this.#figure)), this.#view);
    if (JSON.stringify(fitted) !== JSON.stringify(this.#fitted)) this.#drawSoon();
  }

  /** The way in which title and legend stand at a width, as text. */
  #arrangement(width: number): string {
    return `${isNarrow(width)} ${meetsButtons(this.#figure.layout, width)}`;
  }

  #resize(): void {
    const { element, drawn } = this.#plot;
    if (drawn === null || element.offsetParent === null) return;
    const { clientWidth: width } = element;
    if (this.#arrangement(width) !== this.#arrangement(this.#width)) this.#drawSoon();
    // Plotly's own way to resize forgets the side that the author has set.
    if (isHalfSized(this.#figure)) {
      if (width !== this.#width) this.#drawSoon();
      return;
    }
    const resize = () => this.#limited(this.#plot.resize());
    this.#drawing = this.#drawing.then(resize).catch((error: unknown) => this.page.problem(error));
  }
}
