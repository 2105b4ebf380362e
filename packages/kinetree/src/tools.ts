/* Building blocks for applications on top of kinetree: names, hashes, channels, views of a model for drawing, and WebAssembly. */

export { nearestName, suggestName } from "./errors/nearest-name.js";
export { unknownName } from "./errors/unknown-name.js";
// Tables of the types of options, checked at run time
export {
  aFunction,
  anObject,
  anything,
  aNumber,
  aSwitch,
  aText,
  checkOptions,
  listOf,
  partsOf,
  recordOf,
  numbers as someNumbers,
  type OptionType,
  type OptionTypes,
} from "./errors/option-types.js";
export { hashText } from "./model/hash.js";
export { isLiteral, realFunctions } from "./model/real-arithmetic.js";
export { isCurve } from "./model/signals.js";
export { coordinateRelation, type CoordinateRelation } from "./model/constraints/coordinate-relation.js";
export { massPropertyProblem } from "./model/bodies/mass-properties.js";
export { modeCount } from "./model/flexible.js";
export {
  flexibleView,
  type BeamPoint,
  type BeamView,
  type FlexibleView,
  type ModalView,
  type SectionView,
} from "./elements/flexible/flexible-view.js";
export { coordinateMover } from "./formulation/joints/move.js";
export { createClosureMeter } from "./evaluate/closure-meter.js";
export { evaluateExpression } from "./simulate/channels/channel-expression.js";
export { channelNumber, type ChannelNumber } from "./simulate/channels/channel-number.js";
export { matchesPattern, namePrefixes } from "./simulate/channels/name-pattern.js";
export { methods, type Method } from "./integrate/method.js";
// The assembler of the library's kernels, for programs that generate code of their own
export {
  Code as WasmCode,
  F64,
  I32,
  I64,
  type MemoryInstruction,
  type PlainInstruction,
  type ValueType,
  type VectorInstruction,
} from "./kernel/code.js";
export { ModuleBuilder as WasmModule } from "./kernel/module-builder.js";
