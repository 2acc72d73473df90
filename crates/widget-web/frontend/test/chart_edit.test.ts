import { expect, test } from "vitest";
import fixture from "../../../widget-state/tests/fixtures/chart_edits.json";
import { editFigure } from "../src/view/model/chart_edit";
import { readFigure } from "../src/view/model/figure";
import type { ChartEdit } from "../src/wire/chart";

interface Case {
  figure: object;
  edit: ChartEdit;
  after: object;
}

/** The server's result of each edit; `chart_edits.rs` there writes it. */
const cases = fixture as unknown as Case[];

test("there are cases, and some of them change something", () => {
  expect(cases.length).toBeGreaterThan(100);
  const changed = cases.filter(({ figure, after }) => text(figure) !== text(after));
  expect(changed.length).toBeGreaterThan(50);
});

test.each(cases.map((one, index) => [index, one] as const))(
  "case %i comes out as on the server",
  (_, { figure, edit, after }) => {
    const before = readFigure(text(figure));
    const edited = editFigure(before, edit);
    expect(text({ data: edited.data, layout: edited.layout })).toBe(text(after));
    expect(text({ data: before.data, layout: before.layout })).toBe(text(figure));
  },
);

test("lists that an edit does not touch are the same lists", () => {
  const figure = readFigure('{"data": [{"x": [1, 2], "y": [3, 4]}]}');
  const edit = { restyle: { "marker.color": "red" }, extend: { y: [[5]] } };
  const [trace] = editFigure(figure, edit).data;
  expect(trace?.["x"]).toBe(figure.data[0]?.["x"]);
  expect(trace?.["y"]).toEqual([3, 4, 5]);
  expect({}).not.toHaveProperty("polluted");
});

/** JSON with the keys of every object in order. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
