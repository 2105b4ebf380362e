import { denseRateSystem } from "../../integrate/implicit/dense-system.js";
import type { MotionPoint, MotionSystem, RateSystem } from "../../integrate/implicit/system.js";
import { luInto, luSolveInto, newLu } from "../../linalg/lu.js";

/*
 * The systems of a mechanism with derivatives by differences of its own equations and dense factors, in place of those that are
 * traced: slow and obvious, to check the others by.
 */

/** ∛ε: the increment of a central difference that balances rounding against the next term, for numbers of the size of 1. */
const INCREMENT = 6.06e-6;

/** Rates with dense derivatives. */
export function differencedRates(system: RateSystem): RateSystem {
  const { size, mass, index } = system;
  const dense = denseRateSystem({
    size,
    mass,
    index,
    relative: 0,
    absolute: INCREMENT,
    rates: (t, y, f) => system.rates(t, y, f),
  });
  return {
    ...dense,
    linearize(t, y) {
      system.linearize(t, y); // for what it says about time
      dense.linearize(t, y);
    },
    timeDerivative: (out) => system.timeDerivative(out),
    weigh: (y, w) => system.weigh(y, w),
    nameOf: (entry) => system.nameOf(entry),
  };
}

/** Motions with dense derivatives. */
export function differencedMotion(system: MotionSystem): MotionSystem {
  const { nv, nz, nc } = system;
  const size = nv + nz + nc;
  // Columns by a, v, u, z, ż and λ, one after the other.
  const derivatives = new Float64Array(size * (3 * nv + 2 * nz + nc));
  const factors = newLu(size);
  const [before, after] = [new Float64Array(size), new Float64Array(size)];
  const [u, moved, here] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
  const at: MotionPoint = {
    delta: new Float64Array(nv),
    v: new Float64Array(nv),
    a: new Float64Array(nv),
    z: new Float64Array(nz),
    zDot: new Float64Array(nz),
    lambda: new Float64Array(nc),
  };

  /** Derivatives by the entries of a part of the point, from a column on; `shift` changes one entry. */
  const differ = (
    t: number,
    values: Float64Array,
    column: number,
    shift: (entry: number, change: number) => void,
  ): void => {
    for (let j = 0; j < values.length; j++) {
      const change = INCREMENT * Math.max(1, Math.abs(values[j]));
      shift(j, change);
      system.residual(t, at, after);
      shift(j, -change);
      system.residual(t, at, before);
      shift(j, 0);
      for (let i = 0; i < size; i++) derivatives[(column + j) * size + i] = (after[i] - before[i]) / (2 * change);
    }
  };

  return {
    nv,
    nz,
    nc,
    derivatives,
    move: (speeds, delta) => system.move(speeds, delta),
    residual: (t, point, r) => system.residual(t, point, r),
    initial: (t, point) => system.initial?.(t, point),
    weigh: (point, w) => system.weigh(point, w),
    nameOf: (entry) => system.nameOf(entry),
    linearize(t, point) {
      for (const part of ["delta", "v", "a", "z", "zDot", "lambda"] as const) at[part].set(point[part]);
      const plain =
        (part: "v" | "a" | "z" | "zDot" | "lambda") =>
        (entry: number, change: number): void => {
          at[part][entry] = point[part][entry] + change;
        };
      differ(t, point.a, 0, plain("a"));
      differ(t, point.v, nv, plain("v"));
      // Positions follow u; where they stand, u is as good as δ: the two differ by less than matters to a derivative.
      system.move(point.delta, here);
      differ(t, point.delta, 2 * nv, (entry, change) => {
        u.set(point.delta);
        u[entry] += change;
        system.move(u, moved);
        for (let i = 0; i < nv; i++) at.delta[i] = point.delta[i] + (moved[i] - here[i]);
      });
      differ(t, point.z, 3 * nv, plain("z"));
      differ(t, point.zDot, 3 * nv + nz, plain("zDot"));
      differ(t, point.lambda, 3 * nv + 2 * nz, plain("lambda"));
    },
    factor(sigma, rho) {
      const { data } = factors.lu;
      const column = (j: number, i: number): number => derivatives[j * size + i];
      for (let i = 0; i < size; i++) {
        const row = i * size;
        for (let j = 0; j < nv; j++)
          data[row + j] = column(j, i) + (column(nv + j, i) + column(2 * nv + j, i) / rho) / sigma;
        for (let j = 0; j < nz; j++) data[row + nv + j] = column(3 * nv + j, i) + sigma * column(3 * nv + nz + j, i);
        for (let j = 0; j < nc; j++) data[row + nv + nz + j] = column(3 * nv + 2 * nz + j, i);
      }
      return luInto(factors, factors.lu) < 0;
    },
    solve: (x) => luSolveInto(x, factors, x),
  };
}
