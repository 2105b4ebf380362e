import type { Rec } from "../../../kernel/record.js";
import { addSpatial, spatialFrom, type SpatialVector, type SpatialFields } from "../../../spatial/inertia.js";
import { accelerationToInner, motionToInner } from "../../../spatial/placement.js";
import { vec3 } from "../../../spatial/vec3.js";
import type { HingeFields } from "../../joints/node-joint.js";
import type { FrameFields, PostureFields, SpinFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { OutwardPass } from "./passes.js";

export type AccelerateInputs = {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
  readonly hinge: HingeFields;
  readonly spin: SpinFields;
  readonly parent: SpatialFields;
};

/** The acceleration a′ = X a_parent + c that the parent and the velocities impart to a node, and the records it follows from. */
export function imparted(
  node: Node,
  pass: OutwardPass,
): {
  readonly inputs: { readonly [K in keyof AccelerateInputs]: Rec<AccelerateInputs[K]> };
  readonly carried: (x: AccelerateInputs) => SpatialVector;
} {
  const { index, parent } = node;
  const { rec, outer, inner } = pass.tree.frames[index];
  return {
    inputs: {
      frame: rec,
      posture: pass.tree.posture(index),
      hinge: pass.hinges[index],
      spin: pass.spin(parent),
      parent: pass.parent(node),
    },
    carried: (x) => {
      const atJoint = accelerationToInner(outer(x.frame), vec3(x.spin.omega), spatialFrom(x.parent));
      const carriedOn = motionToInner(inner(x.frame, x.posture), atJoint);
      return addSpatial(carriedOn, { angular: vec3(x.hinge.biasAngular), linear: vec3(x.hinge.biasLinear) });
    },
  };
}
