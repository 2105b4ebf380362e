import type { AnyMechanism } from "../../model/builder/mechanism.js";
import { parts, steering } from "./hmmwv.js";
import { cosSinDeg, minus, plus, times, type Point } from "../parts/point.js";
import { bar, rod } from "../parts/rod.js";
import { turnedInertia } from "../parts/turned-inertia.js";

interface SteeringOptions {
  readonly chassis: string;
  /** Of the idler arm, a homogeneous rod [kg]. */
  readonly idlerMass: number;
  /** At the Pitman arm's hinge [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
}

/** A steering as it has been added: the body for the tie rods, and where its frame lies in the chassis in the drawn pose. */
export interface Steering {
  readonly built: AnyMechanism;
  readonly link: string;
  readonly linkFrame: Point;
}

/**
 * Adds a Pitman arm, a link and an idler arm: a parallelogram in a plane that is pitched forward, closed by "idlerPin". The pin
 * only keeps the two ends on one line across the plane: the other constraints of a hinge would be redundant.
 */
export function addSteering(
  soFar: AnyMechanism,
  { chassis, idlerMass, stiffness, damping }: SteeringOptions,
): Steering {
  const [cosine, sine] = cosSinDeg(steering.pitchDeg);
  const x: Point = [cosine, 0, -sine];
  const y: Point = [0, 1, 0];
  const axis: Point = [sine, 0, cosine];
  const inChassis = (p: Point): Point =>
    plus(steering.origin, plus(times(p[0], x), plus(times(p[1], y), times(p[2], axis))));
  const between = (from: Point, to: Point): Point => minus(inChassis(to), inChassis(from));
  const { pitmanPivot, pitmanEnd, idlerPivot, idlerEnd } = steering;
  const toLink = between(pitmanPivot, pitmanEnd);
  const toLinkPin = between(pitmanEnd, idlerEnd);
  const toIdlerPin = between(idlerPivot, idlerEnd);
  const built = soFar
    .body("pitmanArm", {
      mass: parts.pitmanArm.mass,
      com: between(pitmanPivot, steering.pitmanCentre),
      inertia: turnedInertia(parts.pitmanArm.moments, [x, y, axis]),
      shapes: [bar([0, 0, 0], toLink, 0.02)],
    })
    .body("steeringLink", {
      mass: parts.steeringLink.mass,
      com: between(pitmanEnd, steering.linkCentre),
      inertia: turnedInertia(parts.steeringLink.moments, [x, y, axis]),
      shapes: [bar(between(pitmanEnd, [0.129, 0.448, 0]), between(pitmanEnd, [0.129, -0.448, 0]), 0.015)],
    })
    .body("idlerArm", rod([0, 0, 0], toIdlerPin, { mass: idlerMass, radius: 0.02 }))
    .revolute("pitman", { parent: chassis, child: "pitmanArm", at: inChassis(pitmanPivot), axis, stiffness, damping })
    .revolute("steeringLink", { parent: "pitmanArm", child: "steeringLink", at: toLink, axis })
    .revolute("idler", { parent: chassis, child: "idlerArm", at: inChassis(idlerPivot), axis })
    .pointOnLine("idlerPin", {
      a: { body: "idlerArm", at: toIdlerPin },
      b: { body: "steeringLink", at: toLinkPin },
      axis,
    });
  return { built, link: "steeringLink", linkFrame: inChassis(pitmanEnd) };
}
