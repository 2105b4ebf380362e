import { mechanism, type AnyMechanism } from "../../model/builder/mechanism.js";
import { box } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { frontAxle, parts, rearAxle, steering } from "./hmmwv.js";
import { readOptions, requireChoice } from "../parts/options.js";
import { lengthOf, minus } from "../parts/point.js";
import { addSteering, type Steering } from "./steering-linkage.js";
import { addStrut } from "./strut.js";
import { addCorner } from "./wishbone-corner.js";

/** Assembly and support of the vehicle. */
export interface SuspendedVehicleOptions {
  /** "free", or "fixed" to the ground. */
  readonly chassis: "free" | "fixed";
  /** "pins": lower ball joints of three hinges and two small bodies; "spherical": of one joint, wheels of three parts. Both: 36 bodies, 45 speeds. */
  readonly lowerBall: "pins" | "spherical";
  /** Of the post below each wheel, which stands in for tyre and ground: up and down, and level [N/m, N s/m]. */
  readonly postStiffness: number;
  readonly postDamping: number;
  readonly levelStiffness: number;
  readonly levelDamping: number;
  /** Of the spring and damper at the Pitman arm [N m/rad, N m s/rad]. */
  readonly steeringStiffness: number;
  readonly steeringDamping: number;
  /** Of each of the two halves of a strut [kg]; taken from the chassis. */
  readonly strutMass: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** The posts have the vertical stiffness and damping of the source's TMeasy tyre; the steering that of its column, seen through its ratio of 26. */
export const suspendedVehicleDefaults: SuspendedVehicleOptions = Object.freeze({
  chassis: "free",
  lowerBall: "pins",
  postStiffness: 411120.924,
  postDamping: 3931.685,
  levelStiffness: 1e5,
  levelDamping: 2000,
  steeringStiffness: 77463,
  steeringDamping: 500,
  strutMass: 5,
  gravity: 9.81,
});

const corners = [
  { suffix: "FL", axle: frontAxle, side: "left" },
  { suffix: "FR", axle: frontAxle, side: "right" },
  { suffix: "RL", axle: rearAxle, side: "left" },
  { suffix: "RR", axle: rearAxle, side: "right" },
] as const;

/**
 * A whole vehicle on four posts: free chassis, four double wishbones, struts, steering by a four-bar linkage, wheels that spin.
 * It has the counts of the HMMWV of J. Cameron, S. Myint, C. Kuo, A. Jain, H. Grip, P. Jayakumar, J. Overholt, "Real-time and
 * high-fidelity simulation environment for autonomous ground vehicle dynamics", NDIA Ground Vehicle Systems Engineering and
 * Technology Symposium (2013), where constraint embedding, the tree and all bodies have 15 | 0, 45 | 30 and 216 | 201
 * coordinates | constraints: 36 bodies, a tree with 45 speeds, 30 constraints, 15 degrees of freedom, nothing redundant. Their
 * list of bodies is not published; this one is ours, with the numbers of Project Chrono's HMMWV (commit 7689fbc).
 *
 * Chassis 6 speeds ("root"). Steering 3 speeds ("pitman", "steeringLink", "idler"), closed by "idlerPin", 2 conditions. Each
 * corner FL, FR, RL, RR 9 speeds: "lowerArmFL" 1, "upperArmFL" 1, lower ball joint 3, "spinFL" 1, "strutTopFL" 2, "strutFL" 1; closed by
 * "upperBallFL" 3, "strutFootFL" 3 and "tieRodFL" 1. Front tie rods run to the steering link, rear ones to the chassis; they
 * are distances without mass, as in the source. All coordinates are zero in the design position, where the springs are loaded
 * with more than the vehicle weighs: from there it jumps.
 */
export function suspendedVehicle(options: Partial<SuspendedVehicleOptions> = {}): Model {
  const given = readOptions("suspended-vehicle", suspendedVehicleDefaults, options);
  requireChoice("suspended-vehicle", "chassis", given.chassis, ["free", "fixed"]);
  requireChoice("suspended-vehicle", "lowerBall", given.lowerBall, ["pins", "spherical"]);
  const root = { parent: GROUND, child: "chassis" } as const;
  const body = mechanism("HMMWV on posts")
    .gravity(0, 0, -given.gravity)
    .body("chassis", {
      mass: parts.chassis.mass - 8 * given.strutMass - steering.idlerMass,
      com: parts.chassis.com,
      inertia: parts.chassis.moments,
      shapes: [box([4.4, 0.8, 0.3], { at: [0, 0, 0.3] })],
    });
  const { built, link, linkFrame } = addSteering(
    given.chassis === "free" ? body.free("root", root) : body.weld("root", root),
    steering,
    { chassis: "chassis", spring: { stiffness: given.steeringStiffness, damping: given.steeringDamping } },
  );
  return built.repeat(corners.length, (soFar, i) => cornerOn(soFar, given, { link, linkFrame }, corners[i])).build();
}

function cornerOn(
  soFar: AnyMechanism,
  given: SuspendedVehicleOptions,
  linkage: Pick<Steering, "link" | "linkFrame">,
  { suffix, axle, side }: (typeof corners)[number],
): AnyMechanism {
  const corner = addCorner(soFar, {
    suffix,
    chassis: "chassis",
    origin: axle.origin,
    hardpoints: axle.points,
    masses: parts,
    wheelParts: parts,
    spring: { tension: axle.spring, freeLength: axle.freeLength },
    side,
    lowerBall: given.lowerBall,
    wheel: given.lowerBall === "pins" ? "one" : "three",
  });
  const { points, uprightFrame } = corner;
  const isFront = axle === frontAxle;
  const inner = isFront
    ? { body: linkage.link, at: minus(points.tieRodInner, linkage.linkFrame) }
    : { body: "chassis", at: points.tieRodInner };
  return addStrut(corner, { suffix, chassis: "chassis", mass: given.strutMass, damping: axle.damping })
    .distance(`tieRod${suffix}`, {
      a: inner,
      b: { body: `upright${suffix}`, at: minus(points.tieRodOuter, uprightFrame) },
      length: lengthOf(minus(points.tieRodOuter, points.tieRodInner)),
    })
    .bushing(`post${suffix}`, {
      a: { body: GROUND, at: points.wheel },
      b: { body: `upright${suffix}`, at: minus(points.wheel, uprightFrame) },
      stiffness: { translation: [given.levelStiffness, given.levelStiffness, given.postStiffness] },
      damping: { translation: [given.levelDamping, given.levelDamping, given.postDamping] },
    });
}
