/* Equations as the implicit methods see them. Nothing here knows of mechanisms: methods are tested on standard problems. */

/** F(t, y, ẏ) = 0, of which some entries of ẏ may not occur. */
export interface ResidualSystem {
  readonly size: number;
  /** 1 for an entry of y that is integrated, 0 for one that follows from the others and has no history of its own; null: all 1. */
  readonly mass: Uint8Array | null;
  /** r ← F(t, y, ẏ); numbers that are not finite mean that there is no such state. */
  residual(t: number, y: Float64Array, yDot: Float64Array, r: Float64Array): void;
  /** Derivatives at a point, for the factors to come. */
  linearize(t: number, y: Float64Array, yDot: Float64Array): void;
  /** Factors ∂F/∂y + σ ∂F/∂ẏ at the point of the last `linearize`; false if that matrix is singular. */
  factor(sigma: number): boolean;
  /** x ← (∂F/∂y + σ ∂F/∂ẏ)⁻¹ x with the factors made last. */
  solve(x: Float64Array): void;
  /** w ← weights of errors: an error of w counts as 1, and one of an infinite w not at all. */
  weigh(y: Float64Array, w: Float64Array): void;
  /** The entry of y with this number in words, for messages. */
  nameOf(entry: number): string;
}

/** M ẏ = f(t, y) with a diagonal M of ones and zeros. */
export interface RateSystem {
  readonly size: number;
  /** 1 for an entry whose rate f gives, 0 for one that the equation f = 0 in its place determines; null: all 1. */
  readonly mass: Uint8Array | null;
  /** Differentiation index of each entry, 1 to 3 (Hairer, Wanner II (1996), VII.1); null: all 1. */
  readonly index: Uint8Array | null;
  /** f ← f(t, y); numbers that are not finite mean that there is no such state. */
  rates(t: number, y: Float64Array, f: Float64Array): void;
  /** Derivatives of f at a point, for the factors to come. */
  linearize(t: number, y: Float64Array): void;
  /** ∂f/∂t at the point of the last `linearize`. */
  timeDerivative(out: Float64Array): void;
  /** Factors σ M − ∂f/∂y, σ = re + i im, at the point of the last `linearize`, kept under the number `slot`. False if singular. */
  factor(slot: number, re: number, im: number): boolean;
  /** x ← (σ M − ∂f/∂y)⁻¹ x with the factors of that number; `im` is the imaginary part of x, null for factors of a real σ. */
  solve(slot: number, re: Float64Array, im: Float64Array | null): void;
  weigh(y: Float64Array, w: Float64Array): void;
  nameOf(entry: number): string;
}

/**
 * Equations of motion for methods that know of positions and speeds: r = 0 for accelerations a, multipliers λ, and states z of the
 * first order. Positions are seen from a base: `move` says where speeds, held for a while, lead from there.
 */
export interface MotionSystem {
  /** Speeds (and positions), states of the first order, rows that positions must keep to. */
  readonly nv: number;
  readonly nz: number;
  readonly nc: number;
  /** The last so many of the states of the first order are sums over time: nothing depends on them, and the factors leave that out too. */
  readonly nSummed?: number;
  /** δ ← position that is reached from the base with constant speeds; u: speeds times the time. Exact to second order in u. */
  move(u: Float64Array, delta: Float64Array): void;
  /** r ← residual: nv of motion, nz of ż − g(…), nc of position, one after the other. */
  residual(t: number, point: MotionPoint, r: Float64Array): void;
  linearize(t: number, point: MotionPoint): void;
  /** Factors ∂r/∂(a, z, λ), where v moves with a / σ, u with v / ρ, ż with σ z, at the point of the last `linearize`. False if singular. */
  factor(sigma: number, rho: number): boolean;
  /** x ← solution for (a, z, λ) changes with the factors made last. */
  solve(x: Float64Array): void;
  /**
   * a, ż and λ of `point` ← those that its δ, v and z have at this time, with constraints on position level satisfied on that of
   * accelerations. May be left out by systems without such rows: then the residual, which is linear in a and ż, is solved for them.
   */
  initial?(t: number, point: MotionPoint): void;
  /**
   * The numbers that `linearize` made: written back later, they are as good as calling it again. Where a system does not show them,
   * factors cannot be made again after a restart, and derivatives are made again in every step.
   */
  readonly derivatives?: Float64Array;
  /** Weights of errors of u, v and z, one after the other. */
  weigh(point: MotionPoint, w: Float64Array): void;
  /** Entry of [u, v, z, λ] in words. */
  nameOf(entry: number): string;
}

/** A state of motion as a `MotionSystem` sees it. */
export interface MotionPoint {
  readonly delta: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  readonly z: Float64Array;
  readonly zDot: Float64Array;
  readonly lambda: Float64Array;
}
