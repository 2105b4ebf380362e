import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { Fields, Rec } from "../../kernel/record.js";
import {
  addRigid,
  forceOfRigid,
  power,
  rigidFields,
  rigidFrom,
  rotateRigid,
  shiftForce,
  type SpatialVector,
} from "../../spatial/inertia.js";
import { mat3 } from "../../spatial/mat3.js";
import { forceToOuter, rigidToOuter } from "../../spatial/placement.js";
import { vec3 } from "../../spatial/vec3.js";
import { couplingAt } from "../flexible/modal-inertia.js";
import { flatColumns, fromStation, spatialColumns, stationColumns } from "../flexible/modal-motion.js";
import { jointOf } from "../joints/node-joints.js";
import { NO_POSTURE, type InertiaFields, type PostureFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Forces on a node, one for each column of a joint's S. */
type ColumnFields = { forces: readonly Num[] };

/** Rows of M, `row0` and so on, and the forces F that they were read off. */
type RowsAndForces = Readonly<Record<string, Fields>> & { readonly F: ColumnFields };
const rowsAndForces = (rows: readonly (readonly Num[])[], F: readonly SpatialVector[]): RowsAndForces => ({
  ...Object.fromEntries(rows.map((entries, k) => [`row${k}`, { entries }])),
  F: { forces: flatColumns(F) },
});

type Speeds = Node["moving"];

/** Lower triangle of M, row by row of nv × nv. Walker and Orin (1982), in the form of Featherstone (2008), Table 6.2. */
export function compositeBody(tree: TreeProgram, loads: NodeLoads, M: Rec): void {
  const { nodes, nv } = tree.skeleton;
  const composite = compositeInertias(tree);
  for (const node of nodes) {
    if (node.nv === 0) continue;
    const targets = (columns: Speeds): Record<string, Rec> => rowTargets(tree, M, nv, node, columns);
    let F = node.modal
      ? modalForces(tree, node, composite, targets(node))
      : jointForces(tree, loads, node, composite[node.index], targets(node));
    for (let inner = node; inner.parent >= 0; inner = nodes[inner.parent])
      F = forcesOnParent(tree, node, inner, F, targets);
  }
}

/** Iᶜ = I + Σ X* Iᶜ X, tips to base. */
function compositeInertias(tree: TreeProgram): readonly Rec<InertiaFields>[] {
  const { nodes } = tree.skeleton;
  const composite = nodes.map(({ index }) => tree.inertia(index));
  for (const { index, parent } of [...nodes].reverse()) {
    if (parent < 0) continue;
    const { key, rec, rebuild } = tree.frames[index];
    const inputs = { frame: rec, posture: tree.posture(index), own: composite[index], parent: composite[parent] };
    composite[parent] = tree.program.step(`composite ${key}`, inputs, (x) => ({
      sum: rigidFields(addRigid(rigidFrom(x.parent), rigidToOuter(rebuild(x.frame, x.posture), rigidFrom(x.own)))),
    })).sum;
  }
  return composite;
}

/** Where the entries of M go for the speeds of a node, row by row, and the given columns. */
function rowTargets({ program }: TreeProgram, M: Rec, nv: number, node: Node, columns: Speeds): Record<string, Rec> {
  const targets = Array.from({ length: node.nv }, (_, k) => {
    // Within a joint that is walked backwards the outer axis has the higher number: one entry, found across the diagonal.
    const [row, column] = columns.v > node.v ? [columns.v, node.v] : [node.v + k, columns.v];
    return [`row${k}`, program.slice(M, row * nv + column, { entries: columns.nv })];
  });
  return Object.fromEntries(targets);
}

/** F = Iᶜ S, and the joint's own entries of M: Sᵀ F, with the armature on the diagonal. */
function jointForces(
  tree: TreeProgram,
  loads: NodeLoads,
  node: Node,
  composite: Rec<InertiaFields>,
  targets: Record<string, Rec>,
): Rec<ColumnFields> {
  const { key, rec } = tree.frames[node.index];
  const inputs = {
    frame: rec,
    posture: tree.posture(node.index),
    composite,
    armature: loads.armature(node.index),
  };
  return tree.program.step(
    `joint forces ${key}`,
    inputs,
    (x): RowsAndForces => {
      const S = jointOf(node).columns(node, x.frame, x.posture);
      const F = S.map((column) => forceOfRigid(rigidFrom(x.composite), column));
      const entry = (i: number, j: number): Num =>
        i === j ? add(power(S[j], F[i]), x.armature.armature[i]) : power(S[j], F[i]);
      const rows = F.map((_, i) => S.map((__, j) => entry(i, j)));
      return rowsAndForces(rows, F);
    },
    targets,
  ).F;
}

/** F ← X* F from a node to its parent, and the entries of M with the parent's speeds: Fᵀ S. */
function forcesOnParent(
  tree: TreeProgram,
  { nv }: Node,
  inner: Node,
  F: Rec<ColumnFields>,
  targets: (columns: Speeds) => Record<string, Rec>,
): Rec<ColumnFields> {
  const { program, skeleton, frames } = tree;
  const outer = skeleton.nodes[inner.parent];
  const { key, rec, rebuild } = frames[inner.index];
  // A station's S is along its body's axes, so its entries are read off one step later than those of others.
  const columns = inner.station ? inner.moving : outer.station ? { v: 0, nv: 0 } : outer.moving;
  const inputs = {
    frame: rec,
    posture: tree.posture(inner.index),
    F,
    outerFrame: frames[outer.index].rec,
    outerPosture: outer.station ? program.zeros<PostureFields>(NO_POSTURE) : tree.posture(outer.index),
  };
  return program.step(
    `carry ${nv} ${key} / ${frames[outer.index].key}`,
    inputs,
    (x): RowsAndForces => {
      if (inner.station) {
        const atStation = spatialColumns(x.F.forces).map((f) => fromStation(x.posture, f));
        const carried = atStation.map((f) => shiftForce(vec3(x.posture.p), f));
        return rowsAndForces(products(atStation, stationColumns(x.posture)), carried);
      }
      const carried = spatialColumns(x.F.forces).map((f) => forceToOuter(rebuild(x.frame, x.posture), f));
      const S = columns.nv > 0 ? jointOf(outer).columns(outer, x.outerFrame, x.outerPosture) : [];
      return rowsAndForces(products(carried, S), carried);
    },
    columns.nv > 0 ? targets(columns) : {},
  ).F;
}

/** Fᵀ S, row by row; no rows at all without S. */
const products = (F: readonly SpatialVector[], S: readonly SpatialVector[]): readonly (readonly Num[])[] =>
  S.length === 0 ? [] : F.map((f) => S.map((column) => power(column, f)));

/** Forces on a flexible body per unit acceleration of each amplitude, and the amplitudes' own part of M. */
type ModalSum = { forces: readonly Num[]; entries: readonly Num[] };

/** The same as `jointForces` for the amplitudes of a flexible body, with the composite bodies on its stations. */
function modalForces(
  tree: TreeProgram,
  node: Node,
  composite: readonly Rec<InertiaFields>[],
  targets: Record<string, Rec>,
): Rec<ColumnFields> {
  const { program } = tree;
  const [modal, coupling] = [tree.flexible.mass(node.index), tree.flexible.coupling(node.index)];
  const m = node.nv;
  const modes = Array.from({ length: m }, (_, k) => k);
  let sum: Rec<ModalSum> = program.step(`modal forces ${m}`, { modal, coupling }, ({ modal, coupling }) => ({
    sum: { forces: flatColumns(modes.map((k) => couplingAt(coupling, k))), entries: modal.mass },
  })).sum;
  for (const child of node.children) {
    const inputs = { sum, posture: tree.posture(child), composite: composite[child] };
    sum = program.step(`station forces ${m}`, inputs, (x) => {
      const S = stationColumns(x.posture);
      const turned = rotateRigid({ matrix: mat3(x.posture.R) }, rigidFrom(x.composite));
      const F = S.map((column) => forceOfRigid(turned, column));
      const carried = flatColumns(F.map((f) => shiftForce(vec3(x.posture.p), f)));
      return {
        sum: {
          forces: x.sum.forces.map((f, k) => add(f, carried[k])),
          entries: x.sum.entries.map((entry, k) => add(entry, power(S[k % m], F[Math.floor(k / m)]))),
        },
      };
    }).sum;
  }
  return program.step(
    `modal rows ${m}`,
    { sum },
    ({ sum: { entries, forces } }): RowsAndForces => ({
      ...Object.fromEntries(modes.map((k) => [`row${k}`, { entries: entries.slice(k * m, (k + 1) * m) }])),
      F: { forces },
    }),
    targets,
  ).F;
}
