/** Lists of numbers as plotly.py writes them: `{dtype, bdata, shape}`, in base64. Pure. */

import { asText, isJsonObject, isObject, type Json, type JsonObject } from "../../wire/json";

interface Numbers extends ArrayLike<number> {
  readonly BYTES_PER_ELEMENT: number;
}

/** The names that Plotly knows, with the bytes of an element. */
const TYPES = new Map<string, { bytes: number; read: (bytes: ArrayBuffer) => Numbers }>([
  ["i1", { bytes: 1, read: (bytes) => new Int8Array(bytes) }],
  ["u1", { bytes: 1, read: (bytes) => new Uint8Array(bytes) }],
  ["u1c", { bytes: 1, read: (bytes) => new Uint8ClampedArray(bytes) }],
  ["i2", { bytes: 2, read: (bytes) => new Int16Array(bytes) }],
  ["u2", { bytes: 2, read: (bytes) => new Uint16Array(bytes) }],
  ["i4", { bytes: 4, read: (bytes) => new Int32Array(bytes) }],
  ["u4", { bytes: 4, read: (bytes) => new Uint32Array(bytes) }],
  ["f4", { bytes: 4, read: (bytes) => new Float32Array(bytes) }],
  ["f8", { bytes: 8, read: (bytes) => new Float64Array(bytes) }],
]);

const ALIASES: Record<string, string> = {
  int8: "i1",
  uint8: "u1",
  uint8c: "u1c",
  uint8clamped: "u1c",
  int16: "i2",
  uint16: "u2",
  int32: "i4",
  uint32: "u4",
  float32: "f4",
  float64: "f8",
};

interface TypedArray extends JsonObject {
  dtype: string;
}

/** The members of a list without its numbers. */
const HEAD = new Set(["dtype", "shape"]);

/** Returns whether a value is meant as a list of this form, whole or not. */
export function isTypedArray(value: unknown): value is TypedArray {
  if (!isObject(value) || typeof value["dtype"] !== "string") return false;
  if (typeof value["bdata"] === "string") return true;
  return Object.keys(value).every((name) => HEAD.has(name)) && typeOf(value["dtype"]) !== undefined;
}

/** The value as Plotly takes it, which writes the sides of a typed list as text. */
export function withTextShape(value: JsonObject): JsonObject {
  const { shape } = value;
  return isTypedArray(value) && Array.isArray(shape)
    ? { ...value, shape: shape.map(asText).join(", ") }
    : value;
}

/** A list as it is, a typed one decoded; `null` for what is neither, or broken. */
export function listOf(value: Json | undefined): Json[] | null {
  if (Array.isArray(value)) return value;
  return isTypedArray(value) && faultOf(value) === null ? decode(value) : null;
}

/** The value, decoded when it is a typed list that is whole. */
export function decoded(value: Json): Json {
  return listOf(value) ?? value;
}

/** Says what is wrong with a typed list; `null` when nothing is. */
export function faultOf({ dtype, bdata, shape }: JsonObject): string | null {
  const type = typeOf(dtype);
  if (type === undefined) {
    return `dtype ${JSON.stringify(dtype)} is none of ${[...TYPES.keys()].join(", ")}`;
  }
  if (bdata === undefined) return "bdata is missing, the numbers in base64";
  const bytes = lengthOf(asText(bdata));
  if (bytes === null) return "bdata is not base64";
  if (bytes % type.bytes !== 0) {
    return `bdata has ${bytes} bytes, which ${asText(dtype)} of ${type.bytes} bytes do not fill`;
  }
  const sides = sidesOf(shape);
  const count = bytes / type.bytes;
  if (sides !== null && sides.reduce((product, side) => product * side, 1) !== count) {
    return `the shape ${JSON.stringify(shape)} does not fit the ${count} numbers in bdata`;
  }
  return null;
}

/** The faults of all typed lists in a value, each with its path. */
export function faultsIn(value: Json | undefined, path: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((inner, index) =>
      isJsonObject(inner) ? faultsIn(inner, `${path}[${index}]`) : [],
    );
  }
  if (!isJsonObject(value)) return [];
  if (isTypedArray(value)) {
    const fault = faultOf(value);
    return fault === null ? [] : [`${path}: ${fault}`];
  }
  return Object.entries(value).flatMap(([name, inner]) => faultsIn(inner, `${path}.${name}`));
}

function typeOf(dtype: Json | undefined) {
  const name = asText(dtype);
  return TYPES.get(Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name);
}

/** The number of bytes in base64; `null` when it is none. */
function lengthOf(text: string): number | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

/** Plotly writes `"2, 3"`, and a number for one side. */
function sidesOf(shape: Json | undefined): number[] | null {
  if (typeof shape === "number") return [shape];
  if (typeof shape === "string") return shape.split(",").map(Number);
  return Array.isArray(shape) ? shape.map(Number) : null;
}

function decode({ dtype, bdata, shape }: JsonObject): Json[] {
  const bytes = Uint8Array.from(atob(asText(bdata)), (character) => character.charCodeAt(0));
  const numbers = typeOf(dtype)?.read(bytes.buffer) ?? [];
  // JSON has no NaN, and to Plotly both are a gap.
  const list = Array.from(numbers, (number) => (Number.isFinite(number) ? number : null));
  const sides = sidesOf(shape) ?? [];
  return sides.slice(1).reduceRight<Json[]>(chunks, list);
}

function chunks(list: Json[], side: number): Json[] {
  if (side === 0) return [];
  const count = list.length / side;
  return Array.from({ length: count }, (_, row) => list.slice(row * side, (row + 1) * side));
}
