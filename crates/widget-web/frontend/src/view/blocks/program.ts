/** Blocks whose program is loaded when the first of them is drawn: charts and tables. */

import { BODY } from "../../wire/document";
import { LazyView } from "../body/lazy";
import type { Body } from "../model/document";
import { tableHeight } from "../model/table_height";
import { textOf, type BlockHost, type BlockType } from "./block_view";

/** The highest place of a chart, in CSS pixels. */
const MAX_CHART_HEIGHT = 4_000;

/** The height of a chart with a slider below its plot, where its author gave none, in CSS pixels. */
const HEIGHT_WITH_SLIDER = 440;

function program(kind: Body["kind"]): BlockType {
  return {
    isLate: true,
    create(_, host) {
      const element = document.createElement("div");
      const title = document.createElement("h3");
      title.className = "widget-table-title";
      const view = new LazyView(kind, element, host, host.assets);
      const groundNow = () => getComputedStyle(element).getPropertyValue("--widget-ground");
      /** The colour behind what was drawn last; `null` before. */
      let ground: string | null = null;
      return {
        element,
        async update(spec, change) {
          const body = host.body();
          if (body?.kind !== kind) return;
          title.textContent = textOf(spec, "title");
          if (title.textContent === "") title.remove();
          else if (title.parentElement === null) element.prepend(title);
          const height = heightOf(body);
          if (height === null) element.style.removeProperty("--expected-height");
          else element.style.setProperty("--expected-height", `${height}px`);
          ground = groundNow();
          if (change === undefined) await view.draw(body);
          else await view.update(body, change);
        },
        settled() {
          const body = host.body();
          if (body?.kind === kind) view.settled(body);
        },
        contentChanged() {
          if (ground === null || !element.isConnected || ground === groundNow()) return;
          // HTML has moved it to something of another colour.
          ground = groundNow();
          view.setTheme(host.theme());
        },
        setTheme(theme) {
          if (ground !== null && element.isConnected) ground = groundNow();
          view.setTheme(theme);
        },
        describe: () => view.describe(),
        picture: () => view.picture(),
        dispose: () => view.dispose(),
      };
    },
  };
}

/** The height that a body needs, in CSS pixels; `null` for a plain chart that its author gave none. */
function heightOf(body: Body): number | null {
  if (body.kind === "table") return tableHeight(body);
  const { height, sliders } = body.figure.layout;
  if (typeof height === "number") return Math.min(MAX_CHART_HEIGHT, Math.max(0, height));
  return Array.isArray(sliders) && sliders.length > 0 ? HEIGHT_WITH_SLIDER : null;
}

export const chart = program("chart");
export const table = program("table");

/** Events of a chart or table say which it is, unless it is the body of its widget. */
export function withBlockId(host: Pick<BlockHost, "id">, data: object): object {
  return host.id === BODY ? data : { ...data, block_id: host.id };
}
