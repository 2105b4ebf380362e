import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { motionToInner } from "../../spatial/placement.js";
import { vec3, type Vec3 } from "../../spatial/vec3.js";
import { jointOf, velocityAcceleration } from "../joints/node-joints.js";
import type { TreeProgram } from "../tree/tree-program.js";

/**
 * Classical accelerations of all nodes for given v̇, base to tips, in the nodes' own axes.
 * @param ground acceleration of the world: zero for accelerations in the world, minus gravity for those of an accelerometer
 */
export function traceAccelerations(tree: TreeProgram, vdot: Rec, ground: Vec3): Rec<SpatialFields>[] {
  const { program, skeleton } = tree;
  const accelerations: Rec<SpatialFields>[] = [];
  const base = program.constants<SpatialFields>({ angular: [0, 0, 0] as Num[], linear: [...ground] });
  for (const node of skeleton.nodes) {
    const { index, parent } = node;
    const { key, rec, rebuild } = tree.frames[index];
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      spin: tree.spin(index),
      carrier: tree.spin(parent),
      rate: tree.rate(index),
      vdot: tree.acrossJoint(node, vdot, "acceleration"),
      parent: parent < 0 ? base : accelerations[parent],
      sway: tree.flexible.sway(node),
    };
    accelerations[index] = program.step(`acceleration ${key}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const carried = motionToInner(X, spatialFrom(x.parent));
      const swaying = { angular: vec3(x.sway.rate), linear: vec3(x.sway.rate, 3) };
      const c = velocityAcceleration(node, X, x, vec3(x.carrier.omega), vec3(x.spin.omega));
      const own = addSpatial(jointOf(node).relative(node, x, x.vdot.rate), swaying);
      return { acceleration: spatialFields(addSpatial(addSpatial(carried, c), own)) };
    }).acceleration;
  }
  return accelerations;
}
