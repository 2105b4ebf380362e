import type { RateSystem } from "../../integrate/implicit/system.js";
import type { Slots } from "../plan/state-layout.js";
import type { Mechanism } from "./mechanism.js";

/** Change of time over which rates are compared, where loads follow the clock: relative to the clock, and at least. */
const TIME_SHARE = 1e-7;
const TIME_LEAST = 1e-9;
/** Change of the state, relative to it, along which powers are compared: ∛ε balances rounding against the next term. */
const POWER_INCREMENT = 6e-6;

/** ẏ = f(t, y) of [δ, v, z] by a formulation; Newton's matrix is that of the equations, with the accelerations as unknowns. */
export class FormulationRates implements RateSystem {
  readonly size: number;
  readonly mass = null;
  readonly index = null;
  readonly #mechanism: Mechanism;
  readonly #places: Int32Array;
  readonly #point: { t: number; readonly y: Float64Array };
  readonly #now: Float64Array;
  readonly #later: Float64Array;
  readonly #shifted: Float64Array;

  constructor(mechanism: Mechanism) {
    this.#mechanism = mechanism;
    this.#places = mechanism.placesOf(false, []);
    this.size = this.#places.length;
    this.#point = { t: 0, y: new Float64Array(this.size) };
    this.#now = new Float64Array(this.size);
    this.#later = new Float64Array(this.size);
    this.#shifted = new Float64Array(this.size);
  }

  rates(t: number, y: Float64Array, f: Float64Array): void {
    this.#mechanism.evaluate(t, y, f);
  }

  linearize(t: number, y: Float64Array): void {
    const mechanism = this.#mechanism;
    this.#point.t = t;
    this.#point.y.set(y);
    mechanism.accelerate(t, y);
    mechanism.linearize();
  }

