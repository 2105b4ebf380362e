import { complexLuInPlace, complexLuSolve, newComplexLu, type ComplexLu } from "../../linalg/complex-lu.js";
import { luInto, luSolveInto, newLu, type Lu } from "../../linalg/lu.js";
import { newMatrix } from "../../linalg/matrix.js";
import { requireLength } from "../../linalg/shape.js";
import type { RateSystem, ResidualSystem } from "./system.js";

/* Equations given as plain functions, with dense factors; derivatives that are not given are taken by differences: the oracle of exact ones. */

/** Options of equations of both kinds. */
export interface DenseOptions {
  readonly size: number;
  /** 1 for entries that are integrated, 0 for those that equations in their place determine. Default: all 1. */
  readonly mass?: ArrayLike<number> | null;
  /** An error of an entry is measured against relative |y| + absolute. Infinity: errors of this entry do not count. */
  readonly relative: number;
  readonly absolute: number | readonly number[];
  /** Names of the entries for messages. Default: y[0], y[1], … */
  readonly names?: readonly string[];
}

/** M ẏ = f(t, y) by functions that write into their last argument. */
export interface DenseRates extends DenseOptions {
  readonly rates: (t: number, y: Float64Array, f: Float64Array) => void;
  /** ∂f/∂y, row by row, into zeros. Default: by differences. */
  readonly jacobian?: (t: number, y: Float64Array, J: Float64Array) => void;
  /** ∂f/∂t. Default: by differences. */
  readonly timeDerivative?: (t: number, y: Float64Array, out: Float64Array) => void;
  /** Differentiation index of each entry, 1 to 3. Default: all 1. */
  readonly index?: ArrayLike<number> | null;
}

/** F(t, y, ẏ) = 0 by functions that write into their last arguments. */
export interface DenseResidual extends DenseOptions {
  readonly residual: (t: number, y: Float64Array, yDot: Float64Array, r: Float64Array) => void;
  /** ∂F/∂y and ∂F/∂ẏ, row by row, into zeros. Default: by differences. */
  readonly jacobian?: (t: number, y: Float64Array, yDot: Float64Array, Fy: Float64Array, FyDot: Float64Array) => void;
}

/** A system of rates with dense factors, real and complex. */
export function denseRateSystem(given: DenseRates): RateSystem {
  const { size, rates, jacobian } = given;
  const base = baseOf(given);
  const mass = base.mass;
  const J = new Float64Array(size * size);
  const y0 = new Float64Array(size);
  const scratch = newScratch(size);
  const real: Lu[] = [];
  const complex: ComplexLu[] = [];
  let t0 = 0;
  return {
    ...base,
    index: bytesOf("index", size, given.index),
    rates,
    linearize(t, y) {
      t0 = t;
      y0.set(y);
      J.fill(0);
      if (jacobian) return jacobian(t, y, J);
      differences(y, incrementsOf(base, y), scratch, J, (f) => rates(t, scratch.shifted, f));
    },
    timeDerivative(out) {
      if (given.timeDerivative) return given.timeDerivative(t0, y0, out);
      const step = CUBE_ROOT * Math.max(Math.abs(t0), 1);
      rates(t0 + step, y0, scratch.after);
      rates(t0 - step, y0, scratch.before);
      for (let i = 0; i < size; i++) out[i] = (scratch.after[i] - scratch.before[i]) / (t0 + step - (t0 - step));
    },
    factor(slot, re, im) {
      if (im === 0) {
        const factors = (real[slot] ??= newLu(size));
        const a = factors.lu.data;
        for (let k = 0; k < a.length; k++) a[k] = -J[k];
        for (let i = 0; i < size; i++) if (mass === null || mass[i] === 1) a[i * size + i] += re;
        return luInto(factors, factors.lu) < 0;
      }
      const factors = (complex[slot] ??= newComplexLu(size));
      factors.im.fill(0);
      for (let k = 0; k < J.length; k++) factors.re[k] = -J[k];
      for (let i = 0; i < size; i++) {
        if (mass !== null && mass[i] === 0) continue;
        factors.re[i * size + i] += re;
        factors.im[i * size + i] = im;
      }
      return complexLuInPlace(factors) < 0;
    },
    solve(slot, re, im) {
      if (im === null) luSolveInto(re, real[slot], re);
      else complexLuSolve(complex[slot], re, im);
    },
  };
}

