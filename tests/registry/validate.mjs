// node validate.mjs FILE: whether the MCP registry would take this server.json.
import { readFileSync } from "node:fs";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const ajv = new Ajv({ allErrors: true, strictTypes: true });
addFormats(ajv);
const validate = ajv.compile(read(new URL("server.schema.json", import.meta.url)));
if (!validate(read(process.argv[2]))) {
  console.error(ajv.errorsText(validate.errors, { separator: "\n", dataVar: "server.json" }));
  process.exit(1);
}
