import { ModelError } from "../errors/kinetree-error.js";
import { drivenAndDriving } from "../model/coordinate-relation.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Body, CoordinateRef, Joint, Model } from "../model/types.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";
import type { TreeBody } from "./types.js";

/**
 * Refuses a moving joint with nothing but massless bodies outboard of it: no force would be needed to move it, so its
 * acceleration has no value. An armature is inertia enough, so is a coupler to other joints, and bodies that a cut joint or
 * a constraint between points ties to the rest are held by that, so they pass here. What moves a station is the mass of its
 * flexible body.
 */
export function refuseMasslessTips(
  model: Model,
  graph: LinkGraph,
  tree: readonly TreeBody[],
  positionOf: Int32Array,
  cuts: readonly number[],
): void {
  const values = parameterDefaults(model);
  const isHeld = tree.map(({ body }) => hasInertia(model.bodies[body], values));
  for (const cut of cuts)
    for (const end of [graph.parentOf[cut], graph.childOf[cut]])
      if (end !== GROUND_NODE) isHeld[positionOf[end]] = true;
  const tied = new Set(model.constraints.flatMap((each) => ("a" in each ? [each.a.body, each.b.body] : [])));
  tree.forEach(({ body }, i) => (isHeld[i] ||= tied.has(model.bodies[body].name)));
  for (let i = tree.length - 1; i >= 0; i--) if (isHeld[i] && tree[i].parent >= 0) isHeld[tree[i].parent] = true;

  // What a coupler ties to others moves with them; whether all of them together have inertia shows in their equations.
  const coupled = new Set(model.constraints.flatMap(drivenAndDriving).map(keyOf));
  const isCarried = ({ name, kind, coordinates }: Joint): boolean =>
    kind === "flexible" ||
    coordinates.every(
      ({ armature }, coordinate) =>
        evaluateReal(armature, values) > 0 || coupled.has(keyOf({ joint: name, coordinate })),
    );
  // The first in tree order is the joint nearest to the ground: what hangs on it has no mass either.
  const tip = tree.findIndex(({ joint, nv }, i) => nv > 0 && !isHeld[i] && !isCarried(model.joints[joint]));
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

/** Numbers that no body can have are left to the equations, unless they are all zero. */
function hasInertia({ mass, inertia, unphysical }: Body, values: ReadonlyMap<string, number>): boolean {
  if (evaluateReal(mass, values) > 0) return true;
  return unphysical === true && [mass, ...inertia].some((entry) => evaluateReal(entry, values) !== 0);
}

const keyOf = ({ joint, coordinate }: CoordinateRef): string => `${coordinate} of ${joint}`;
