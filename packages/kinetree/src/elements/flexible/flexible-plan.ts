import type { Num } from "../../graph/graph.js";

/**
 * What a flexible body is to the recursions: its shapes integrated over its mass, its stiffness, and its shapes at stations. The
 * body moves by x + Φ η + ½ ηᵀ H η from its frame, with amplitudes η; H, its shortening, is zero without geometric stiffness.
 * m is the number of modes; matrices and lists of vectors are flat, row by row.
 */
export interface FlexiblePlan {
  readonly modes: number;
  /** Pairs i, j of modes, i <= j, whose shortening Hᵢⱼ is not zero; the p-th of them is Hₚ in the integrals. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Their sum is the body; each is a number that may depend on parameters, and integrals that do not. */
  readonly inertia: readonly { readonly scale: Num; readonly integrals: ModalIntegrals }[];
  /** m × m, likewise. */
  readonly stiffness: readonly { readonly scale: Num; readonly matrix: readonly number[] }[];
  /** m × m */
  readonly damping: readonly Num[];
  /** Shapes at a place of the undeformed body, in the body frame. */
  readonly station: (position: readonly [number, number, number]) => StationShape;
}

/** Integrals over the mass of a body, in its frame. Vectors are x, y, z; tensors are nine numbers. */
export interface ModalIntegrals {
  /** ∫ Φᵢ·Φⱼ dm at i m + j. */
  readonly mass: readonly number[];
  /** ∫ Φⱼ dm at 3 j. */
  readonly translation: readonly number[];
  /** ∫ x Φⱼᵀ dm at 9 j. */
  readonly first: readonly number[];
  /** ∫ Φᵢ Φⱼᵀ dm at 9 (i m + j). */
  readonly second: readonly number[];
  /** ∫ Hᵢⱼ dm at 3 (i m + j). */
  readonly shortening: readonly number[];
  /** ∫ x Hᵢⱼᵀ dm at 9 (i m + j). */
  readonly shorteningFirst: readonly number[];
  /** ∫ Φₖ Hₚᵀ dm at 9 (k P + p), of P pairs. */
  readonly mixed: readonly number[];
  /** ∫ Hₚ Hᵣᵀ dm at 9 (p P + r). */
  readonly shorteningSecond: readonly number[];
}

/** What the modes do at one place. */
export interface StationShape {
  /** Displacement of mode j at 3 j. */
  readonly shapes: readonly number[];
  /** Rotation of mode j at 3 j [rad]. */
  readonly slopes: readonly number[];
  /** Hᵢⱼ at 3 (i m + j). */
  readonly shortening: readonly number[];
}
