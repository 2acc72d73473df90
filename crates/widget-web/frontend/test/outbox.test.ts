import { expect, test } from "vitest";
import { Outbox } from "../src/view/sync/outbox";

const fill = (count: number, data: string | number = 0) => {
  const outbox = new Outbox();
  for (let i = 0; i < count; i++)
    outbox.push("a:b", JSON.stringify(data), { source: i % 2 ? "odd" : null });
  return outbox;
};

test("numbers have no gap, also after one that could not be kept", () => {
  const outbox = fill(1);
  expect(() => outbox.push("a:b", `"${"x".repeat(300_000)}"`)).toThrow("65536 are allowed");
  outbox.push("a:b", "1");
  expect(outbox.batch().map(({ n }) => n)).toEqual([1, 2]);
});

test("batches are bounded in number and size and never empty", () => {
  expect(fill(600).batch()).toHaveLength(500);
  expect(fill(10, "x".repeat(60_000)).batch()).toHaveLength(4);
});

test("what the server would refuse for its size is refused before, counted in bytes", () => {
  const outbox = new Outbox();
  const push = (text: string, label = "") => outbox.push("a:b", JSON.stringify(text), { label });
  // The quotes count, and the name of the event does not.
  push("x".repeat(65_534));
  expect(() => push("x".repeat(65_534), "l")).toThrow("65537 bytes, and 65536 are allowed");
  expect(() => push("€".repeat(21_845))).toThrow("65537 bytes");
  outbox.allow(100);
  expect(() => push("x".repeat(99))).toThrow("101 bytes, and 100 are allowed");
  outbox.allow(1_000_000);
  push("x".repeat(500_000));
});

test("what is stored or refused is forgotten, and whose input it was is told", () => {
  const outbox = fill(4);
  expect(outbox.settle(2, [{ n: 4, reason: "no" }])).toEqual(new Set(["odd"]));
  expect(outbox.batch().map(({ n }) => n)).toEqual([3]);
  expect(outbox.holds("odd")).toBe(false);
});

test("input that is on its way holds its component", () => {
  const outbox = fill(2);
  expect(outbox.holds("odd")).toBe(true);
  outbox.settle(2, []);
  expect(outbox.holds("odd")).toBe(false);
});

test("an event holds the forms that it hands in, and no other part of its values", () => {
  const outbox = new Outbox();
  const values = { trip: { to: "Rome" }, score: 3 };
  outbox.push("trip:save", JSON.stringify({ values }), { source: "save" });
  const held = ["save", "trip", "score", "to"].filter((id) => outbox.holds(id));
  expect(held).toEqual(["save", "trip"]);
  expect(outbox.settle(1, [])).toEqual(new Set(["save", "trip"]));
});

test("too many waiting events are refused and not dropped", () => {
  const outbox = fill(10_000);
  expect(() => outbox.push("a:b", "0")).toThrow("wait to be sent");
});
test("a confirmed event is not sent again but holds its component until it is settled", () => {
  const outbox = new Outbox();
  outbox.push("a:b", "1", { source: "name" });
  outbox.push("a:b", "2", { source: "name" });
  expect(outbox.confirm(1, [])).toBe(true);
  expect(outbox.confirm(1, [])).toBe(false);
  expect(outbox.batch().map(({ n }) => n)).toEqual([2]);
  expect(outbox.holds("name")).toBe(true);
  outbox.settle(2, []);
  expect(outbox.holds("name")).toBe(false);
});