  timeDerivative(out: Float64Array): void {
    out.fill(0);
    if (!this.#mechanism.implicit.followsClock) return;
    const { t, y } = this.#point;
    // Forwards, and not beyond the next stop: loads may have jumped where the step begins, and may jump where it ends.
    const { memory, plan } = this.#mechanism;
    const longest = memory.get(plan.layout.clock.tCap) - t;
    const later = t + Math.min(longest, Math.max(TIME_LEAST, TIME_SHARE * Math.abs(t)));
    if (!(later > t)) return;
    this.rates(later, y, out);
    this.rates(t, y, this.#now);
    for (let i = 0; i < out.length; i++) out[i] = (out[i] - this.#now[i]) / (later - t);
  }

  factor(slot: number, re: number, im: number): boolean {
    const { matrix } = this.#mechanism;
    return im === 0 ? matrix.factor(slot, re) : matrix.factorComplex(slot, re, im);
  }

  solve(slot: number, re: Float64Array, im: Float64Array | null): void {
    this.#mechanism.matrix.solve(slot, this.#places, re, im);
    const { implicit, plan } = this.#mechanism;
    if (implicit.name === "rosenbrock" && plan.layout.shown.summed.count > 0) this.#addPower(slot, re);
  }

  /** σ w = b + ∂P/∂y x: work is no part of Newton's matrix, and a method that does not iterate needs its derivatives. */
  #addPower(slot: number, x: Float64Array): void {
    const { nv, nz, matrix } = this.#mechanism;
    const { t, y } = this.#point;
    let size = 0;
    for (let i = 0; i < 2 * nv + nz; i++) size = Math.max(size, Math.abs(x[i]) / Math.max(1, Math.abs(y[i])));
    if (!(size > 0 && size < Infinity)) return;
    const part = POWER_INCREMENT / size;
    const [before, after, at] = [this.#now, this.#later, this.#shifted];
    for (let i = 0; i < at.length; i++) at[i] = y[i] - part * x[i];
    this.rates(t, at, before);
    for (let i = 0; i < at.length; i++) at[i] = y[i] + part * x[i];
    this.rates(t, at, after);
    const sigma = matrix.sigmaOf(slot);
    for (let i = 2 * nv + nz; i < x.length; i++) x[i] += (after[i] - before[i]) / (2 * part * sigma);
  }

  weigh(y: Float64Array, w: Float64Array): void {
    this.#mechanism.weigh(y, w);
  }

  nameOf(entry: number): string {
    return this.#mechanism.nameOf(entry);
  }
}

/** M ẏ = f(t, y) of [δ, v, z, work, a, λ, μ]: residuals of forces and closures in place of the rates of a, λ and μ. */
export class ConstrainedRates implements RateSystem {
  readonly size: number;
  readonly mass: Uint8Array;
  readonly index: Uint8Array;
  readonly #mechanism: Mechanism;
  readonly #places: Int32Array;
  readonly #rows: Float64Array;
  /** First entry of a, λ and μ. */
  readonly #first: { readonly a: number; readonly lambda: number; readonly mu: number };

  constructor(mechanism: Mechanism) {
    this.#mechanism = mechanism;
    const { nv, implicit, plan } = mechanism;
    const kept = implicit.keptRows.length;
    const a = 2 * nv + plan.nz;
    this.#first = { a, lambda: a + nv, mu: a + nv + kept };
    this.#places = mechanism.placesOf(true, ["lambda", "mu"]);
    this.size = this.#places.length;
    this.mass = new Uint8Array(this.size).fill(1, 0, a);
    this.index = new Uint8Array(this.size).fill(1);
    if (kept > 0) this.index.fill(2, a);
    this.#rows = new Float64Array(implicit.rowCount);
  }

  /** Accelerations and multipliers that belong to a state, found by the formulation, behind [δ, v, z, work]. */
  complete(t: number, y: Float64Array): void {
    const { memory, implicit } = this.#mechanism;
    this.#mechanism.accelerate(t, y);
    memory.read(implicit.layout.a, y, this.#first.a);
    memory.read(implicit.layout.lambda, this.#rows);
    implicit.keptRows.forEach((row, k) => (y[this.#first.lambda + k] = this.#rows[row]));
    y.fill(0, this.#first.mu);
  }

  /** Multipliers of all rows from those that count. */
  #putRows(slots: Slots, y: Float64Array, first: number): void {
    const { memory, implicit } = this.#mechanism;
    const rows = this.#rows;
    rows.fill(0);
    const { keptRows } = implicit;
    for (let k = 0; k < keptRows.length; k++) rows[keptRows[k]] = y[first + k];
    memory.write(slots, rows);
  }

  #put(t: number, y: Float64Array): void {
    const { memory, implicit } = this.#mechanism;
    this.#mechanism.put(t, y);
    memory.write(implicit.layout.a, y, this.#first.a);
    this.#putRows(implicit.layout.lambda, y, this.#first.lambda);
    this.#putRows(implicit.layout.mu, y, this.#first.mu);
  }

  #readRows(slots: Slots, f: Float64Array, first: number): void {
    const { memory, implicit } = this.#mechanism;
    memory.read(slots, this.#rows);
    const { keptRows } = implicit;
    for (let k = 0; k < keptRows.length; k++) f[first + k] = -this.#rows[keptRows[k]];
  }

  rates(t: number, y: Float64Array, f: Float64Array): void {
    const { memory, implicit, nv } = this.#mechanism;
    const { layout } = implicit;
    const { a, lambda, mu } = this.#first;
    this.#put(t, y);
    memory.run("equations");
    memory.read(layout.deltaRates, f);
    for (let i = 0; i < nv; i++) f[nv + i] = y[a + i];
    memory.read(layout.zRates, f, 2 * nv);
    memory.read(layout.power, f, 2 * nv + layout.zRates.count);
    memory.read(layout.needed, f, a);
    for (let i = 0; i < nv; i++) f[a + i] = -f[a + i];
    this.#readRows(layout.rows, f, lambda);
    this.#readRows(layout.phi, f, mu);
  }

  linearize(t: number, y: Float64Array): void {
    this.#put(t, y);
    this.#mechanism.linearize();
  }

  timeDerivative(out: Float64Array): void {
    out.fill(0); // only Rosenbrock methods ask, and they are not offered for these equations
  }

  factor(slot: number, re: number, im: number): boolean {
    const { matrix } = this.#mechanism;
    return im === 0 ? matrix.factor(slot, re) : matrix.factorComplex(slot, re, im);
  }

  solve(slot: number, re: Float64Array, im: Float64Array | null): void {
    this.#mechanism.matrix.solve(slot, this.#places, re, im);
  }

  weigh(y: Float64Array, w: Float64Array): void {
    this.#mechanism.weigh(y, w);
  }

  nameOf(entry: number): string {
    return this.#mechanism.nameOf(entry);
  }
}
