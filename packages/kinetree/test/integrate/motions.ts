import type { State, StateByJoint } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { torqueFreeTop } from "../../src/systems/chains/torque-free-top.js";

/** A mechanism with several starts: at a single one the leading term of an error may happen to be small. */
export interface Motion {
  readonly name: string;
  readonly model: Model;
  readonly starts: readonly StateByJoint[];
  /** [s] */
  readonly tEnd: number;
}

const tilted = [Math.cos(0.3), Math.sin(0.3), 0, 0] as const;
const each = (start: (i: number) => StateByJoint): readonly StateByJoint[] => [0, 1, 2, 3, 4, 5].map(start);

/** Plain coordinates. */
export const swinging: Motion = {
  name: "double pendulum",
  model: doublePendulum(),
  starts: each((i) => ({
    q: { shoulder: 0.3 + 0.1 * i, elbow: -0.4 + 0.2 * i },
    v: { shoulder: 0.3, elbow: 1 - 0.3 * i },
  })),
  tEnd: 2,
};

/** Unit quaternions. */
export const spinning: Motion = {
  name: "heavy top on a spherical joint",
  model: heavyTop(),
  starts: each((i) => ({ q: { pivot: tilted }, v: { pivot: [0.5, 1 - 0.2 * i, 3 + i] } })),
  tEnd: 1,
};

/** Unit quaternions, and positions moved by velocities in the turning body. */
export const tumbling: Motion = {
  name: "free body that tumbles and flies",
  model: torqueFreeTop({ ixx: 0.1, iyy: 0.2, izz: 0.25 }),
  starts: each((i) => ({ q: { root: [1, 2, 3, ...tilted] }, v: { root: [0.2 + 0.3 * i, 4, 0.3, 1, -2, 0.5] } })),
  tEnd: 1,
};

export const motions: readonly Motion[] = [swinging, spinning, tumbling];

/** Euclidean, over coordinates and speeds; for the quaternions here, an angle of half the turn between them. */
export const distance = (a: State, b: State): number =>
  Math.hypot(...a.q.map((x, i) => x - b.q[i]), ...a.v.map((x, i) => x - b.v[i]));

/** Slope of the line through (log n, -log error), by least squares. */
export function observedOrder(counts: readonly number[], errors: readonly number[]): number {
  const x = counts.map((n) => Math.log(n));
  const y = errors.map((error) => -Math.log(error));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  return x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0) / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}
