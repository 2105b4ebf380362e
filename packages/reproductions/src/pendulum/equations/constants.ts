import type { Pendulum } from "./pendulum.js";

/** What never changes of a pendulum, in arrays, and offsets in X = [R, V, P, S] and in E = [G, Ġ, I¹, I², I³, F]. */
export interface PendulumConstants {
  readonly n: number;
  /** Places of V, P and S in X; R is at 0. */
  readonly V: number;
  readonly P: number;
  readonly S: number;
  /** Places in E; G is at 0, Ġ at V. */
  readonly I1: number;
  readonly I2: number;
  readonly I3: number;
  readonly F: number;
  readonly gravity: readonly [number, number, number];
  readonly pivot: readonly [number, number, number];
  readonly span: Float64Array;
  readonly centre: Float64Array;
  readonly mass: Float64Array;
  /** Mass of all bodies behind body i. */
  readonly massBehind: Float64Array;
  readonly inertia: Float64Array;
  /** I₃ - I₂, I₁ - I₃, I₂ - I₁ of each body: what its moments differ by makes it tumble. */
  readonly difference: Float64Array;
}

export function pendulumConstants({ n, bodies, gravity, pivot }: Pendulum): PendulumConstants {
  const flat = (of: (i: number) => readonly number[]): Float64Array => {
    const out = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) out.set(of(i), 3 * i);
    return out;
  };
  const mass = Float64Array.from(bodies, (body) => body.mass);
  const massBehind = new Float64Array(n);
  for (let i = n - 2; i >= 0; i--) massBehind[i] = massBehind[i + 1] + mass[i + 1];
  return {
    n,
    V: 3 * n,
    P: 6 * n,
    S: 10 * n,
    I1: 6 * n,
    I2: 7 * n,
    I3: 8 * n,
    F: 11 * n,
    gravity,
    pivot,
    span: flat((i) => bodies[i].span),
    centre: flat((i) => bodies[i].centre),
    mass,
    massBehind,
    inertia: flat((i) => bodies[i].inertia),
    difference: flat((i) => {
      const [x, y, z] = bodies[i].inertia;
      return [z - y, x - z, y - x];
    }),
  };
}
