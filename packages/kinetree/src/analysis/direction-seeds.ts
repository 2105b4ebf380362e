import { KinetreeError } from "../errors/kinetree-error.js";
import { coordinateRate } from "../formulation/tree/coordinate-rates.js";
import type { TreeProgram } from "../formulation/tree/tree-program.js";
import type { Num } from "../graph/graph.js";
import type { Rec } from "../kernel/record.js";
import { seedOf } from "../kernel/tangent.js";
import { actingStates } from "./internal-states.js";

/**
 * Variables of derivatives. "q" means directions of the tangent space, one for each speed: a change of q is what the speeds
 * would make of it, so for a spherical joint a small turn about the child's axes, for a free joint that and a small shift
 * along them. "z" means the internal states of elements, not the angles of cut joints behind them, which act on no motion.
 */
export type Variable = "q" | "v" | "z" | "tau" | "u" | "t" | "parameters";
/** Variables of derivatives of inverse dynamics. */
export type InverseVariable = Variable | "vdot";

/** Tangents of the state records for a direction of a variable; `vdot` is the record of given accelerations. */
export function directionSeed(
  tree: TreeProgram,
  direction: Rec,
  vdot: Rec,
  by: InverseVariable,
): (rec: Rec) => Rec | null {
  const { program } = tree;
  switch (by) {
    case "q": {
      const { nodes } = tree.skeleton;
      const nodeAt = new Map(nodes.flatMap((node) => Array.from({ length: node.nq }, (_, k) => [node.q + k, node])));
      const made = new Map<number, Rec>();
      return (rec) => {
        if (rec.home !== tree.q.home || rec.layout.size === 0) return null;
        const node = nodeAt.get(rec.firstSlot);
        // Every step reads coordinates of one node; a zero here would be a wrong derivative.
        if (!node || rec.firstSlot + rec.layout.size > node.q + node.nq) throw unknownPart(rec);
        if (node.nq !== rec.layout.size) {
          if (node.nq !== node.nv) throw unknownPart(rec);
          return program.slice(direction, node.v + rec.firstSlot - node.q, { q: rec.layout.size });
        }
        let rate = made.get(node.q);
        if (!rate) made.set(node.q, (rate = coordinateRate(tree, node, direction)));
        return rate;
      };
    }
    case "v":
      return seedOf(program, tree.v, direction);
    case "z": {
      const seed = seedOf(program, tree.z, direction);
      const end = tree.z.firstSlot + actingStates(tree);
      return (rec) => (rec.firstSlot < end ? seed(rec) : null);
    }
    case "tau":
      return seedOf(program, tree.tau, direction);
    case "u":
      return seedOf(program, tree.u, direction);
    case "t":
      return seedOf(program, tree.t, direction);
    case "vdot":
      return seedOf(program, vdot, direction);
    case "parameters":
      return () => null;
  }
}

const unknownPart = (rec: Rec): KinetreeError =>
  new KinetreeError({
    code: "tangent-of-part",
    subject: "coordinates q",
    value: [rec.firstSlot, rec.layout.size],
    message:
      `coordinates q: ${rec.layout.size} of them from number ${rec.firstSlot} on are not those of one node. ` +
      `Let the step read one node at a time.`,
  });

/** Adds one input per named parameter, for its rate. */
export function ratesOfParameters(tree: TreeProgram): Map<Num & object, Num> {
  const graph = tree.program.parameters;
  return new Map(graph.inputs.slice(0, tree.skeleton.model.parameters.length).map((input) => [input, graph.input()]));
}
