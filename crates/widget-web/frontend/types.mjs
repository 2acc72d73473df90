// Makes the types of the wire of the schema that the Rust types give: `node types.mjs [--check]`.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format } from "prettier";

const KEYWORDS = ["$ref", "allOf", "anyOf", "const", "enum", "oneOf", "properties", "type"];

/** Adapts a schema, and all inside it, to what the server writes. */
function adapt(schema) {
  if (schema === true) return { tsType: "Json" };
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(adapt);
  // The keys of a map are text in JSON, whatever they are in Rust.
  if ("patternProperties" in schema) {
    [schema.additionalProperties] = Object.values(schema.patternProperties);
    delete schema.patternProperties;
  }
  const parts = ["anyOf", "allOf", "oneOf", "items", "additionalProperties"];
  for (const part of parts) if (part in schema) schema[part] = adapt(schema[part]);
  for (const group of ["properties", "definitions"]) {
    for (const [name, one] of Object.entries(schema[group] ?? {})) {
      const isLeftOut = group === "properties" && !schema.required?.includes(name);
      schema[group][name] = adapt(isLeftOut ? withoutNull(one) : one);
    }
  }
  // Any JSON.
  if (!KEYWORDS.some((keyword) => keyword in schema)) schema.tsType = "Json";
  return schema;
}

/** What may be left out is left out when there is nothing, and never `null`. */
function withoutNull(schema) {
  if (Array.isArray(schema.type)) schema.type = schema.type.find((type) => type !== "null");
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const some = anyOf.filter(({ type }) => type !== "null");
  return some.length === 1 ? { ...rest, allOf: some } : { ...rest, anyOf: some };
}

const folder = join(dirname(fileURLToPath(import.meta.url)), "src/wire");
const file = join(folder, "generated.ts");
const schema = adapt(JSON.parse(await readFile(join(folder, "schema.json"), "utf8")));
const types = await compile(schema, "SyncResponse", {
  additionalProperties: false,
  // Those of a request, which no response has.
  unreachableDefinitions: true,
  bannerComment:
    "/** The types of the wire, made of those of the server by `npm run types`. */\n\n" +
    'import type { Json } from "./json";',
  format: false,
});
const REFERRED = /\n \* \n \* This interface was referenced by .*\n \* via the .*/g;
const text = await format(types.replaceAll(REFERRED, ""), {
  parser: "typescript",
  printWidth: 100,
});
if (!process.argv.includes("--check")) {
  await writeFile(file, text);
} else if ((await readFile(file, "utf8")) !== text) {
  throw new Error("src/wire/generated.ts is not what the schema says: npm run types");
}
