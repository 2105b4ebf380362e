import type { Num } from "../../../graph/graph.js";
import { add, sub } from "../../../graph/num.js";
import type { Program } from "../../../kernel/program.js";
import type { Rec } from "../../../kernel/record.js";
import type { SpatialFields } from "../../../spatial/inertia.js";
import type { HingeFields } from "../../joints/node-joint.js";
import type { InertiaFields, RateFields, SpinFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { Aggregates } from "./aggregates.js";
import type { ModalHandFields } from "./flexible-nodes.js";

/* What the two passes of the recursion keep from node to node. */

/** Articulated inertia and bias force that the children hand to a node. */
export type ArticulatedFields = {
  A: readonly Num[];
  B: readonly Num[];
  C: readonly Num[];
  angular: readonly Num[];
  linear: readonly Num[];
};
export const ARTICULATED = { A: 6, B: 9, C: 6, angular: 3, linear: 3 } as const;

/** D⁻¹ of a joint: one number, or the whole matrix row by row. */
export type InverseFields = { inverse: readonly Num[] };

/** What each joint leaves once it is eliminated, and the inverse of the inertia along its rates if that is wanted. */
export interface Articulated {
  readonly hinges: readonly Rec<HingeFields>[];
  readonly inverses: readonly Rec<InverseFields>[];
}

export interface ArticulateOptions {
  /** Keeps D⁻¹ of every joint. */
  readonly withInverses?: boolean;
  /** Inertias alone: no velocities, no loads, no gravity. */
  readonly atRest?: boolean;
  /** Nodes that are eliminated together. */
  readonly aggregates?: Aggregates | null;
}

/** How a node takes part in both passes. */
export interface NodeStrategy {
  /** Eliminates its joint and hands the rest to its parent. */
  readonly eliminate: (node: Node, pass: InwardPass) => void;
  /** Finds its accelerations from those of its parent. */
  readonly accelerate: (node: Node, pass: OutwardPass) => void;
}

/** Tips to base. */
export class InwardPass implements Articulated {
  readonly tree: TreeProgram;
  readonly loads: NodeLoads;
  readonly withInverses: boolean;
  readonly atRest: boolean;
  readonly aggregates: Aggregates | null;
  readonly hinges: Rec<HingeFields>[] = [];
  readonly inverses: Rec<InverseFields>[] = [];
  /** What stations hand to the amplitudes of their flexible body. */
  readonly stations: readonly Rec<ModalHandFields>[][];
  /** Of single bodies that hang on aggregates, by the node they hang on. */
  readonly bodies = new Map<number, Rec<InertiaFields>>();
  readonly #nothing: Rec<ArticulatedFields>;
  readonly #handed: readonly Rec<ArticulatedFields>[][];

  constructor(
    tree: TreeProgram,
    loads: NodeLoads,
    { withInverses = false, atRest = false, aggregates = null }: ArticulateOptions,
  ) {
    const { program, skeleton } = tree;
    this.tree = tree;
    this.loads = loads;
    this.withInverses = withInverses;
    this.atRest = atRest;
    this.aggregates = aggregates;
    this.#nothing = program.zeros<ArticulatedFields>(ARTICULATED);
    this.#handed = skeleton.nodes.map(() => []);
    this.stations = skeleton.nodes.map(() => []);
    if (!atRest) for (const { index } of skeleton.nodes) tree.spin(index);
  }

  /** The sum of what hangs on a node. */
  children(node: number): Rec<ArticulatedFields> {
    return gather(this.tree.program, this.#handed[node]) ?? this.#nothing;
  }

  handTo(parent: number, given: Rec<ArticulatedFields>): void {
    if (parent >= 0) this.#handed[parent].push(given);
  }

  spin(node: number): Rec<SpinFields> {
    return this.atRest ? this.tree.still : this.tree.spin(node);
  }

  rate(node: Node, count = node.nv): Rec<RateFields> {
    return this.atRest ? this.tree.program.zeros<RateFields>({ rate: count }) : this.tree.rate(node.index);
  }

  effort({ index, nv }: Node): Rec<{ tau: readonly Num[] }> {
    return this.atRest ? this.tree.program.zeros<{ tau: readonly Num[] }>({ tau: nv }) : this.loads.effort(index);
  }

  wrench(node: number): Rec<SpatialFields> {
    return this.atRest ? this.tree.program.zeros<SpatialFields>({ angular: 3, linear: 3 }) : this.loads.wrench(node);
  }
}

/** Base to tips. */
export class OutwardPass {
  readonly tree: TreeProgram;
  readonly hinges: readonly Rec<HingeFields>[];
  /** Where the accelerations are written. */
  readonly vdot: Rec;
  readonly atRest: boolean;
  readonly aggregates: Aggregates | null;
  readonly accelerations: Rec<SpatialFields>[] = [];
  /** Accelerations of the amplitudes of flexible bodies, for their stations. */
  readonly amplitudes: Rec<RatesFields>[] = [];
  readonly #ground: Rec<SpatialFields>;

  constructor(
    tree: TreeProgram,
    hinges: readonly Rec<HingeFields>[],
    vdot: Rec,
    { atRest = false, aggregates = null }: Omit<ArticulateOptions, "withInverses">,
  ) {
    const { program, skeleton } = tree;
    this.tree = tree;
    this.hinges = hinges;
    this.vdot = vdot;
    this.atRest = atRest;
    this.aggregates = aggregates;
    this.#ground = atRest
      ? program.zeros<SpatialFields>({ angular: 3, linear: 3 })
      : program.constants<SpatialFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  }

  parent({ parent }: Node): Rec<SpatialFields> {
    return parent < 0 ? this.#ground : this.accelerations[parent];
  }

  spin(node: number): Rec<SpinFields> {
    return this.atRest ? this.tree.still : this.tree.spin(node);
  }
}

export type RatesFields = { vdot: readonly Num[] };

/** Children summed in one step at most. */
const MOST_CHILDREN = 8;

/**
 * The sum of what several children hand up. Summing apart from the children lets them all be one kernel whose iterations do
 * not wait for one another.
 */
function gather(program: Program, given: readonly Rec<ArticulatedFields>[]): Rec<ArticulatedFields> | null {
  let rest = [...given];
  while (rest.length > 1) {
    const sums: Rec<ArticulatedFields>[] = [];
    for (let i = 0; i < rest.length; i += MOST_CHILDREN) {
      const part = rest.slice(i, i + MOST_CHILDREN);
      if (part.length === 1) sums.push(part[0]);
      else {
        const inputs = Object.fromEntries(part.map((rec, k) => [`child${k}`, rec]));
        sums.push(program.step("gather", inputs, (x) => ({ sum: Object.values(x).reduce(sumFields) })).sum);
      }
    }
    rest = sums;
  }
  return rest[0] ?? null;
}

const sumFields = (a: ArticulatedFields, b: ArticulatedFields): ArticulatedFields => ({
  A: a.A.map((x, i) => add(x, b.A[i])),
  B: a.B.map((x, i) => add(x, b.B[i])),
  C: a.C.map((x, i) => add(x, b.C[i])),
  angular: a.angular.map((x, i) => add(x, b.angular[i])),
  linear: a.linear.map((x, i) => add(x, b.linear[i])),
});
