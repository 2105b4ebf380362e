import { isTwoCoordinate, planTwoCoordinateLoad, type TwoCoordinate } from "../../elements/plan-load.js";
import type { TwoCoordinateLoad } from "../../elements/two-coordinate-load.js";
import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { CurveTable } from "../../graph/table.js";
import type { Rec } from "../../kernel/record.js";
import type { CoordinateRef, Joint } from "../../model/types.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { cutMotion } from "./cut-motion.js";
import type { AddEffort, CoordinateMotion } from "./joint-effort.js";

/** A coordinate anywhere in the mechanism: entry `k` of these records. */
export interface CoordinatePlace extends CoordinateMotion {
  readonly k: number;
}

/** A load between two coordinates, and where these are. */
export interface CoordinateCoupling {
  readonly load: TwoCoordinate;
  readonly plan: TwoCoordinateLoad;
  readonly a: CoordinatePlace;
  readonly b: CoordinatePlace;
  readonly numbers: Rec<{ n: readonly Num[] }>;
}

/** All loads between two coordinates. */
export const coordinateCouplings = (
  tree: TreeProgram,
  keyOf: (table: CurveTable) => string,
): readonly CoordinateCoupling[] =>
  tree.shared("coordinate couplings", () =>
    tree.skeleton.model.loads.filter(isTwoCoordinate).map((load) => {
      const plan = planTwoCoordinateLoad(load, tree.skeleton.scope.num, keyOf);
      const numbers = tree.program.constants<{ n: readonly Num[] }>({ n: plan.numbers });
      return { load, plan, a: placeOf(tree, load.a), b: placeOf(tree, load.b), numbers };
    }),
  );

/** In the state for a joint of the tree, read off its frames for one that is cut. */
export function placeOf(tree: TreeProgram, { joint: name, coordinate }: CoordinateRef): CoordinatePlace {
  const { program, skeleton } = tree;
  const index = skeleton.model.joints.findIndex((joint) => joint.name === name);
  const node = skeleton.nodes.find(
    ({ joint, coordinate: first, nv }) => joint === index && first <= coordinate && coordinate < first + nv,
  );
  if (node === undefined) return { ...cutMotion(tree, skeleton.model.joints[index]), k: coordinate };
  const k = coordinate - node.coordinate;
  return {
    q: program.slice<{ q: readonly Num[] }>(tree.q, node.q + k, { q: 1 }),
    v: program.slice<{ v: readonly Num[] }>(tree.v, node.v + k, { v: 1 }),
    k: 0,
  };
}

/** What loads between two coordinates exert along `count` speeds of a joint, from the speed `first` on. */
export function couplingEfforts(
  tree: TreeProgram,
  joint: Joint,
  first: number,
  count: number,
  keyOf: (table: CurveTable) => string,
): readonly AddEffort[] {
  const isOurs = ({ joint: name, coordinate }: CoordinateRef): boolean =>
    name === joint.name && coordinate >= first && coordinate < first + count;
  const ends = (load: TwoCoordinate): readonly ("a" | "b")[] =>
    (["a", "b"] as const).filter((end) => isOurs(load[end]));
  // Where they are is asked for only if needed: it may be read off frames, which not every joint allows.
  if (!tree.skeleton.model.loads.some((load) => isTwoCoordinate(load) && ends(load).length > 0)) return [];
  return coordinateCouplings(tree, keyOf).flatMap((coupling) =>
    ends(coupling.load).map((end) => along(tree, coupling, end, coupling.load[end].coordinate - first)),
  );
}

const along =
  ({ program }: TreeProgram, { plan, a, b, numbers }: CoordinateCoupling, end: "a" | "b", k: number): AddEffort =>
  (effort) =>
    program.step(
      `coordinate coupling ${plan.key} ${end} ${k} ${a.k} ${b.k}`,
      { effort, qa: a.q, va: a.v, qb: b.q, vb: b.v, numbers },
      ({ effort: { tau }, qa, va, qb, vb, numbers: { n } }) => {
        const forces = plan.forces({ q: qa.q[a.k], v: va.v[a.k] }, { q: qb.q[b.k], v: vb.v[b.k] }, n);
        return { effort: { tau: tau.map((value, i) => (i === k ? add(value, forces[end]) : value)) } };
      },
    ).effort;
