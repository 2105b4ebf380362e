import { RequestError } from "../../../errors/kinetree-error.js";
import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { cross, minus, plus, unit, type Point } from "../../parts/point.js";
import { bar, rod } from "../../parts/rod.js";
import type { AntiRollBarData, AxleData } from "../data/vehicle.js";
import { mirrored, on, type BodyFrame, type CornerPorts, type Side } from "./ports.js";

/** One half of a bar: where its arm ends, and where its drop link stands on the suspension, in the chassis. */
interface Half {
  readonly corner: CornerPorts;
  readonly side: Side;
  readonly bearing: Point;
  readonly end: Point;
  readonly foot: Point;
}

/** Ties the two corners of an axle by a torsion bar. */
export function addAntiRollBar(
  soFar: AnyMechanism,
  { name, origin }: Pick<AxleData, "name" | "origin">,
  data: AntiRollBarData,
  chassis: BodyFrame,
  corners: readonly CornerPorts[],
): AnyMechanism {
  const bearing = plus(origin, data.bearing);
  const halves = corners.map((corner): Half => {
    const { side } = corner.wheel;
    const end = plus(bearing, mirrored([data.armLength, data.halfWidth, 0], side));
    return { corner, side, bearing, end, foot: minus(end, [0, 0, data.linkHeight]) };
  });
  return data.kind === "bodies" ? addBodies(soFar, name, data, chassis, halves) : addForces(soFar, name, data, halves);
}

/**
 * Two bodies "antiRollBarFL" and "antiRollBarFR" on hinges of the same names about y, the bar's spring "antiRollBarF" between their
 * angles, and drop links that are distances. Each body has the inertia of a straight rod from the bearing to the end of its arm.
 */
function addBodies(
  soFar: AnyMechanism,
  axle: string,
  { stiffness, damping, mass }: AntiRollBarData,
  chassis: BodyFrame,
  halves: readonly Half[],
): AnyMechanism {
  const names = halves.map(({ corner }) => `antiRollBar${corner.wheel.suffix}`);
  const arms = halves.reduce((built, { corner, bearing, end, foot }, i) => {
    const arm = minus(end, bearing);
    const knee: Point = [0, arm[1], 0];
    return built
      .body(names[i], {
        ...rod([0, 0, 0], arm, { mass: mass / 2, radius: 0.015 }),
        shapes: [bar([0, 0, 0], knee, 0.015), bar(knee, arm, 0.015)],
      })
      .revolute(names[i], { parent: chassis.body, child: names[i], at: on(chassis, bearing).at, axis: [0, 1, 0] })
      .distance(`dropLink${corner.wheel.suffix}`, {
        a: { body: names[i], at: arm },
        b: on(corner.link, foot),
        length: end[2] - foot[2],
      });
  }, soFar);
  return arms.coordinateSpring(`antiRollBar${axle}`, { a: names[0], b: names[1], stiffness, damping });
}

/**
 * The spring alone, between the angles of the arms of the suspension: the twist of the bar is (z_l - z_r)/a, z the heights of the
 * drop links and a the length of the bar's arm, and z = lever · angle as long as the angle is small. What it takes from one arm
 * it gives to the other through the chassis, as bearings do.
 */
function addForces(
  soFar: AnyMechanism,
  axle: string,
  { stiffness, damping, armLength }: AntiRollBarData,
  halves: readonly Half[],
): AnyMechanism {
  const joints = halves.map(({ corner }) => corner.travel?.joint ?? null);
  const [left, right] = joints;
  if (left === null || right === null)
    throw new RequestError({
      code: "anti-roll-bar-without-hinges",
      subject: `anti-roll bar of axle "${axle}"`,
      value: "forces",
      message: `anti-roll bar of axle "${axle}": kind is "forces", which acts along the hinges of the arms, but these have bushings. Use kind "bodies".`,
    });
  const gear = leverOf(halves[0]) / armLength;
  const squared = gear * gear;
  return soFar.coordinateSpring(`antiRollBar${axle}`, {
    a: left,
    b: right,
    stiffness: stiffness * squared,
    damping: damping * squared,
  });
}

/** Rise of the drop link's foot for a radian of the arm's hinge. */
function leverOf({ corner, foot }: Half): number {
  if (corner.travel === null) return NaN;
  return cross(unit(corner.travel.axis), minus(foot, corner.travel.at))[2];
}
