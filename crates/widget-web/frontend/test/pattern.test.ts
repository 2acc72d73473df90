import { expect, test } from "vitest";
import { patternOf } from "../src/view/blocks/form/pattern";

const SAMPLES = [
  "AB-12",
  "a.b-c",
  "+49 (30) 1234",
  "123-4567",
  "a/b",
  "a|b",
  "{x}",
  "a&&b",
  "o'neil",
  "x_y",
  "A",
  "7",
  "-",
  "]",
  "",
];

test.each([
  "[A-Z0-9-]+",
  "[\\w.-]+",
  "[0-9 ()+-]{6,20}",
  "[A-Za-z\\s-]+",
  "[A-Za-z0-9_-]{3,}",
  "[^/]+",
  "[-a-z]+",
  "[\\d-x]+",
  "\\d{3}\\-\\d{4}",
  "[a-z\\-]+",
  "[\\w\\']+",
  "[a-z{}|]+",
  "[a-z&&b]+",
  "[a-c-e]+",
  "[\\]\\-]+",
  "[!-/]+",
  "\\w+\\_\\w+",
  "(?:[a-z]/)?[a-z]",
])("%s means in a field what it means elsewhere", (pattern) => {
  const inField = patternOf(pattern);
  const takes = (text: string) => new RegExp(`^(?:${inField})$`, "v").test(text);
  const expected = SAMPLES.filter((text) => new RegExp(`^(?:${pattern})$`).test(text));
  expect(SAMPLES.filter(takes)).toEqual(expected);
});

test("a pattern that the browser takes stays as it is, and one that is none is none", () => {
  expect(patternOf("[\\p{L}--[a-z]]+")).toBe("[\\p{L}--[a-z]]+");
  expect(patternOf("[A-Z]{2}-[0-9]{4}")).toBe("[A-Z]{2}-[0-9]{4}");
  for (const wrong of ["[", "(", "*", "a)"]) expect(patternOf(wrong)).toBeNull();
});
