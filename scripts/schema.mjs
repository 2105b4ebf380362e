// Writes what follows from the description of the model format: the JSON Schema and the field tables of the documents.
// Needs a build (npm run build) and the formatter of the workspace.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { fieldTables } from "../packages/kinetree/dist/formats/json/field-tables.js";
import { modelSchema } from "../packages/kinetree/dist/formats/json/model-schema.js";

const schemaFile = fileURLToPath(new URL("../packages/kinetree/schema/model.schema.json", import.meta.url));
const page = fileURLToPath(new URL("../docs/model-format.md", import.meta.url));
const style = { printWidth: 120 };

writeFileSync(schemaFile, await format(JSON.stringify(modelSchema()), { ...style, parser: "json" }));

const heading = "## All fields\n";
const text = readFileSync(page, "utf8");
const start = text.indexOf(heading);
if (start < 0) throw new Error(`${page} has no heading "${heading.trim()}"`);
const rest = text.slice(start + heading.length);
const next = rest.search(/^## /m);
const after = next < 0 ? "" : rest.slice(next);
const whole = `${text.slice(0, start)}${heading}\n${fieldTables()}\n\n${after}`;
writeFileSync(page, await format(whole, { ...style, parser: "markdown", proseWrap: "preserve" }));

console.log(`wrote ${schemaFile} and the tables of ${page}`);
