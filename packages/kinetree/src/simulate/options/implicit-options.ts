import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { requireOrder } from "../../integrate/implicit/bdf/bdf-order.js";
import { integrators, type IntegratorName } from "../../integrate/integrators.js";
import type { ImplicitOptions } from "../plan/implicit-plan.js";

const optionNames: readonly (keyof ImplicitOptions)[] = ["maxOrder", "rho", "alpha", "jacobian"];
const jacobians: readonly string[] = ["exact", "difference"];

/**
 * Refuses names that are not known, and options that the integrator would not listen to. Ranges are those of the methods, which look
 * when they are made; an automatic run makes them on its way, too late to be refused.
 */
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
    const listening = integrators.filter(({ options }) => options.includes(option)).map((each) => each.name);
    if (!listening.includes(integrator)) throw withoutEffect(name, value, integrator, listening);
  }
  const { jacobian, maxOrder } = given;
  if (maxOrder !== undefined) requireOrder(maxOrder);
  if (jacobian !== undefined && !jacobians.includes(jacobian)) throw unknownName("jacobian", jacobian, jacobians);
  return given;
}

const withoutEffect = (name: string, value: unknown, integrator: string, listening: readonly string[]): RequestError =>
  new RequestError({
    code: "option-without-effect",
    subject: `implicit.${name}`,
    value,
    message:
      `implicit.${name} is ${String(value)}, and integrator "${integrator}" does not listen to it. ` +
      `Take ${listening.map((each) => `"${each}"`).join(" or ")}, or leave it out.`,
  });
