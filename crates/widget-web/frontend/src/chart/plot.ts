/** One plot of Plotly, in an element of its own. One that does not end is left behind whole. */

import type { Figure } from "../view/model/figure";
import { clickFlows } from "./flow_click";
import { framesLeft, playOn } from "./playing";
import type { FrameInQueue, Plotly, PlotlyElement } from "./plotly";

/** A figure to draw, made ready for Plotly. */
export interface Drawing {
  /** As the author gave it: a double click leads back to it. */
  author: Figure;
  /** As the person sees it; `null` while that is the same. */
  seen: Figure | null;
  /** Grows when Plotly is to forget what the person changed. */
  generation: number;
  /** Parts of the figure, as text: when they change, a new plot is made. */
  fixed: string;
}

export class Plot {
  readonly element = document.createElement("div");
  #plotly: Plotly | null = null;
  /** The figure as Plotly knows it. */
  #generation = 0;
  #fixed = "";
  #frames: Figure["frames"] = undefined;

  constructor(private readonly listen: (element: PlotlyElement) => void) {
    this.element.className = "widget-chart";
    clickFlows(this.element);
  }

  /** The element once something is drawn in it. */
  get drawn(): PlotlyElement | null {
    return this.#plotly === null ? null : (this.element as HTMLElement as PlotlyElement);
  }

  async draw(plotly: Plotly, drawing: Drawing): Promise<PlotlyElement> {
    const { author, seen, generation, fixed } = drawing;
    let left: FrameInQueue[] = [];
    if (this.#plotly !== plotly || this.#fixed !== fixed) {
      if (this.drawn !== null && author.frames === this.#frames) left = framesLeft(this.drawn);
      await this.#begin(plotly, drawing);
    } else if (this.#generation !== generation || seen === null) {
      await this.#react(plotly, author);
    }
    this.#generation = generation;
    if (seen !== null) await this.#react(plotly, seen);
    const element = this.element as HTMLElement as PlotlyElement;
    playOn(plotly, element, left);
    return element;
  }

  /** Makes the next drawing a new plot, which also ends an animation that runs. */
  forget(): void {
    this.#plotly?.purge(this.element);
    this.#plotly = null;
  }

  async resize(): Promise<void> {
    await this.#plotly?.Plots.resize(this.element);
  }

  dispose(): void {
    // Plotly may be in the middle of something.
    try {
      this.forget();
    } finally {
      this.element.remove();
    }
  }

  async #begin(plotly: Plotly, { author, fixed }: Drawing): Promise<void> {
    this.forget();
    const element = await plotly.newPlot(this.element, author);
    this.#plotly = plotly;
    this.#fixed = fixed;
    this.#frames = author.frames;
    this.listen(element);
  }

  /** An animation goes on while its frames are the same. */
  #react(plotly: Plotly, { data, layout, frames }: Figure): Promise<PlotlyElement> {
    const isSame = frames === this.#frames;
    this.#frames = frames;
    const update = { data, layout, ...(isSame ? {} : { frames: frames ?? [] }) };
    return plotly.react(this.element, update);
  }
}
