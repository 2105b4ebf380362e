import { RequestError } from "../errors/kinetree-error.js";
import { createEvaluator } from "../evaluate/evaluator.js";
import { evaluateReal } from "../model/evaluate-real.js";
import { identityPose } from "../model/pose.js";
import type { Tyre } from "../model/tyres/tyre.js";
import type { Curve, Model, Real } from "../model/types.js";
import { neutralState } from "../state/state.js";
import { minus } from "../systems/parts/point.js";
import type { TreeBody } from "../topology/types.js";
import { placesAt, pointAt } from "./places.js";

/** What stands still in a vehicle. */
export interface VehicleLayout {
  readonly wheels: readonly WheelLayout[];
  /** Between the axles [m]. */
  readonly wheelbase: number;
  /** Mean angle of the steered wheels at full lock [rad]. */
  readonly wheelLock: number;
}

/** Where a wheel is. */
export interface WheelLayout {
  readonly name: string;
  /** Of its centre in the chassis [m]. */
  readonly at: readonly [x: number, y: number, z: number];
  readonly isLeft: boolean;
  readonly isFront: boolean;
}

/** A loaded tyre rolls as if it were smaller by about this part of its radius. */
const LOADED = 0.01;

const CHASSIS = "chassis";

/** Wheels of a vehicle that `assembleVehicle` has made, by its tyres. */
export function vehicleLayout(model: Model, wheelLock: number): VehicleLayout {
  const places = placesAt(createEvaluator(model), neutralState(model));
  const origin = pointAt(places, { body: CHASSIS, pose: identityPose });
  const centres = model.tyres.map(({ at }) => minus(pointAt(places, at), origin));
  const [front, rear] = [Math.max(...centres.map(([x]) => x)), Math.min(...centres.map(([x]) => x))];
  const wheels = model.tyres.map(({ name }, i): WheelLayout => {
    const [x, y] = centres[i];
    return { name, at: centres[i], isLeft: y > 0, isFront: front - x < x - rear };
  });
  return { wheels, wheelbase: front - rear, wheelLock };
}

/** Where a joint of the tree has its numbers. */
export function placeOf(model: Model, tree: readonly TreeBody[], joint: string): TreeBody {
  const place = tree.find((each) => model.joints[each.joint].name === joint);
  if (place === undefined) throw notOurs(model, `joint "${joint}"`);
  return place;
}

/** The joint that carries the chassis. */
export const rootOf = (model: Model, tree: readonly TreeBody[]): TreeBody => placeOf(model, tree, "root");

/** The joint on which a wheel spins, by the name of its tyre. */
export const spinOf = (model: Model, tree: readonly TreeBody[], wheel: string): TreeBody =>
  placeOf(model, tree, `spin${wheel}`);

/** Distance rolled for a radian [m], about. */
export const effectiveRadius = ({ radius }: Tyre): number => (1 - LOADED) * valueOf(radius);

/** A number of the model at which parameters have no say; 0 for curves. */
export const valueOf = (real: Real | Curve): number =>
  typeof real === "object" && "x" in real ? 0 : evaluateReal(real, new Map());

/** The error of a model that was not assembled as a vehicle. */
export const notOurs = ({ name }: Model, missing: string): RequestError =>
  new RequestError({
    code: "no-vehicle",
    subject: `model "${name}"`,
    value: missing,
    message: `model "${name}" has no ${missing}, which every vehicle with tyres and a driver has. Use the system "hmmwv", or assemble it alike.`,
  });
