import type { GroundDescription } from "../grounds/generate-ground.js";
import type { FrictionLaw, NormalLaw } from "./contact-laws.js";
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
  /**
   * Heights and friction that are no part of the model: a run is given them, as `makeGround` and `generateGround` make them, and
   * another ground needs no other code.
   */
  | {
      readonly kind: "ground";
      readonly pose: Pose;
      /** Multiplies the heights, so that a parameter can; 1 if left out. */
      readonly scale?: Real;
      /** Between the heights, as for a height map; "bicubic" if left out. */
      readonly interpolation?: "bicubic" | "bilinear";
      /** The ground of runs that give none; they must give one if it is left out. */
      readonly default?: GroundDescription;
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
