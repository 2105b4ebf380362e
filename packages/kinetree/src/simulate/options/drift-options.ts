import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { DriftControl } from "../../formulation/formulation.js";
import { integratorNamed } from "../../integrate/integrators.js";
import { requirePositive } from "./checked-number.js";

/** What a run is told about the drift of closures. */
interface DriftOptions {
  readonly drift?: DriftControl;
  readonly driftRate?: number;
  readonly step?: number;
}

const driftControls: readonly DriftControl[] = ["projection", "baumgarte", "none"];

/** What is done about drift; refused where it would do harm, or nothing. */
export function driftControl(options: DriftOptions, integrator: string, formulation: string): DriftControl {
  const { drift = "projection" } = options;
  if (!driftControls.includes(drift)) throw unknownName("drift control", drift, driftControls);
  const why = drift === "baumgarte" ? whyNotDamped(options, integrator, formulation) : null;
  if (why === null) return drift;
  throw new RequestError({ code: "integrator-refuses-drift", subject: "drift", value: drift, message: why });
}

/** What is damped is held along a step and jumps where it ends, which methods that go by their past cannot follow. */
function whyNotDamped({ driftRate: rate, step }: DriftOptions, integrator: string, formulation: string): string | null {
  const facts = integratorNamed(integrator);
  if (facts?.hasHistory)
    return (
      `drift "baumgarte" changes the equations from step to step, and integrator "${integrator}" goes by the steps before. ` +
      `Take drift "projection", or an integrator of single steps such as "radau5".`
    );
  if (formulation === "constrained")
    return (
      `drift "baumgarte" damps what accelerations let drift, and formulation "constrained" holds the closures themselves. ` +
      `Leave drift out, or take another formulation.`
    );
  // They take accelerations along: a jump shortens the step, and a shorter step damps, and jumps, the more.
  if (facts?.form === "second-order" && rate === undefined && step === undefined)
    return (
      `drift "baumgarte" damps the more the shorter a step is, which integrator "${integrator}" answers with a shorter one. ` +
      `Give a driftRate, such as 20, or take drift "projection".`
    );
  return null;
}

/** The rate of damping; refused where nothing is damped. */
export function driftRate({ drift, driftRate: rate }: DriftOptions): number | null {
  if (rate === undefined) return null;
  requirePositive("driftRate", rate, "Give it in 1/s, such as 20, or leave it out.");
  if (drift === "baumgarte") return rate;
  throw new RequestError({
    code: "option-without-effect",
    subject: "driftRate",
    value: rate,
    message: `driftRate is ${rate} 1/s, and only drift: "baumgarte" damps at a rate. Ask for it, or leave driftRate out.`,
  });
}
