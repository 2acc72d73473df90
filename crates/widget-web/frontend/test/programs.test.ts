import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadAsset, NeededPrograms } from "../src/view/assets";
import { Programs, programsOf } from "../src/shell/programs";
import { storageOf } from "../src/shell/storage";

const ADDRESSES = { chart: "/assets/chart-1.js", plotly: "/assets/plotly-1.js" };
const KEY = "widget-programs";

beforeEach(() => localStorage.clear());

function page(storage: Storage | null = localStorage) {
  const fetched: string[] = [];
  const programs = new Programs(ADDRESSES, storage, async (address, priority) => {
    fetched.push(`${priority} ${address}`);
    return new Blob([address]);
  });
  return { programs, fetched };
}

test("a view loads programs itself; the next page has them at hand", async () => {
  const first = page();
  expect(first.programs.viewFor(["chart", "plotly"])).toBe("/view?with=chart,plotly");
  expect(first.fetched).toEqual([]);
  await first.programs.keep(["chart"]);
  expect(first.fetched).toEqual(["low /assets/chart-1.js"]);
  const second = page();
  expect(second.programs.viewFor(["chart", "plotly"])).toBe("/view?with=plotly&held=chart");
  expect(second.programs.viewFor(["chart"])).toBe("/view?held=chart");
  expect(second.programs.viewFor([])).toBe("/view");
  expect((await second.programs.get("chart")).size).toBe("/assets/chart-1.js".length);
  await second.programs.keep(["chart", "plotly"]);
  expect(second.fetched).toEqual(["high /assets/chart-1.js", "low /assets/plotly-1.js"]);
});

test("what is kept of another version, or is no list, counts for nothing", async () => {
  for (const kept of ['["/assets/chart-0.js"]', '"/assets/chart-1.js"', "[1]", "{"]) {
    localStorage.setItem(KEY, kept);
    expect(page().programs.viewFor(["chart"])).toBe("/view?with=chart");
  }
  localStorage.setItem(KEY, '["/assets/chart-0.js"]');
  await page().programs.keep(["plotly"]);
  expect(localStorage.getItem(KEY)).toBe('["/assets/plotly-1.js"]');
});

test("of the programs that are fetched for the next page those that came count", async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(new Blob());
  const programs = new Programs(ADDRESSES, localStorage, fetch);
  await expect(programs.keep(["chart", "plotly"])).rejects.toThrow("away");
  expect(localStorage.getItem(KEY)).toBe('["/assets/plotly-1.js"]');
});

test("without a storage each view loads its programs", async () => {
  const none = storageOf(() => {
    throw new Error("switched off");
  });
  const { programs } = page(none);
  await programs.keep(["chart"]);
  expect(programs.viewFor(["chart"])).toBe("/view?with=chart");
});

test("a program that cannot be fetched is tried anew, and no other can be asked for", async () => {
  const program = new Blob(["text"]);
  const fetch = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(program);
  const programs = new Programs(ADDRESSES, null, fetch);
  await expect(programs.get("chart")).rejects.toThrow("away");
  expect(await programs.get("chart")).toBe(program);
  expect(await programs.get("chart")).toBe(program);
  expect(fetch).toHaveBeenCalledTimes(2);
  for (const name of ["other", "__proto__", "constructor"]) {
    await expect(programs.get(name)).rejects.toThrow("no such program");
  }
});

test("the page names the programs of a frame", () => {
  const frame = document.createElement("iframe");
  expect(programsOf(frame)).toEqual([]);
  frame.dataset["programs"] = "";
  expect(programsOf(frame)).toEqual([]);
  frame.dataset["programs"] = "chart,plotly";
  expect(programsOf(frame)).toEqual(["chart", "plotly"]);
});

/** A view at an address; each has other programs, since one that was started stays. */
function view(query: string, assets: object, ask: (name: string) => Promise<string>) {
  history.replaceState(null, "", query);
  const programs = new NeededPrograms(assets);
  programs.ask(ask);
  return programs;
}

const scripts = (url: string) =>
  document.head.querySelectorAll<HTMLScriptElement>(`script[data-program="${url}"]`);

afterEach(() => {
  document.head.replaceChildren();
  history.replaceState(null, "", "/");
});

test("a view asks at once for what the page around it has, and runs it when it starts", async () => {
  const ran = () => document.querySelectorAll("head i").length;
  const assets = { grid: "/held.js", markdown: "/with.js" };
  const ask = vi.fn(async () => 'document.head.append(document.createElement("i"))');
  const programs = view("/view?with=markdown&held=grid,__proto__", assets, ask);
  expect(ask.mock.calls).toEqual([["grid"]]);
  await Promise.resolve();
  expect(ran()).toBe(0);
  programs.start();
  await loadAsset(assets, "grid");
  expect(ran()).toBe(1);
  expect(scripts("/held.js")[0]?.hasAttribute("src")).toBe(false);
  expect(scripts("/with.js")[0]?.getAttribute("src")).toBe("/with.js");
});

test("a program that the page around it does not have is loaded", async () => {
  const assets = { math: "/refused.js" };
  view("/view?held=math", assets, () => Promise.reject(new Error("no"))).start();
  const loaded = loadAsset(assets, "math");
  await vi.waitFor(() =>
    expect(scripts("/refused.js")[0]?.getAttribute("src")).toBe("/refused.js"),
  );
  scripts("/refused.js")[0]?.dispatchEvent(new Event("load"));
  await loaded;
  expect(scripts("/refused.js")).toHaveLength(1);
});
