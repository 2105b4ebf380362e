import { rotation, rotationRate } from "../arithmetic/counted-rotation.js";
import { CountedArithmetic } from "../arithmetic/counted.js";
import type { Pendulum } from "./pendulum.js";

/** The 14 n unknowns X = [R, V, P, S] that follow from orientations and angular velocities: on all constraints. */
export function pendulumStart({ n, bodies, pivot }: Omit<Pendulum, "state">): Float64Array {
  const state = new Float64Array(14 * n);
  const arithmetic = new CountedArithmetic();
  const V = 3 * n;
  const P = 6 * n;
  const S = 10 * n;
  const A = new Float64Array(9);
  const rate = new Float64Array(9);
  const joint = new Float64Array(6);
  const arm = new Float64Array(3);
  joint.set(pivot);
  bodies.forEach((body, i) => {
    const [w, x, y, z] = body.orientation;
    const size = Math.sqrt(w * w + x * x + y * y + z * z);
    const p = [w / size, x / size, y / size, z / size];
    const [ox, oy, oz] = body.angularVelocity.map((part) => part / 2);
    state.set(p, P + 4 * i);
    // ṗ = p ω / 2
    state[S + 4 * i] = -(p[1] * ox + p[2] * oy + p[3] * oz);
    state[S + 4 * i + 1] = p[0] * ox + (p[2] * oz - p[3] * oy);
    state[S + 4 * i + 2] = p[0] * oy + (p[3] * ox - p[1] * oz);
    state[S + 4 * i + 3] = p[0] * oz + (p[1] * oy - p[2] * ox);
    rotation(arithmetic, A, 0, state, P + 4 * i);
    rotationRate(arithmetic, rate, 0, state, P + 4 * i, state, S + 4 * i);
    arm.set(body.centre);
    state.set(joint.subarray(0, 3), 3 * i);
    state.set(joint.subarray(3), V + 3 * i);
    arithmetic.addTurned(state, 3 * i, A, 0, arm, 0);
    arithmetic.addTurned(state, V + 3 * i, rate, 0, arm, 0);
    arm.set(body.span);
    arithmetic.addTurned(joint, 0, A, 0, arm, 0);
    arithmetic.addTurned(joint, 3, rate, 0, arm, 0);
  });
  return state;
}
