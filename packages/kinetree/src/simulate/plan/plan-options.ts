import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { Measure, NamedMeasure } from "../../evaluate/probes/probe.js";
import type { DriftControl, Formulation } from "../../formulation/formulation.js";
import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { passageEquations } from "../../formulation/loops/tree-augmented/passage.js";
import { explicitNamed, implicitNamed, integrators, type IntegratorName } from "../../integrate/integrators.js";
import { methods, type Method } from "../../integrate/method.js";
import type { NamedExtreme } from "./extremes.js";
import { PASSAGE, type ImplicitChoice, type ImplicitOptions } from "./implicit-plan.js";

/** An event: an instant at which a measure passes through zero. */
export interface EventSpec {
  readonly name: string;
  /** Looked at eight times a step, and where it turns back between looks. Faster measures may be missed: `maxStep` keeps steps short. */
  readonly when: Measure;
  /** Which crossings count; default both. */
  readonly direction?: "rising" | "falling" | "both";
  /** Ends the run; default false. */
  readonly terminal?: boolean;
}

export interface PlanOptions {
  readonly formulation: Formulation;
  readonly method: IntegratorName;
  readonly implicit?: ImplicitOptions;
  readonly fixed: boolean;
  /** For one step through a singular pose, by a method of its own in place of the integrator; default false. */
  readonly isPassage?: boolean;
  readonly events: readonly EventSpec[];
  /** Numbers recorded in addition to the state. */
  readonly measures: readonly NamedMeasure[];
  /** Extremes over the whole run; default none. */
  readonly extremes?: readonly NamedExtreme[];
  /** Adds the work of the loads to the state; default false. */
  readonly energyBalance?: boolean;
  /** How drift of closures is controlled; default projection. */
  readonly drift?: DriftControl;
  /** Damping rate of closures [1/s]; null or left out: proportional to 1 / step. */
  readonly driftRate?: number | null;
  /** Selection of rows and coordinates at a closed state, where the model has closures. */
  readonly loopPlan?: LoopPlan | null;
  /** Tick of the controllers [s]; default: from their periods. */
  readonly tick?: number | null;
}

/** Options for a step through a singular pose, in a run with these options. */
export const forPassage = (options: PlanOptions): PlanOptions => ({
  ...options,
  formulation: passageEquations,
  fixed: false,
  isPassage: true,
});

/** Explicit methods are compiled, implicit ones work on the host. */
export type Stepping = { readonly method: Method } | { readonly choice: ImplicitChoice };

export function steppingOf({ method, fixed, formulation, isPassage = false, implicit = {} }: PlanOptions): Stepping {
  if (isPassage) return { choice: { name: PASSAGE, isConstrained: false, options: {}, follows: undefined } };
  const name = implicitNamed(method);
  const { follows } = formulation;
  if (name) return { choice: { name, isConstrained: formulation.name === "constrained", options: implicit, follows } };
  return { method: explicitMethod(method, fixed) };
}

function explicitMethod(name: IntegratorName, fixed: boolean): Method {
  const explicit = explicitNamed(name);
  const known = integrators.map((each) => each.name);
  if (explicit === null) throw unknownName("integrator", name, known);
  const method = methods[explicit];
  if (!fixed && !method.adaptive) {
    const message = `integrator "${name}" has no error estimate and cannot follow a tolerance. Give a step, or take "dormand-prince".`;
    throw new RequestError({ code: "integrator-needs-step", subject: `integrator "${name}"`, message });
  }
  return method;
}
