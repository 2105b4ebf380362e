import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { DriftControl } from "../../formulation/formulation.js";
import { integratorNamed, integrators, type IntegratorName } from "../../integrate/integrators.js";
import { requirePositive } from "../../evaluate/option-checks.js";
import { requireOrder } from "../../integrate/implicit/bdf/bdf-order.js";
import type { ImplicitOptions } from "../plan/implicit-plan.js";

interface DriftOptions {
  readonly drift?: DriftControl;
  readonly driftRate?: number;
  readonly step?: number;
}

const driftControls: readonly DriftControl[] = ["projection", "baumgarte", "none"];

/** Checks the drift control; refused where it would be harmful or without effect. */
export function driftControl(options: DriftOptions, integrator: string, formulation: string): DriftControl {
  const { drift = "projection" } = options;
  if (!driftControls.includes(drift)) throw unknownName("drift control", drift, driftControls);
  const why = drift === "baumgarte" ? whyNotDamped(options, integrator, formulation) : null;
  if (why === null) return drift;
  throw new RequestError({ code: "integrator-refuses-drift", subject: "drift", value: drift, message: why });
}

/** Damping is constant along a step and jumps where it ends, which multistep methods cannot follow. */
function whyNotDamped({ driftRate: rate, step }: DriftOptions, integrator: string, formulation: string): string | null {
  const facts = integratorNamed(integrator);
  if (facts?.hasHistory)
    return (
      `drift "baumgarte" changes the equations from step to step, and integrator "${integrator}" uses previous steps. ` +
      `Take drift "projection", or a one-step method such as "radau5".`
    );
  if (formulation === "constrained")
    return (
      `drift "baumgarte" damps the drift of accelerations, and formulation "constrained" enforces the closures directly. ` +
      `Leave drift out, or take another formulation.`
    );
  // They carry accelerations over: a jump shortens the step, which increases the damping, and the next jump.
  if (facts?.form === "second-order" && rate === undefined && step === undefined)
    return (
      `drift "baumgarte" increases its damping with shorter steps, and integrator "${integrator}" then shortens them further. ` +
      `Give a driftRate, such as 20, or take drift "projection".`
    );
  return null;
}

/** The damping rate; refused without damping. */
export function driftRate({ drift, driftRate: rate }: DriftOptions): number | null {
  if (rate === undefined) return null;
  requirePositive("driftRate", rate, "Give it in 1/s, such as 20, or leave it out.");
  if (drift === "baumgarte") return rate;
  const message = `driftRate is ${rate} 1/s, which has no effect without drift: "baumgarte". Set that, or leave driftRate out.`;
  throw new RequestError({ code: "option-without-effect", subject: "driftRate", value: rate, message });
}

const optionNames: readonly (keyof ImplicitOptions)[] = ["maxOrder", "rho", "alpha", "jacobian"];
const jacobians: readonly string[] = ["exact", "difference"];

/** Methods check ranges when they are created; automatic runs do that during the run, so "bdf" is checked here. */
export function checkImplicitOptions(
  integrator: IntegratorName | "auto",
  given: ImplicitOptions = {},
): ImplicitOptions {
  const known = integrators.map(({ name }) => name);
  if (!known.includes(integrator)) throw unknownName("integrator", integrator, known);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const option = optionNames.find((each) => each === name);
    if (option === undefined) throw unknownName("implicit option", name, optionNames);
    const users = integrators.filter(({ options }) => options.includes(option)).map((each) => each.name);
    if (!users.includes(integrator)) throw withoutEffect(name, value, integrator, users);
  }
  const { jacobian, maxOrder } = given;
  if (maxOrder !== undefined) requireOrder(maxOrder);
  if (jacobian !== undefined && !jacobians.includes(jacobian)) throw unknownName("jacobian", jacobian, jacobians);
  return given;
}

const withoutEffect = (name: string, value: unknown, integrator: string, users: readonly string[]): RequestError =>
  new RequestError({
    code: "option-without-effect",
    subject: `implicit.${name}`,
    value,
    message:
      `implicit.${name} is ${String(value)}, and integrator "${integrator}" does not use it. ` +
      `Take ${users.map((each) => `"${each}"`).join(" or ")}, or leave it out.`,
  });
