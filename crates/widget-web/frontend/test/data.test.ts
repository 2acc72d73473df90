import { expect, test, vi } from "vitest";
import { DataGone, fetchData, fetchRows } from "../src/shell/data";
import { fillData } from "../src/wire/fill";

const fetching = (status: number, etag: string | null, text = "[1]") =>
  vi.fn(async () => new Response(text, { status, headers: etag === null ? {} : { etag } }));

test("every data without json is filled from one fetch, with the revision of its ETag", async () => {
  const answer = {
    document: { blocks: [{ type: "table", id: ":body", data: { revision: 3 } }] },
    ops: [
      { revision: 4, op: { type: "reload_data", block_id: ":body", data: { revision: 4 } } },
      {
        revision: 5,
        op: { type: "reload_data", block_id: ":body", data: { revision: 5, json: "[]" } },
      },
    ],
  };
  const fetch = fetching(200, 'W/"7"');
  await fillData(answer, () => fetchData("/d", fetch), true);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(answer.document.blocks[0]?.data).toEqual({ revision: 7, json: "[1]" });
  expect(answer.ops[0]?.op.data).toEqual({ revision: 7, json: "[1]" });
  expect(answer.ops[1]?.op.data).toEqual({ revision: 5, json: "[]" });
});

test("what came with the answer is not fetched, and first rows do for a view without a document", async () => {
  const near = { revision: 3, json: "[1]" };
  const answer = (data: object) => ({
    document: { blocks: [{ type: "table", id: ":body", data: { revision: 2 } }] },
    data: { ":body": data },
  });
  for (const [data, isFirst, fetches, expected] of [
    [near, true, 0, near],
    [near, false, 0, near],
    [{ ...near, count: 9 }, true, 0, { ...near, count: 9 }],
    [{ ...near, count: 9 }, false, 1, { revision: 7, json: "[1]" }],
  ] as const) {
    const filled = answer(data);
    const fetch = fetching(200, '"7"');
    await fillData(filled, () => fetchData("/d", fetch), isFirst);
    expect(fetch).toHaveBeenCalledTimes(fetches);
    expect(filled.document.blocks[0]?.data).toEqual(expected);
  }
});

test("the data of a button are not those of a block", async () => {
  const data = { target: "staging" };
  const answer = { document: { blocks: [{ type: "button", id: "go", data: { ...data } }] } };
  const fetch = fetching(200, '"7"');
  await fillData(answer, () => fetchData("/d", fetch), true);
  expect(fetch).not.toHaveBeenCalled();
  expect(answer.document.blocks[0]?.data).toEqual(data);
});

test("what a view has of the document is left out, and what an operation brings is not", async () => {
  const op = { type: "reload_data", block_id: "b", data: { revision: 9 } };
  const answer = {
    document: {
      blocks: ["a", "b"].map((id) => ({ type: "table", id, data: { revision: 3 } })),
    },
    ops: [{ revision: 9, op }],
  };
  const fetched: string[] = [];
  const fetch = async (block: string) => {
    fetched.push(block);
    return { revision: 9, json: "[]" };
  };
  await fillData(answer, fetch, false, (block, revision) => block === "a" && revision === 3);
  expect(fetched).toEqual(["b"]);
  expect(answer.document.blocks.map(({ data }) => data)).toEqual([
    { revision: 3 },
    { revision: 9, json: "[]" },
  ]);
  await fillData(answer, fetch, false, () => true);
  expect(fetched).toEqual(["b"]);
});

test("nothing is fetched when nothing is missing", async () => {
  const fetch = fetching(200, '"1"');
  for (const answer of [
    null,
    {},
    { document: { blocks: [{ type: "html", html: "" }] }, ops: [] },
  ]) {
    await fillData(answer, () => fetchData("/d", fetch), true);
  }
  expect(fetch).not.toHaveBeenCalled();
});

test("an answer that cannot be filled is an error and not half an answer", async () => {
  const blocks = () => [{ type: "chart", id: ":body", data: { revision: 1 } }];
  const answer = () => ({ document: { blocks: blocks() } });
  const filling = (status: number, etag: string | null) =>
    fillData(answer(), () => fetchData("/d", fetching(status, etag)), true);
  await expect(filling(404, null)).rejects.toThrow(DataGone);
  await expect(filling(500, '"1"')).rejects.toThrow("500");
  await expect(filling(200, null)).rejects.toThrow("revision");
});

test("the rows of a large table keep every digit of their integers", async () => {
  const text = '{"revision":1,"count":1,"positions":[0],"rows":[{"id":9007199254740993,"n":7}]}';
  const answer = await fetchRows({ start: 0, end: 1 }, "/rows", fetching(200, null, text));
  expect(answer).toMatchObject({ rows: [{ id: "9007199254740993", n: 7 }] });
});
