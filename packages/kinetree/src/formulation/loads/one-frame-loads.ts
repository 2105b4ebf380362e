import { planOneFrameLoad, type OneFrame } from "../../elements/plan-load.js";
import type { CurveTable } from "../../graph/table.js";
import type { Rec } from "../../kernel/record.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { attach, frameMotion, motionRecords, wrenchOnNode } from "../tree/attached-frame.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Adds a load that depends on the motion of its frame to the wrench on its node. */
export function addOneFrameLoad(
  tree: TreeProgram,
  load: OneFrame,
  wrenches: Rec<SpatialFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { program, skeleton } = tree;
  const { node, rec } = attach(tree, load.at);
  if (node < 0) return; // ground does not move
  const plan = planOneFrameLoad(load, skeleton.scope.num, keyOf);
  const inputs = {
    t: tree.t,
    attachment: rec,
    ...motionRecords(tree, node),
    on: wrenches[node],
    numbers: program.constants({ n: plan.numbers }),
  };
  wrenches[node] = program.step(`load ${plan.key}`, inputs, ({ t, attachment, pose, velocity, on, numbers }) => {
    const world = plan.wrench(frameMotion(attachment, pose, velocity), t.t[0], numbers.n);
    return { on: spatialFields(addSpatial(spatialFrom(on), wrenchOnNode(world, attachment, pose))) };
  }).on;
}
