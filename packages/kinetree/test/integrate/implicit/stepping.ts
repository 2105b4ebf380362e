import { denseRateSystem } from "../../../src/integrate/implicit/dense-system.js";
import type { ImplicitStepper } from "../../../src/integrate/implicit/method.js";
import type { RateSystem } from "../../../src/integrate/implicit/system.js";
import { startOf, type Problem } from "./problems.js";

/** The least that drives a stepper: nothing here repairs or explains. */

export const systemOf = (problem: Problem, tolerance: number, absolute = tolerance): RateSystem =>
  denseRateSystem({ ...problem, relative: tolerance, absolute });

/** State at the end of n steps of one length; `onStep` is called before each of them is accepted. */
export function fixedSteps(
  stepper: ImplicitStepper,
  problem: Problem,
  n: number,
  onStep: (t: number, h: number) => void = () => undefined,
): Float64Array {
  const h = problem.tEnd / n;
  stepper.begin(0, startOf(problem));
  for (let k = 0; k < n; k++) {
    const { trouble } = stepper.attempt(h, true);
    if (trouble) throw new Error(`step ${k} of ${n}: ${trouble}`);
    onStep(k * h, h);
    stepper.accept();
  }
  return stepper.end.slice();
}

/** State at the end and number of steps, with lengths as the method proposes them. */
export function ownSteps(
  stepper: ImplicitStepper,
  problem: Problem,
  tEnd = problem.tEnd,
): { readonly y: Float64Array; readonly accepted: number; readonly rejected: number } {
  let [t, accepted, rejected] = [0, 0, 0];
  stepper.begin(0, startOf(problem));
  let h = stepper.firstStep(tEnd);
  while (t < tEnd) {
    const isLast = t + h >= tEnd;
    const taken = isLast ? tEnd - t : h;
    const { error, next, trouble } = stepper.attempt(taken, false);
    if (error <= 1) {
      stepper.accept();
      t = isLast ? tEnd : t + taken;
      accepted++;
    } else rejected++;
    if (rejected > 1000) throw new Error(`no way on at t = ${t}, h = ${h}, trouble ${trouble}`);
    h = next;
  }
  return { y: stepper.end.slice(), accepted, rejected };
}

export const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>, entries = a.length): number =>
  Math.max(...Array.from({ length: entries }, (_, i) => Math.abs(a[i] - b[i])));

/** Exponents p between neighbours of errors that were made with h, h/2, h/4, …: error ~ h^p. */
export const observedOrders = (errors: readonly number[]): number[] =>
  errors.slice(1).map((error, k) => Math.log2(errors[k] / error));
