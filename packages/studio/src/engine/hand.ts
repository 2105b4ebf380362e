import type { State } from "kinetree";
import type { Poser } from "./poser.js";
import type { Hold } from "../experiment/types.js";

/** Swings of the spring a second, and its damping ratio: firm, without ringing. */
const FREQUENCY = 2;
const DAMPING = 0.8;
/** Longest time for which a force of the hand is held [s]. */
export const HAND_PERIOD = 1 / 120;

/**
 * The hand that drags a body: a spring and a damper between a point of the body and where the mouse is, as generalised forces. Its
 * stiffness follows the mass that the point shows, so that a feather and a lorry follow alike.
 */
export class Hand {
  readonly #poser: Poser;
  readonly #hold: Hold;
  readonly #stiffness: number;
  readonly #damping: number;

  constructor(poser: Poser, hold: Hold, state: State, before: Hand | null) {
    this.#poser = poser;
    this.#hold = hold;
    if (before && before.#hold.body === hold.body) {
      this.#stiffness = before.#stiffness;
      this.#damping = before.#damping;
      return;
    }
    const mass = massAt(poser, state, hold);
    const omega = 2 * Math.PI * FREQUENCY;
    this.#stiffness = mass * omega * omega;
    this.#damping = 2 * DAMPING * mass * omega;
  }

  /** τ = Jᵀ f for the spring's force f at a state. */
  tau(state: State): Float64Array {
    const { evaluator } = this.#poser;
    const { body, point, target } = this.#hold;
    const J = evaluator.pointJacobian(state, body, Float64Array.from(point));
    const nv = state.v.length;
    const at = placeOf(this.#poser, state, this.#hold);
    const tau = new Float64Array(nv);
    for (let axis = 0; axis < 3; axis++) {
      const row = (3 + axis) * nv;
      let speed = 0;
      for (let i = 0; i < nv; i++) speed += J.data[row + i] * state.v[i];
      const force = this.#stiffness * (target[axis] - at[axis]) - this.#damping * speed;
      for (let i = 0; i < nv; i++) tau[i] += J.data[row + i] * force;
    }
    return tau;
  }
}

function placeOf({ evaluator, model }: Poser, state: State, { body, point }: Hold): readonly number[] {
  const index = model.bodies.findIndex(({ name }) => name === body);
  const { position, quaternion } = evaluator.bodies(state)[index];
  const [w, x, y, z] = quaternion;
  const [px, py, pz] = point;
  // p + 2 w (u × p) + 2 u × (u × p), with u the quaternion's vector.
  const [cx, cy, cz] = [y * pz - z * py, z * px - x * pz, x * py - y * px];
  return [
    position[0] + px + 2 * (w * cx + y * cz - z * cy),
    position[1] + py + 2 * (w * cy + z * cx - x * cz),
    position[2] + pz + 2 * (w * cz + x * cy - y * cx),
  ];
}

/** At most the least mass that the point shows in any direction: 1 / trace(J M⁻¹ Jᵀ). A stiffer spring would ring. */
function massAt({ evaluator, model }: Poser, state: State, { body, point }: Hold): number {
  const nv = state.v.length;
  const J = evaluator.pointJacobian(state, body, Float64Array.from(point));
  const weight = model.bodies.find(({ name }) => name === body)?.mass;
  const fallback = typeof weight === "number" && weight > 0 ? weight : 1;
  try {
    let trace = 0;
    for (let axis = 0; axis < 3; axis++) {
      const row = J.data.slice((3 + axis) * nv, (4 + axis) * nv);
      const moved = evaluator.solveMassMatrix(state, row);
      for (let i = 0; i < nv; i++) trace += row[i] * moved[i];
    }
    return trace > 0 && Number.isFinite(trace) ? 1 / trace : fallback;
  } catch {
    return fallback; // a mass matrix that is singular without the loops
  }
}
