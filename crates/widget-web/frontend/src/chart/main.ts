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
import { COLOURS_ON, coloursOf, paperOf, type Colours } from "./colours";
import { linesOf } from "./describe";
import { withTimeout } from "./draw_timeout";
import { ChartEvents } from "./events";
import { ChartExport } from "./export";
import { copyForPlotly, isNarrow, isSized, withDefaults } from "./figure";
import { fittedOf, withFitted, type Fitted } from "./fit";
import { afterEdit, afterFrame, NO_FRAME, withFrame } from "./frames";
import { withGround } from "./geo_ground";
import { allowInterruptions } from "./interruptions";
import { withMaps } from "./maps";
import { withoutNetwork } from "./network";
import { fixedParts, hasDropdown } from "./new_plot";
import { Plot, type Drawing } from "./plot";
import type { Plotly, PlotlyElement } from "./plotly";
import { ChartPrograms } from "./programs";
import { templateFor } from "./template";
import { topOfButtons } from "./title";
import { withTitles } from "./title_text";
import { withTraceTypes } from "./trace_types";
import { turn } from "./turn";
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
  /** The plot while something with it takes longer than there is time for. */
  #late: Plot | null = null;
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
    this.#late = null;
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
    this.#draw().catch((error: unknown) => this.page.drawn(error));
  }

  async #drawNow(): Promise<void> {
    this.#leaveLate();
    checkLists(this.#figure);
    const colours = coloursOf(this.#plot.element);
    const author = withGround(withMaps(withTitles(withTraceTypes(this.#figure))));
    const seen = this.#seen(author);
    this.#fitted = fittedOf(seen, this.#view);
    const { figure, lacking } = withoutNetwork(withFitted(seen, this.#fitted), colours.page);
    const plotly = await this.#programs.plotly(figure);
    const isLandNew = await this.#programs.baseMaps(figure);
    if (this.#plot.drawn === null) await turn();
    if (isLandNew === true || this.#isStale) this.#plot.forget();
    this.#isStale = false;
    if (isLandNew === null) lacking.push(NO_LAND);
    const template = await this.#template(figure, colours, lacking);
    const start = withoutNetwork(author, colours.page).figure;
    const isAsGiven = isSameView(this.#view, UNCHANGED) && this.#frame === NO_FRAME;
    const drawing = this.#ready(plotly, start, isAsGiven ? null : figure, template);
    await this.#limited(async (plot) => {
      const given = this.#figure;
      const element = await plot.draw(plotly, drawing);
      if (plot !== this.#plot) return;
      this.#export.shows(plotly, element, given);
      checkWebGl(element);
      this.#report([...lacking.map((part) => `without ${part}`), ...otherTypes(figure, element)]);
    });
  }

  /** The figure as the person sees it. */
  #seen(author: Figure): Figure {
    return withView(withFrame(withChoices(author, this.#view), this.#frame), this.#view);
  }

  async #template(figure: Figure, colours: Colours, lacking: string[]): Promise<JsonObject> {
    // What the author left open has to be read on his ground.
    const ground = paperOf(figure) ?? this.page.theme();
    const on = ground === this.page.theme() ? colours : COLOURS_ON[ground];
    const own = templateFor(ground, on, figure);
    try {
      return await this.#programs.template(figure, own);
    } catch (error) {
      lacking.push(`its style: ${messageOf(error)}`);
      return own;
    }
  }

  /** The figure in the form that Plotly takes, for the room that there is now. */
  #ready(plotly: Plotly, author: Figure, seen: Figure | null, template: JsonObject): Drawing {
    const { clientWidth: width, clientHeight: height } = this.#plot.element;
    this.#width = width;
    this.#placeButtons(author.layout);
    const buttons = this.#export.buttons(plotly);
    const generation = this.#generation;
    const ready = (figure: Figure) =>
      withDefaults(copyForPlotly(figure), template, { width, height }, generation, buttons);
    return {
      author: ready(author),
      seen: seen === null ? null : ready(seen),
      generation,
      fixed: fixedParts(author),
    };
  }

  /** Does something with the plot in the time that there is; what comes later is told as well. */
  async #limited(work: (plot: Plot) => Promise<void>): Promise<void> {
    const plot = this.#plot;
    return withTimeout(work(plot), {
      begins: () => {
        this.#late = plot;
        this.#observer.unobserve(plot.element);
      },
      ends: (error) => {
        if (this.#late !== plot) return;
        this.#late = null;
        this.#observer.observe(plot.element);
        this.page.drawn(error);
      },
    });
  }

  /** Puts a new plot in the place of one that is not done, to draw something else. */
  #leaveLate(): void {
    if (this.#late === null) return;
    this.#late = null;
    this.#plot.dispose();
    this.#plot = this.#newPlot();
  }

  /** Says once for each figure how it is drawn otherwise than it says. */
  #report(ways: string[]): void {
    const untold = ways.filter((one) => !this.#told.has(one));
    for (const one of untold) this.#told.add(one);
    if (untold.length > 0) throw new DrawnOtherwise(`drawn ${untold.join("; ")}`);
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
    const fitted = fittedOf(this.#seen(withMaps(withTraceTypes(this.#figure))), this.#view);
    if (JSON.stringify(fitted) !== JSON.stringify(this.#fitted)) this.#drawSoon();
  }

  #placeButtons(layout: JsonObject): void {
    const { element } = this.#plot;
    const top = topOfButtons(layout, element.clientWidth);
    element.classList.toggle("widget-buttons-below", top !== null);
    element.style.setProperty("--buttons-top", `${top ?? 0}px`);
  }

  #resize(): void {
    const { element, drawn } = this.#plot;
    if (drawn === null || element.offsetParent === null) return;
    const { clientWidth: width } = element;
    this.#placeButtons(this.#figure.layout);
    if (isNarrow(width) !== isNarrow(this.#width)) this.#drawSoon();
    // Plotly's own way to resize forgets the side that the author has set.
    if (isSized(this.#figure)) {
      if (width !== this.#width) this.#drawSoon();
      return;
    }
    const resize = () => this.#limited((plot) => plot.resize());
    this.#drawing = this.#drawing.then(resize).catch((error: unknown) => this.page.drawn(error));
  }
}
