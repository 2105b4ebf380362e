import { definitionOf } from "../model/joints.js";
import { attachmentsOf, coordinatesOf, loadDefinitions } from "../model/loads.js";
import type { Pose, Vec3R } from "../model/real.js";
import type { Attachment, CoordinateProperties, Joint, Model, Signal } from "../model/types.js";

/** Where forces act on bodies, in their frames, and which bodies torques act on; joints left out. */
interface PointsOfAction {
  readonly forces: ReadonlyMap<string, readonly Pose[]>;
  readonly torques: ReadonlySet<string>;
}

export function pointsOfAction({ loads, contacts, constraints, actuators }: Model): PointsOfAction {
  const forces = new Map<string, Pose[]>();
  const torques = new Set<string>();
  const put = (effect: "force" | "torque", { body, pose }: Attachment): void => {
    if (effect === "torque") torques.add(body);
    else forces.set(body, [...(forces.get(body) ?? []), pose]);
  };
  for (const load of loads)
    for (const effect of loadDefinitions[load.kind].exerts) {
      if (load.kind === "wrench" && !isActing(load[effect])) continue;
      for (const at of attachmentsOf(load)) put(effect, at);
    }
  for (const actuator of actuators) if (actuator.kind === "body") put(actuator.effect, actuator.at);
  for (const { at } of contacts) put("force", at);
  for (const constraint of constraints) {
    if (!("a" in constraint)) continue;
    put("force", constraint.a);
    put("force", constraint.b);
  }
  return { forces, torques };
}

const isActing = (signals: readonly Signal[]): boolean =>
  signals.some((signal) => !(signal.kind === "constant" && signal.value === 0));

/** Joints along whose coordinates loads or actuators act. */
export const drivenJoints = ({ loads, actuators }: Model): ReadonlySet<string> =>
  new Set([
    ...loads.flatMap((load) => ("joint" in load ? [load.joint] : coordinatesOf(load).map(({ joint }) => joint))),
    ...actuators.flatMap((actuator) => ("joint" in actuator ? [actuator.joint] : [])),
  ]);

/** Whether a spring, damper or stop acts along a coordinate. */
const acts = ({ stiffness, damping, friction, stopStiffness }: CoordinateProperties): boolean =>
  stiffness !== 0 || damping !== 0 || friction !== 0 || stopStiffness !== 0;

/**
 * Directions in the joint frame about which a joint lets its bodies turn freely; "all" for a ball joint, none where a drive or a
 * spring acts along its coordinates.
 */
export function freeTurns(joint: Joint, isDriven: boolean): readonly Vec3R[] | "all" {
  const definition = definitionOf(joint);
  if (isDriven || joint.coordinates.some(acts)) return [];
  const axes = definition.axes(joint);
  if (axes !== null) return axes.flatMap(({ kind, axis }) => (kind === "rotation" ? [axis] : []));
  return definition.quaternion === null ? [] : "all";
}
