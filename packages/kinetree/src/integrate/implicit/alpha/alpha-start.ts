import { RequestError } from "../../../errors/kinetree-error.js";
import type { AlphaFactors } from "./alpha-factors.js";
import type { AlphaMemory } from "./alpha-memory.js";
import type { AlphaParameters } from "./alpha-parameters.js";
import { newPoint, type AlphaStep } from "./alpha-step.js";
import type { AlphaWeights } from "./alpha-weights.js";
import type { ImplicitCounts } from "../method.js";
import { areFinite } from "../newton/newton-norm.js";
import type { MotionPoint, MotionSystem } from "../system.js";

/** With rates of change this large [1/s], v and u stay where they are whatever the accelerations: 2⁴⁰. */
const RIGID = 1099511627776;
/** Equations linear in the unknowns need one iteration, and a second for the error of the finite rate. */
const ITERATIONS = 3;
/** Share of the first step at which the accelerations are evaluated again. */
const PROBE = 0.25;
/** Share of a step over which constraints are differentiated: its square, an error, has to be small compared with C. */
const KICK_PROBE = 1 / 32;

/** Supplies a start without history: accelerations, their rates of change, and the correction of speeds for the constraints. */
export class AlphaStart {
  /** v̈ and z̈ at the start. */
  readonly jerk: Float64Array;
  readonly zJerk: Float64Array;
  /** How long after the start accelerations were evaluated [s], and whether v̈ is representative of the step. */
  probedAt = 0;
  isSmooth = false;
  readonly #probe: MotionPoint;
  readonly #r: Float64Array;
  readonly #back: Float64Array;
  readonly #u: Float64Array;
  readonly #system: MotionSystem;
  readonly #parameters: AlphaParameters;
  readonly #memory: AlphaMemory;
  readonly #counts: ImplicitCounts;

