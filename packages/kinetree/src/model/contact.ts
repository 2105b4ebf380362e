import type { Pose, Real } from "./real.js";
import type { Attachment } from "./types.js";

/** A surface fixed in the world. Its frame: z is up (outward) where not said otherwise. */
export type Terrain = { readonly name: string } & (
  | /** Half-space: solid below the xy plane of the pose. */ { readonly kind: "plane"; readonly pose: Pose }
    /** Heights over a regular grid in the xy plane of the pose: heights[j nx + i] at (x0 + i dx, y0 + j dy); the border goes on beyond the edge. */
  | {
      readonly kind: "height-map";
      readonly pose: Pose;
      readonly x0: number;
      readonly y0: number;
      readonly dx: number;
      readonly dy: number;
      readonly nx: number;
      readonly ny: number;
      /** [m] */
      readonly heights: readonly number[];
      /** Multiplies the heights, so that a parameter can; 1 if left out. */
      readonly scale?: Real;
      /** Between the heights: smooth, with slopes that do not jump ("bicubic", also if left out), or straight along the sides of each cell. */
      readonly interpolation?: "bicubic" | "bilinear";
    }
  /** Triangles, counter-clockwise seen from outside; a surface seen from above (one height over each place of the pose's xy plane). */
  | {
      readonly kind: "mesh";
      readonly pose: Pose;
      readonly vertices: readonly (readonly [number, number, number])[];
      /** Numbers of three vertices each, from 0. */
      readonly triangles: readonly (readonly [number, number, number])[];
    }
);

/** A point (radius 0) or sphere of a body that touches a terrain. A wheel is a sphere at its hub that turns with it. */
export interface Contact {
  readonly name: string;
  /** The centre; how its frame is turned does not matter. */
  readonly at: Attachment;
  /** [m]; 0: a point. */
  readonly radius: Real;
  /** Name of the terrain that it touches. */
  readonly terrain: string;
  readonly normal: NormalLaw;
  readonly friction: FrictionLaw;
  /** Multiplies the whole contact force (normal and tangential); 1 if left out. */
  readonly scale?: Real;
}

/** The force across the surface as it follows from the depth d [m] and its rate d' [m/s]. It never pulls and is zero apart. */
export type NormalLaw =
  /** max(0, stiffness d + damping d'): stiffness [N/m], damping [N s/m]. */
  | { readonly kind: "spring-damper"; readonly stiffness: Real; readonly damping: Real }
  /** max(0, stiffness dⁿ (1 + 3/2 dissipation d')): n is the exponent, 1.5 if left out; stiffness [N/mⁿ], dissipation [s/m]. */
  | {
      readonly kind: "hunt-crossley";
      readonly stiffness: Real;
      readonly dissipation: Real;
      readonly exponent?: Real;
    }
  /**
   * A spring (elastic, k_e [N/m]) in line with a spring and damper side by side (viscoelastic, k_v [N/m]; damping, c [N s/m]):
   * F' = -(k_e + k_v)/c F + k_e k_v/c d + k_e d'. The force is a state of its own.
   */
  | {
      readonly kind: "standard-linear-solid";
      readonly elastic: Real;
      readonly viscoelastic: Real;
      readonly damping: Real;
    };

/** The force along the surface against the slip v [m/s], while touching with the normal force F_n. */
export type FrictionLaw =
  | { readonly kind: "none" }
  /** -coefficient v: coefficient [N s/m], whatever the normal force. */
  | { readonly kind: "viscous"; readonly coefficient: Real }
  /**
   * Coulomb, made smooth about zero: μ(|v|) F_n v / √(v² + transitionSpeed²), with μ(s) = kinetic + (static - kinetic) exp(-(s/stribeckSpeed)²).
   * `static` is `kinetic` if left out; `stribeckSpeed` [m/s] must be given where they differ. It creeps instead of sticking.
   */
  | {
      readonly kind: "coulomb";
      readonly kinetic: Real;
      readonly static?: Real;
      readonly stribeckSpeed?: Real;
      readonly transitionSpeed: Real;
    }
  /**
   * Bristles z along two directions of the surface, which are states: z' = v - sigma0 |v| / g(|v|) z, with
   * g(s) = kinetic + (static - kinetic) exp(-(s/stribeckSpeed)^exponent); force (sigma0 z + sigma1 z' + sigma2 v) |F_n|. Sigma0 is per
   * unit normal force [1/m], sigma1 and sigma2 [s/m]; exponent 1 if left out. It sticks.
   */
  | {
      readonly kind: "lugre";
      readonly sigma0: Real;
      readonly sigma1: Real;
      readonly sigma2: Real;
      readonly static: Real;
      readonly kinetic: Real;
      readonly stribeckSpeed: Real;
      readonly exponent?: Real;
    };
