import type { ErrorFacts } from "../errors/kinetree-error.js";
import type { LaneIndex, Pair } from "./pair.js";
import type { SimulationPlan } from "./plan.js";

/** Why a run stopped: when, where the motion is wildest, and the last good state. */
export function failureOf(
  plan: SimulationPlan,
  pair: Pair,
  lane: LaneIndex,
  end: "step-too-small" | "not-finite",
  last: unknown,
): ErrorFacts {
  const t = pair.clock("t", lane);
  const { nv, offsets } = plan;
  const rates = new Float64Array(nv);
  // v̇ at the accepted state: the second part of the first stage.
  pair.read(offsets.stages + 16 * nv, nv, lane, rates);
  let worst = 0;
  for (let i = 1; i < nv; i++) if (!(Math.abs(rates[i]) <= Math.abs(rates[worst]))) worst = i;
  const where = `joint "${plan.speedNames[worst]}" accelerates most, by ${rates[worst]}`;
  const step = pair.clock("hTaken", lane);
  const cause =
    end === "step-too-small"
      ? `the step fell to ${step} s, below the resolution of time, and its error is still ${pair.clock("error", lane)} times the tolerance`
      : `the state after a step of ${step} s is no longer finite`;
  return {
    code: end,
    subject: `time ${t} s`,
    value: last,
    message:
      `the run stopped at ${t} s: ${cause}; ${where}. ` +
      (plan.fixed
        ? "Take a shorter step, or a tolerance instead of a step."
        : "Check loads and masses near that joint, or raise the tolerance.") +
      " The last good state is in the error's value.",
  };
}
