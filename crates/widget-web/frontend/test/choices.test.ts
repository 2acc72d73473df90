import { expect, test } from "vitest";
import { withChoices } from "../src/chart/choices";
import { afterRelayout, UNCHANGED } from "../src/chart/view_state";
import { readFigure } from "../src/view/model/figure";
import type { JsonObject } from "../src/wire/json";

const FRAMES = [
  { name: "base", data: [{ x: [5], marker: { size: 3 } }] },
  { name: "next", baseframe: "base", data: [{ x: [6] }] },
];

function chosen(
  buttons: object[],
  active: number,
  kind: "updatemenus" | "sliders" = "updatemenus",
) {
  const parts = kind === "sliders" ? { steps: buttons } : { buttons };
  const figure = readFigure(
    JSON.stringify({ data: [{ x: [1] }, { x: [2] }], layout: { [kind]: [parts] }, frames: FRAMES }),
  );
  const { data, layout } = withChoices(figure, {
    layout: { [`${kind}[0].active`]: active },
    visible: {},
  });
  const { [kind]: _, ...rest } = layout;
  return { data, layout: rest };
}

test.each<[string, object, object]>([
  ["restyle by pair", { args: ["type", "bar"] }, { data: [{ type: "bar" }, { type: "bar" }] }],
  [
    "one trace",
    { args: [{ "marker.color": "red" }, [1]] },
    { data: [{}, { marker: { color: "red" } }] },
  ],
  [
    "a list goes round",
    { args: [{ visible: [true, false] }] },
    { data: [{ visible: true }, { visible: false }] },
  ],
  [
    "relayout",
    { method: "relayout", args: [{ "title.text": "T" }] },
    { layout: { title: { text: "T" } } },
  ],
  [
    "update",
    { method: "update", args: [{ type: "bar" }, { title: "T" }, [0]] },
    { data: [{ type: "bar" }, {}], layout: { title: "T" } },
  ],
  ["nothing", { method: "skip", args: [] }, { data: [{ x: [1] }, { x: [2] }] }],
])("a button has its effect: %s", (_, button, effect) => {
  expect(chosen([{ args: ["type", "pie"] }, button], 1)).toMatchObject(effect);
});

test("a button that is pressed again does the opposite", () => {
  const toggle = { args: ["mode", "lines"], args2: ["mode", "markers"] };
  expect(chosen([toggle], 0).data[0]).toMatchObject({ mode: "lines" });
  expect(chosen([toggle], -1).data[0]).toMatchObject({ mode: "markers" });
});

test("a step of a slider shows its frame", () => {
  const steps = [{}, { method: "animate", args: [["next"], {}] }];
  expect(chosen(steps, 1, "sliders").data).toEqual([{ x: [6], marker: { size: 3 } }, { x: [2] }]);
});

test("a choice that the figure does not have changes nothing", () => {
  const figure = readFigure('{"data": [], "layout": {"updatemenus": {}}}');
  const layout: JsonObject = { "updatemenus[0].active": 1, "sliders[7].active": 0 };
  expect(withChoices(figure, { layout, visible: {} })).toBe(figure);
});

test("of two menus for one attribute the one that was used last wins", () => {
  const menu = (color: string) => ({ buttons: [{}, { args: ["marker.color", color] }] });
  const updatemenus = [menu("red"), menu("blue")];
  const figure = readFigure(JSON.stringify({ data: [{ y: [1] }], layout: { updatemenus } }));
  const choose = (...menus: number[]) => {
    const changes = menus.map((menu) => ({ [`updatemenus[${menu}].active`]: 1 }));
    return withChoices(figure, changes.reduce(afterRelayout, UNCHANGED)).data[0]?.["marker"];
  };
  expect(choose(0, 1)).toEqual({ color: "blue" });
  expect(choose(1, 0)).toEqual({ color: "red" });
  expect(choose(0, 1, 0)).toEqual({ color: "red" });
});
