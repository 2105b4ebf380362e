import { twiceVector } from "../arithmetic/counted-rotation.js";
import { CountedArithmetic } from "../arithmetic/counted.js";
import { PendulumAccelerations } from "../equations/accelerations.js";
import type { PendulumConstants } from "../equations/constants.js";

/** The pendulum at one time: for each reported body three (four) numbers, one body after the other. */
export interface PendulumRow {
  /** [s] */
  readonly t: number;
  /** Of the mass centres in the world [m]. */
  readonly displacement: Float64Array;
  /** Of the mass centres in the world [m/s]. */
  readonly velocity: Float64Array;
  /** Of the mass centres in the world [m/s²]. */
  readonly acceleration: Float64Array;
  /** Euler parameters w, x, y, z. */
  readonly orientation: Float64Array;
  /** Along the body's axes [rad/s]. */
  readonly angularVelocity: Float64Array;
  /** Of the whole pendulum, kinetic and potential, the latter 0 with all masses at the fixed point [J]. */
  readonly energy: number;
}

export class PendulumRows {
  private readonly body: PendulumConstants;
  private readonly reported: readonly number[];
  private readonly accelerations: PendulumAccelerations;
  private readonly omega: Float64Array;

  constructor(body: PendulumConstants, reported: readonly number[]) {
    this.body = body;
    this.reported = reported;
    this.accelerations = new PendulumAccelerations(body);
    this.omega = new Float64Array(3 * body.n);
  }

  /** The row of a state. */
  at(t: number, y: Float64Array): PendulumRow {
    const { n, V, P, S } = this.body;
    const arithmetic = new CountedArithmetic();
    for (let i = 0; i < n; i++) twiceVector(arithmetic, this.omega, 3 * i, y, P + 4 * i, y, S + 4 * i);
    if (this.reported.length > 0) this.accelerations.evaluate(y);
    const pick = (from: Float64Array, start: number, width: number): Float64Array => {
      const out = new Float64Array(width * this.reported.length);
      this.reported.forEach((i, k) => out.set(from.subarray(start + width * i, start + width * (i + 1)), width * k));
      return out;
    };
    return {
      t,
      displacement: pick(y, 0, 3),
      velocity: pick(y, V, 3),
      acceleration: pick(this.accelerations.linear, 0, 3),
      orientation: pick(y, P, 4),
      angularVelocity: pick(this.omega, 0, 3),
      energy: this.energy(y),
    };
  }

  private energy(y: Float64Array): number {
    const { n, V, mass, inertia, gravity, pivot } = this.body;
    let energy = 0;
    for (let i = 0; i < n; i++)
      for (let k = 0; k < 3; k++) {
        const at = 3 * i + k;
        energy +=
          0.5 * mass[i] * y[V + at] * y[V + at] +
          0.5 * inertia[at] * this.omega[at] * this.omega[at] -
          mass[i] * gravity[k] * (y[at] - pivot[k]);
      }
    return energy;
  }
}
