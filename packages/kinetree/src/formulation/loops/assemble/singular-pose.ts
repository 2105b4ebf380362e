import { RequestError } from "../../../errors/kinetree-error.js";
import type { SparseElimination } from "../../../linalg/sparse-elimination.js";
import type { ClosureEvaluator, Pose } from "../closures/closure-evaluator.js";
import { rowNamed } from "../closures/loop-plan.js";
import { lostRow } from "./rank-beside.js";

/**
 * Refuses a singular pose, whatever the speeds. Closures that lose rank there allow accelerations that would open them: which ones a
 * motion has follows from how it goes on, not from the state.
 */
export function requireRegularPose(evaluator: ClosureEvaluator, pose: Pose, here: SparseElimination): void {
  const row = lostRow(evaluator, pose, here);
  if (row === null) return;
  const { closure, direction } = rowNamed(evaluator.closures, row);
  throw new RequestError({
    code: "singular-pose",
    subject: closure,
    value: Float64Array.from(pose.q),
    message:
      `${closure}: ${direction} does not hold the mechanism in the pose at ${pose.t} s, but does in poses beside it. In such a dead ` +
      `point the state does not determine accelerations, forces of closures or their derivatives. Ask for them in a pose to one side ` +
      `of it: give one of its joints another coordinate. A run with speeds passes it.` +
      aboutBeams(evaluator, row),
  });
}

/** The same for many states of one mechanism: poses beside one are compared until one has the rank of a regular pose. */
export class RegularPoses {
  readonly #evaluator: ClosureEvaluator;
  #rank = 0;

  constructor(evaluator: ClosureEvaluator) {
    this.#evaluator = evaluator;
  }

  /** Other parameters may have other ranks. */
  forget(): void {
    this.#rank = 0;
  }

  require(pose: Pose, here: SparseElimination): void {
    if (here.dependentRows.length === 0 || here.rank === this.#rank) return;
    requireRegularPose(this.#evaluator, pose, here);
    this.#rank = here.rank;
  }
}

/** A straight beam between two ends that hold it along its axis can only bend if it can stretch. */
export function aboutBeams({ closures, skeleton }: ClosureEvaluator, row: number): string {
  const closure = closures.find(({ first, rows }) => first <= row && row < first + rows.length);
  if (closure?.kind !== "frames") return "";
  const isFlexible = [...closure.outerPath, ...closure.innerPath].some((i) => skeleton.nodes[i].station);
  return isFlexible
    ? " If that is along a straight beam which is held at both ends, give the beam an axial mode, or let one end slide."
    : "";
}
