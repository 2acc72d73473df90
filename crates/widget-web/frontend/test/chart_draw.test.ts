import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { create } from "../src/chart/main";
import { turn } from "../src/chart/turn";
import { ScriptErrors } from "../src/view/capture/script_errors";
import type { BodyPage } from "../src/view/body/body";
import { applyToChart } from "../src/view/model/chart_ops";
import type { ChartBody } from "../src/view/model/document";
import { readFigure } from "../src/view/model/figure";
import type { JsonObject } from "../src/wire/json";
import { fillIn } from "./view_page";

vi.mock("../src/view/assets", () => ({
  hasAsset: () => true,
  isNeeded: () => false,
  isOneFile: () => false,
  loadAsset: async () => {},
}));
vi.mock("../src/chart/colours", () => ({ coloursOf: () => ({}), paperOf: () => null }));

beforeEach(() => {
  fillIn();
  document.body.replaceChildren();
});
afterEach(() => {
  delete window.Plotly;
});

/** Plotly as far as the view speaks to it: what it was given, and its events. */
function fakePlotly() {
  const given: { by: "newPlot" | "react"; figure: JsonObject }[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const draw = (by: "newPlot" | "react") => async (element: HTMLElement, figure: unknown) => {
    given.push({ by, figure: figure as JsonObject });
    const on = (name: string, listener: (event: unknown) => void) => listeners.set(name, listener);
    return Object.assign(element, { on }) as never;
  };
  const plotly = {
    newPlot: draw("newPlot"),
    react: vi.fn(draw("react")),
    animate: vi.fn(async () => {}),
    purge: vi.fn(),
    toImage: async () => "",
    Icons: {},
    Plots: { resize: async () => {} },
  };
  window.Plotly = plotly;
  return { plotly, given, fire: (name: string, event: unknown) => listeners.get(name)?.(event) };
}

function bodyOf(figure: object): ChartBody {
  const view = { layout: {}, visible: {} };
  return {
    kind: "chart",
    revision: 1,
    fetched: 1,
    figure: readFigure(JSON.stringify(figure)),
    view,
  };
}

function chart() {
  const problems: unknown[] = [];
  const drawn: unknown[] = [];
  const page = {
    theme: () => "light",
    emit: () => {},
    isSettled: () => true,
    problem: (error: unknown) => problems.push(error),
    drawn: (error: unknown) => drawn.push(error),
    on: () => {},
  } as unknown as BodyPage;
  const view = create(document.body, page, {});
  /** Draws an edit as an operation brings it. */
  const edit = async (body: ChartBody, parts: object) => {
    const op = { type: "edit_chart", edit: parts } as const;
    const after = applyToChart(body, { revision: body.revision + 1, op });
    await view.update(after.body, after.change);
    return after.body;
  };
  return { view, problems, drawn, edit };
}

/** As plotly.py writes it into each figure. */
const STOCK_LAYOUT = {
  autotypenumbers: "strict",
  colorway: "#636efa #EF553B #00cc96 #ab63fa #FFA15A #19d3f3 #FF6692 #B6E880 #FF97FF #FECB52".split(
    " ",
  ),
  font: { color: "#2a3f5f" },
  paper_bgcolor: "white",
  plot_bgcolor: "#E5ECF6",
};

const ANIMATED = {
  data: [{ x: [0], y: [0] }],
  frames: [
    { name: "1", data: [{ x: [1], y: [1] }] },
    { name: "2", data: [{ x: [2], y: [2] }] },
  ],
};

test("an update leaves Plotly its frames and its configuration", async () => {
  const { given } = fakePlotly();
  const { view, edit } = chart();
  const body = bodyOf(ANIMATED);
  await view.draw(body);
  const changed = await edit(body, { layout: { "title.text": "Later" } });
  const [first, ...updates] = given;
  expect(first).toMatchObject({ by: "newPlot", figure: { frames: ANIMATED.frames } });
  expect(updates.length).toBeGreaterThan(0);
  for (const { by, figure } of updates) {
    expect(by).toBe("react");
    // Plotly would drop the frames for a list of them, and make a new plot for a config.
    expect(Object.keys(figure).sort()).toEqual(["data", "layout"]);
  }
  await view.draw({ ...changed, figure: readFigure('{"data": [{"y": [1]}]}') });
  expect(given.at(-1)?.figure["frames"]).toEqual([]);
});

test("a figure is drawn once, and a second time as the person left it", async () => {
  const { given } = fakePlotly();
  const { view } = chart();
  const body = bodyOf({ data: [{ y: [1] }] });
  await view.draw(body);
  expect(given.map(({ by }) => by)).toEqual(["newPlot"]);
  await view.draw({ ...body, view: { layout: { "xaxis.range": [0, 1] }, visible: {} } });
  const last = given.slice(1);
  expect(last.map(({ by }) => by)).toEqual(["react", "react"]);
  const ranges = last.map(({ figure }) => (figure["layout"] as JsonObject)["xaxis"]);
  expect(ranges).toEqual([undefined, { range: [0, 1], autorange: false }]);
});

test("another configuration makes the plot anew, with its frames", async () => {
  const { given, plotly } = fakePlotly();
  const { view } = chart();
  await view.draw(bodyOf(ANIMATED));
  await view.draw(bodyOf({ ...ANIMATED, config: { scrollZoom: true } }));
  expect(plotly.purge).toHaveBeenCalledOnce();
  const plots = given.filter(({ by }) => by === "newPlot");
  expect(plots).toHaveLength(2);
  expect(plots[1]?.figure).toMatchObject({ frames: ANIMATED.frames, config: { scrollZoom: true } });
});

test("an animation goes on where an update makes a new plot", async () => {
  const { given, plotly } = fakePlotly();
  const { view, edit } = chart();
  const body = bodyOf(ANIMATED);
  await view.draw(body);
  const waits = { name: "2", frameOpts: { duration: 50 }, transitionOpts: { duration: 0 } };
  const animation = { _frameQueue: [waits, { ...waits, name: undefined }] };
  Object.assign(document.querySelector(".widget-chart") ?? {}, { _transitionData: animation });
  const shaped = await edit(body, { layout: { shapes: [{ type: "line" }] } });
  expect(given.filter(({ by }) => by === "newPlot")).toHaveLength(2);
  const options = { mode: "immediate", frame: [{ duration: 50 }], transition: [{ duration: 0 }] };
  expect(plotly.animate.mock.calls).toEqual([[expect.anything(), ["2"], options]]);
  await view.draw({ ...shaped, figure: readFigure(JSON.stringify({ ...ANIMATED, layout: {} })) });
  expect(plotly.animate).toHaveBeenCalledOnce();
});

test("an update does not throw an animation back", async () => {
  const { given, fire } = fakePlotly();
  const { view, edit } = chart();
  const body = bodyOf(ANIMATED);
  await view.draw(body);
  fire("plotly_animatingframe", { name: "2", frame: { data: [{ x: [2], y: [2] }], traces: [0] } });
  const titled = await edit(body, { layout: { "title.text": "Later" } });
  expect(given.at(-1)?.figure["data"]).toEqual([{ x: [2], y: [2] }]);
  // What the agent sets is seen, and the frame otherwise.
  await edit(titled, { restyle: { x: [[7]] } });
  expect(given.at(-1)?.figure["data"]).toEqual([{ x: [7], y: [2] }]);
  await view.draw(bodyOf(ANIMATED));
  expect(given.at(-1)?.by).toBe("newPlot");
  expect(given.at(-1)?.figure["data"]).toEqual([{ x: [0], y: [0] }]);
});

test("a drawing that does not end has a time limit, and the next begins anew", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { given, plotly } = fakePlotly();
    const { view, edit } = chart();
    plotly.react.mockImplementationOnce(() => new Promise(() => {}));
    const body = bodyOf({ data: [{ y: [1] }] });
    const drawn = view.draw({ ...body, view: { layout: {}, visible: { 0: "legendonly" } } });
    const told = expect(drawn).rejects.toThrow("not drawn within 10 s");
    while (plotly.react.mock.calls.length === 0) await turn();
    await vi.advanceTimersByTimeAsync(10_000);
    await told;
    const first = document.querySelector(".widget-chart");
    await edit(body, { layout: { "title.text": "Later" } });
    expect(given.filter(({ by }) => by === "newPlot")).toHaveLength(2);
    expect(given.at(-1)?.figure["layout"]).toMatchObject({ title: { text: "Later" } });
    expect(document.querySelectorAll(".widget-chart")).toHaveLength(1);
    expect(first?.isConnected).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test("a drawing that ends after its time is shown, unless another has begun", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  try {
    const { given, plotly } = fakePlotly();
    const { view, drawn, edit } = chart();
    const ends: (() => void)[] = [];
    const slow = async (element: HTMLElement) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return Object.assign(element, { on: () => {} }) as never;
    };
    const body = bodyOf({ data: [{ y: [1] }] });
    const hidden = { ...body, view: { layout: {}, visible: { 0: "legendonly" } } };
    const drawSlowly = async () => {
      const begun = ends.length;
      plotly.react.mockImplementationOnce(slow);
      const told = expect(view.draw(hidden)).rejects.toThrow("it is shown if it is done later");
      while (ends.length === begun) await turn();
      await vi.advanceTimersByTimeAsync(10_000);
      await told;
    };
    await drawSlowly();
    const first = document.querySelector(".widget-chart");
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toEqual([null]);
    // The plot goes on to be used.
    await edit(hidden, { layout: { "title.text": "Later" } });
    expect(document.querySelector(".widget-chart")).toBe(first);
    expect(given.filter(({ by }) => by === "newPlot")).toHaveLength(1);

    await drawSlowly();
    await edit(hidden, { layout: { "title.text": "Another" } });
    expect(document.querySelector(".widget-chart")).not.toBe(first);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toEqual([null]);
    expect(document.querySelectorAll(".widget-chart")).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("the charts of a page are drawn in turns: what is asked for meanwhile comes in between", async () => {
  const { given } = fakePlotly();
  const bodies = [1, 2, 3].map((y) => bodyOf({ data: [{ y: [y] }] }));
  const counts: number[] = [];
  const drawn = bodies.map(async (body) => {
    await chart().view.draw(body);
    counts.push(given.length);
  });
  await Promise.all(drawn);
  expect(counts[0]).toBeLessThan(3);
  expect(given.map(({ figure }) => figure["data"])).toEqual([1, 2, 3].map((y) => [{ y: [y] }]));
});

test("an animation that is stopped is no error, and what fails then is one", async () => {
  vi.useFakeTimers();
  try {
    const { fire } = fakePlotly();
    const errors = new ScriptErrors();
    await chart().view.draw(bodyOf(ANIMATED));
    const reject = (reason: unknown) => {
      const event = new Event("unhandledrejection", { cancelable: true });
      window.dispatchEvent(Object.assign(event, { reason }));
      vi.advanceTimersByTime(0);
      return errors.list(true).length;
    };
    fire("plotly_animationinterrupted", []);
    expect([reject(undefined), reject(new Error("other"))]).toEqual([0, 1]);
    vi.advanceTimersByTime(1_000);
    expect(reject(undefined)).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("a broken typed list is told by its place", async () => {
  const { given } = fakePlotly();
  const { view } = chart();
  const broken = view.draw(bodyOf({ data: [{ y: { dtype: "zz", bdata: "AAAA" } }] }));
  await expect(broken).rejects.toThrow('data[0].y: dtype "zz" is none of i1');
  expect(given).toEqual([]);
});

test("the stock template leaves the choice to the page, and a name that is unknown is told", async () => {
  const { given } = fakePlotly();
  const { view } = chart();
  const template = (value: unknown) => bodyOf({ data: [], layout: { template: value } });
  await view.draw(template({ layout: STOCK_LAYOUT, data: {} }));
  const own = given.at(-1)?.figure["layout"] as JsonObject;
  expect(JSON.stringify(own["template"])).toContain("#2557d6");
  // "2021" is a category for who has written it as text in Python.
  expect(own["template"]).toMatchObject({ layout: { autotypenumbers: "strict" } });
  await expect(view.draw(template("plotly_drak"))).rejects.toThrow(
    'there is no template "plotly_drak"',
  );
  const last = given.at(-1)?.figure["layout"];
  expect(last).toMatchObject({ uirevision: 2 });
  expect(JSON.stringify(last)).toContain("#2557d6");
});

test("the effect of a menu that a person used is there after a reload", async () => {
  const { given } = fakePlotly();
  const { view } = chart();
  const figure = {
    data: [{ type: "heatmap", z: [[1]] }],
    layout: { updatemenus: [{ buttons: [{}, { method: "restyle", args: ["type", "contour"] }] }] },
  };
  const seen = { layout: { "updatemenus[0].active": 1 }, visible: {} };
  await view.draw({ ...bodyOf(figure), view: seen });
  expect(given.at(-1)?.figure).toMatchObject({
    data: [{ type: "contour" }],
    layout: { updatemenus: [{ active: 1 }] },
  });
});
