import { ModelError } from "../errors/kinetree-error.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Joint, Model } from "../model/types.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";
import type { TreeBody } from "./types.js";

/**
 * Refuses a moving joint with nothing but massless bodies outboard of it: no force would be needed to move it, so its
 * acceleration has no value. An armature is inertia enough, and bodies that a cut joint ties to the rest are held by
 * that joint, so they pass here.
 */
export function refuseMasslessTips(
  model: Model,
  graph: LinkGraph,
  tree: readonly TreeBody[],
  positionOf: Int32Array,
  cuts: readonly number[],
): void {
  const values = parameterDefaults(model);
  const isHeld = tree.map(({ body }) => evaluateReal(model.bodies[body].mass, values) > 0);
  for (const cut of cuts)
    for (const end of [graph.parentOf[cut], graph.childOf[cut]])
      if (end !== GROUND_NODE) isHeld[positionOf[end]] = true;
  for (let i = tree.length - 1; i >= 0; i--) if (isHeld[i] && tree[i].parent >= 0) isHeld[tree[i].parent] = true;

  const hasArmature = ({ coordinates }: Joint): boolean =>
    coordinates.every(({ armature }) => evaluateReal(armature, values) > 0);
  // The first in tree order is the joint nearest to the ground: what hangs on it has no mass either.
  const tip = tree.findIndex(({ joint, nv }, i) => nv > 0 && !isHeld[i] && !hasArmature(model.joints[joint]));
  if (tip < 0) return;
  const joint = model.joints[tree[tip].joint];
  const body = model.bodies[tree[tip].body].name;
  throw new ModelError({
    code: "massless-tip",
    subject: `joint "${joint.name}" (${joint.parent} → ${joint.child})`,
    value: body,
    message:
      `joint "${joint.name}" (${joint.parent} → ${joint.child}): it moves body "${body}", which has no mass, nor has anything ` +
      `that hangs on it. Give one of them mass, give the joint an armature, or weld "${body}".`,
  });
}
