/** A page with blocks that opens late shows what one shows that was open all along. */

import { beforeEach, expect, test, vi } from "vitest";
import fixture from "../../../widget-state/tests/fixtures/late_pages.json";
import { readChange, readDocument } from "../src/wire/document";
import { drawPage, seen } from "./view_page";

/**
 * A document, what a viewer gets step by step, the document of one that comes after it all, and the
 * ids of the elements that the server says are there then.
 */
interface Case {
  first: object;
  steps: { document?: object; ops?: object[] }[];
  last: object;
  ids: string[];
}

const cases = fixture as unknown as Case[];

beforeEach(() => {
  // Without its program Markdown is a notice.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test.each(cases.map((one, index) => [index, one] as const))(
  "page %i",
  async (_, { first, steps, last, ids }) => {
    const { page } = await drawPage(first);
    for (const { document, ops = [] } of steps) {
      if (document !== undefined) await page.draw(readDocument(document));
      for (const op of ops) await page.apply(readChange(op));
    }
    const early = seen();
    expect(early).not.toBe("");
    expect(elementIds()).toEqual(ids);
    await drawPage(last);
    expect(seen()).toBe(early);
  },
);

/** The ids of the elements of the agent's HTML, each once. */
function elementIds(): string[] {
  const all = document.querySelectorAll(".widget-content [id]:not(.widget-block, widget-block)");
  const ids = new Set(Array.from(all, ({ id }) => id));
  // Those of forms have parts.
  return [...ids].filter((id) => !id.includes(":")).toSorted();
}
