import { elementStateCount } from "../../elements/states/element-states.js";
import { isTwoCoordinate } from "../../elements/plan-load.js";
import { axisMotion } from "../../model/joints/axis.js";
import type { CoordinateProperties, Joint, Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { axesOf } from "../skeleton/joint-axes.js";
import { loopJointOf } from "./node-joints.js";

/*
 * The frames of a cut joint show its angles, not its turns. The angles are therefore part of the state: they are integrated along with
 * it by their rates, and tell to which turn the angle belongs that the frames show. At the end of a step each is put to that angle with
 * its turns, so that the error of its integration does not add up; it never acts on the motion.
 */

/** Angles of a cut joint that are part of the state. */
export interface CutTurns {
  /** Index in the model's joints. */
  readonly joint: number;
  /** All coordinates of the joint that are angles. */
  readonly coordinates: readonly number[];
  /** Place of the first one in z, behind the internal states of elements. */
  readonly start: number;
}

/** Those of joints with a load or an equation that looks at an angle; or all, where coordinates of joints are read off the bodies. */
export type WhichTurns = "read" | "all";

export function cutTurns(model: Model, { cuts }: Topology, which: WhichTurns): readonly CutTurns[] {
  let start = elementStateCount(model);
  return cuts.flatMap((cut): CutTurns[] => {
    const joint = model.joints[cut];
    const coordinates = anglesOf(joint);
    if (coordinates.length === 0 || (which === "read" && !coordinates.some((k) => isRead(model, joint, k)))) return [];
    const turns = { joint: cut, coordinates, start };
    start += coordinates.length;
    return [turns];
  });
}

export const turnCount = (turns: readonly CutTurns[]): number =>
  turns.reduce((sum, { coordinates }) => sum + coordinates.length, 0);

/** Numbers of z in a state: internal states of elements, and angles of cut joints that something looks at. */
export const internalStateCount = (model: Model, topology: Topology): number =>
  elementStateCount(model) + turnCount(cutTurns(model, topology, "read"));

/** Coordinates of a joint of which its frames do not show whole turns. The advance of a lone screw tells its turns. */
export function anglesOf(joint: Joint): readonly number[] {
  const axes = axesOf(joint);
  if (axes === null) return loopJointOf(joint)?.coordinates ? [...joint.coordinates.keys()] : [];
  return axes.flatMap((axis, k) => {
    const { turns, advance } = axisMotion(axis);
    return turns && (advance === 0 || axes.length > 1) ? [k] : [];
  });
}

/** Whether a load, or the joint's own equations, depend on the coordinate itself, not on its rate alone. */
function isRead({ loads, actuators }: Model, joint: Joint, k: number): boolean {
  const { name, coordinates } = joint;
  const isOurs = (place: { readonly joint: string; readonly coordinate: number }): boolean =>
    place.joint === name && place.coordinate === k;
  return (
    loopJointOf(joint)?.relatesAngles === true ||
    hasSpring(coordinates[k]) ||
    loads.some((load) => isTwoCoordinate(load) && (isOurs(load.a) || isOurs(load.b))) ||
    actuators.some((actuator) => actuator.kind === "impedance" && isOurs(actuator))
  );
}

const hasSpring = ({ stiffness, stopStiffness, lower, upper }: CoordinateProperties): boolean =>
  stiffness !== 0 || (stopStiffness !== 0 && (lower !== null || upper !== null));
