import { expect, test } from "vitest";
import { csvOf as csvOfChart } from "../src/chart/table";
import { csvOf as csvOfTable } from "../src/grid/csv";
import { csvText } from "../src/view/model/csv";

test("what a spreadsheet would run is text, and numbers are numbers", () => {
  const cells = ["=1+1", "+a", "-5", "-5a", "@x", "\tx", " =1", "+1e3", " x", 'a"b', "", null, -5];
  expect(csvText([cells])).toBe(`'=1+1,'+a,-5,'-5a,'@x,'\tx,' =1,+1e3," x","a""b",,,-5\r\n`);
  expect(csvText([[true, [1, 2], { a: "b" }]])).toBe('true,"[1,2]","{""a"":""b""}"\r\n');
});

test("a table and a chart write the same text for the same value", () => {
  for (const text of ["-5", "=cmd()", " x", '"', "-a", "a\r\nb"]) {
    const [, table] = csvOfTable([{ field: "x", type: "text" }], [{ x: text }]).split(/\r\n(.*)/s);
    const [, chart] = csvOfChart({ data: [{ x: [text] }], layout: {}, config: {} }).split(
      /\r\n(.*)/s,
    );
    expect(chart).toBe(`trace 0,0,${table}`);
  }
});
