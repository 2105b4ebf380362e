import type { BenchModel } from "./models.js";
import type { BenchState } from "./states.js";
import { isUnavailable, type Loaded } from "./subject.js";
import { reference } from "./subjects/index.js";

/** Accelerations of long chains are compared in a few states only: some subjects need a tenth of a second for each. */
const statesCompared = (model: BenchModel): number => (model.bodies.length > 200 ? 4 : 64);

/** Largest difference of an acceleration to the reference over the largest acceleration of that state; null without results. */
export async function agreementOf(
  loaded: Loaded,
  model: BenchModel,
  states: readonly BenchState[],
): Promise<number | null> {
  if (loaded.agreement !== undefined) return loaded.agreement;
  const oracle = await reference.load(model, states);
  if (isUnavailable(oracle)) return null;
  const count = Math.min(states.length, statesCompared(model));
  let worst = 0;
  for (let k = 0; k < count; k++) {
    const expected = oracle.qdd(k);
    const single = loaded.qdd(k);
    if (expected === null || single === null) return null;
    worst = Math.max(worst, relativeDifference(single, expected));
    const batch = loaded.qddOfBatch?.(k);
    if (batch !== undefined) worst = Math.max(worst, relativeDifference(batch, expected));
  }
  oracle.close();
  if (!Number.isFinite(worst)) throw new Error("some accelerations are not finite");
  return worst;
}

function relativeDifference(actual: Float64Array, expected: Float64Array): number {
  if (actual.length !== expected.length)
    throw new Error(`${actual.length} accelerations instead of ${expected.length}`);
  // Math.max keeps NaN, so that a result that is no number shows.
  let difference = 0;
  let largest = 0;
  for (let j = 0; j < expected.length; j++) {
    difference = Math.max(difference, Math.abs(actual[j] - expected[j]));
    largest = Math.max(largest, Math.abs(expected[j]));
  }
  return difference / largest;
}
