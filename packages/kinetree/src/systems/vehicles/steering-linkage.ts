import type { AnyMechanism } from "../../model/builder/mechanism.js";
import type { Real } from "../../model/types.js";
import type { SteeringLinkageData } from "./data/steering.js";
import { cosSinDeg, lengthOf, minus, plus, times, type Point } from "../parts/point.js";
import { bar, rod } from "../parts/rod.js";
import { turnedInertia } from "../parts/turned-inertia.js";

/** As drawn [m]. */
const HALF_LINK = 0.448;

interface SteeringOptions {
  readonly chassis: string;
  /** Appended to the names of its bodies and joints. */
  readonly suffix?: string;
  /** A body on a hinge, or a distance without mass. */
  readonly idler?: "body" | "distance";
  /** At the Pitman arm's hinge [N m/rad, N m s/rad, rad]; nothing if left out. */
  readonly spring?: { readonly stiffness: Real; readonly damping: Real; readonly rest?: Real };
}

/** A steering as it has been added: the body for the tie rods, and where its frame lies in the chassis in the drawn pose. */
export interface Steering {
  readonly built: AnyMechanism;
  readonly link: string;
  readonly linkFrame: Point;
}

/**
 * Adds a Pitman arm, a link and an idler arm: a parallelogram in a plane that is pitched forward, closed by "idlerPin". The pin
 * only keeps the two ends on one line across the plane: the other constraints of a hinge would be redundant. An idler without
 * mass is a distance "idler" instead.
 */
export function addSteering(
  soFar: AnyMechanism,
  steering: SteeringLinkageData,
  { chassis, suffix: s = "", idler = "body", spring = { stiffness: 0, damping: 0 } }: SteeringOptions,
): Steering {
  const [cosine, sine] = cosSinDeg(steering.pitchDeg);
  const x: Point = [cosine, 0, -sine];
  const y: Point = [0, 1, 0];
  const axis: Point = [sine, 0, cosine];
  const inChassis = (p: Point): Point =>
    plus(steering.origin, plus(times(p[0], x), plus(times(p[1], y), times(p[2], axis))));
  const between = (from: Point, to: Point): Point => minus(inChassis(to), inChassis(from));
  const { pitmanPivot, pitmanEnd, idlerPivot, idlerEnd, pitmanArm, link } = steering;
  const toLink = between(pitmanPivot, pitmanEnd);
  const toLinkPin = between(pitmanEnd, idlerEnd);
  const toIdlerPin = between(idlerPivot, idlerEnd);
  const linkEnd = (y: number): Point => between(pitmanEnd, [pitmanEnd[0], y, 0]);
  const withLink = soFar
    .body(`pitmanArm${s}`, {
      mass: pitmanArm.mass,
      com: between(pitmanPivot, steering.pitmanCentre),
      inertia: turnedInertia(pitmanArm.moments, [x, y, axis]),
      shapes: [bar([0, 0, 0], toLink, 0.02)],
    })
    .body(`steeringLink${s}`, {
      mass: link.mass,
      com: between(pitmanEnd, steering.linkCentre),
      inertia: turnedInertia(link.moments, [x, y, axis]),
      shapes: [bar(linkEnd(HALF_LINK), linkEnd(-HALF_LINK), 0.015)],
    });
  const arms = (bodies: AnyMechanism): AnyMechanism =>
    bodies
      .revolute(`pitman${s}`, { parent: chassis, child: `pitmanArm${s}`, at: inChassis(pitmanPivot), axis, ...spring })
      .revolute(`steeringLink${s}`, { parent: `pitmanArm${s}`, child: `steeringLink${s}`, at: toLink, axis });
  const end = { body: `steeringLink${s}`, at: toLinkPin };
  const built =
    idler === "distance"
      ? arms(withLink).distance(`idler${s}`, {
          a: { body: chassis, at: inChassis(idlerPivot) },
          b: end,
          length: lengthOf(toIdlerPin),
        })
      : arms(withLink.body(`idlerArm${s}`, rod([0, 0, 0], toIdlerPin, { mass: steering.idlerMass, radius: 0.02 })))
          .revolute(`idler${s}`, { parent: chassis, child: `idlerArm${s}`, at: inChassis(idlerPivot), axis })
          .pointOnLine(`idlerPin${s}`, { a: { body: `idlerArm${s}`, at: toIdlerPin }, b: end, axis });
  return { built, link: `steeringLink${s}`, linkFrame: inChassis(pitmanEnd) };
}
