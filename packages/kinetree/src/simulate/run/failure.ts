import { STANCE_SHAPE, STANCE_SIZE } from "../../elements/tyre/stance.js";
import { jointState } from "../lanes/lane-state.js";
import { SimulationError, type ErrorFacts } from "../../errors/kinetree-error.js";
import type { ClosureRow } from "../../formulation/loops/closures/loop-plan.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { RunFailure } from "../lanes/lane-run.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { CompiledRun } from "./compiled-run.js";
import type { SimulationResult } from "./result.js";
import { flexiblePlaces } from "../../formulation/flexible/flexible-stations.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** A run stopped before its end. Its `value` is the last good state, its `recorded` the result so far. */
export class RunFailedError extends SimulationError {
  readonly recorded: SimulationResult;

  constructor(facts: ErrorFacts, recorded: SimulationResult) {
    super(facts);
    this.recorded = recorded;
  }
}

/** Why a run stopped: when, the largest acceleration, and the last good state. */
export function failureOf(
  { model, topology, pair }: CompiledRun,
  lane: LaneIndex,
  end: RunFailure,
  weakest: ClosureRow | null,
  { final, advice }: SimulationResult,
): ErrorFacts {
  const { plan } = pair;
  const last = jointState(pair, lane, "accepted");
  const rates = new Float64Array(plan.nv);
  pair.read(plan.layout.startRates.v, lane, rates);
  const size = (rate: number): number => (Number.isNaN(rate) ? Infinity : Math.abs(rate));
  let worst = 0;
  for (let i = 1; i < plan.nv; i++) if (size(rates[i]) > size(rates[worst])) worst = i;
  const culprit = end === "too-many-steps" || end === "closures-singular" ? null : pair.culprit(lane);
  if (end === "left-terrain") {
    const message =
      `the run stopped at ${last.t} s: a contact or a wheel is about to leave its terrain, a ground that ends at its border. ` +
      'Stop before, take a larger ground, or one that goes on beyond its border (beyond: "extend").';
    return { code: end, subject: "terrain", value: last, message };
  }
  if (end === "wheel-below-ground" || end === "wheel-flat") return lostWheel(pair, lane, model, end, last);
  return {
    code: end,
    subject: plan.speedNames[worst],
    value: last,
    message:
      `the run stopped at ${last.t} s: ${causeOf(pair, lane, end, weakest)}; ` +
      `${culprit === null ? "" : `worst residual: ${culprit}; `}largest acceleration: ${rates[worst]}, ${plan.speedNames[worst]}. ` +
      (plan.fixed
        ? "Reduce the step, or set a tolerance for adaptive steps."
        : "Check loads, masses and dead points near that joint, or raise the tolerance.") +
      (plan.implicit?.level === "positions" ? POSITIONS_ONLY : "") +
      largeDeflection(model, topology, final.q) +
      advice
        .slice(0, 1)
        .map(({ message }) => ` ${message.charAt(0).toUpperCase()}${message.slice(1)}`)
        .join(""),
  };
}

/** The tyre whose wheel would have no contact after the next step. */
function lostWheel(
  pair: LanePair,
  lane: LaneIndex,
  { tyres }: Model,
  end: "wheel-below-ground" | "wheel-flat",
  last: ReturnType<typeof jointState>,
): ErrorFacts {
  const { groundAtEnd } = pair.layout;
  const numbers = new Float64Array(groundAtEnd.count);
  pair.read(groundAtEnd, lane, numbers);
  // Stances stand last, behind the room of all that may touch.
  const stances = numbers.subarray(numbers.length - STANCE_SIZE * tyres.length);
  const part = Object.keys(STANCE_SHAPE).indexOf(end === "wheel-flat" ? "edge" : "over");
  const worstOf = (worst: number, _: unknown, i: number): number =>
    stances[STANCE_SIZE * i + part] < stances[STANCE_SIZE * worst + part] ? i : worst;
  const { name, terrain } = tyres[tyres.reduce(worstOf, 0)];
  const [what, fix] =
    end === "wheel-flat"
      ? [
          "lies flat on",
          "Its y axis has to point to the left: turn the frame of the tyre, or keep the vehicle from rolling over.",
        ]
      : [
          "is about to have its centre below",
          "Start above the ground, lead it round walls and steps, or make the tyre stiffer.",
        ];
  const message = `the run stopped at ${last.t} s: the wheel of tyre "${name}" ${what} terrain "${terrain}", where it has no contact. ${fix}`;
  return { code: end, subject: `tyre "${name}"`, value: last, message };
}

function causeOf(
  pair: LanePair,
  lane: LaneIndex,
  end: Exclude<RunFailure, "left-terrain" | "wheel-below-ground" | "wheel-flat">,
  weakest: ClosureRow | null,
): string {
  const step = pair.clock("hTaken", lane);
  switch (end) {
    case "step-too-small":
      return `the step fell to ${step} s, below the resolution of time, and longer steps miss the tolerance`;
    case "not-finite":
      return `the state after a step of ${step} s is not finite`;
    case "too-many-steps": {
      const attempts = pair.clock("accepted", lane) + pair.clock("rejected", lane);
      return `the step limit maxSteps = ${attempts} was reached (last step ${step} s); the model is very stiff, or moves very fast`;
    }
    case "closures-singular":
      return (
        "the loop closures are singular there: the mechanism locks up, or is at a dead point from which it could continue in more " +
        `than one way${weakest ? ` (weakest: ${weakest.closure}, ${weakest.direction})` : ""}`
      );
    case "no-convergence":
      return (
        `Newton's iteration does not converge with a step of ${step} s${pair.plan.fixed ? "" : ", and no shorter step is left"}: ` +
        "a load jumps, or grows without bound"
      );
    case "singular-matrix":
      return (
        `the matrix of Newton's iteration is singular with a step of ${step} s: a degree of freedom has no inertia, damping or ` +
        "stiffness, or a constraint is duplicated"
      );
  }
}

/** Equations of index 3 divide the rounding errors of positions by the square of the step. */
const POSITIONS_ONLY =
  ' With "constrained", this integrator enforces closures at the position level, which is inaccurate with short steps: use the ' +
  'formulation "tree-augmented", a larger tolerance, or "bdf".';

/** Deflection, as a part of its length, beyond which the equations of a beam do not hold. */
const LARGE = 0.05;

/** A sentence about the beam that is bent most, if assumed modes do not describe it any more; "" otherwise. */
function largeDeflection(model: Model, topology: Topology, q: Float64Array): string {
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
    ` Beam "${worst.name}" was deflected by ${percent} % of its length, and its modes describe small deflections: ` +
    `make it stiffer, load it less, or divide it into shorter beams.`
  );
}
