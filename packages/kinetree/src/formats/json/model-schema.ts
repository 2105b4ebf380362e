import type { JsonSchema, SchemaDefinitions } from "./codec/codec.js";
import { modelFormat } from "./fields/model.js";

/** The JSON Schema (draft 2020-12) of the model format, for editors. */
export function modelSchema(): JsonSchema {
  const definitions: SchemaDefinitions = new Map();
  modelFormat.schema(definitions);
  const { model, ...rest } = Object.fromEntries(definitions);
  const { properties, ...root } = model as { readonly properties: JsonSchema };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Model of kinetree, version 1",
    ...root,
    properties,
    required: ["kinetree"],
    $defs: rest,
  };
}
