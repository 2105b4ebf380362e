import type { Flexible, NumberTriple } from "../../model/flexible.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** An attachment point of a flexible body: a body without mass, carried by a joint of kind "flexible". */
export interface Station {
  readonly name: string;
  /** Index into `model.joints` of the joint that carries it. */
  readonly joint: number;
  /** Index into `model.bodies` of the flexible body. */
  readonly body: number;
  /** Undeformed, in the frame of the flexible body [m]. */
  readonly position: NumberTriple;
}

/** A flexible body and where its amplitudes are. */
export interface FlexiblePlace {
  readonly name: string;
  /** Index into `model.bodies`. */
  readonly body: number;
  readonly flexible: Flexible;
  /** Name of the joint that has the amplitudes as its coordinates. */
  readonly owner: string;
  /** First amplitude in q, first of their rates in v, and how many there are. */
  readonly q: number;
  readonly v: number;
  readonly modes: number;
}

/** All stations, in the order of the model's joints. */
export function stationsOf({ joints, bodies }: Model): readonly Station[] {
  const indexOf = new Map(bodies.map(({ name }, index) => [name, index]));
  return joints.flatMap(({ kind, parent, child, X_parent_joint }, joint): Station[] => {
    if (kind !== "flexible") return [];
    const [x, y, z] = X_parent_joint.position.map(Number);
    return [{ name: child, joint, body: indexOf.get(parent) ?? -1, position: [x, y, z] }];
  });
}

/** All flexible bodies, in the order of the model. */
export function flexiblePlaces({ joints, bodies }: Model, { tree }: Topology): readonly FlexiblePlace[] {
  return bodies.flatMap(({ name, flexible }, body): FlexiblePlace[] => {
    if (!flexible) return [];
    const owner = joints.findIndex(({ kind, parent }) => kind === "flexible" && parent === name);
    const place = tree.find(({ joint }) => joint === owner);
    if (!place) return [];
    const { qStart, vStart, nv } = place;
    return [{ name, body, flexible, owner: joints[owner].name, q: qStart, v: vStart, modes: nv }];
  });
}

export const isFlexible = ({ bodies }: Model): boolean => bodies.some(({ flexible }) => flexible !== undefined);
