import { RequestError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { callSequence, entryFunction } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import type { Model } from "../../model/types.js";
import { refusesAugmented } from "../augmented/refuses.js";
import type { Formulation, TracedDynamics } from "../formulation.js";
import { free } from "../joints/free.js";
import { jointOf } from "../joints/node-joints.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { closuresOf, rowCount, type Closure } from "../loops/closures/closures.js";
import { closureBlocks, writeClosures } from "../loops/closures/write-closures.js";
import { articulatedBody } from "../recursions/articulated/articulated-body.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { PARTITIONED_ACCELERATE, PARTITIONED_SETTLE } from "./host.js";
import { BIAS_ENTRY, MASS_SIZE, partitionSlots, POSITION_ENTRY, type PartitionedData } from "./partition-data.js";

/** Every body on its own; one set of coordinates integrated, the others found from it: see `tracePartitioned`. */
export const partitioned: Formulation = Object.freeze<Formulation>({
  name: "partitioned",
  coordinates: "absolute",
  follows: "state",
  refuses: refusesAugmented,
  trace: tracePartitioned,
});

export interface PartitionedDynamics extends TracedDynamics {
  /** Which coordinates follow from which, laid out by `partitionSlots`; zeros make the next state choose. Part of a run's state. */
  readonly partition: Rec;
  /** The closures, whose rows are numbered as those of the multipliers. */
  readonly closures: readonly Closure[];
}

/**
 * Generalised coordinate partitioning for a model with every body on a free joint of its own: see `explode`. The dynamics entry
 * has begun; more entries are traced behind it. Refuses models as `refusesAugmented` does. D. Negrut, Generalized Coordinates Partitioning Algorithm (ME751, University
 * of Wisconsin).
 */
export function tracePartitioned(tree: TreeProgram, loads: NodeLoads, vdot: Rec): PartitionedDynamics {
  const { program, skeleton } = tree;
  const { nodes, nq, nv } = skeleton;
  const closures = closuresOf(skeleton);
  const rows = rowCount(closures);
  const wrong = closures.find(({ kind }) => kind === "coordinate");
  if (wrong || nodes.some((node) => jointOf(node) !== free)) throw notExploded(skeleton.model, wrong?.name);
  const { list: blocks, size: entries } = closureBlocks(new ClosureTrace(tree, closures));
  const bodies = nodes.map(({ q, v }) => ({ q, v })).sort((a, b) => a.v - b.v);
  const sizes = { bodies, nq, nv, rows, blocks, entries };
  const records = {
    phi: program.state({ x: rows }),
    K: program.state({ x: entries }),
    drift: program.state({ x: rows }),
    gamma: program.state({ x: rows }),
    mass: program.state({ x: MASS_SIZE * nodes.length }),
    lambda: program.state({ x: rows }),
    quality: program.state({ x: 1 }),
    partition: program.state({ x: partitionSlots(sizes).size }),
  };

  articulatedBody(tree, loads, vdot); // every body for itself: M⁻¹ Q
  const freely = entryFunction(program);
  tree.begin(POSITION_ENTRY);
  const { phi, K, drift, gamma } = records;
  writeClosures(new ClosureTrace(tree, closures), { phi, blocks: K, drift });
  writeMasses(tree, records.mass);
  tree.begin(BIAS_ENTRY);
  writeClosures(new ClosureTrace(tree, closures), { gamma });

  const dataFor = ({ offsetOf }: Linkage): PartitionedData => {
    const { t, q, delta, v } = tree;
    const all = Object.entries({ t, q, delta, v, vdot, ...records });
    const at = Object.fromEntries(all.map(([name, rec]) => [name, offsetOf(rec)])) as PartitionedData["at"];
    return { ...sizes, at };
  };
  const { lambda, quality, partition } = records;
  const slots = partitionSlots(sizes);
  const choice = {
    rows: program.slice(partition, slots.kept, { x: rows }),
    deltas: program.slice(partition, slots.dependentDeltas, { x: nv }),
    speeds: program.slice(partition, slots.dependentSpeeds, { x: nv }),
  };
  const results = { lambda, partition, choice, closures };
  // Nothing is chosen where nothing closes: no choice can be poor.
  if (rows === 0) return { accelerate: freely, ...results };
  return {
    accelerate: (linkage) => {
      const free = freely(linkage);
      const bind = linkage.callHost({ kind: PARTITIONED_ACCELERATE, data: dataFor(linkage) });
      return callSequence(linkage, free, bind);
    },
    settle: {
      when: "stage",
      finish: (linkage) => linkage.callHost({ kind: PARTITIONED_SETTLE, data: dataFor(linkage) }),
    },
    quality,
    ...results,
  };
}

/** Masses and moments about the mass centres, which may depend on parameters. */
function writeMasses(tree: TreeProgram, into: Rec): void {
  const { program, skeleton, q } = tree;
  for (const { index, q: at, v } of skeleton.nodes) {
    // The coordinate is not used: it only ties the step to the state, not to the parameters.
    const inputs = { inertia: tree.inertia(index), tie: program.slice<{ x: readonly Num[] }>(q, at, { x: 1 }) };
    program.step("mass of a body", inputs, ({ inertia: { m, I } }) => ({ mass: { x: [...m, ...I] } }), {
      mass: program.slice(into, (v / 6) * MASS_SIZE, { x: MASS_SIZE }),
    });
  }
}

const notExploded = (model: Model, constraint: string | undefined): RequestError =>
  new RequestError({
    code: "formulation-refuses",
    subject: `formulation "partitioned"`,
    value: constraint ?? model.name,
    message:
      constraint === undefined
        ? `formulation "partitioned" needs every body of model "${model.name}" on a free joint of its own. Explode the model first.`
        : `formulation "partitioned": constraint "${constraint}" acts on coordinates of joints, and here bodies have ` +
          `coordinates, joints have none. Choose a formulation that works on the tree.`,
  });
