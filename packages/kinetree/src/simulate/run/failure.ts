import { SimulationError, type ErrorFacts } from "../../errors/kinetree-error.js";
import type { ClosureRow } from "../../formulation/loops/closures/loop-plan.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { RunFailure } from "../lanes/lane-run.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";
import type { SimulationResult } from "./result.js";
import { flexiblePlaces } from "../../formulation/flexible/flexible-stations.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** A run had to stop before its end. Its `value` is the last good state, its `recorded` the result up to there. */
export class RunFailedError extends SimulationError {
  readonly recorded: SimulationResult;

  constructor(facts: ErrorFacts, recorded: SimulationResult) {
    super(facts);
    this.recorded = recorded;
  }
}

/** Why a run stopped: when, where the motion is wildest, and the last good state. */
export function failureOf(
  plan: SimulationPlan,
  pair: LanePair,
  lane: LaneIndex,
  end: RunFailure,
  weakest: ClosureRow | null = null,
  note = "",
): ErrorFacts {
  const last = pair.stateOf(lane, "accepted");
  const { nv, layout } = plan;
  const rates = new Float64Array(nv);
  pair.read(layout.startRates.v, lane, rates);
  const size = (rate: number): number => (Number.isNaN(rate) ? Infinity : Math.abs(rate));
  let worst = 0;
  for (let i = 1; i < nv; i++) if (size(rates[i]) > size(rates[worst])) worst = i;
  const culprit = end === "too-many-steps" || end === "closures-singular" ? null : pair.culprit(lane);
  const where = `${culprit === null ? "" : `most in the way: ${culprit}; `}${plan.speedNames[worst]} accelerates most, by ${rates[worst]}`;
  const step = pair.clock("hTaken", lane);
  const attempts = pair.clock("accepted", lane) + pair.clock("rejected", lane);
  const cause = {
    "step-too-small": `the step fell to ${step} s, below the resolution of time, and longer ones miss the tolerance`,
    "not-finite": `the state after a step of ${step} s is no longer finite`,
    "too-many-steps": `${attempts} steps are made, the last of ${step} s, which is maxSteps; something is very stiff or very fast`,
    "closures-singular":
      "the closures of the loops are singular there: the mechanism locks up, or stands at a dead point from which it could move on " +
      `in more than one way${weakest ? ` (weakest: ${weakest.closure}, ${weakest.direction})` : ""}`,
    "no-convergence": `Newton's iteration does not converge with a step of ${step} s${plan.fixed ? "" : ", and no shorter one is left"}: loads jump, or grow without bound`,
    "singular-matrix":
      `the matrix of Newton's iteration is singular with a step of ${step} s: something moves without inertia, damping or stiffness, ` +
      "or what holds it is said twice",
  }[end];
  return {
    code: end,
    subject: plan.speedNames[worst],
    value: last,
    message:
      `the run stopped at ${last.t} s: ${cause}; ${where}. ` +
      (plan.fixed
        ? "Take a shorter step, or a tolerance instead of a step."
        : "Check loads, masses and the mechanism's dead points near that joint, or raise the tolerance.") +
      (plan.implicit?.level === "positions" ? POSITIONS_ONLY : "") +
      note,
  };
}

/** Equations of index 3 divide the rounding of positions by the square of the step. */
const POSITIONS_ONLY =
  ' With "constrained", this integrator keeps closures on the level of positions, which short steps bear badly: take the formulation ' +
  '"tree-augmented", a looser tolerance, or "bdf".';

/** A beam bent by more than this part of its length is beyond what its equations are made for. */
const LARGE = 0.05;

/** The beam that is bent most, in words, if it is bent beyond what assumed modes are good for; "" otherwise. */
export function largeDeflection(model: Model, topology: Topology, q: Float64Array): string {
  let worst = { share: LARGE, name: "" };
  for (const { name, flexible, q: first } of flexiblePlaces(model, topology)) {
    if (flexible.kind !== "beam") continue;
    const { y, z } = flexible.modes;
    for (let i = 0; i < y + z; i++) {
      const share = Math.abs(q[first + i]) / flexible.length;
      if (share > worst.share) worst = { share, name };
    }
  }
  if (worst.name === "") return "";
  const percent = Math.min(100 * worst.share, 999).toPrecision(2);
  return (
    ` Beam "${worst.name}" was bent by ${percent} % of its length by then, and its modes are for small deflections: ` +
    `make it stiffer, load it less, or divide it into shorter beams.`
  );
}
