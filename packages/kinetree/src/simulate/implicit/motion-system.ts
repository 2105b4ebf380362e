import type { MotionPoint, MotionSystem } from "../../integrate/implicit/system.js";
import type { Mechanism } from "./mechanism.js";

/** A mechanism for second-order methods: the equations of motion, or accelerations of a formulation less those sought. */
export class MechanismMotion implements MotionSystem {
  readonly nv: number;
  readonly nz: number;
  readonly nc: number;
  readonly nSummed: number;
  readonly #mechanism: Mechanism;
  readonly #y: Float64Array;
  readonly #f: Float64Array;
  readonly #rows: Float64Array;
  readonly #places: Int32Array;
  readonly #x: Float64Array;
  #sigma = 1;

  constructor(mechanism: Mechanism) {
    this.#mechanism = mechanism;
    const { implicit, plan } = mechanism;
    this.nv = plan.nv;
    this.nz = plan.nz;
    this.nSummed = plan.nSummed;
    this.nc = implicit.isConstrained ? implicit.keptRows.length : 0;
    this.#y = new Float64Array(2 * this.nv + this.nz);
    this.#f = new Float64Array(2 * this.nv + this.nz);
    this.#rows = new Float64Array(implicit.rowCount);
    this.#places = mechanism.placesOf(implicit.isConstrained, implicit.isConstrained ? ["lambda"] : []);
    this.#x = new Float64Array(this.#places.length);
  }

  get derivatives(): Float64Array {
    return this.#mechanism.matrix.derivatives;
  }

  move(u: Float64Array, delta: Float64Array): void {
    const { chart, memory, plan, nv } = this.#mechanism;
    if (!chart.isCurved) {
      delta.set(u);
      return;
    }
    // Half of the way with the rates at the base, and all of it with those half-way: the midpoint rule.
    const y = this.#y;
    const rates = (): void => {
      memory.write(plan.layout.shown.delta, y);
      memory.write(plan.layout.shown.v, y, nv);
      memory.run("retract");
      memory.run("rates");
      memory.read(plan.layout.rates.delta, delta);
    };
    y.fill(0, 0, nv);
    y.set(u, nv);
    rates();
    for (let i = 0; i < nv; i++) y[i] = delta[i] / 2;
    rates();
  }

  #put(t: number, { delta, v, z, a, lambda }: MotionPoint): void {
    const { memory, implicit, nv } = this.#mechanism;
    const y = this.#y;
    y.set(delta, 0);
    y.set(v, nv);
    y.set(z, 2 * nv);
    this.#mechanism.put(t, y);
    memory.write(implicit.layout.a, a);
    if (implicit.rowCount === 0) return;
    this.#rows.fill(0);
    for (let k = 0; k < this.nc; k++) this.#rows[implicit.keptRows[k]] = lambda[k];
    memory.write(implicit.layout.lambda, this.#rows);
  }

  residual(t: number, point: MotionPoint, r: Float64Array): void {
    const { memory, implicit, nv } = this.#mechanism;
    const { layout } = implicit;
    this.#put(t, point);
    if (!implicit.isConstrained) {
      this.#mechanism.evaluate(t, this.#y, this.#f);
      for (let i = 0; i < nv; i++) r[i] = point.a[i] - this.#f[nv + i];
      for (let i = 0; i < this.nz; i++) r[nv + i] = point.zDot[i] - this.#f[2 * nv + i];
      return;
    }
    memory.run("equations");
    memory.read(layout.needed, r);
    memory.read(layout.zRates, r, nv);
    memory.read(layout.power, r, nv + layout.zRates.count);
    for (let i = 0; i < this.nz; i++) r[nv + i] = point.zDot[i] - r[nv + i];
    memory.read(layout.phi, this.#rows);
    for (let k = 0; k < this.nc; k++) r[nv + this.nz + k] = this.#rows[implicit.keptRows[k]];
  }

  initial(t: number, point: MotionPoint): void {
    const { memory, implicit, nv, plan } = this.#mechanism;
    this.#put(t, point);
    this.#mechanism.accelerate(t, this.#y);
    memory.read(implicit.layout.a, point.a);
    memory.read(implicit.layout.lambda, this.#rows);
    for (let k = 0; k < this.nc; k++) point.lambda[k] = this.#rows[implicit.keptRows[k]];
    this.#mechanism.evaluate(t, this.#y, this.#f);
    for (let i = 0; i < plan.nz; i++) point.zDot[i] = this.#f[2 * nv + i];
  }

  linearize(t: number, point: MotionPoint): void {
    this.#put(t, point);
    if (!this.#mechanism.implicit.isConstrained) this.#mechanism.accelerate(t, this.#y);
    this.#mechanism.linearize();
  }

  factor(sigma: number, rho: number): boolean {
    this.#sigma = sigma;
    // Derivatives may have been written back since they were taken.
    this.#mechanism.matrix.accumulate();
    return this.#mechanism.matrix.factor(0, sigma, rho);
  }

  solve(x: Float64Array): void {
    const { implicit, nv } = this.#mechanism;
    const b = this.#x;
    const first = 2 * nv + this.nz;
    b.fill(0);
    for (let i = 0; i < this.nz; i++) b[2 * nv + i] = x[nv + i];
    // A formulation gives accelerations: they stand where speeds follow from them.
    for (let i = 0; i < nv; i++) b[(implicit.isConstrained ? first : nv) + i] = x[i];
    for (let k = 0; k < this.nc; k++) b[first + nv + k] = x[nv + this.nz + k];
    this.#mechanism.matrix.solve(0, this.#places, b, null);
    for (let i = 0; i < nv; i++) x[i] = implicit.isConstrained ? b[first + i] : this.#sigma * b[nv + i];
    for (let i = 0; i < this.nz; i++) x[nv + i] = b[2 * nv + i];
    for (let k = 0; k < this.nc; k++) x[nv + this.nz + k] = b[first + nv + k];
  }

  weigh({ delta, v, z }: MotionPoint, w: Float64Array): void {
    const { nv } = this.#mechanism;
    this.#y.set(delta, 0);
    this.#y.set(v, nv);
    this.#y.set(z, 2 * nv);
    this.#mechanism.weigh(this.#y, w);
  }

  nameOf(entry: number): string {
    const { nv, plan } = this.#mechanism;
    const state = 2 * nv + plan.nz;
    return this.#mechanism.nameOf(entry < state ? entry : entry + nv);
  }
}
