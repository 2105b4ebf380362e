import { denseRateSystem } from "../../integrate/implicit/dense-system.js";
import type { MotionPoint, MotionSystem, RateSystem } from "../../integrate/implicit/system.js";
import { luInto, luSolveInto, newLu, type Lu } from "../../linalg/lu.js";

/* Derivatives by finite differences and dense factors in place of traced ones: slow and obvious, to check the others. */

/** ∛ε: the increment of a central difference that balances rounding against the next term, for numbers of the size of 1. */
const INCREMENT = 6.06e-6;

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
      system.linearize(t, y); // for the derivatives by time
      dense.linearize(t, y);
    },
    timeDerivative: (out) => system.timeDerivative(out),
    weigh: (y, w) => system.weigh(y, w),
    nameOf: (entry) => system.nameOf(entry),
  };
}

export const differencedMotion = (system: MotionSystem): MotionSystem => new DifferencedMotion(system);

class DifferencedMotion implements MotionSystem {
  readonly nv: number;
  readonly nz: number;
  readonly nc: number;
  readonly nSummed: number;
  /** Columns by a, v, u, z, ż and λ, one after the other. */
  readonly derivatives: Float64Array;
  readonly #system: MotionSystem;
  readonly #size: number;
  readonly #factors: Lu;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  /** The point of which parts are changed. */
  readonly #at: MotionPoint;

  constructor(system: MotionSystem) {
    const { nv, nz, nc, nSummed = 0 } = system;
    const size = nv + nz + nc;
    this.nSummed = nSummed;
    this.#system = system;
    this.nv = nv;
    this.nz = nz;
    this.nc = nc;
    this.#size = size;
    this.derivatives = new Float64Array(size * (3 * nv + 2 * nz + nc));
    this.#factors = newLu(size);
    this.#before = new Float64Array(size);
    this.#after = new Float64Array(size);
    this.#at = {
      delta: new Float64Array(nv),
      v: new Float64Array(nv),
      a: new Float64Array(nv),
      z: new Float64Array(nz),
      zDot: new Float64Array(nz),
      lambda: new Float64Array(nc),
    };
  }

  move(speeds: Float64Array, delta: Float64Array): void {
    this.#system.move(speeds, delta);
  }

  residual(t: number, point: MotionPoint, r: Float64Array): void {
    this.#system.residual(t, point, r);
  }

  initial(t: number, point: MotionPoint): void {
    this.#system.initial?.(t, point);
  }

  weigh(point: MotionPoint, w: Float64Array): void {
    this.#system.weigh(point, w);
  }

  nameOf(entry: number): string {
    return this.#system.nameOf(entry);
  }

  linearize(t: number, point: MotionPoint): void {
    const { nv, nz } = this;
    const [system, at] = [this.#system, this.#at];
    for (const part of ["delta", "v", "a", "z", "zDot", "lambda"] as const) at[part].set(point[part]);
    const plain =
      (part: "v" | "a" | "z" | "zDot" | "lambda") =>
      (entry: number, change: number): void => {
        at[part][entry] = point[part][entry] + change;
      };
    this.#differ(t, point.a, 0, plain("a"));
    this.#differ(t, point.v, nv, plain("v"));
    // Positions follow u; where they stand, u is as good as δ: the two differ by less than matters to a derivative.
    const [u, moved, here] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
    system.move(point.delta, here);
    this.#differ(t, point.delta, 2 * nv, (entry, change) => {
      u.set(point.delta);
      u[entry] += change;
      system.move(u, moved);
      for (let i = 0; i < nv; i++) at.delta[i] = point.delta[i] + (moved[i] - here[i]);
    });
    this.#differ(t, point.z, 3 * nv, plain("z"));
    this.#differ(t, point.zDot, 3 * nv + nz, plain("zDot"));
    this.#differ(t, point.lambda, 3 * nv + 2 * nz, plain("lambda"));
  }

  /** Derivatives by the entries of a part of the point, from a column on; `shift` changes one entry. */
  #differ(t: number, values: Float64Array, column: number, shift: (entry: number, change: number) => void): void {
    const [size, before, after] = [this.#size, this.#before, this.#after];
    for (let j = 0; j < values.length; j++) {
      const change = INCREMENT * Math.max(1, Math.abs(values[j]));
      shift(j, change);
      this.#system.residual(t, this.#at, after);
      shift(j, -change);
      this.#system.residual(t, this.#at, before);
      shift(j, 0);
      for (let i = 0; i < size; i++) this.derivatives[(column + j) * size + i] = (after[i] - before[i]) / (2 * change);
    }
  }

  factor(sigma: number, rho: number): boolean {
    const { nv, nz, nc } = this;
    const size = this.#size;
    const { data } = this.#factors.lu;
    const column = (j: number, i: number): number => this.derivatives[j * size + i];
    for (let i = 0; i < size; i++) {
      const row = i * size;
      for (let j = 0; j < nv; j++)
        data[row + j] = column(j, i) + (column(nv + j, i) + column(2 * nv + j, i) / rho) / sigma;
      for (let j = 0; j < nz; j++) data[row + nv + j] = column(3 * nv + j, i) + sigma * column(3 * nv + nz + j, i);
      for (let j = 0; j < nc; j++) data[row + nv + nz + j] = column(3 * nv + 2 * nz + j, i);
    }
    return luInto(this.#factors, this.#factors.lu) < 0;
  }

  solve(x: Float64Array): void {
    luSolveInto(x, this.#factors, x);
  }
}
