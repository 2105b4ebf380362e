import type { AlphaMemory } from "./alpha-memory.js";
import type { AlphaParameters } from "./alpha-parameters.js";
import type { MotionPoint, MotionSystem } from "../system.js";

export const newPoint = ({ nv, nz, nc }: Pick<MotionSystem, "nv" | "nz" | "nc">): MotionPoint => ({
  delta: new Float64Array(nv),
  v: new Float64Array(nv),
  a: new Float64Array(nv),
  z: new Float64Array(nz),
  zDot: new Float64Array(nz),
  lambda: new Float64Array(nc),
});

/** One step by Arnold, Brüls, Multibody System Dynamics 18 (2007) 185: its end is given by accelerations, states z and multipliers. z moves like v. */
export class AlphaStep {
  h = 0;
  /** ∂v̇/∂v = ∂ż/∂z and ∂v/∂u within the step. */
  sigma = 0;
  rho = 0;
  /** The end of the step, as far as it is known. */
  readonly point: MotionPoint;
  /** Speeds, averaged over the step, times h. */
  readonly u: Float64Array;
  /** Added to the speeds at the start: see `AlphaStart`. */
  readonly kick: Float64Array;
  /** Auxiliary accelerations at the start and at the end; the same for z. */
  readonly aux: Float64Array;
  readonly auxEnd: Float64Array;
  readonly zAux: Float64Array;
  readonly zAuxEnd: Float64Array;
  readonly #system: MotionSystem;
  readonly #parameters: AlphaParameters;
  readonly #memory: AlphaMemory;

  constructor(system: MotionSystem, parameters: AlphaParameters, memory: AlphaMemory) {
    [this.#system, this.#parameters, this.#memory] = [system, parameters, memory];
    const { nv, nz } = system;
    this.point = newPoint(system);
    [this.u, this.kick] = [new Float64Array(nv), new Float64Array(nv)];
    [this.aux, this.auxEnd] = [new Float64Array(nv), new Float64Array(nv)];
    [this.zAux, this.zAuxEnd] = [new Float64Array(nz), new Float64Array(nz)];
  }

  /**
   * A step of length h from the state in memory. The end is extrapolated: accelerations keep their rate of change; or, where they oscillate
   * from step to step with motions faster than the steps, they are chosen so that u = h v and z stays.
   */
  begin(h: number, isCalm: boolean): void {
    const { point, aux, zAux } = this;
    const [memory, parameters] = [this.#memory, this.#parameters];
    const { alphaM, alphaF, beta, gamma } = parameters;
    this.h = h;
    this.sigma = (1 - alphaM) / (h * gamma * (1 - alphaF));
    this.rho = gamma / (h * beta);
    this.kick.fill(0);
    for (let i = 0; i < aux.length; i++) {
      const a = memory.a[i];
      aux[i] = a + h * memory.aSlope[i];
      const auxEnd = ((beta - 0.5) / beta) * aux[i];
      const still = ((1 - alphaM) * auxEnd + alphaM * aux[i] - alphaF * a) / (1 - alphaF);
      point.a[i] = isCalm ? a + h * memory.aRate[i] : still;
    }
    for (let i = 0; i < zAux.length; i++) {
      const before = memory.zDot[i];
      zAux[i] = before + h * memory.zSlope[i];
      const zDot = before + h * memory.zRate[i];
      const auxEnd = ((1 - alphaF) * zDot + alphaF * before - alphaM * zAux[i]) / (1 - alphaM);
      point.z[i] = memory.z[i] + (isCalm ? h * ((1 - gamma) * zAux[i] + gamma * auxEnd) : 0);
    }
    point.lambda.set(memory.lambda);
    this.place();
  }

  /** u, δ, v and ż at the end from v̇ and z there. */
  place(): void {
    const { point, h, u, kick, aux, auxEnd, zAux, zAuxEnd } = this;
    const memory = this.#memory;
    const { alphaM, alphaF, beta, gamma } = this.#parameters;
    for (let i = 0; i < u.length; i++) {
      const v = memory.v[i] + kick[i];
      // (1 − αm) aₙ₊₁ + αm aₙ = (1 − αf) v̇ₙ₊₁ + αf v̇ₙ
      auxEnd[i] = ((1 - alphaF) * point.a[i] + alphaF * memory.a[i] - alphaM * aux[i]) / (1 - alphaM);
      u[i] = h * v + h * h * ((0.5 - beta) * aux[i] + beta * auxEnd[i]);
      point.v[i] = v + h * ((1 - gamma) * aux[i] + gamma * auxEnd[i]);
    }
    for (let i = 0; i < zAux.length; i++) {
      zAuxEnd[i] = ((point.z[i] - memory.z[i]) / h - (1 - gamma) * zAux[i]) / gamma;
      point.zDot[i] = ((1 - alphaM) * zAuxEnd[i] + alphaM * zAux[i] - alphaF * memory.zDot[i]) / (1 - alphaF);
    }
    this.#system.move(u, point.delta);
  }
}