  constructor(system: MotionSystem, parameters: AlphaParameters, memory: AlphaMemory, counts: ImplicitCounts) {
    [this.#system, this.#parameters, this.#memory, this.#counts] = [system, parameters, memory, counts];
    const { nv, nz, nc } = system;
    if (nc > 0 && !system.initial) {
      const message = `the system has ${nc} constraints and no way to find accelerations at a start: give it a method "initial".`;
      throw new RequestError({ code: "no-initial-accelerations", subject: "initial", message });
    }
    [this.jerk, this.zJerk, this.#u] = [new Float64Array(nv), new Float64Array(nz), new Float64Array(nv)];
    [this.#r, this.#back] = [new Float64Array(nv + nz + nc), new Float64Array(nv + nz + nc)];
    this.#probe = newPoint(system);
  }

  /** a, ż and λ of the point from its positions, speeds and states. */
  accelerate(t: number, point: MotionPoint): void {
    const [system, r, counts] = [this.#system, this.#r, this.#counts];
    const { nv, nz } = system;
    counts.evaluations += 1;
    if (system.initial) return system.initial(t, point);
    point.a.fill(0);
    point.zDot.fill(0);
    for (let k = 0; k < ITERATIONS; k++) {
      system.residual(t, point, r);
      if (!areFinite(r)) return void point.a.fill(NaN);
      if (k === 0) {
        system.linearize(t, point);
        if (!system.factor(RIGID, RIGID)) return void point.a.fill(NaN);
      }
      system.solve(r);
      for (let i = 0; i < nv; i++) point.a[i] -= r[i];
      for (let i = 0; i < nz; i++) point.zDot[i] -= RIGID * r[nv + i];
    }
  }

  /** Finds v̈ and z̈ from accelerations a little later; false if there are none. Forward in time, since the past may obey other laws. */
  look(s: number): boolean {
    const { jerk, zJerk } = this;
    const [system, memory, probe, u] = [this.#system, this.#memory, this.#probe, this.#u];
    memory.copyTo(probe);
    for (let i = 0; i < u.length; i++) {
      u[i] = s * (memory.v[i] + 0.5 * s * memory.a[i]);
      probe.v[i] += s * memory.a[i];
    }
    for (let i = 0; i < zJerk.length; i++) probe.z[i] += s * memory.zDot[i];
    system.move(u, probe.delta);
    this.accelerate(memory.get("t") + s, probe);
    for (let i = 0; i < jerk.length; i++) jerk[i] = (probe.a[i] - memory.a[i]) / s;
    for (let i = 0; i < zJerk.length; i++) zJerk[i] = (probe.zDot[i] - memory.zDot[i]) / s;
    if (areFinite(jerk) && areFinite(zJerk)) return true;
    jerk.fill(0);
    zJerk.fill(0);
    return false;
  }

  /**
   * Before a step of length h that has no past, or a past of another length: auxiliary accelerations start as v̇(t₀ + Δ h), to second
   * order (Arnold, Brüls, Cardona, Numer. Math. 129 (2015) 149). Not where v̈ says nothing about a step as long as this, in which the
   * fastest motions come and go: there they start as before, or as v̇(t₀).
   */
  prepare(h: number, weights: AlphaWeights): void {
    const { jerk, zJerk } = this;
    const memory = this.#memory;
    const { shift, positionError } = this.#parameters;
    const isFresh = memory.get("isFresh") === 1;
    this.probedAt = PROBE * h;
    this.settle();
    this.isSmooth = this.look(this.probedAt);
    if (this.isSmooth) {
      const change = weights.norm(jerk, positionError * h * h * h, jerk, h * h, zJerk, h * h);
      this.isSmooth = change <= 1 || change <= weights.norm(memory.a, 0, memory.a, h, memory.zDot, h);
    }
    if (!this.isSmooth && !isFresh) return;
    const share = this.isSmooth ? 1 : 0;
    for (let i = 0; i < jerk.length; i++) {
      memory.aSlope[i] = share * shift * jerk[i];
      if (isFresh) memory.aRate[i] = share * jerk[i];
    }
    for (let i = 0; i < zJerk.length; i++) {
      memory.zSlope[i] = share * shift * zJerk[i];
      if (isFresh) memory.zRate[i] = share * zJerk[i];
    }
  }

  /** a, ż and λ in memory ← those of the state there, without errors of earlier steps in directions that constraints forbid. */
  settle(): void {
    const [memory, probe, system, u] = [this.#memory, this.#probe, this.#system, this.#u];
    u.fill(0);
    system.move(u, probe.delta);
    memory.copyTo(probe);
    this.accelerate(memory.get("t"), probe);
    if (!areFinite(probe.a) || !areFinite(probe.zDot)) return;
    memory.keepAccelerations(probe);
  }

  /**
   * Positions keep to the constraints in every step, so that speeds come to differ from theirs by the local error of positions over h:
   * C h² v̈ at right angles to the motions that are free. Speeds without that difference, at a start, or with that of another h,
   * make multipliers err by O(h) until damping has brought it about: so it is amended here (Arnold, Brüls, Cardona
   * (2015)). Factors of the step must have been made.
   */
  kick(step: AlphaStep, factors: AlphaFactors): void {
    const { jerk } = this;
    const [system, memory, r, back] = [this.#system, this.#memory, this.#r, this.#back];
    const { nv, nz } = system;
    const { h, sigma, rho, kick } = step;
    const small = KICK_PROBE * h;
    const C = this.isSmooth ? this.#parameters.positionError : 0;
    for (let i = 0; i < nv; i++) kick[i] = memory.v[i] - C * h * h * jerk[i];
    this.#positionsAt(small, kick, r);
    this.#positionsAt(-small, kick, back);
    r.fill(0, 0, nv + nz);
    // G (v + kick) + ∂Φ/∂t = C h² G v̈, and factors have G/(σρ)
    for (let i = nv + nz; i < r.length; i++) r[i] = ((back[i] - r[i]) / (2 * small)) * h;
    factors.solve(r);
    const isGood = areFinite(r);
    for (let i = 0; i < nv; i++) kick[i] = isGood ? r[i] / (sigma * rho * h) : 0;
    step.place();
  }

  /** r ← residual after speeds w have been kept up for a time s. */
  #positionsAt(s: number, w: Float64Array, r: Float64Array): void {
    const [system, memory, probe, u] = [this.#system, this.#memory, this.#probe, this.#u];
    for (let i = 0; i < u.length; i++) u[i] = s * w[i];
    system.move(u, probe.delta);
    memory.copyTo(probe);
    system.residual(memory.get("t") + s, probe, r);
    this.#counts.evaluations += 1;
  }
}
