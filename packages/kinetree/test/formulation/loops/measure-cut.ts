import { cutMotion } from "../../../src/formulation/loads/cut-motion.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import type { State } from "../../../src/state/state.js";
import { TreeInstance } from "../../../src/formulation/tree/tree-instance.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";

/** Coordinates and rates of a joint that is cut, as its loads see them. */
export function measured(model: Model, name: string, { t, q, v, z }: State): { q: Float64Array; v: Float64Array } {
  const joint = model.joints.find((each) => each.name === name);
  if (!joint) throw new Error(name);
  const tree = new TreeProgram(buildSkeleton(model, buildTopology(model)));
  const count = joint.coordinates.length;
  const out = tree.program.state({ q: count, v: count });
  const motion = cutMotion(tree.begin("measure"), joint);
  tree.program.step("out", { q: motion.q, v: motion.v }, ({ q, v }) => ({ out: { q: q.q, v: v.v } }), { out });
  const instance = new TreeInstance(tree);
  instance.write(tree.t, Float64Array.of(t));
  instance.write(tree.q, q);
  instance.write(tree.v, v);
  if (z) instance.write(tree.z, z);
  instance.run("measure");
  const both = new Float64Array(2 * count);
  instance.read(both, out, 0);
  return { q: both.slice(0, count), v: both.slice(count) };
}
