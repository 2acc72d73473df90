import { expect, test } from "vitest";
import { csvOf as csvOfChart } from "../src/chart/table";
import { csvOf as csvOfTable } from "../src/grid/csv";
import { csvFile, csvText } from "../src/view/model/csv";

test("what a spreadsheet would run is text, and numbers are numbers", () => {
  const cells = ["=1+1", "+a", "-5", "-5a", "@x", "\tx", " =1", "+1e3", " x", 'a"b', "", null, -5];
  expect(csvText([cells])).toBe(`'=1+1,'+a,-5,'-5a,'@x,'\tx,' =1,+1e3," x","a""b",,,-5\r\n`);
  expect(csvText([[true, [1, 2], { a: "b" }]])).toBe('true,"[1,2]","{""a"":""b""}"\r\n');
});

test("a table and a chart write the same text for the same value", () => {
  for (const text of ["-5", "=cmd()", " x", '"', "-a", "a\r\nb"]) {
    const [, table] = csvOfTable([{ field: "x", type: "text" }], [{ x: text }]).split(/\r\n(.*)/s);
    const csv = csvOfChart({ data: [{ x: [text] }], layout: {}, config: {} }) ?? "";
    const [, chart] = csv.split(/\r\n(.*)/s);
    expect(chart).toBe(`trace 0,0,${table}`);
  }
});

test("numbers with separators, percents and telephone numbers are left as they are", () => {
  for (const text of [
    "-566,000",
    "-1 234,50",
    "-1'000",
    "-12.5%",
    "+5%",
    "-€5",
    "-1e5",
    "+49 30 1234",
    "+1 (555) 123-4567",
    "-",
  ]) {
    expect(csvText([[text]]).replaceAll('"', "")).toBe(`${text}\r\n`);
  }
  // These a spreadsheet would reckon or run.
  for (const text of ["-2+3", "+49-30-1234", "- bullet", "@handle", "-A1", "+cmd|' /C calc'!A0"]) {
    expect(csvText([[text]])).toBe(`'${text}\r\n`);
  }
});

test("a file begins with the mark by which spreadsheets know its encoding", () => {
  const { mimeType, content } = csvFile("a.csv", "ä\r\n");
  expect([mimeType, content]).toEqual(["text/csv", { text: "\uFEFFä\r\n" }]);
});
