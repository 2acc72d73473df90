import { expect, test, vi } from "vitest";

test("the page loads its views and keeps what they say until somebody hears them", async () => {
  localStorage.setItem("widget-programs", '["/assets/grid-1.js"]');
  const fetch = vi.fn(async () => ({ ok: true, blob: async () => new Blob(["grid"]) }));
  vi.stubGlobal("fetch", fetch);
  document.body.innerHTML =
    '<section><iframe data-programs="chart,grid"></iframe></section>' +
    '<section><iframe data-programs=""></iframe></section>' +
    '<script type="application/json" data-widget-assets>' +
    '{"chart": "/assets/chart-1.js", "grid": "/assets/grid-1.js"}</script>';
  await import("../src/shell/early");
  const frames = [...document.querySelectorAll("iframe")];
  expect(frames.map((frame) => frame.getAttribute("src"))).toEqual([
    "/view?with=chart&held=grid",
    "/view",
  ]);
  expect(fetch.mock.calls).toEqual([["/assets/grid-1.js", { priority: "high" }]]);
  window.dispatchEvent(new MessageEvent("message", { data: 1 }));
  expect(window.early.messages?.map(({ data }) => data as unknown)).toEqual([1]);
  window.early.messages = null;
  window.dispatchEvent(new MessageEvent("message", { data: 2 }));
  expect((await window.early.programs.get("grid")).size).toBe(4);
});
