import type { State } from "../../src/state/state.js";

/** Sixth-order central difference: its error is 1/140 f⁽⁷⁾ h⁶, its rounding about ε f / h. */
function derivative(f: (s: number) => number, h: number): number {
  const at = (k: number): number => f(k * h) - f(-k * h);
  return (45 * at(1) - 9 * at(2) + at(3)) / (60 * h);
}

/**
 * Lagrange's equations by differences of energies alone, d/dt ∂T/∂v − ∂T/∂q + ∂U/∂q, where v = q̇: what conservative forces
 * leave to be done for given accelerations.
 */
export function lagrangeForces(
  energy: (state: State) => { readonly kinetic: number; readonly potential: number },
  state: State,
  vdot: ArrayLike<number>,
  h = 5e-4,
): number[] {
  const { q, v } = state;
  const moved = (x: Float64Array, direction: ArrayLike<number>, s: number): Float64Array =>
    x.map((each, i) => each + s * direction[i]);
  const unit = (k: number): Float64Array => v.map((_, i) => (i === k ? 1 : 0));
  const kinetic = (at: Float64Array, speeds: Float64Array): number => energy({ ...state, q: at, v: speeds }).kinetic;
  /** T is quadratic in the speeds: this difference is exact. */
  const momentum = (at: Float64Array, speeds: Float64Array, k: number): number =>
    (kinetic(at, moved(speeds, unit(k), 1)) - kinetic(at, moved(speeds, unit(k), -1))) / 2;
  return Array.from(v, (_, k) => {
    const inertia = momentum(q, Float64Array.from(vdot), k);
    const carried = derivative((s) => momentum(moved(q, v, s), v, k), h);
    const slope = derivative((s) => {
      const at = energy({ ...state, q: moved(q, unit(k), s) });
      return at.kinetic - at.potential;
    }, h);
    return inertia + carried - slope;
  });
}
