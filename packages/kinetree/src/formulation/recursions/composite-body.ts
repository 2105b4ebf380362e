import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
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
import { fromStation, stationColumns } from "../flexible/modal-motion.js";
import { jointOf } from "../joints/node-joints.js";
import { NO_POSTURE, type InertiaFields, type PostureFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Forces on a node, one for each column of a joint's S. */
type ColumnFields = { forces: readonly Num[] };
const flat = (forces: readonly SpatialVector[]): ColumnFields => ({
  forces: forces.flatMap((f) => [...f.angular, ...f.linear]),
});
const spatialOf = ({ forces }: ColumnFields): SpatialVector[] =>
  Array.from({ length: forces.length / 6 }, (_, k) => ({
    angular: vec3(forces, 6 * k),
    linear: vec3(forces, 6 * k + 3),
  }));

/**
 * Mass matrix by composite rigid bodies: F = Iᶜ S at each joint, carried towards the base, where every ancestor reads off its
 * entries. Walker and Orin (1982), in the form of Featherstone (2008), Table 6.2. Writes the lower triangle of M, row by row
 * of a full nv × nv record.
 */
export function compositeBody(tree: TreeProgram, loads: NodeLoads, M: Rec): void {
  const { program, skeleton } = tree;
  const { nodes, nv } = skeleton;
  const composite: Rec<InertiaFields>[] = nodes.map(({ index }) => tree.inertia(index));
  for (const node of [...nodes].reverse()) {
    if (node.parent < 0) continue;
    const { key, rec, rebuild } = tree.frames[node.index];
    const inputs = {
      frame: rec,
      posture: tree.posture(node.index),
      own: composite[node.index],
      parent: composite[node.parent],
    };
    composite[node.parent] = program.step(`composite ${key}`, inputs, (x) => ({
      sum: rigidFields(addRigid(rigidFrom(x.parent), rigidToOuter(rebuild(x.frame, x.posture), rigidFrom(x.own)))),
    })).sum;
  }
  for (const node of nodes) {
    if (node.nv === 0) continue;
    const { key, rec } = tree.frames[node.index];
    const own = {
      frame: rec,
      posture: tree.posture(node.index),
      composite: composite[node.index],
      armature: loads.armature(node.index),
    };
    const rows = Array.from({ length: node.nv }, (_, k) => k);
    // Within a joint that is walked backwards the outer axis has the higher number: one entry, found across the diagonal.
    const rowTargets = (columns: { v: number; nv: number }): Record<string, Rec> =>
      Object.fromEntries(
        rows.map((k) => {
          const [row, column] = columns.v > node.v ? [columns.v, node.v] : [node.v + k, columns.v];
          return [`row${k}`, program.slice(M, row * nv + column, { entries: columns.nv })];
        }),
      );
    const start = node.modal
      ? modalForces(tree, node, composite, rowTargets(node))
      : program.step(
          `joint forces ${key}`,
          own,
          (x) => {
            const S = jointOf(node).columns(node, x.frame, x.posture);
            const F = S.map((column) => forceOfRigid(rigidFrom(x.composite), column));
            const entry = (i: number, j: number): Num =>
              i === j ? add(power(S[j], F[i]), x.armature.armature[i]) : power(S[j], F[i]);
            const result: Record<string, { entries: readonly Num[] }> = {};
            for (const i of rows) result[`row${i}`] = { entries: rows.map((j) => entry(i, j)) };
            return { ...result, F: flat(F) } as unknown as { F: ColumnFields };
          },
          rowTargets(node),
        );
    let F = start.F;
    for (let inner = node.index, outer = node.parent; outer >= 0; inner = outer, outer = nodes[outer].parent) {
      const between = tree.frames[inner];
      const ancestor = nodes[outer];
      const isStation = nodes[inner].station;
      // A station's columns are along its body's axes, so that they are met one step later than others.
      const met = isStation ? nodes[inner].moving : ancestor.station ? { v: 0, nv: 0 } : ancestor.moving;
      const inputs = {
        frame: between.rec,
        posture: tree.posture(inner),
        F,
        outerFrame: tree.frames[outer].rec,
        outerPosture: ancestor.station ? program.zeros<PostureFields>(NO_POSTURE) : tree.posture(outer),
      };
      F = program.step(
        `carry ${node.nv} ${between.key} / ${tree.frames[outer].key}`,
        inputs,
        (x) => {
          const at = spatialOf(x.F).map((f) => (isStation ? fromStation(x.posture, f) : f));
          const carried = at.map((f) =>
            isStation ? shiftForce(vec3(x.posture.p), f) : forceToOuter(between.rebuild(x.frame, x.posture), f),
          );
          const S = isStation
            ? stationColumns(x.posture)
            : met.nv > 0
              ? jointOf(ancestor).columns(ancestor, x.outerFrame, x.outerPosture)
              : [];
          const result: Record<string, { entries: readonly Num[] }> = {};
          const along = isStation ? at : carried;
          if (S.length > 0)
            for (const i of rows) result[`row${i}`] = { entries: S.map((column) => power(column, along[i])) };
          return { ...result, F: flat(carried) } as unknown as { F: ColumnFields };
        },
        met.nv > 0 ? rowTargets(met) : {},
      ).F;
    }
  }
}

/**
 * Forces of unit accelerations of a flexible body's amplitudes, with what hangs on its stations; writes the amplitudes' own part of M.
 */
function modalForces(
  tree: TreeProgram,
  node: Node,
  composite: readonly Rec<InertiaFields>[],
  targets: Record<string, Rec>,
): { readonly F: Rec<ColumnFields> } {
  const { program } = tree;
  const [modal, coupling] = [tree.flexible.mass(node.index), tree.flexible.coupling(node.index)];
  const m = node.nv;
  let sum: Rec<StationSum> = program.step(`modal forces ${m}`, { modal, coupling }, ({ modal, coupling }) => ({
    sum: {
      forces: Array.from({ length: m }, (_, k) => couplingAt(coupling, k)).flatMap((f) => [...f.angular, ...f.linear]),
      entries: modal.mass,
    },
  })).sum;
  for (const child of node.children) {
    const inputs = { sum, posture: tree.posture(child), composite: composite[child] };
    sum = program.step(`station forces ${m}`, inputs, (x) => {
      const S = stationColumns(x.posture);
      const turned = rotateRigid({ matrix: mat3(x.posture.R) }, rigidFrom(x.composite));
      const carried = S.map((column) => forceOfRigid(turned, column));
      const outward = carried.flatMap((force) => {
        const f = shiftForce(vec3(x.posture.p), force);
        return [...f.angular, ...f.linear];
      });
      return {
        sum: {
          forces: x.sum.forces.map((f, k) => add(f, outward[k])),
          entries: x.sum.entries.map((entry, k) => add(entry, power(S[k % m], carried[Math.floor(k / m)]))),
        },
      };
    }).sum;
  }
  return program.step(
    `modal rows ${m}`,
    { sum },
    ({ sum }) => {
      const rows = Array.from({ length: m }, (_, k) => [`row${k}`, { entries: sum.entries.slice(k * m, (k + 1) * m) }]);
      return { ...Object.fromEntries(rows), F: { forces: sum.forces } } as unknown as { F: ColumnFields };
    },
    targets as never,
  );
}

/** Forces on a flexible body, and the amplitudes' own part of M. */
type StationSum = { forces: readonly Num[]; entries: readonly Num[] };
