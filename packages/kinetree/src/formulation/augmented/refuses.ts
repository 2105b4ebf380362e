import { coordinateRelation } from "../../model/constraints/coordinate-relation.js";
import { evaluateReal, parameterDefaults } from "../../model/evaluate-real.js";
import type { Body, Model } from "../../model/types.js";
import { jointRelation } from "../loops/closures/frame-relation.js";
import { parameterScope } from "../skeleton/real-to-num.js";

/** Why separate bodies cannot make up a model, with a remedy; null if they can. Takes a model or its exploded form. */
export function refusesAugmented(model: Model): string | null {
  const flexible = model.bodies.find((body) => body.flexible);
  if (flexible)
    return (
      `model "${model.name}": body "${flexible.name}" is flexible, and bodies that answer for themselves are rigid. ` +
      `Choose a formulation in joint coordinates.`
    );
  const values = parameterDefaults(model);
  const light = model.bodies.find((body) => !hasFullInertia(body, values));
  if (light)
    return (
      `model "${model.name}": body "${light.name}" has no inertia of its own about some axis, and bodies that answer for themselves need ` +
      `mass and three moments above 0. Give it some, or choose a formulation in joint coordinates.`
    );
  for (const joint of model.joints) {
    const k = joint.coordinates.findIndex(({ armature }) => evaluateReal(armature, values) !== 0);
    if (k >= 0)
      return (
        `model "${model.name}": joint "${joint.name}" has an armature along coordinate ${k}, which belongs to no body alone. ` +
        `Choose a formulation in joint coordinates, or give the inertia to a body.`
      );
  }
  const scope = parameterScope(model);
  const mixed = model.joints.find((joint) => jointRelation(joint, scope) === "unknown");
  if (mixed)
    return (
      `model "${model.name}": joint "${mixed.name}" mixes translations and rotations in an order for which no equations between two bodies ` +
      `are known. Choose a formulation in joint coordinates.`
    );
  const coupled = model.constraints.find((each) => coordinateRelation(each) !== null || each.kind === "motion");
  if (coupled)
    return (
      `model "${model.name}": ${coupled.kind} "${coupled.name}" acts on coordinates of joints, and bodies on their own have ` +
      `none. Choose a formulation in joint coordinates.`
    );
  return null;
}

/** Smaller than this part of the largest moment, the inverse has no digits left. */
const LEAST_RATIO = 1e-12;

/** Mass above zero, and an inertia that is positive definite, by its leading minors. */
function hasFullInertia({ mass, inertia }: Body, values: ReadonlyMap<string, number>): boolean {
  const [xx, yy, zz, xy, xz, yz] = inertia.map((entry) => evaluateReal(entry, values));
  const size = xx + yy + zz;
  const second = xx * yy - xy * xy;
  const third = zz * second - xx * yz * yz + 2 * xy * xz * yz - yy * xz * xz;
  return (
    evaluateReal(mass, values) > 0 &&
    xx > LEAST_RATIO * size &&
    second > LEAST_RATIO * size * size &&
    third > LEAST_RATIO * size * size * size
  );
}
