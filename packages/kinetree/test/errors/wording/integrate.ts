import { Bdf } from "../../../src/integrate/implicit/bdf/bdf.js";
import { denseRateSystem, type DenseRates } from "../../../src/integrate/implicit/dense-system.js";
import { GeneralizedAlpha } from "../../../src/integrate/implicit/alpha/generalized-alpha.js";
import { noCounts, type Attempted, type ImplicitStepper } from "../../../src/integrate/implicit/method.js";
import { consistentStart } from "../../../src/integrate/implicit/newton/consistent-start.js";
import { residualOf } from "../../../src/integrate/implicit/one-step/rate-residual.js";
import { Rosenbrock } from "../../../src/integrate/implicit/one-step/rosenbrock.js";
import { solveImplicit } from "../../../src/integrate/implicit/solve.js";
import { oscillator } from "../../integrate/implicit/motion-problems.js";
import { motionProblem } from "../../integrate/implicit/motion-support.js";
import type { Wording } from "./row.js";

const system = (rates: Partial<DenseRates>) =>
  denseRateSystem({
    size: 1,
    names: ["stretch"],
    rates: (_t, y, f) => void f.set(y),
    relative: 1e-6,
    absolute: 1e-6,
    ...rates,
  });

const startFrom = (rates: Partial<DenseRates>, ...y: number[]): unknown =>
  consistentStart(residualOf(system(rates)), 0, Float64Array.from(y), new Float64Array(y.length), noCounts());

/** A method of which every step turns out like this. */
const stepper = (attempted: Partial<Attempted>): ImplicitStepper => ({
  counts: noCounts(),
  end: new Float64Array(1),
  begin: () => {},
  firstStep: () => 0.125,
  attempt: () => ({ error: 0, next: 0.125, trouble: null, ...attempted }),
  accept: () => {},
  culprit: () => "stretch",
  interpolate: () => {},
  rebase: () => {},
  snapshot: () => new Float64Array(),
  restore: () => {},
});
const solve = (attempted: Partial<Attempted>, options: { tEnd?: number; step?: number; maxSteps?: number } = {}) =>
  solveImplicit(stepper(attempted), { t: 0, y: new Float64Array(1), tEnd: 1, ...options });

const starts: readonly Wording[] = [
  {
    code: "inconsistent-start",
    // A position that no derivative changes must be 0, and is 0.5.
    make: () =>
      startFrom(
        {
          size: 2,
          names: ["x", "lambda"],
          mass: [1, 0],
          absolute: [1e-6, Infinity],
          rates: (_t, [x, a], f) => f.set([a, x]),
        },
        0.5,
        0,
      ),
    message:
      "start at t = 0 s: the given state misses what its equations demand by # times the tolerance, most of all in x, and no derivative or multiplier can mend that. Start from a state that satisfies the constraints: assemble it first, or correct this entry.",
  },
  {
    code: "singular-start",
    make: () =>
      startFrom({ size: 2, names: ["x", "loose"], mass: [1, 0], rates: (_t, y, f) => f.set([-y[0], y[0] - 1]) }, 1, 0),
    message:
      "start at t = 0 s: the matrix of the equations is singular: they do not determine every one of loose. Remove constraints that say the same twice, and constraints that no force can keep; if the index is higher than 2, differentiate the constraints or stabilise them.",
  },
  {
    code: "unsolved-start",
    make: () =>
      startFrom(
        {
          mass: [0],
          rates: (_t, [x], f) => void (f[0] = x * x + 1),
          jacobian: (_t, [x], J) => void (J[0] = 2 * x),
        },
        0.5,
      ),
    message:
      "start at t = 0 s: no derivatives and multipliers were found that satisfy the equations; stretch changed most in the last of 21 iterations. Give a better guess of what is not integrated, or lower the index of the equations.",
  },
  {
    code: "not-finite-start",
    make: () => startFrom({ rates: (_t, _y, f) => void (f[0] = NaN) }, 1),
    message:
      "start at t = 0 s: the equation of stretch gives NaN for the given state. Correct the state, or the load or parameter that enters there.",
  },
  {
    code: "no-tolerance",
    make: () => startFrom({ absolute: 0 }, 0),
    message:
      "errors of stretch are measured against 0, must be > 0. Give it an absolute tolerance: a relative one says nothing about a value of 0.",
  },
];

