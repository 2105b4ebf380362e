import type { Num } from "../../graph/graph.js";
import { add, sub } from "../../graph/num.js";
import type { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";
import {
  addArticulated,
  addPair,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  gyroscopicForce,
  pairFields,
  pairFrom,
  rigidFields,
  rigidFrom,
  subPair,
  type Pair,
  type PairFields,
} from "../../spatial/inertia.js";
import {
  accelerationToInner,
  articulatedBodyToOuter,
  articulatedToOuter,
  forceToOuter,
  motionToInner,
  rigidToOuter,
} from "../../spatial/placement.js";
import { vec3 } from "../../spatial/vec3.js";
import { stationRate } from "../flexible/modal-motion.js";
import { emptyFrame } from "../joints/frame-plan.js";
import type { HingeFields } from "../joints/node-joint.js";
import { jointAcceleration, jointOf } from "../joints/node-joints.js";
import type { FrameFields, InertiaFields, PostureFields, RateFields, SpinFields } from "../skeleton/records.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { articulateStation, eliminateModal, gatherModal, type ModalHandFields } from "./modal-elimination.js";

/** Articulated inertia and bias force that the children hand to a node. */
export type ArticulatedFields = {
  A: readonly Num[];
  B: readonly Num[];
  C: readonly Num[];
  angular: readonly Num[];
  linear: readonly Num[];
};
/**
 * Forward dynamics by articulated bodies: v̇ from t, q, v and the loads, at a cost linear in the number of nodes.
 * Featherstone, Rigid Body Dynamics Algorithms (2008), Table 7.1, with two changes: accelerations are classical, those of the
 * node's origin, so that no linear velocity enters a tree of revolute joints; and gravity is an upward acceleration of ground.
 * Quantities of node i are in frame i.
 */
export function articulatedBody(tree: TreeProgram, loads: NodeLoads, vdot: Rec): void {
  accelerateNodes(tree, articulate(tree, loads).hinges, vdot);
}

/** What each joint leaves once it is eliminated, and the inverse of the inertia along its rates if that is wanted. */
export interface Articulated {
  readonly hinges: readonly Rec<HingeFields>[];
  readonly inverses: readonly Rec<InverseFields>[];
}
/** D⁻¹ of a joint: one number, or the whole matrix row by row. */
export type InverseFields = { inverse: readonly Num[] };

/**
 * What hangs on a node of an aggregate. Single bodies on hinges hand on their own ten numbers and, apart from them, what the
 * hinge takes off: for a wheel that is one entry, and stays small however it is turned.
 */
export interface HandedToAggregate {
  readonly rigid: Rec<InertiaFields>;
  readonly rest: Rec<ArticulatedFields>;
}

/** Nodes that are eliminated together, by others than these functions: see `loops/embedded.ts`. */
export interface Aggregates {
  /** Whether a node belongs to an aggregate. */
  readonly has: (node: number) => boolean;
  /** At the first node of an aggregate: eliminates it, given what is handed to each of its nodes, and gives what is left for its parent. */
  readonly eliminate: (node: number, handed: (node: number) => HandedToAggregate) => Rec<ArticulatedFields> | null;
  /** At the first node of an aggregate: writes its accelerations and gives those of its nodes that carry others. */
  readonly resolve: (node: number, parent: Rec<PairFields>) => ReadonlyMap<number, Rec<PairFields>>;
  /** Whether a node is the first of an aggregate. */
  readonly begins: (node: number) => boolean;
}

/** Tips to base: each node eliminates its joint and hands the rest to its parent. */
export function articulate(
  tree: TreeProgram,
  loads: NodeLoads,
  {
    withInverses = false,
    atRest = false,
    aggregates = null,
  }: { readonly withInverses?: boolean; readonly atRest?: boolean; readonly aggregates?: Aggregates | null } = {},
): Articulated {
  const { program, skeleton } = tree;
  const { nodes } = skeleton;
  const hinges: Rec<HingeFields>[] = [];
  const inverses: Rec<InverseFields>[] = [];
  const still = {
    effort: (n: number) => program.zeros<{ tau: readonly Num[] }>({ tau: n }),
    rate: (n: number) => program.zeros<RateFields>({ rate: n }),
  };
  const nothing = program.zeros<ArticulatedFields>(ARTICULATED);
  const handed: Rec<ArticulatedFields>[][] = nodes.map(() => []);
  const stations: Rec<ModalHandFields>[][] = nodes.map(() => []);
  const noBody = program.zeros<InertiaFields>({ m: 1, h: 3, I: 6 });
  const bodies = new Map<number, Rec<InertiaFields>>(); // of single bodies that hang on aggregates, by the node they hang on
  const spinOf = (node: number): Rec<SpinFields> => (atRest ? tree.still : tree.spin(node));
  if (!atRest) nodes.forEach((node) => tree.spin(node.index));

  for (const node of [...nodes].reverse()) {
    const { index, parent, children } = node;
    if (aggregates?.has(index)) {
      if (!aggregates.begins(index)) continue;
      const left = aggregates.eliminate(index, (each) => ({
        rigid: bodies.get(each) ?? noBody,
        rest: gather(program, handed[each]) ?? nothing,
      }));
      if (left && parent >= 0) handed[parent].push(left);
      continue;
    }
    if (node.station) {
      const made = articulateStation(tree, node, loads, gather(program, handed[index]) ?? nothing, atRest);
      hinges[index] = made.hinge;
      inverses[index] = program.zeros<InverseFields>({ inverse: 0 });
      handed[parent].push(made.handed.up);
      stations[parent].push(made.handed.modal);
      continue;
    }
    if (node.modal) {
      const children = gather(program, handed[index]) ?? nothing;
      const options = { withInverses, atRest };
      const made = eliminateModal(tree, node, loads, children, gatherModal(tree, node.nv, stations[index]), options);
      hinges[index] = made.hinge;
      inverses[index] = made.inverse;
      if (parent >= 0) handed[parent].push(made.up);
      continue;
    }
    const { key, rec, outer, inner } = tree.frames[index];
    // An only child hands up what it is at its joint, and the parent takes it from there: fewer numbers pass through memory.
    const isPlain = (other: number): boolean => !aggregates?.has(other) && !nodes[other].modal && !nodes[other].station;
    // One body by itself on an aggregate, and no other such body there yet.
    const isSingle =
      parent >= 0 &&
      aggregates?.has(parent) === true &&
      children.length === 0 &&
      node.motion === "revolute" &&
      !bodies.has(parent);
    const only = children.length === 1 && isPlain(children[0]) ? tree.frames[children[0]] : null;
    const isOnly = parent >= 0 && nodes[parent].children.length === 1 && isPlain(parent);
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertia(index),
      own: spinOf(index),
      parent: isOnly && !jointOf(node).bias.needsParent ? tree.still : spinOf(parent),
      rate: atRest ? still.rate(node.nv) : tree.rate(index),
      effort: atRest ? still.effort(node.nv) : loads.effort(index),
      armature: loads.armature(index),
      external: atRest ? program.zeros<PairFields>({ angular: 3, linear: 3 }) : loads.wrench(index),
      children: gather(program, handed[index]) ?? nothing,
      childFrame: only ? only.rec : program.zeros<FrameFields>(emptyFrame),
    };
    const trace = (x: ArticulateInputs) => {
      const omega = vec3(x.own.omega);
      const rigid = rigidFrom(x.inertia);
      const handedUp = { I: articulatedFrom(x.children), p: pairFrom(x.children) };
      const outboard = only ? articulatedBodyToOuter(only.outer(x.childFrame), omega, handedUp) : handedUp;
      const I = addArticulated(articulatedOfRigid(rigid), outboard.I); // Iᴬ
      const p = subPair(addPair(gyroscopicForce(rigid, omega), outboard.p), pairFrom(x.external)); // pᴬ
      const X = inner(x.frame, x.posture);
      const c = jointAcceleration(node, x, omega);
      const { eliminate, inverse: inverseOf } = jointOf(node).elimination;
      const { Ia, pa, hinge, taken } = eliminate(node, x.frame, I, p, c, x.effort.tau, x.armature.armature);
      const atJoint = { I: articulatedToOuter(X, Ia), p: forceToOuter(X, pa) };
      const whole = isOnly ? atJoint : articulatedBodyToOuter(outer(x.frame), vec3(x.parent.omega), atJoint);
      // The force is that of the whole; of the inertia, only what the hinge takes off.
      const Y = [...outer(x.frame), ...X];
      const up = isSingle && taken ? { I: articulatedToOuter(Y, taken), p: whole.p } : whole;
      const apart = isSingle && taken ? { body: rigidFields(rigidToOuter(Y, rigid)) } : {};
      const inverse = withInverses ? inverseOf(node, x.frame, I, x.armature.armature) : [];
      const bias = { biasAngular: [...c.angular], biasLinear: [...c.linear] };
      return {
        hinge: { ...hinge, ...bias },
        inverse: { inverse },
        up: { ...articulatedFields(up.I), ...pairFields(up.p) },
        ...apart,
      };
    };
    const name = `articulate ${key} ${isOnly} ${only ? only.outerKey : "-"}${withInverses ? " D" : ""}${isSingle ? " single" : ""}`;
    const outputs = program.step(name, inputs, trace, {}, { group: index, keep: ["hinge"] });
    hinges[index] = outputs.hinge;
    inverses[index] = outputs.inverse;
    if (isSingle) bodies.set(parent, (outputs as unknown as { body: Rec<InertiaFields> }).body);
    if (parent >= 0) handed[parent].push(outputs.up);
  }
  return { hinges, inverses };
}