/** A system of residuals with dense factors. */
export function denseResidualSystem(given: DenseResidual): ResidualSystem {
  const { size, residual, jacobian } = given;
  const base = baseOf(given);
  const [Fy, FyDot] = [newMatrix(size, size), newMatrix(size, size)];
  const scratch = newScratch(size);
  const factors = newLu(size);
  return {
    ...base,
    residual,
    linearize(t, y, yDot) {
      Fy.data.fill(0);
      FyDot.data.fill(0);
      if (jacobian) return jacobian(t, y, yDot, Fy.data, FyDot.data);
      differences(y, incrementsOf(base, y), scratch, Fy.data, (r) => residual(t, scratch.shifted, yDot, r));
      differences(yDot, anyRate, scratch, FyDot.data, (r) => residual(t, y, scratch.shifted, r));
    },
    factor(sigma) {
      for (let k = 0; k < size * size; k++) factors.lu.data[k] = Fy.data[k] + sigma * FyDot.data[k];
      return luInto(factors, factors.lu) < 0;
    },
    solve(x) {
      luSolveInto(x, factors, x);
    },
  };
}

const ONE_EACH = "Give one for each entry of y.";

/** ∛ε: the increment of a central difference that balances rounding against the next term. */
const CUBE_ROOT = 6.06e-6;

/** Increment of any entry of ẏ, whose weights are not known. */
const anyRate = (): number => CUBE_ROOT;

type Scratch = ReturnType<typeof newScratch>;

const newScratch = (size: number) => ({
  shifted: new Float64Array(size),
  before: new Float64Array(size),
  after: new Float64Array(size),
});

/** Weights as increments; where errors do not count, as for entries of the size of 1. */
function incrementsOf(system: Base, y: Float64Array): (entry: number) => number {
  const w = new Float64Array(system.size);
  system.weigh(y, w);
  return (entry) => (w[entry] > 0 && w[entry] < Infinity ? w[entry] : CUBE_ROOT);
}

type Base = Pick<RateSystem, "size" | "mass" | "weigh" | "nameOf">;

function baseOf({ size, mass, relative, absolute, names }: DenseOptions): Base {
  if (typeof absolute !== "number") requireLength("absolute", absolute, size, ONE_EACH);
  if (names) requireLength("names", names, size, ONE_EACH);
  return {
    size,
    mass: bytesOf("mass", size, mass),
    weigh(y, w) {
      for (let i = 0; i < size; i++)
        w[i] = relative * Math.abs(y[i]) + (typeof absolute === "number" ? absolute : absolute[i]);
    },
    nameOf: (entry) => names?.[entry] ?? `y[${entry}]`,
  };
}

/**
 * out ← derivatives of a function by x, by central differences; `evaluate` reads `shifted`. An increment as small as an error
 * that counts is in the linear region, and larger than the rounding error of an entry near 0.
 */
function differences(
  x: Float64Array,
  leastIncrement: (entry: number) => number,
  { shifted, before, after }: Scratch,
  out: Float64Array,
  evaluate: (r: Float64Array) => void,
): void {
  const size = x.length;
  shifted.set(x);
  for (let j = 0; j < size; j++) {
    const increment = Math.max(CUBE_ROOT * Math.abs(x[j]), leastIncrement(j));
    shifted[j] = x[j] + increment;
    const upper = shifted[j];
    evaluate(after);
    shifted[j] = x[j] - increment;
    const span = upper - shifted[j];
    evaluate(before);
    for (let i = 0; i < size; i++) out[i * size + j] = (after[i] - before[i]) / span;
    shifted[j] = x[j];
  }
}

function bytesOf(what: string, size: number, given: ArrayLike<number> | null | undefined): Uint8Array | null {
  if (given === null || given === undefined) return null;
  requireLength(what, given, size, ONE_EACH);
  return Uint8Array.from(given);
}