const steps: readonly Wording[] = [
  {
    code: "step-collapse",
    make: () => solve({ error: 2, next: 0 }),
    message:
      "t = 0 s, step 0 s: the step has collapsed, because errors within the tolerance ask for ever shorter steps, most of all for stretch. Look for a jump of the forces or a motion without bound there, or allow a larger tolerance; if it is a multiplier, the index is too high for that: leave its error out, or differentiate the constraints.",
  },
  {
    code: "step-collapse",
    make: () => solve({ trouble: "newton", next: 0 }),
    message:
      "t = 0 s, step 0 s: the step has collapsed, because Newton's iteration does not converge, most of all for stretch. Look for a jump or a kink of the forces there, or for a constraint that cannot be met; if it is a multiplier, lower the index of the equations.",
  },
  {
    code: "step-not-finite",
    make: () => solve({ trouble: "not-finite", next: 0 }),
    message:
      "t = 0 s, step 0 s: the step has collapsed, because the equations give numbers that are not finite, most of all for stretch. Look for a force that grows without bound or a function outside of its domain there.",
  },
  {
    code: "step-singular",
    make: () => solve({ trouble: "singular" }, { step: 0.125 }),
    message:
      "t = 0 s, step 0.125 s: a step fails, because the iteration matrix is singular, most of all for stretch. Look for constraints that become dependent there (a singular position), or for an index that is too high for the method.",
  },
  {
    code: "too-many-steps",
    make: () => solve({}, { maxSteps: 2 }),
    message: "2 steps lead to t = 0.25 s of 1 s only; stretch limits them. Allow more steps or a larger tolerance.",
  },
  {
    code: "bad-span",
    make: () => solve({}, { tEnd: 0 }),
    message: "tEnd is 0 s, must be after the start at 0 s.",
  },
];

const methods: readonly Wording[] = [
  {
    code: "bad-order",
    make: () => new Bdf(residualOf(system({})), { maxOrder: 6 }),
    message:
      "maxOrder is 6, must be 1, 2, 3, 4 or 5: formulas of order 6 are barely stable, and those above not at all.",
  },
  {
    code: "rho-out-of-range",
    make: () => new GeneralizedAlpha(oscillator(1, 0, 1, 0), { rho: 1.1 }),
    message: "rho is 1.1: give a number from 0 (most damping) to 1 (none).",
  },
  {
    code: "alpha-out-of-range",
    make: () => new GeneralizedAlpha(oscillator(1, 0, 1, 0), { alpha: 0.1 }),
    message: "alpha is 0.1: give a number from -1/3 (most damping) to 0 (none).",
  },
  {
    code: "two-kinds-of-damping",
    make: () => new GeneralizedAlpha(oscillator(1, 0, 1, 0), { rho: 1, alpha: 0 }),
    message: "rho = 1 and alpha = 0 name two different methods: give rho (generalised-alpha) or alpha (HHT), not both.",
  },
  {
    code: "no-initial-accelerations",
    make: () =>
      new GeneralizedAlpha(
        motionProblem({ q0: [1], v0: [0], nc: 1, residual: (_, [q], __, r) => void r.set([0, q - 1]) }),
      ),
    message: 'the system has 1 constraints and no way to find accelerations at a start: give it a method "initial".',
  },
  {
    code: "index-too-high",
    make: () =>
      new Rosenbrock(
        system({
          size: 2,
          names: ["x", "lambda"],
          mass: [1, 0],
          index: [1, 2],
          rates: (_t, [x, a], f) => f.set([a, x]),
        }),
      ),
    message:
      'rosenbrock solves equations of index 1, and lambda has index 2: choose "radau5" or "bdf", or a formulation without multipliers among the unknowns.',
  },
  {
    code: "wrong-length",
    make: () => system({ absolute: [1, 2] }),
    message: "absolute has 2 entries, needs 1. Give one for each entry of y.",
  },
];

export const integrateWording: readonly Wording[] = [...starts, ...steps, ...methods];