/** Base to tips: accelerations. */
export function accelerateNodes(
  tree: TreeProgram,
  hinges: readonly Rec<HingeFields>[],
  vdot: Rec,
  { atRest = false, aggregates = null }: { readonly atRest?: boolean; readonly aggregates?: Aggregates | null } = {},
): void {
  const { program, skeleton } = tree;
  const { nodes } = skeleton;
  const ground = atRest
    ? program.zeros<PairFields>({ angular: 3, linear: 3 })
    : program.constants<PairFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  const accelerations: Rec<PairFields>[] = [];
  const amplitudes: Rec<RatesFields>[] = []; // of flexible bodies, for their stations
  for (const node of nodes) {
    const { index, parent } = node;
    if (aggregates?.has(index)) {
      if (!aggregates.begins(index)) continue;
      for (const [each, acceleration] of aggregates.resolve(index, parent < 0 ? ground : accelerations[parent]))
        accelerations[each] = acceleration;
      continue;
    }
    const { key, rec, outer, inner } = tree.frames[index];
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      hinge: hinges[index],
      spin: atRest ? tree.still : tree.spin(parent),
      parent: parent < 0 ? ground : accelerations[parent],
    };
    const reversal = node.reversed ? jointOf(node).reversal : null;
    const target = program.slice(vdot, node.v, { vdot: node.nv });
    const imparted = (x: AccelerateInputs): Pair => {
      const atJoint = accelerationToInner(outer(x.frame), vec3(x.spin.omega), pairFrom(x.parent));
      const carriedOn = motionToInner(inner(x.frame, x.posture), atJoint);
      return addPair(carriedOn, { angular: vec3(x.hinge.biasAngular), linear: vec3(x.hinge.biasLinear) }); // a′
    };
    if (node.station) {
      accelerations[index] = program.step(`accelerate ${key}`, { ...inputs, amplitudes: amplitudes[parent] }, (x) => {
        return { acceleration: pairFields(addPair(imparted(x), stationRate(x.posture, x.amplitudes.vdot))) };
      }).acceleration;
      continue;
    }
    const outputs = program.step(
      `accelerate ${key}${node.modal ? node.nv : ""}`,
      inputs,
      (x) => {
        const { rates, acceleration } = jointOf(node).elimination.resolve(node, x.frame, x.hinge, imparted(x));
        const copy = node.modal ? { amplitudes: { vdot: rates } } : {};
        return { acceleration: pairFields(acceleration), vdot: { vdot: rates }, ...copy };
      },
      !reversal && node.nv > 0 ? { vdot: target } : {},
    );
    if (node.modal) amplitudes[index] = (outputs as unknown as { amplitudes: Rec<RatesFields> }).amplitudes;
    accelerations[index] = outputs.acceleration;
    if (reversal) tree.toUser(node, reversal, outputs.vdot, target);
  }
}

type RatesFields = { vdot: readonly Num[] };

type AccelerateInputs = {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
  readonly hinge: HingeFields;
  readonly spin: SpinFields;
  readonly parent: PairFields;
};

type ArticulateInputs = {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
  readonly inertia: InertiaFields;
  readonly own: SpinFields;
  readonly parent: SpinFields;
  readonly rate: RateFields;
  readonly effort: { readonly tau: readonly Num[] };
  readonly armature: { readonly armature: readonly Num[] };
  readonly external: PairFields;
  readonly children: ArticulatedFields;
  readonly childFrame: FrameFields;
};

export const ARTICULATED = { A: 6, B: 9, C: 6, angular: 3, linear: 3 } as const;

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
