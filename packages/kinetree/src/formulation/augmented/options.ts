import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { iterationDefaults, type IterationLimits } from "./iterative-solvers.js";
import { searchDefaults, type SearchLimits } from "./minimum-bandwidth.js";
import { orderNames, type OrderName } from "./ordering.js";
import { productNames, type ProductName } from "./products.js";
import { solveNames, type SolveName } from "./solvers.js";

/** How the formulation "augmented" computes. */
export interface AugmentedOptions extends IterationLimits, SearchLimits {
  /** How G̃, the matrix of the joints' equations, is computed. All give the same numbers. */
  readonly product: ProductName;
  /** How the loads are found from it. */
  readonly solve: SolveName;
  /** Order of the joints in it. Only "banded" gains by a small bandwidth; the cost of other solvers does not depend on it. */
  readonly ordering: OrderName;
  /** ζ of the errors, which are made to behave as damped oscillators. Less than 1 lets them swing. */
  readonly dampingRatio: number;
  /** ω of the errors [rad/s]. More takes errors back faster and asks for shorter steps, which have to stay well below 2/ω; 0 lets them drift. */
  readonly naturalFrequency: number;
}

/**
 * Blocks, a band and reverse Cuthill-McKee are the cheapest of their kind for any mechanism with more than a few joints. Critical
 * damping takes errors back fastest without swinging; at 20 rad/s they fall to a tenth within 0.2 s, and methods of fourth order
 * stay stable up to steps of 0.1 s.
 */
export const augmentedDefaults: AugmentedOptions = Object.freeze({
  product: "block",
  solve: "banded",
  ordering: "rcm",
  dampingRatio: 1,
  naturalFrequency: 20,
  ...iterationDefaults,
  ...searchDefaults,
});

/** Fills in defaults and refuses values out of range. */
export function readAugmentedOptions(given: Partial<AugmentedOptions>): AugmentedOptions {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(augmentedDefaults, name))
      throw unknownName(`option of formulation "augmented"`, name, Object.keys(augmentedDefaults));
  const all = { ...augmentedDefaults, ...given };
  if (!productNames.includes(all.product)) throw unknownName("product", all.product, productNames);
  if (!solveNames.includes(all.solve)) throw unknownName("solver", all.solve, solveNames);
  if (!orderNames.includes(all.ordering)) throw unknownName("joint ordering", all.ordering, orderNames);
  for (const name of ["dampingRatio", "naturalFrequency", "tolerance"] as const)
    if (!(Number.isFinite(all[name]) && all[name] >= 0)) throw outOfRange(name, all[name], "a number of at least 0");
  for (const name of ["iterations", "limit"] as const)
    if (!(Number.isInteger(all[name]) && all[name] >= 1))
      throw outOfRange(name, all[name], "a whole number of at least 1");
  return all;
}

const outOfRange = (name: string, value: unknown, must: string): RequestError =>
  new RequestError({
    code: "option-range",
    subject: `formulation "augmented"`,
    value,
    message: `formulation "augmented": option "${name}" = ${String(value)} must be ${must}. Leave it out for ${String(
      augmentedDefaults[name as keyof AugmentedOptions],
    )}.`,
  });
