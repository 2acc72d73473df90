/** Converts input in a chart to events. */

import { asText, isCount, isObject, type Json, type JsonObject } from "../wire/json";
import type { PlotlyElement } from "./plotly";
import { plain, pointsOf } from "./points";
import { sizeOf } from "../view/model/first_fitting";
import { withoutSizes } from "./view_state";

/** A pointer that crosses a chart says nothing; one that rests on a point does. */
const REST_MS = 250;

export interface ChartListener {
  emit(eventType: string, data: JsonObject): void;
  relayout(changed: JsonObject): void;
  legend(visible: JsonObject): void;
  /** A frame of an animation is shown. */
  frame(frame: unknown): void;
}

export class ChartEvents {
  #resting: ReturnType<typeof setTimeout> | undefined;
  #hovered = "";
  /** The entry of the legend that was clicked last; empty after a button of the figure. */
  #entry: JsonObject = {};
  /** The traces that a slider has shown and hidden while it is dragged: its end tells of them. */
  #dragged: JsonObject | null = null;
  /** The click of the pointer that was told last as one on a part of a hierarchy. */
  #opened: unknown = null;

  constructor(
    private readonly element: PlotlyElement,
    private readonly listener: ChartListener,
  ) {
    element.on("plotly_click", (event) => this.#click(event));
    element.on("plotly_hover", (event) => this.#hover(pointsOf(event, element)));
    element.on("plotly_unhover", () => this.stop());
    element.on("plotly_selected", (event) => this.#selected(event));
    element.on("plotly_deselect", () => this.#selected(undefined));
    element.on("plotly_relayout", (event) => this.#relayout(event));
    element.on("plotly_buttonclicked", (event) => this.#pressed(event));
    element.on("plotly_sliderstart", () => (this.#dragged = {}));
    element.on("plotly_sliderend", (event) => this.#slid(event));
    for (const type of ["sunburst", "treemap", "icicle"]) {
      element.on(`plotly_${type}click`, (event) => this.#open(event));
    }
    element.on("plotly_legendclick", (event) => this.#clicked(event));
    element.on("plotly_restyle", (event) => this.#restyled(event));
    element.on("plotly_update", (event) => this.#updated(event));
    element.on("plotly_animatingframe", (event) => listener.frame(event?.["frame"]));
  }

  /** Forgets a point that the pointer has not rested on long enough. */
  stop(): void {
    clearTimeout(this.#resting);
    this.#hovered = "";
  }

  #click(event: Record<string, unknown> | undefined): void {
    const pointer = event?.["event"];
    if (pointer === undefined || pointer !== this.#opened) {
      this.listener.emit("chart:click", pointsOf(event, this.element));
    }
  }

  /** A part that opens: Plotly tells of it as of any other point only where it shows labels. */
  #open(event: Record<string, unknown> | undefined): void {
    if (event?.["nextLevel"] === undefined) return;
    this.#opened = event["event"];
    this.listener.emit("chart:click", pointsOf(event, this.element));
  }

  #hover(data: JsonObject): void {
    const hovered = JSON.stringify(data);
    if (hovered === this.#hovered) return;
    clearTimeout(this.#resting);
    this.#hovered = hovered;
    this.#resting = setTimeout(() => this.listener.emit("chart:hover", data), REST_MS);
  }

  #selected(event: Record<string, unknown> | undefined): void {
    // Plotly notes the shape of the selection after it has told of the points.
    queueMicrotask(() => {
      const selections = plain(this.element.layout?.["selections"] ?? []) as Json[];
      this.listener.relayout({ selections: selections.length > 0 ? selections : null });
      this.listener.emit("chart:selected", {
        ...pointsOf(event, this.element, sizeOf(selections)),
        selections,
      });
    });
  }

  #relayout(event: Record<string, unknown> | undefined): void {
    const changed = withoutSizes(plain(event ?? {}) as JsonObject);
    const names = Object.keys(changed);
    // The event about the selected points has these.
    if (names.every((name) => name.startsWith("selections"))) return;
    this.listener.relayout(changed);
    this.listener.emit("chart:relayout", changed);
  }

  /** Plotly tells what a button of a menu changes, but not that it is the active one now. */
  #pressed(event: Record<string, unknown> | undefined): void {
    const { menu, active } = event ?? {};
    const index = isObject(menu) ? menu["_index"] : undefined;
    this.#entry = {};
    if (isCount(index) && typeof active === "number") {
      this.#relayout({ [`updatemenus[${index}].active`]: active });
    }
  }

  #slid(event: Record<string, unknown> | undefined): void {
    const slider = event?.["slider"];
    const { _index: index, active } = isObject(slider) ? slider : {};
    const visible = this.#dragged ?? {};
    this.#entry = {};
    this.#dragged = null;
    if (isCount(index) && isCount(active)) this.#relayout({ [`sliders[${index}].active`]: active });
    if (Object.keys(visible).length > 0) this.#shown(visible);
  }

  #clicked(event: Record<string, unknown> | undefined): void {
    const curve = event?.["curveNumber"];
    const data = event?.["data"];
    const trace: unknown = Array.isArray(data) ? data[Number(curve)] : undefined;
    this.#entry = { curve: plain(curve), trace: isObject(trace) ? asText(trace["name"]) : "" };
  }

  #restyled(event: unknown): void {
    const visible = visibleOf(event);
    if (visible === null) return;
    if (this.#dragged === null) this.#shown(visible);
    else this.#dragged = { ...this.#dragged, ...visible };
  }

  #shown(visible: JsonObject): void {
    this.listener.legend(visible);
    this.listener.emit("chart:legend-click", { ...this.#entry, visible });
  }

  /** A button may change traces and the layout at once. */
  #updated(event: Record<string, unknown> | undefined): void {
    const { data, layout } = event ?? {};
    this.#restyled(data);
    if (isObject(layout)) this.#relayout(layout);
  }
}

/** Returns the changed visibility of traces, of a `restyle` event: `[{visible: […]}, [indices]]`. */
export function visibleOf(event: unknown): JsonObject | null {
  if (!Array.isArray(event)) return null;
  const [changed, traces] = event as [Record<string, unknown>?, unknown?];
  const given = changed?.["visible"];
  if (given === undefined || !Array.isArray(traces)) return null;
  const values = Array.isArray(given) ? given : [given];
  return Object.fromEntries(
    traces.map((index, place) => [String(index), plain(values[place % values.length])]),
  );
}
