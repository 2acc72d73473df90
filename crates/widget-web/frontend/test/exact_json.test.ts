import { expect, test } from "vitest";
import { parseExact } from "../src/wire/exact_json";

test("integers keep every digit, as text where a number has too few", () => {
  const json = `[{"id": 9007199254740992, "n": 9007199254740991},
    {"id":9007199254740993,"n":-1234567890123456789},[1234567890123456789]]`;
  expect(parseExact(json)).toEqual([
    { id: "9007199254740992", n: 9007199254740991 },
    { id: "9007199254740993", n: "-1234567890123456789" },
    ["1234567890123456789"],
  ]);
});

test("nothing else is touched", () => {
  const json = String.raw`[{"a": "x, 12345678901234567890 ,", "b\"": "\\", "c": 0.12345678901234567,
    "d": 1e300, "e": "12345678901234567890", "f": "\",12345678901234567890]", "g": 12345678901234567890.5}]`;
  expect(parseExact(json)).toEqual(JSON.parse(json));
  expect(() => parseExact('[12345678901234567890,"')).toThrow();
});

test("a name of the language is a name of a field", () => {
  const [row] = parseExact('[{"__proto__": 1, "constructor": 12345678901234567890}]') as object[];
  expect(Object.entries(row ?? {})).toEqual([
    ["__proto__", 1],
    ["constructor", "12345678901234567890"],
  ]);
});
