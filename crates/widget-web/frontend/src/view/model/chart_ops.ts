/** Operations on a chart, as the server applies them. Pure. */

import type { Change } from "../../wire/document";
import { editFigure } from "./chart_edit";
import { wholeData, type ChartBody } from "./document";
import { readFigure } from "./figure";
import type { BodyChange } from "./change";

/** The chart after an operation on a body; throws an `Error` when it cannot take it. */
export function applyToChart(
  body: ChartBody,
  { revision, op, after }: Change,
): { body: ChartBody; change: BodyChange } {
  switch (op.type) {
    case "set_chart_view":
      return { body: { ...body, view: op.view }, change: { kind: "chart_view" } };
    case "set_figure":
    case "edit_chart":
    case "reload_data": {
      const view = after !== undefined && "view" in after ? after.view : body.view;
      // Data that was fetched may hold later operations already.
      if (revision <= body.fetched) {
        return { body: { ...body, view }, change: { kind: "chart_view" } };
      }
      if (op.type === "edit_chart") {
        const figure = editFigure(body.figure, op.edit);
        const { layout = {}, restyle = {} } = op.edit;
        const onlyPoints = Object.keys(layout).length + Object.keys(restyle).length === 0;
        const change: BodyChange = { kind: onlyPoints ? "points" : "edit" };
        return { body: { ...body, figure, view, revision }, change };
      }
      if (op.type === "set_figure") {
        const figure = readFigure(op.json);
        return { body: { ...body, figure, view, revision }, change: { kind: "figure" } };
      }
      const { revision: fetched, json } = wholeData(op.data);
      const next = { ...body, figure: readFigure(json), view, revision: fetched, fetched };
      return { body: next, change: { kind: "figure" } };
    }
    default:
      throw new Error("a chart has no rows");
  }
}
