/* Models from and to files: kinetree's own JSON, URDF, MJCF; tyres from .tir. What reads and writes files themselves is the caller's. */

export { describeIssue, FormatError, type FormatIssue, type Imported } from "./formats/format-error.js";
export type { ReadModelOptions } from "./formats/read-options.js";
export { readModel, type ModelFormat } from "./formats/read-model.js";
export { readJsonModel } from "./formats/json/read-json-model.js";
export { writeJsonModel } from "./formats/json/write-json-model.js";
// JSON with the place of every value, for readers of other files that report where a mistake is
export { nodePath, parseJson, type JsonNode } from "./formats/json/codec/json-tree.js";
// Codecs: one description of a file format gives its reader, its writer, its JSON Schema and its tables of fields
export {
  noTables,
  showNode,
  wrongType,
  type Codec,
  type Described,
  type FieldRow,
  type FieldTable,
  type JsonSchema,
  type SchemaDefinitions,
} from "./formats/json/codec/codec.js";
export type { JsonValue } from "./formats/json/codec/json-text.js";
export {
  boolean as booleanCodec,
  plainData as plainDataCodec,
  text as textCodec,
} from "./formats/json/codec/plain-codecs.js";
export { list as listCodec, type ListOptions } from "./formats/json/codec/list-codec.js";
export {
  record as recordCodec,
  type Field,
  type FieldsOf,
  type RecordDescription,
  type Siblings,
} from "./formats/json/codec/record-codec.js";
export { newReading, type Reading } from "./formats/json/codec/reading.js";
export type { ReadFile } from "./formats/read-file.js";
export { modelSchema } from "./formats/json/model-schema.js";
export { readUrdf, type UrdfOptions } from "./formats/urdf/read-urdf.js";
export { writeUrdf, type WriteUrdfOptions } from "./formats/urdf/write-urdf.js";
export { readMjcf } from "./formats/mjcf/read-mjcf.js";
export {
  readModalBody,
  type ImportedModalBody,
  type ModalBodyFiles,
  type ReadModalBodyOptions,
} from "./formats/modal/read-modal-body.js";
export { readTir, type ReadTirOptions, type TirRange, type TirTyre } from "./formats/tir/read-tir.js";
export type { LoadCurve } from "./formats/tir/read-load-curve.js";
export type { TyreSide } from "./formats/tir/read-model-section.js";

// Quantities and expressions, as files and command lines have them
export type { Dimension } from "./units/dimension.js";
export { measureKinds, type MeasureKind } from "./units/measure-kinds.js";
export { parseUnit } from "./units/parse-unit.js";
export { coherentUnit, parseQuantity, quantityOf, type Quantity } from "./units/quantity.js";
export { UnitError } from "./units/unit-error.js";
export type { Unit } from "./units/unit-table.js";
export type { BinaryOperator, Expression, FunctionName } from "./expression/expression.js";
export { functionArities } from "./expression/expression.js";
export { ExpressionError } from "./expression/expression-error.js";
export { parseExpression } from "./expression/parse-expression.js";
