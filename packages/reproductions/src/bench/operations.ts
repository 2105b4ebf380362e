/** Entry points of a compiled program that are no part of an evaluation of the accelerations. */
const beside: readonly string[] = [
  "prepare",
  "decide",
  "retract",
  "rates",
  "measure",
  "events",
  "measures",
  "reactions",
  "check quality",
  "gain",
  "drift",
  "take back",
  "take back pose",
  "take back speeds",
];

/** Laws of controllers: once a tick. */
const isLaw = (entry: string): boolean => entry.startsWith("controller ");

/** Entry points that an evaluation of the accelerations calls, with their operations; what closes loops is counted once. */
export const evaluationParts = (flops: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(flops).filter(([entry, operations]) => !beside.includes(entry) && !isLaw(entry) && operations > 0);

/** Operations that find dependent coordinates and move them there: once by formulas, or one correction. */
export const closingOperations = (flops: Readonly<Record<string, number>>): number =>
  ["close loops", "move coordinates"].reduce((sum, entry) => sum + (flops[entry] ?? 0), 0);

/** Of one evaluation of the accelerations. */
export const evaluationOperations = (flops: Readonly<Record<string, number>>): number =>
  evaluationParts(flops).reduce((sum, [, operations]) => sum + operations, 0);
