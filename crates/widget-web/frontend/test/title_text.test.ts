import { expect, test } from "vitest";
import { withTitles } from "../src/chart/title_text";
import { readFigure } from "../src/view/model/figure";

const figure = (value: object) => readFigure(JSON.stringify(value));

test("titles given as text are objects of their text", () => {
  const titled = withTitles(
    figure({
      data: [
        { type: "pie", title: "Share", titlefont: { size: 20 }, titleposition: "top left" },
        { marker: { colorbar: { titleside: "right", title: "EUR" } } },
      ],
      layout: {
        title: "Sales",
        titlefont: { color: "red" },
        xaxis: { title: "Month" },
        scene: { zaxis: { title: "Depth" } },
        legend: { title: "Region" },
        yaxis: { title: { text: "EUR", standoff: 4 } },
        template: { layout: { title: "By the template" }, data: { pie: [{ title: "Pie" }] } },
      },
    }),
  );
  expect(titled.data).toEqual([
    { type: "pie", title: { text: "Share", font: { size: 20 }, position: "top left" } },
    { marker: { colorbar: { title: { side: "right", text: "EUR" } } } },
  ]);
  expect(titled.layout).toEqual({
    title: { text: "Sales", font: { color: "red" } },
    xaxis: { title: { text: "Month" } },
    scene: { zaxis: { title: { text: "Depth" } } },
    legend: { title: { text: "Region" } },
    yaxis: { title: { text: "EUR", standoff: 4 } },
    template: {
      layout: { title: { text: "By the template" } },
      data: { pie: [{ title: { text: "Pie" } }] },
    },
  });
});

test("an object wins over what stands beside it", () => {
  const { layout } = withTitles(
    figure({
      data: [],
      layout: { title: { text: "A", font: { size: 9 } }, titlefont: { size: 1 } },
    }),
  );
  expect(layout).toEqual({ title: { text: "A", font: { size: 9 } } });
});

test("what an author keeps for himself is no title, and other parts stay the same", () => {
  const given = figure({
    data: [{ x: [1], meta: { title: "m" }, customdata: [{ title: "c" }] }],
    layout: { meta: { title: "m" } },
  });
  const titled = withTitles(given);
  expect(titled).toEqual(given);
  expect(titled.data[0]).toBe(given.data[0]);
});

test("menus and frames change the text of a title, and leave its font", () => {
  const given = figure({
    data: [],
    layout: {
      updatemenus: [
        {
          buttons: [
            { method: "relayout", args: ["title", "New"] },
            { method: "update", args: [{}, { "yaxis.title": "B", titlefont: { size: 3 } }] },
          ],
        },
      ],
    },
    frames: [{ name: "a", data: [{ title: "T" }], layout: { title: "1999" } }, { name: "b" }],
  });
  const { layout, frames } = withTitles(given);
  expect(layout["updatemenus"]).toEqual([
    {
      buttons: [
        { method: "relayout", args: [{ "title.text": "New" }] },
        { method: "update", args: [{}, { "yaxis.title.text": "B", "title.font": { size: 3 } }] },
      ],
    },
  ]);
  expect(frames).toEqual([
    { name: "a", data: [{ title: { text: "T" } }], layout: { title: { text: "1999" } } },
    { name: "b" },
  ]);
  expect(withTitles({ ...given }).frames).toBe(frames);
});
