import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import { addSpatial, power, type SpatialVector } from "../../../spatial/inertia.js";
import { forceToOuter } from "../../../spatial/placement.js";
import { vec3 } from "../../../spatial/vec3.js";
import { fromStation, stationColumns } from "../../flexible/modal-motion.js";
import { jointOf } from "../../joints/node-joints.js";
import type { Articulated } from "../../recursions/articulated/passes.js";
import type { PostureFields } from "../../skeleton/records.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure } from "../closures/closures.js";

/** Wrenches of a closure's rows on a node, [torque, force] each. */
type OnFields = { on: readonly Num[] };
/** Forces of a closure's rows along a node's rates, row by row. */
type AlongFields = { along: readonly Num[] };

/** Forces of a closure's rows at one node, on the path to the base. */
export interface RowForces {
  /** u: along the node's rates, row by row. */
  readonly u: Rec<AlongFields>;
  /** D⁻¹ u */
  readonly half: Rec<AlongFields>;
}

/**
 * Unit forces along the rows of a closure, handed from node to node towards the base as articulated bodies hand on theirs. With
 * them K M⁻¹ Kᵀ = Σ uᵀ D⁻¹ u over the nodes that two rows share, at a cost that grows with the length of the paths alone.
 * (The factors of M that the recursion makes: Featherstone, Rigid Body Dynamics Algorithms, 2008, sections 6.5 and 8.5.)
 */
export function traceRowForces(
  trace: ClosureTrace,
  closure: Closure,
  { hinges, inverses }: Articulated,
): ReadonlyMap<number, RowForces> {
  const { tree } = trace;
  const { program, skeleton, frames } = tree;
  const count = trace.rowsOf(closure).length;
  const waiting = new Map<number, { on?: Rec<OnFields>; along?: Rec<AlongFields> }>();
  startOf(trace, closure, waiting);
  const found = new Map<number, RowForces>();
  const noWrench = program.zeros<OnFields>({ on: 6 * count });
  const noForce = (n: number): Rec<AlongFields> => program.zeros<AlongFields>({ along: n });
  for (let index = skeleton.nodes.length - 1; index >= 0; index--) {
    const here = waiting.get(index);
    if (!here) continue;
    const node = skeleton.nodes[index];
    const { parent } = node;
    const { key, rec, rebuild } = frames[index];
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      hinge: hinges[index],
      inverse: inverses[index],
      own: here.on ?? noWrench,
      along: here.along ?? noForce(count * node.nv),
      siblings: (parent >= 0 ? waiting.get(parent)?.on : undefined) ?? noWrench,
      modes: (node.station ? waiting.get(parent)?.along : undefined) ?? noForce(count * node.moving.nv),
    };
    const outputs = program.step(`row forces ${count} ${key}${node.modal ? node.nv : ""}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const all = Array.from({ length: count }, (_, k) => {
        const { u, rest } = jointOf(node).elimination.passOn(
          node,
          x,
          x.hinge,
          spatialAt(x.own.on, k),
          x.along.along.slice(k * node.nv, (k + 1) * node.nv),
        );
        const half = u.map((_, i) =>
          u.reduce<Num>((sum, value, j) => add(sum, mul(x.inverse.inverse[i * node.nv + j], value)), 0),
        );
        return { u, half, up: addSpatial(spatialAt(x.siblings.on, k), forceToOuter(X, rest)) };
      });
      return {
        u: { along: all.flatMap(({ u }) => u) },
        half: { along: all.flatMap(({ half }) => half) },
        up: { on: all.flatMap(({ up }) => [...up.angular, ...up.linear]) },
        ...(node.station ? { modes: { along: alongModes(x, count) } } : {}),
      };
    });
    if (node.nv > 0) found.set(index, { u: outputs.u, half: outputs.half });
    const modes = (outputs as { readonly modes?: Rec<AlongFields> }).modes;
    if (parent >= 0)
      waiting.set(parent, { ...waiting.get(parent), on: outputs.up, ...(modes ? { along: modes } : {}) });
  }
  return found;
}

/** Forces of wrenches on a station along its body's amplitudes, added to those of its other stations. */
function alongModes(
  x: {
    readonly posture: PostureFields;
    readonly own: OnFields;
    readonly modes: AlongFields;
  },
  count: number,
): readonly Num[] {
  const S = stationColumns(x.posture);
  return Array.from({ length: count }, (_, k) => k).flatMap((k) => {
    const on = fromStation(x.posture, spatialAt(x.own.on, k));
    return S.map((column, j) => add(x.modes.along[k * S.length + j], power(column, on)));
  });
}

function startOf(
  trace: ClosureTrace,
  closure: Closure,
  waiting: Map<number, { on?: Rec<OnFields>; along?: Rec<AlongFields> }>,
): void {
  if (closure.kind === "frames") {
    for (const { node } of [closure.outer, closure.inner])
      if (node >= 0 && node !== closure.base) waiting.set(node, { on: trace.onNode(closure, node) });
    // A frame on the base itself: both wrenches meet there, and the base is the parent of the other's first node.
    for (const { node } of [closure.outer, closure.inner])
      if (node >= 0 && node === closure.base) waiting.set(node, { on: trace.onNode(closure, node) });
    return;
  }
  const { program, skeleton } = trace.tree;
  const parts = trace.coordinate(closure);
  const act = (v: number, isDriven: boolean): void => {
    const node = skeleton.nodes.findIndex(({ v: first, nv }) => first <= v && v < first + nv);
    const { nv, v: first } = skeleton.nodes[node];
    // Both coordinates may be amplitudes of one body.
    const inputs = { sum: waiting.get(node)?.along ?? program.zeros<AlongFields>({ along: nv }), parts };
    const { along } = program.step(
      `along ${v - first} of ${nv}${isDriven ? " driven" : ""}`,
      inputs,
      ({ sum, parts }) => {
        const force = isDriven ? 1 : parts.slope[0];
        return { along: { along: sum.along.map((x, k) => (k === v - first ? add(x, force) : x)) } };
      },
    );
    waiting.set(node, { along });
  };
  act(closure.driven.v, true);
  if (closure.driving) act(closure.driving.v, false);
}

const spatialAt = (on: readonly Num[], k: number): SpatialVector => ({
  angular: vec3(on, 6 * k),
  linear: vec3(on, 6 * k + 3),
});

/** Σ of a node's D⁻¹ u times multipliers, for all closures that act there: added to its own part of the acceleration. */
export function traceShare(
  tree: TreeProgram,
  node: number,
  parts: readonly { readonly half: Rec<AlongFields>; readonly lambda: Rec; readonly count: number }[],
): Rec<AlongFields> {
  const { program, skeleton } = tree;
  const { nv } = skeleton.nodes[node];
  let sum: Rec<AlongFields> = program.zeros<AlongFields>({ along: nv });
  for (const { half, lambda, count } of parts) {
    const inputs = { sum, half, lambda: lambda as Rec<{ x: readonly Num[] }> };
    sum = program.step(`share ${count} ${nv}`, inputs, ({ sum, half, lambda }) => ({
      sum: {
        along: sum.along.map((start, i) =>
          lambda.x.reduce<Num>((total, l, k) => add(total, mul(half.along[k * nv + i], l)), start),
        ),
      },
    })).sum;
  }
  return sum;
}
