import { expect, test } from "vitest";
import { expressionOf } from "../src/view/blocks/form/pattern";

test.each([
  ["[A-Z]{2}-[0-9]{4}", "v", "IT-0420", "IT-042"],
  ["[\\p{L}--[a-z]]+", "v", "É", "e"],
  ["[A-Z0-9-]+", "u", "AB-12", "ab"],
  ["[\\w.-]+", "u", "a.b-c", "a b"],
  ["[0-9 ()+-]{6,20}", "u", "+49 (30) 1234", "12a456"],
  ["[\\p{L} '-]+", "u", "Zoë O'Neil", "7"],
  ["[^/]+", "u", "a", "a/b"],
  ["\\d{3}\\-\\d{4}", "", "123-4567", "1234567"],
])("%s is read with the flag %j", (pattern, flags, right, wrong) => {
  const expression = expressionOf(pattern);
  expect(expression?.flags).toBe(flags);
  expect([right, wrong].map((text) => expression?.test(text))).toEqual([true, false]);
});

test("what is no regular expression is none", () => {
  for (const wrong of ["[", "(", "*", "a)("]) expect(expressionOf(wrong)).toBeNull();
});
