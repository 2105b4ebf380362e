import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Real } from "../real.js";
import type { Contact, FrictionLaw, NormalLaw, Terrain } from "../types.js";
import { named, propertyOf, thingAt } from "../part.js";
import type { Resolver } from "./place.js";

/** Where a terrain lies in the world: its own frame, z up. */
export interface TerrainPlace {
  /** The world's frame if left out. */
  readonly at?: PoseLike;
}

type Given<Kind extends Terrain["kind"]> = Omit<Extract<Terrain, { kind: Kind }>, "kind" | "name" | "pose">;

/** Heights over a regular grid: heights[j nx + i] at (x0 + i dx, y0 + j dy). */
export type HeightMapOptions = TerrainPlace & Given<"height-map">;

/** Heights that a run brings. */
export type GroundOptions = TerrainPlace & Given<"ground">;

/** Vertices, and triangles by the numbers of theirs. */
export type TerrainMeshOptions = TerrainPlace & Given<"mesh">;

/** Options of `contact`. */
export interface ContactOptions<B extends string, F extends string> {
  readonly body: B;
  /** The centre in the body, or the name of a frame of the body ("body/frame"); the body's origin if left out. */
  readonly at?: PoseLike | F;
  /** [m]; a point if left out. */
  readonly radius?: Real;
  /** Name of the terrain. */
  readonly terrain: string;
  readonly normal: NormalLaw;
  /** None if left out. */
  readonly friction?: FrictionLaw;
  /** Multiplies the whole contact force; 1 if left out. */
  readonly scale?: Real;
}

const poseOf = ({ at }: TerrainPlace): Terrain["pose"] => (at === undefined ? modelDefaults.pose : pose(at));

export const makePlane = (name: string, options: TerrainPlace): Terrain => ({
  kind: "plane",
  name,
  pose: poseOf(options),
});

export function makeHeightMap(name: string, options: HeightMapOptions): Terrain {
  const { at: _, ...given } = options;
  return { kind: "height-map", name, pose: poseOf(options), ...given };
}

export function makeGroundTerrain(name: string, options: GroundOptions): Terrain {
  const { at: _, ...given } = options;
  return { kind: "ground", name, pose: poseOf(options), ...given };
}

export function makeTerrainMesh(name: string, options: TerrainMeshOptions): Terrain {
  const { at: _, ...given } = options;
  return { kind: "mesh", name, pose: poseOf(options), ...given };
}

export function makeContact(name: string, options: ContactOptions<string, string>, resolve: Resolver): Contact {
  const { body, at, radius, terrain, normal, friction, scale } = options;
  const place = propertyOf(thingAt(resolve.path, `contact "${name}"`), "at");
  return {
    name,
    at: { body, pose: resolve.poseOn(named(propertyOf(place, "pose"), "at"), body, at) },
    radius: radius ?? modelDefaults.contact.radius,
    terrain,
    normal,
    friction: friction ?? modelDefaults.contact.friction,
    ...(scale === undefined ? {} : { scale }),
  };
}
