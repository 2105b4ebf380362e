import { implicitNames } from "kinetree";
import type { RunSetup } from "../../experiment/types.js";

/** An integrator as the set-up offers it. */
export interface OfferedIntegrator {
  readonly id: RunSetup["integrator"];
  readonly detail: string;
  /** Which steps it can take: of a fixed length, or as long as a tolerance allows. */
  readonly steps: "both" | "fixed" | "adaptive";
  /** Can solve the equations themselves, with the forces of loops as unknowns. */
  readonly takesConstrained: boolean;
}

/** All integrators, explicit ones first. */
export const integrators: readonly OfferedIntegrator[] = [
  ...explicit("both", [
    ["dormand-prince", "order 5, follows a tolerance"],
    ["dop853", "order 8, for narrow tolerances"],
    ["rkf45", "order 5, follows a tolerance"],
  ]),
  ...explicit("fixed", [
    ["rk4", "order 4, fixed steps only"],
    ["euler-cromer", "order 1, fixed steps only"],
  ]),
  ...implicit(true, [
    ["bdf", "implicit, orders 1 to 5: for stiff models with much damping"],
    ["radau5", "implicit, order 5: for stiff models that swing, and narrow tolerances"],
  ]),
  ...implicit(false, [["rosenbrock", "implicit, order 4: for mildly stiff models"]]),
  ...implicit(true, [
    ["generalized-alpha", "implicit, order 2: damps oscillations faster than its steps"],
    ["hht", "implicit, order 2: the same in the form of Hilber, Hughes and Taylor"],
  ]),
  {
    id: "auto",
    detail: "dormand-prince, and an implicit one where that is stiff",
    steps: "adaptive",
    takesConstrained: false,
  },
];

type Described = readonly [id: RunSetup["integrator"], detail: string];

function explicit(steps: "both" | "fixed", list: readonly Described[]): OfferedIntegrator[] {
  return list.map(([id, detail]) => ({ id, detail, steps, takesConstrained: false }));
}

function implicit(takesConstrained: boolean, list: readonly Described[]): OfferedIntegrator[] {
  return list.map(([id, detail]) => ({ id, detail, steps: "both", takesConstrained }));
}

const offered = (id: RunSetup["integrator"]): OfferedIntegrator =>
  integrators.find((each) => each.id === id) ?? integrators[0];

/** Whether steps of that integrator are always fixed, never so, or as one likes. */
export const stepsOf = (id: RunSetup["integrator"]): OfferedIntegrator["steps"] => offered(id).steps;

/** Whether the constrained equations can be had with it. */
export const canConstrain = (id: RunSetup["integrator"]): boolean => offered(id).takesConstrained;

/** Whether the formulation that is taken where none is named depends on the integrator: implicit ones have their own for loops. */
export const choosesFormulation = (id: RunSetup["integrator"]): boolean => implicitNames.some((name) => name === id);

/** A step to begin with where none was chosen yet [s]. */
export const FIRST_STEP = 1e-3;

/** What changes in a set-up with its integrator: steps that it can take, and equations that it can solve. */
export function withIntegrator(setup: RunSetup, integrator: RunSetup["integrator"]): Partial<RunSetup> {
  const steps = stepsOf(integrator);
  const isUnfit = setup.formulation === "constrained" && !canConstrain(integrator);
  return {
    integrator,
    ...(steps === "fixed" && setup.step === null ? { step: FIRST_STEP } : {}),
    ...(steps === "adaptive" ? { step: null } : {}),
    ...(isUnfit ? { formulation: "auto" } : {}),
  };
}
