import { evaluateReal } from "../evaluate-real.js";
import type { Beam } from "../flexible.js";
import type { Pose } from "../real.js";
import type { Model } from "../types.js";
import { isRigid, rigidGroup } from "./rigid-groups.js";

/** Angles and distances below this, relative to the piece, are rounding of how a chain was written. */
const STRAIGHT = 1e-6;

/**
 * For each body that is a beam the length of the straight beam that it is a piece of [m]: pieces are welded end to start, one behind
 * the other. Theories of slender beams ask for the whole to be slender, not its pieces.
 */
export function wholeLengths(model: Model, values: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const beams = new Map<string, Beam>(
    model.bodies.flatMap(({ name, flexible }) => (flexible?.kind === "beam" ? [[name, flexible]] : [])),
  );
  const next = new Map<string, string>();
  for (const { kind, parent, child, X_parent_joint } of model.joints) {
    const beam = beams.get(parent);
    if (kind !== "flexible" || beam === undefined) continue;
    if (Math.abs(evaluateReal(X_parent_joint.position[0], values) - beam.length) > STRAIGHT * beam.length) continue;
    const welded = model.joints.filter((joint) => isRigid(joint) && (joint.parent === child || joint.child === child));
    for (const [name, X_end_name] of rigidGroup({ joints: welded }, child))
      if (name !== child && beams.has(name) && isAligned(X_end_name, beam.length, values)) next.set(parent, name);
  }
  const lengths = new Map<string, number>();
  const starts = new Set(next.values());
  for (const first of beams.keys()) {
    if (starts.has(first)) continue;
    const chain: string[] = [];
    for (let name: string | undefined = first; name !== undefined && !chain.includes(name); name = next.get(name))
      chain.push(name);
    const length = chain.reduce((sum, name) => sum + (beams.get(name)?.length ?? 0), 0);
    for (const name of chain) lengths.set(name, length);
  }
  return new Map(
    model.bodies.flatMap(({ name, flexible }, i) =>
      flexible?.kind === "beam" ? [[i, lengths.get(name) ?? flexible.length]] : [],
    ),
  );
}

/** Whether a frame stands where another does, with its x axis along that of the other. */
function isAligned({ position, rotation }: Pose, length: number, values: ReadonlyMap<string, number>): boolean {
  const off = position.map((x) => evaluateReal(x, values));
  // R(q) x is x where the quaternion has no part about y or z.
  const [, , y, z] = rotation.map((x) => evaluateReal(x, values));
  return off.every((x) => Math.abs(x) <= STRAIGHT * length) && Math.abs(y) + Math.abs(z) <= STRAIGHT;
}
