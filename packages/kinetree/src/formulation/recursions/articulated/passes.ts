import type { Num } from "../../../graph/graph.js";
import { add, sub } from "../../../graph/num.js";
import type { Grouping, Program } from "../../../kernel/program.js";
import type { Fields, Rec } from "../../../kernel/record.js";
import { addSpatial, spatialFrom, type SpatialFields, type SpatialVector } from "../../../spatial/inertia.js";
import { accelerationToInner, motionToInner } from "../../../spatial/placement.js";
import { vec3 } from "../../../spatial/vec3.js";
import type { HingeFields } from "../../joints/node-joint.js";
import type { FrameFields, InertiaFields, PostureFields, RateFields, SpinFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { Aggregates } from "./aggregates.js";
import type { ModalHandFields } from "./flexible-nodes.js";

/** Articulated inertia and bias force. */
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

export interface Articulated {
  readonly hinges: readonly Rec<HingeFields>[];
  /** Empty records unless asked for. */
  readonly inverses: readonly Rec<InverseFields>[];
}

export interface ArticulateOptions {
  /** Keeps D⁻¹ of every joint. */
  readonly withInverses?: boolean;
  /** Inertias alone: no velocities, no loads, no gravity. */
  readonly atRest?: boolean;
  readonly aggregates?: Aggregates | null;
}

export interface NodeStrategy {
  readonly eliminate: (node: Node, pass: InwardPass) => void;
  readonly accelerate: (node: Node, pass: OutwardPass) => void;
}

/** Tips to base. `atRest` leaves inertias alone: no velocities, no loads. */
export class InwardPass implements Articulated {
  readonly tree: TreeProgram;
  readonly loads: NodeLoads;
  readonly withInverses: boolean;
  readonly atRest: boolean;
  readonly aggregates: Aggregates | null;
  readonly hinges: Rec<HingeFields>[] = [];
  readonly inverses: Rec<InverseFields>[] = [];
  /** Contributions of stations to the amplitudes of their flexible body. */
  readonly stations: readonly Rec<ModalHandFields>[][];
  /** Rigid inertias of single bodies on aggregates, by the node that carries them: see `HandedToAggregate`. */
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

  /** Sum over the children of a node. */
  children(node: number): Rec<ArticulatedFields> {
    return gather(this.tree.program, this.#handed[node]) ?? this.#nothing;
  }

  keep({ index, parent }: Node, { hinge, inverse, up, body }: EliminatedRecords): void {
    this.hinges[index] = hinge;
    this.inverses[index] = inverse;
    if (body) this.bodies.set(parent, body);
    this.handTo(parent, up);
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

interface EliminatedRecords {
  readonly hinge: Rec<HingeFields>;
  readonly inverse: Rec<InverseFields>;
  readonly up: Rec<ArticulatedFields>;
  readonly body?: Rec<InertiaFields>;
}

/** Base to tips. */
export class OutwardPass {
  readonly tree: TreeProgram;
  readonly hinges: readonly Rec<HingeFields>[];
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

  /** a′ = X a_parent + c: the acceleration that the parent and the velocities impart to a node. */
  imparted(node: Node): {
    readonly inputs: { readonly [K in keyof ImpartedFields]: Rec<ImpartedFields[K]> };
    readonly imparted: (x: ImpartedFields) => SpatialVector;
  } {
    const { tree, atRest } = this;
    const { rec, outer, inner } = tree.frames[node.index];
    return {
      inputs: {
        frame: rec,
        posture: tree.posture(node.index),
        hinge: this.hinges[node.index],
        spin: atRest ? tree.still : tree.spin(node.parent),
        parent: this.parent(node),
      },
      imparted: ({ frame, posture, hinge, spin, parent }) => {
        const atJoint = accelerationToInner(outer(frame), vec3(spin.omega), spatialFrom(parent));
        const carried = motionToInner(inner(frame, posture), atJoint);
        return addSpatial(carried, { angular: vec3(hinge.biasAngular), linear: vec3(hinge.biasLinear) });
      },
    };
  }
}

type ImpartedFields = {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
  readonly hinge: HingeFields;
  readonly spin: SpinFields;
  readonly parent: SpatialFields;
};

export type RatesFields = { vdot: readonly Num[] };

/** The hinge's record lies next to the node's others, where pass 3 reads it. */
export const nextToHinge = ({ index }: Node): Grouping => ({ group: index, keep: ["hinge"] });

const MOST_CHILDREN = 8;

/** Summing apart from the children lets all of them share one kernel whose iterations do not wait for one another. */
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

export const sumFields = <F extends Fields>(a: F, b: F): F =>
  Object.fromEntries(
    Object.entries(a).map(([name, x]) => [name, x.map((entry, i) => add(entry, b[name][i]))]),
  ) as Fields as F;
