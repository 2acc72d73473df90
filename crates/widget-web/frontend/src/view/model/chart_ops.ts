/** Operations on a chart, as the server applies them. Pure. */

import type { Op } from "../../wire/document";
import { editFigure } from "./chart_edit";
import type { ChartBody } from "./document";
import { readFigure } from "./figure";
import type { BodyChange } from "./change";

/** The chart after an operation on a body; throws an `Error` when it cannot take it. */
export function applyToChart(
  body: ChartBody,
  revision: number,
  op: Op,
): { body: ChartBody; change: BodyChange } {
  switch (op.type) {
    case "set_chart_view":
      return { body: { ...body, view: op.view }, change: { kind: "chart_view" } };
    case "set_figure":
    case "edit_chart":
    case "reload_data": {
      const { view } = op;
      // Data that was fetched may hold later operations already.
      if (revision <= body.revision) {
        return { body: { ...body, view }, change: { kind: "chart_view" } };
      }
      if (op.type === "edit_chart") {
        const figure = editFigure(body.figure, op.edit);
        const { layout, restyle } = op.edit;
        const onlyPoints = Object.keys(layout).length + Object.keys(restyle).length === 0;
        const change: BodyChange = { kind: onlyPoints ? "points" : "edit" };
        return { body: { ...body, figure, view, revision }, change };
      }
      const data = op.type === "reload_data" ? op.data : { revision, json: op.json };
      if (data.json === undefined) throw new Error("the host left out the data");
      const figure = readFigure(data.json);
      return {
        body: { ...body, figure, view, revision: data.revision },
        change: { kind: "figure" },
      };
    }
    default:
      throw new Error("a chart has no rows");
  }
}
