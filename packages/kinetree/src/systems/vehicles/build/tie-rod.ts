import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { realAdd, realDiv, realMul } from "../../../model/real-arithmetic.js";
import type { Real, Vec3R } from "../../../model/types.js";
import { sphere } from "../../../model/bodies/shapes.js";
import { solidSphere } from "../../../model/bodies/solids.js";
import { cross, lengthOf, minus, times, unit, type Point } from "../../parts/point.js";
import { bar } from "../../parts/rod.js";
import { roundInertia } from "../../parts/turned-inertia.js";
import type { WishboneMasses } from "../data/suspension.js";
import type { VehicleForm } from "./form.js";
import { on, type BodyFrame } from "./ports.js";

interface TieRod {
  readonly suffix: string;
  readonly inner: BodyFrame;
  readonly outer: BodyFrame;
  /** Ends in the chassis. */
  readonly from: Point;
  readonly to: Point;
  /** Added to the length [m]. */
  readonly change: Real;
  readonly mass: WishboneMasses["tieRod"];
  readonly form: Pick<VehicleForm, "tieRods" | "lowerBall">;
}

/** Of the small body in a ball joint of pins [kg, m]; ours, and out of the rod's mass. */
const BALL = { mass: 0.5, radius: 0.03 };

/** Adds "tieRodFL": one condition as a distance; as a body on a ball joint of the upright it is closed by "tieRodInnerFL", four. */
export function addTieRod(soFar: AnyMechanism, rod: TieRod): AnyMechanism {
  if (rod.form.tieRods === "bodies") return addBody(soFar, rod);
  const { suffix, inner, outer, from, to, change } = rod;
  const length = realAdd(lengthOf(minus(to, from)), change);
  return soFar.distance(`tieRod${suffix}`, { a: on(inner, from), b: on(outer, to), length });
}

function addBody(soFar: AnyMechanism, { suffix: s, inner, outer, from, to, change, mass, form }: TieRod): AnyMechanism {
  const along = minus(from, to);
  const name = `tieRod${s}`;
  // Both axes of the universal joint lie across the rod, the first one level.
  const axis1 = unit(cross(along, [0, 0, 1]));
  const axis2 = cross(unit(along), axis1);
  // The inner end moves out when the rod gets longer.
  const share = realDiv(change, lengthOf(along));
  const end: Vec3R = [0, 1, 2].map((i) => realAdd(along[i], realMul(along[i], share))) as unknown as Vec3R;
  const pins = form.lowerBall === "pins";
  const withRod = soFar.body(name, {
    mass: mass.mass - (pins ? BALL.mass : 0),
    com: times(0.5, along),
    inertia: roundInertia(mass.across, mass.along, unit(along)),
    shapes: [bar([0, 0, 0], along, 0.015)],
  });
  const at = on(outer, to).at;
  const hung = pins
    ? withRod
        .body(`tieRodBall${s}`, { ...solidSphere(BALL.mass, BALL.radius), shapes: [sphere(BALL.radius)] })
        .universal(`tieRodBall${s}`, { parent: outer.body, child: `tieRodBall${s}`, at, axis1, axis2 })
        .revolute(`tieRodPin${s}`, { parent: `tieRodBall${s}`, child: name, axis: unit(along) })
    : withRod.spherical(`tieRodOuter${s}`, { parent: outer.body, child: name, at });
  return hung.universal(`tieRodInner${s}`, {
    parent: name,
    child: inner.body,
    at: end,
    childAt: on(inner, from).at,
    axis1,
    axis2,
    role: "loop",
  });
}
