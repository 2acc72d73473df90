import { expect, test } from "vitest";
import { idsIn, liveUrl } from "../src/shell/address";
import { VIEWER, WIDGET } from "./document";

test("ids are read from the path, each once, and nothing else is", () => {
  expect(idsIn(`/widget/${WIDGET},${VIEWER},${WIDGET}`)).toEqual([WIDGET, VIEWER]);
  expect(idsIn(`/widget/${WIDGET},..%2fx,${WIDGET.toUpperCase()}`)).toEqual([WIDGET]);
  expect(idsIn(`/widget/${WIDGET}/x`)).toEqual([]);
  expect(idsIn("/widget/")).toEqual([]);
});

test("the socket goes to the page's own host", () => {
  expect(liveUrl(WIDGET, new URL("http://127.0.0.1:8001/x"))).toBe(
    `ws://127.0.0.1:8001/widget/${WIDGET}/live`,
  );
  expect(liveUrl(WIDGET, new URL("https://a.example/"))).toMatch(/^wss:\/\/a\.example\//);
});
