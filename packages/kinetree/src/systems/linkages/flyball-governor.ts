import { mechanism } from "../../model/builder/mechanism.js";
import { box, sphere } from "../../model/bodies/shapes.js";
import { solidBox, type MassProperties } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, requireChoice, systemError } from "../parts/options.js";
import { cosSinDeg, minus, times, type Point } from "../parts/point.js";
import { bar, rod } from "../parts/rod.js";
import { roundInertia } from "../parts/turned-inertia.js";

/** Sizes, masses and connections of a flyball governor. */
export interface FlyballGovernorOptions {
  /** "rods": rigid rods carry the collar, which closes two loops; "springs": the stiff springs of the benchmark do, and there are none. */
  readonly connection: "rods" | "springs";
  /** Of the shaft and of the arms [m]. */
  readonly length: number;
  /** From the middle of an arm to the collar [m]. */
  readonly connectionLength: number;
  /** Of the hinges of arms and rods from the shaft's axis [m]. */
  readonly hingeDistance: number;
  /** Of the arms below the level, in the drawn pose [deg]. */
  readonly armAngleDeg: number;
  /** At the tip of each arm [kg]. */
  readonly ballMass: number;
  /** Of the bars [m] and of everything [kg/m³]. */
  readonly thickness: number;
  readonly density: number;
  /** Edge of the collar [m]. */
  readonly collar: number;
  /** Of the springs [N/m, N s/m]. */
  readonly stiffness: number;
  readonly damping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const flyballGovernorDefaults: FlyballGovernorOptions = Object.freeze({
  connection: "rods",
  length: 1,
  connectionLength: 0.5,
  hingeDistance: 0.05,
  armAngleDeg: 30,
  ballMass: 5,
  thickness: 0.01,
  density: 3000,
  collar: 0.1,
  stiffness: 8e5,
  damping: 4e4,
  gravity: 9.81,
});

/**
 * Watt's governor: two arms with balls hang on a shaft that spins about z, and lift a collar along it as they fly out. Joints
 * "shaft", "arm0" and "arm1" (positive lifts the ball), "collar", "rod0" and "rod1" (on the arms), closed by "pin0" and
 * "pin1" on the collar; all zero in the drawn pose. Data of M. González, D. Dopico, U. Lugrís, J. Cuadrado, "A benchmarking
 * system for MBS simulation software", Multibody System Dynamics 16 (2006), problem A05, which starts it at 2π rad/s; there
 * the rods are stiff springs, which make the problem stiff, and here they have the cross section of the arms.
 */
export function flyballGovernor(options: Partial<FlyballGovernorOptions> = {}): Model {
  const given = readOptions("flyball-governor", flyballGovernorDefaults, options);
  const { connection, length, hingeDistance, thickness, density, stiffness, damping } = given;
  requireChoice("flyball-governor", "connection", connection, ["rods", "springs"]);
  const [level, fall] = cosSinDeg(given.armAngleDeg);
  const reach = given.connectionLength * given.connectionLength - (level * length * level * length) / 4;
  if (!(reach >= 0)) {
    const problem =
      `connections of ${given.connectionLength} m cannot reach the collar from the middle of the arms. Make them ` +
      `longer, or let the arms hang lower.`;
    throw systemError("cannot-close", "flyball-governor", given.connectionLength, problem);
  }
  const height = length - (fall * length) / 2 - Math.sqrt(reach);
  const cube: Point = [given.collar, given.collar, given.collar];
  const shaft: Point = [thickness, thickness, length];
  const barMass = density * thickness * thickness;
  const common = mechanism("flyball governor")
    .gravity(0, 0, -given.gravity)
    .body("shaft", {
      ...solidBox(barMass * length, shaft, [0, 0, length / 2]),
      shapes: [box(shaft, { at: [0, 0, length / 2] })],
    })
    .body("collar", { ...solidBox(density * given.collar * given.collar * given.collar, cube), shapes: [box(cube)] })
    .revolute("shaft", { parent: GROUND, child: "shaft", axis: [0, 0, 1] })
    .prismatic("collar", { parent: "shaft", child: "collar", at: [0, 0, height], axis: [0, 0, 1] });
  return common
    .repeat(2, (soFar, k) => {
      const side = k === 0 ? 1 : -1;
      const out: Point = [side * level, 0, -fall];
      const half = times(length / 2, out);
      const hinge: Point = [side * hingeDistance, 0, length];
      const lug: Point = [side * hingeDistance, 0, 0];
      const axis: Point = [0, -side, 0];
      const withArm = soFar
        .body(`arm${k}`, {
          ...loadedArm(given, barMass, out),
          shapes: [
            bar([0, 0, 0], times(length, out), thickness / 2),
            sphere(0.08 * length, { at: times(length, out) }),
          ],
        })
        .revolute(`arm${k}`, { parent: "shaft", child: `arm${k}`, at: hinge, axis });
      if (connection === "springs")
        return withArm.pointSpring(`spring${k}`, {
          a: { body: `arm${k}`, at: half },
          b: { body: "collar", at: lug },
          stiffness,
          damping,
          freeLength: given.connectionLength,
        });
      const along = minus([lug[0], 0, height], [hinge[0] + half[0], 0, hinge[2] + half[2]]);
      return withArm
        .body(`rod${k}`, rod([0, 0, 0], along, { mass: barMass * given.connectionLength, radius: thickness / 2 }))
        .revolute(`rod${k}`, { parent: `arm${k}`, child: `rod${k}`, at: half, axis })
        .revolute(`pin${k}`, { parent: `rod${k}`, child: "collar", at: along, childAt: lug, axis });
    })
    .build();
}

/** A square bar with a point mass at its tip. */
function loadedArm(
  { length, ballMass, thickness }: FlyballGovernorOptions,
  lineDensity: number,
  out: Point,
): MassProperties {
  const barMass = lineDensity * length;
  const mass = barMass + ballMass;
  const centre = (barMass * (length / 2) + ballMass * length) / mass;
  const square = (x: number): number => x * x;
  const across =
    (barMass * (square(length) + square(thickness))) / 12 +
    barMass * square(centre - length / 2) +
    ballMass * square(length - centre);
  return { mass, com: times(centre, out), inertia: roundInertia(across, (barMass * square(thickness)) / 6, out) };
}
