/** One way to solve J ΔX = E. All arrays are made when it is made; what it computes is counted by the phases of an iteration. */
export interface PendulumNewtonSolver {
  /** What depends on the point alone. */
  linearize(t: number, y: Float64Array, yDot: Float64Array): void;
  /** What depends on σ too: the remaining blocks of J. */
  blocks(sigma: number): void;
  /** False if J is singular. */
  eliminate(sigma: number): boolean;
  /** x: E on entry, ΔX on return. */
  substitute(x: Float64Array): void;
}
