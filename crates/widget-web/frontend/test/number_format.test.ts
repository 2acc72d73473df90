import { expect, test } from "vitest";
import { formatted } from "../src/number_format";

test.each([
  [0.0421, { percent: true, signed: true, decimals: 1 }, "+4.2%"],
  [-0.0421, { percent: true, signed: true, decimals: 1 }, "-4.2%"],
  [0, { signed: true, decimals: 0 }, "0"],
  [1234.5, { grouped: true, decimals: 2 }, "1,234.50"],
  [1234.5, { grouped: true, trimmed: true, decimals: 2 }, "1,234.5"],
  [12, { currency: "USD", trimmed: true, decimals: 2 }, "$12"],
  [1200, { compact: true, decimals: 3 }, "1.20K"],
  [1200, { compact: true, trimmed: true, decimals: 3 }, "1.2K"],
  [1 / 3, { percent: true }, "33.33%"],
  [0.047, { percent: true }, "4.7%"],
  [0.0000123, { percent: true }, "0.0012%"],
  [4.2e-7, {}, "0.00000042"],
  [0, { percent: true }, "0%"],
  [-1234.5, { currency: "USD", grouped: true, accounting: true, decimals: 2 }, "($1,234.50)"],
  [1234.5, { currency: "USD", grouped: true, accounting: true, decimals: 2 }, "$1,234.50"],
  [-0.25, { percent: true, accounting: true }, "(25%)"],
  [-0.2, { accounting: true, decimals: 0 }, "0"],
  [-3, { accounting: true, signed: true }, "(3)"],
  [1234567, { scientific: true, decimals: 2 }, "1.23E6"],
  [0.000012345, { significant: true, decimals: 3 }, "0.0000123"],
  [1234567, { significant: true, decimals: 3 }, "1.23E6"],
  [12.3456, { significant: true, grouped: true, decimals: 6 }, "12.3456"],
  [1, { significant: true, decimals: 3 }, "1.00"],
  [1234567, { rounded: true, grouped: true, decimals: 3 }, "1,230,000"],
  [0.12345, { percent: true, rounded: true, decimals: 2 }, "12%"],
  [42, { decimals: 0, integer_digits: 5 }, "00042"],
  [42.5, { decimals: 2, integer_digits: 5 }, "00042.50"],
  [-42, { decimals: 0, integer_digits: 5 }, "-00042"],
  [255, { base: "hex" }, "ff"],
  [-255, { base: "upper_hex", prefixed: true }, "-0xFF"],
  [5, { base: "binary", prefixed: true, integer_digits: 8 }, "0b00000101"],
  [8.4, { base: "octal", signed: true }, "+10"],
] as const)("%j in the format %j is %s", (value, format, expected) => {
  expect(formatted(value, format)).toBe(expected);
});
