import { integrators, type Integrator } from "kinetree";
import type { RunSetup } from "../../experiment/types.js";

/** The integrators as the set-up offers them, each with a line about it. */
export const integratorChoices: readonly { readonly id: RunSetup["integrator"]; readonly detail: string }[] =
  integrators.map((integrator) => ({ id: integrator.name, detail: detailOf(integrator) }));

/** "implicit, orders 1 to 5: …" */
function detailOf({ kind, order, lowestOrder, takesTolerance, summary }: Integrator): string {
  if (kind === "automatic") return summary;
  const traits = [
    ...(kind === "implicit" ? ["implicit"] : []),
    lowestOrder === undefined ? `order ${order}` : `orders ${lowestOrder} to ${order}`,
    ...(takesTolerance ? [] : ["fixed steps only"]),
  ];
  return `${traits.join(", ")}: ${summary}`;
}

const factsOf = (id: RunSetup["integrator"]): Integrator =>
  integrators.find(({ name }) => name === id) ?? integrators[0];

/** Whether steps of that integrator are always fixed, never fixed, or can be both. */
export function stepsOf(id: RunSetup["integrator"]): "both" | "fixed" | "adaptive" {
  const { takesTolerance, takesStep } = factsOf(id);
  return takesTolerance && takesStep ? "both" : takesStep ? "fixed" : "adaptive";
}

export const canConstrain = (id: RunSetup["integrator"]): boolean => factsOf(id).takesConstrained;

/** Names of the integrators that can solve the constrained equations, as a phrase. */
export function constrainedBy(): string {
  const names = integrators.filter(({ takesConstrained }) => takesConstrained).map(({ name }) => name);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Whether the formulation that is taken where none is named depends on the integrator: implicit ones have their own for loops. */
export const choosesFormulation = (id: RunSetup["integrator"]): boolean => factsOf(id).kind === "implicit";

/** A step to begin with where none was chosen yet [s]. */
export const FIRST_STEP = 1e-3;

/** The settings that have to change with the integrator: its steps, and a formulation that it cannot solve. */
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
