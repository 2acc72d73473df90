import { beforeEach, expect, test, vi } from "vitest";
import { SizeReporter } from "../src/view/host/size";
import { HostContext } from "../src/view/host/host_context";
import type { Layout } from "../src/view/layout";
import { localDocument, TABLE_STATE } from "./document";

let observed: () => void = () => {};

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(call: () => void) {
        observed = call;
      }
      observe() {}
      disconnect() {}
    },
  );
});

/** A view whose content is as high as `height` says; a host gives what it asks for. */
function view(height: () => number) {
  const page = document.createElement("div");
  const blocks = document.createElement("div");
  Object.defineProperty(blocks, "scrollHeight", { get: height });
  const told: number[] = [];
  const reporter = new SizeReporter(({ height }) => told.push(height));
  const layout = { page, blocks, frame: document.createElement("div") } as unknown as Layout;
  vi.stubGlobal("innerHeight", 400);
  reporter.watch(layout, localDocument());
  const give = (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      vi.stubGlobal("innerHeight", told.at(-1));
      observed();
    }
  };
  return { told, give, reporter };
}

test.each([
  [() => innerHeight + 16, [416, 432]],
  [() => 2 * innerHeight, [800, 1600]],
  [() => Math.ceil(1.1 * innerHeight), [441, 486]],
])("content that is as high as its window settles", (height, expected) => {
  const { told, give } = view(height);
  give(20);
  expect(told).toEqual(expected);
});

test("content that is as high as its window and grows by itself asks once for each time", () => {
  let own = 0;
  const { told, give } = view(() => innerHeight + 16 + own);
  give(5);
  own = 30;
  give(5);
  own = 60;
  give(5);
  expect(told.length).toBeLessThanOrEqual(4);
  expect(told.at(-1)).toBeGreaterThanOrEqual(432 + 60);
});

test("content that grows by itself is given what it needs, then as before", () => {
  let height = 500;
  const { told, give } = view(() => height);
  give(3);
  for (height of [700, 900, 600, 950]) give(2);
  expect(told).toEqual([500, 700, 900, 600, 950]);
});

test("more room is asked for once more, and is no reason to grow", () => {
  const { told, give, reporter } = view(() => innerHeight + 16);
  give(20);
  for (let round = 0; round < 5; round += 1) {
    reporter.repeat();
    give(1);
  }
  expect([...new Set(told)]).toEqual([416, 432]);
  expect(told).toHaveLength(7);
});

test("a table asks for the height of its rows, up to a bound", () => {
  const height = (count: number, page_size: number | null = null) => {
    const table = {
      kind: "table" as const,
      columns: [],
      row_id: null,
      page_size,
      state: TABLE_STATE,
    };
    const document = localDocument({ body: { ...table, pages: { revision: 1, count } } });
    const told: number[] = [];
    const page = globalThis.document.createElement("div");
    const layout = { page, blocks: page, frame: page } as unknown as Layout;
    new SizeReporter((size) => told.push(size.height)).watch(layout, document);
    return told[0] ?? 0;
  };
  expect([height(1), height(2)]).toEqual([260, 260]);
  expect(height(5_000, 5)).toBeLessThan(height(12));
  // Twelve rows of 39 pixels and what stands around them.
  expect(height(12)).toBeGreaterThan(12 * 39 + 80);
  expect([height(500), height(5_000)]).toEqual([616, 616]);
});

test("no more is asked for than the host gives at most", () => {
  const facts = new HostContext();
  facts.begin({ hostContext: { containerDimensions: { maxHeight: 600, maxWidth: 300 } } });
  expect(facts.sizeFor({ height: 5_000 })).toEqual({ width: 300, height: 600 });
});
