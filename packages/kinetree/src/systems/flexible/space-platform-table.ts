import type { Beam } from "../../model/flexible.js";
import type { RoundPart } from "../parts/rod.js";
import { steel } from "../parts/metals.js";

/*
 * Every number of the space platforms. The source of the cases gives none of them; these are ours, of the size of the
 * manipulators of space stations. docs/flexible-cases.md has them as tables, and a test holds the two together.
 */

/** Plates and the test object: homogeneous cylinders about their middles. */
export const platformParts = Object.freeze({
  basePlate: Object.freeze({ mass: 400, radius: 2.4, length: 0.2 }),
  topPlate: Object.freeze({ mass: 200, radius: 2.1, length: 0.15 }),
  testObject: Object.freeze({ mass: 40, radius: 0.3, length: 0.6 }),
}) satisfies Readonly<Record<string, RoundPart>>;

/** Parts and joints of a limb. */
export interface LimbSizes {
  /** A whole boom. Half a boom is the same at half the length. */
  readonly boom: Beam;
  /** The rigid link around each roll, yaw and third pitch joint, homogeneous. */
  readonly housing: RoundPart;
  /** Attached to the top plate or to the test object. */
  readonly endEffector: RoundPart;
  /** Viscous damping of every joint [N m s/rad]: so much that joints give way slowly to moments that bend the booms. */
  readonly jointDamping: number;
  /** Inertia of every motor as its gear passes it on [kg m²]. Without it the mass matrix would be some ten times worse conditioned. */
  readonly armature: number;
}

/** A solid steel rod with two bending modes in each plane. */
const rod = (length: number, radius: number): Beam =>
  Object.freeze({
    kind: "beam",
    length,
    section: Object.freeze({ kind: "circle", radius }),
    material: steel,
    modes: Object.freeze({ y: 2, z: 2, axial: 0, torsion: 0 }),
    corrections: Object.freeze([]),
    dampingRatio: 0.005,
    geometricStiffness: true,
  });

/** Legs and arms. Rods weigh about as much as their loads: the lighter they are, the worse conditioned the mass matrix. */
export const platformLimbs = Object.freeze({
  leg: Object.freeze({
    boom: rod(4, 0.035),
    housing: Object.freeze({ mass: 15, radius: 0.15, length: 0.35 }),
    endEffector: Object.freeze({ mass: 15, radius: 0.15, length: 0.4 }),
    jointDamping: 10000,
    armature: 100,
  }),
  arm: Object.freeze({
    boom: rod(3, 0.02),
    housing: Object.freeze({ mass: 5, radius: 0.08, length: 0.2 }),
    endEffector: Object.freeze({ mass: 5, radius: 0.08, length: 0.2 }),
    jointDamping: 400,
    armature: 10,
  }),
}) satisfies Readonly<Record<string, LimbSizes>>;

/** Where a limb stands on its plate, and how it is bent where all its coordinates are zero. */
export interface LimbStance {
  /** Distance of the first joint from the axis of the plate [m]. */
  readonly mountRadius: number;
  /** Direction of each limb's place, about the axis of the plate [deg]. */
  readonly azimuthsDeg: readonly number[];
  /** Turns built into the pitch joints, in their order; positive tilts outwards [deg]. */
  readonly pitchesDeg: readonly number[];
  /** Turn built into the second yaw joint [deg]. */
  readonly wristYawDeg: number;
}

/** Stances. Without its wrist yaw, a leg of six joints would be in a singular pose: all its axes but the pitches in one plane. */
export const platformStances = Object.freeze({
  leg6: Object.freeze({ mountRadius: 1.8, azimuthsDeg: [90, 210, 330], pitchesDeg: [25, -50], wristYawDeg: 30 }),
  leg7: Object.freeze({ mountRadius: 1.8, azimuthsDeg: [90, 210, 330], pitchesDeg: [25, -50, 25], wristYawDeg: 0 }),
  arm7: Object.freeze({ mountRadius: 0.9, azimuthsDeg: [0, 180], pitchesDeg: [30, -60, -60], wristYawDeg: 0 }),
}) satisfies Readonly<Record<string, LimbStance>>;

/** Loads during the first 20 s; then they change their sign, and so on. Along the axes of the world [N, N m]. */
export const platformLoads = Object.freeze({
  /** Between two changes of sign [s]. */
  holdTime: 20,
  /** How often they are held: the length of a run is `holdTime` times this. */
  holds: 5,
  topForce: Object.freeze([0.4, 0.3, 0.3] as const),
  topTorque: Object.freeze([6, -5, 8] as const),
  objectForce: Object.freeze([0.5, 0.6, -0.5] as const),
  objectTorque: Object.freeze([3, -2.5, 4] as const),
  /** On the joints of the first leg. */
  legMoments: Object.freeze({ roll1: 150, yaw1: 120, pitch1: 150, pitch2: -120, pitch3: 60, yaw2: 80, roll2: 100 }),
});
