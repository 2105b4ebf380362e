import type { BodyOptions } from "../../model/builder/body.js";
import { mechanism, type AnyMechanism } from "../../model/builder/mechanism.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { piecewise } from "../../model/signals.js";
import { solidCylinder } from "../../model/bodies/solids.js";
import { GROUND, type Model, type Signal } from "../../model/types.js";
import type { RoundPart } from "../parts/rod.js";
import { readOptions, requireChoice, systemError } from "../parts/options.js";
import type { Point } from "../parts/point.js";
import { addLimb, limbJoints, type BoomOptions } from "./space-platform-limb.js";
import {
  platformLimbs,
  platformLoads,
  platformParts,
  platformStances,
  type LimbSizes,
  type LimbStance,
} from "./space-platform-table.js";

/** Selects one of the sixteen cases. */
export interface SpacePlatformOptions {
  /** 1: three legs of six joints; 2: booms in two welded halves; 3: legs of seven joints; 4: and two arms of seven that hold a test object. */
  readonly type: number;
  readonly booms: "rigid" | "flexible";
  /** Open: legs 2 and 3 let go of the top plate, arm 2 of the test object. */
  readonly loops: "open" | "closed";
}

export const spacePlatformDefaults: SpacePlatformOptions = Object.freeze({
  type: 1,
  booms: "flexible",
  loops: "closed",
});

/** The options of case 1 to 16: types 1 to 4 rigid and open, then flexible and open, rigid and closed, flexible and closed. */
export const platformCases: readonly SpacePlatformOptions[] = Object.freeze(
  (["open", "closed"] as const).flatMap((loops) =>
    (["rigid", "flexible"] as const).flatMap((booms) =>
      [1, 2, 3, 4].map((type) => Object.freeze({ type, booms, loops })),
    ),
  ),
);

const TYPES = 4;

/**
 * A base plate free in space, three legs of two booms each to a top plate, and in type 4 two arms that hold a test object. At
 * zero coordinates all is closed. Bodies "base", "top", "object"; limbs "leg1" to "leg3", "arm1" and "arm2", whose joints are
 * "leg1_roll1", "leg1_yaw1", "leg1_pitch1" and so on, held by the welds "leg1_hold", ...; loads on the top plate, on the object
 * and on the joints of leg 1 change their sign every 20 s. Source of the cases: the test model of a recursive order-N algorithm
 * for rigid and flexible bodies of the NASA Johnson Space Center, its figure 1 and tables 1 and 2; sizes and loads are ours
 * (`space-platform-table.ts`).
 */
export function spacePlatform(options: Partial<SpacePlatformOptions> = {}): Model {
  const system = "space-platform";
  const { type, booms, loops } = readOptions(system, spacePlatformDefaults, options, ["type"]);
  requireChoice(system, "booms", booms, ["rigid", "flexible"]);
  requireChoice(system, "loops", loops, ["open", "closed"]);
  if (type > TYPES) {
    const problem = `option "type" = ${type} must be 1, 2, 3 or 4. Choose one of them.`;
    throw systemError("option-range", system, type, problem);
  }
  const { basePlate, topPlate, testObject } = platformParts;
  const legs = type < 3 ? platformStances.leg6 : platformStances.leg7;
  const modelled = { booms: { flexible: booms === "flexible", halved: type > 1 }, isClosed: loops === "closed" };
  const plates = mechanism(`space platform of type ${type}, ${booms}, ${loops}`)
    .gravity(0, 0, 0)
    .body("base", upright(basePlate))
    .body("top", upright(topPlate))
    .free("root", { parent: GROUND, child: "base" })
    .repeat(1, (soFar) => addLoad(soFar, "top", platformLoads.topForce, platformLoads.topTorque));
  const legged = addLimbs(plates, {
    ...modelled,
    name: "leg",
    stance: legs,
    sizes: platformLimbs.leg,
    on: "base",
    face: basePlate.length / 2,
    held: "top",
    rise: topPlate.length / 2,
  });
  const driven = limbJoints(legs).reduce((soFar, joint) => {
    const force = alternating(platformLoads.legMoments[joint]);
    return soFar.jointForce(`moment_${joint}`, { joint: `leg1_${joint}`, force });
  }, legged);
  if (type < TYPES) return driven.build();
  const { objectForce, objectTorque } = platformLoads;
  const loaded = addLoad(driven.body("object", upright(testObject)), "object", objectForce, objectTorque);
  return addLimbs(loaded, {
    ...modelled,
    name: "arm",
    stance: platformStances.arm7,
    sizes: platformLimbs.arm,
    on: "top",
    face: topPlate.length / 2,
    held: "object",
    rise: 0,
  }).build();
}

interface LimbGroup {
  readonly name: string;
  readonly stance: LimbStance;
  readonly sizes: LimbSizes;
  readonly booms: BoomOptions;
  /** The plate that they stand on, and its upper face above its middle [m]. */
  readonly on: string;
  readonly face: number;
  /** The body they hold, and its middle above their ends [m]. */
  readonly held: string;
  readonly rise: number;
  /** Whether all of them hold it, or the first alone. */
  readonly isClosed: boolean;
}

/** Adds limbs that stand on one body and hold another, straight above it, which the first of them carries. */
function addLimbs(before: AnyMechanism, group: LimbGroup): AnyMechanism {
  const { name, stance, sizes, booms, on, face, held, rise, isClosed } = group;
  return stance.azimuthsDeg.reduce((soFar, azimuthDeg, k) => {
    const limb = addLimb(soFar, `${name}${k + 1}`, { body: on, face, azimuthDeg }, stance, sizes, booms);
    if (k > 0 && !isClosed) return limb.soFar;
    const [x, y] = limb.X_plate_tip.position;
    return limb.soFar.weld(`${name}${k + 1}_hold`, {
      parent: limb.end,
      child: held,
      at: limb.X_end_tip,
      // Level like the plate below it, and as high as every limb ends: so all of them hold it at zero coordinates.
      childAt: { position: [x, y, -rise], rotation: limb.X_plate_tip.rotation },
      role: k === 0 ? "tree" : "loop",
    });
  }, before);
}

/** A homogeneous cylinder along z about its middle. */
const upright = ({ mass, radius, length }: RoundPart): BodyOptions => ({
  ...solidCylinder(mass, radius, length),
  shapes: [cylinder(radius, length)],
});

const addLoad = (soFar: AnyMechanism, body: string, force: Point, torque: Point): AnyMechanism =>
  soFar.wrench(`on_${body}`, { at: body, along: "world", force: signals(force), torque: signals(torque) });

const signals = ([x, y, z]: Point): [Signal, Signal, Signal] => [alternating(x), alternating(y), alternating(z)];

/** Held for a while, then with the opposite sign, and so on. */
const alternating = (value: number): Signal =>
  piecewise(
    Array.from({ length: platformLoads.holds }, (_, i) => [i * platformLoads.holdTime, i % 2 === 0 ? value : -value]),
  );
