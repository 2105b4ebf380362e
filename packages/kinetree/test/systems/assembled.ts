import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { leastSquares } from "../../src/linalg/least-squares.js";
import type { Model } from "../../src/model/types.js";
import { closureOf, largest, matrixOf } from "./closure.js";

/**
 * A closed state near the drawn pose with some joints held where they are put: Newton's method, plain, for models whose speeds
 * are the rates of their coordinates. A road of its own beside the library's assembly.
 */
export function assembled(
  model: Model,
  evaluator: Evaluator,
  q: Readonly<Record<string, number>>,
  held: readonly string[],
): State {
  const state = stateFromJoints(model, { q });
  const isHeld = new Set(
    evaluator.topology.tree
      .filter(({ joint }) => held.includes(model.joints[joint].name))
      .flatMap(({ vStart, nv }) => Array.from({ length: nv }, (_, i) => vStart + i)),
  );
  for (let iteration = 0; iteration < 20; iteration++) {
    const { gaps, rows } = closureOf(model, state, evaluator);
    if (largest(gaps) < 1e-13) return state;
    const others = rows.map((row) => row.filter((_, i) => !isHeld.has(i)));
    const { x } = leastSquares(
      matrixOf(others),
      Float64Array.from(gaps, (gap) => -gap),
    );
    let from = 0;
    for (let i = 0; i < state.q.length; i++) if (!isHeld.has(i)) state.q[i] += x[from++];
  }
  throw new Error(`${model.name}: loops do not close, largest gap ${largest(closureOf(model, state, evaluator).gaps)}`);
}
