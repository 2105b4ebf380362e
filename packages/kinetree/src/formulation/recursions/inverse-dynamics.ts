import type { Num } from "../../graph/graph.js";
import { add, mul, neg, sub } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import {
  addSpatial,
  forceOfRigid,
  gyroscopicForce,
  spatialFields,
  spatialFrom,
  power,
  rigidFrom,
  subSpatial,
  type SpatialVector,
  type SpatialFields,
} from "../../spatial/inertia.js";
import { mat3, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { forceToOuter } from "../../spatial/placement.js";
import { cross3, sub3, vec3, type Vec3 } from "../../spatial/vec3.js";
import { couplingAt, momentumOf, rowTimes } from "../flexible/modal-inertia.js";
import { fromStation, stationColumns } from "../flexible/modal-motion.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node } from "../skeleton/skeleton.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { traceAccelerations } from "./accelerations.js";

/** The wrench that each joint transmits to its node: at the node, and at the parent node. */
export interface Transmitted {
  readonly inner: readonly Rec<SpatialFields>[];
  readonly outer: readonly Rec<SpatialFields>[];
}

/**
 * Inverse dynamics by the recursive Newton-Euler algorithm: the generalised forces beyond the model's own loads that a motion
 * v̇ needs. Luh, Walker and Paul (1980), in the form of Featherstone, Rigid Body Dynamics Algorithms (2008), Table 5.1, with classical
 * accelerations.
 */
export function inverseDynamics(tree: TreeProgram, loads: NodeLoads, vdot: Rec, tau: Rec | null): Transmitted {
  const { program, skeleton } = tree;
  const accelerations = traceAccelerations(tree, vdot, skeleton.gravity.map(neg) as unknown as Vec3);
  const nothing = program.zeros<SpatialFields>({ angular: 3, linear: 3 });
  const fromChildren: Rec<SpatialFields>[] = skeleton.nodes.map(() => nothing);
  const onModes = skeleton.nodes.map(({ nv }) => program.zeros<ModalFields>({ modal: nv }));
  const inner: Rec<SpatialFields>[] = [];
  const outer: Rec<SpatialFields>[] = [];
  for (const node of [...skeleton.nodes].reverse()) {
    const { index, parent } = node;
    const { key, rec, rebuild } = tree.frames[index];
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertia(index),
      spin: tree.spin(index),
      acceleration: accelerations[index],
      external: loads.wrench(index),
      children: fromChildren[index],
      siblings: parent < 0 ? nothing : fromChildren[parent],
      stirred: node.modal ? deformationForce(tree, node, vdot) : nothing,
    };
    const outputs = program.step(`newton-euler ${key}`, inputs, (x) => {
      const rigid = rigidFrom(x.inertia);
      const own = addSpatial(
        forceOfRigid(rigid, spatialFrom(x.acceleration)),
        gyroscopicForce(rigid, vec3(x.spin.omega)),
      ); // I a + v ×* I v
      const moving = addSpatial(own, spatialFrom(x.stirred));
      const total = subSpatial(addSpatial(moving, spatialFrom(x.children)), spatialFrom(x.external)); // f = I a + v ×* I v − fˣ + Σ X* f
      const up = forceToOuter(rebuild(x.frame, x.posture), total); // X* f
      return {
        total: spatialFields(total),
        outer: spatialFields(up),
        up: spatialFields(addSpatial(spatialFrom(x.siblings), up)),
      };
    });
    inner[index] = outputs.total;
    outer[index] = outputs.outer;
    if (parent >= 0) fromChildren[parent] = outputs.up;
    if (node.station) onModes[parent] = addStationForce(tree, node, outputs.total, onModes[parent]);
    if (!tau || node.nv === 0) continue;
    if (node.modal) modalEffort(tree, loads, node, accelerations[index], onModes[index], vdot, tau);
    else jointEffort(tree, loads, node, outputs.total, vdot, tau);
  }
  return { inner, outer };
}

/** τ = Sᵀ f and the armature's share, less the model's own effort. */
function jointEffort(
  tree: TreeProgram,
  loads: NodeLoads,
  node: Node,
  total: Rec<SpatialFields>,
  vdot: Rec,
  tau: Rec,
): void {
  const { program } = tree;
  const { index, v, nv, reversed } = node;
  const { key, rec } = tree.frames[index];
  const inputs = {
    frame: rec,
    posture: tree.posture(index),
    total,
    effort: loads.effort(index),
    armature: loads.armature(index),
    vdot: program.slice<{ vdot: readonly Num[] }>(vdot, v, { vdot: nv }),
  };
  program.step(
    `project ${key}`,
    inputs,
    (x) => {
      const columns = jointOf(node).columns(node, x.frame, x.posture);
      // The effort of a reversed joint is in the recursion's terms; columns are in the user's.
      const effort = reversed && jointOf(node).reversal ? spatialEffort(x.effort.tau) : null;
      return {
        tau: {
          tau: columns.map((S, k) => {
            const needed = power(S, spatialFrom(x.total));
            const withRotor = add(needed, mul(x.armature.armature[k], x.vdot.vdot[k]));
            return sub(withRotor, effort ? power(S, effort) : x.effort.tau[k]);
          }),
        },
      };
    },
    { tau: program.slice(tau, v, { tau: nv }) },
  );
}

const spatialEffort = (tau: readonly Num[]): SpatialVector => ({
  angular: vec3(tau),
  linear: tau.length === 6 ? vec3(tau, 3) : [0, 0, 0],
});

type ModalFields = { modal: readonly Num[] };

/** Adds Sᵀ f of a station to the forces along the amplitudes. */
function addStationForce(
  tree: TreeProgram,
  { index, moving }: Node,
  total: Rec<SpatialFields>,
  sum: Rec<ModalFields>,
): Rec<ModalFields> {
  const inputs = { sum, posture: tree.posture(index), total };
  return tree.program.step(`modal share ${moving.nv}`, inputs, ({ sum, posture, total }) => {
    const [S, f] = [stationColumns(posture), fromStation(posture, spatialFrom(total))];
    return { sum: { modal: sum.modal.map((x, k) => add(x, power(S[k], f))) } };
  }).sum;
}

/** Force of a flexible body beyond that of the deformed body as a rigid one, due to the motion of its amplitudes. */
function deformationForce(tree: TreeProgram, { index, v, nv }: Node, vdot: Rec): Rec<SpatialFields> {
  const inputs = {
    coupling: tree.flexible.coupling(index),
    stir: tree.flexible.stir(index),
    rates: tree.program.slice<{ rate: readonly Num[] }>(vdot, v, { rate: nv }),
  };
  return tree.program.step(`deformation force ${nv}`, inputs, ({ coupling, stir, rates }) => ({
    force: spatialFields(
      addSpatial(momentumOf(coupling, rates.rate), { angular: vec3(stir.angular), linear: vec3(stir.linear) }),
    ),
  })).force;
}

/** Forces along the amplitudes, likewise. */
function modalEffort(
  tree: TreeProgram,
  loads: NodeLoads,
  { index, v, nv }: Node,
  acceleration: Rec<SpatialFields>,
  stations: Rec<ModalFields>,
  vdot: Rec,
  tau: Rec,
): void {
  const { program } = tree;
  const inputs = {
    modal: tree.flexible.mass(index),
    coupling: tree.flexible.coupling(index),
    stir: tree.flexible.stir(index),
    acceleration,
    stations,
    effort: loads.effort(index),
    rates: program.slice<{ rate: readonly Num[] }>(vdot, v, { rate: nv }),
  };
  program.step(
    `modal effort ${nv}`,
    inputs,
    (x) => ({
      tau: {
        tau: x.effort.tau.map((effort, k) => {
          const carried = power(couplingAt(x.coupling, k), spatialFrom(x.acceleration));
          const own = add(rowTimes(x.modal.mass, x.rates.rate, k), x.stir.modal[k]);
          return sub(add(add(carried, own), x.stations.modal[k]), effort);
        }),
      },
    }),
    { tau: program.slice(tau, v, { tau: nv }) },
  );
}

/** Torque and force of parent on child, at and along the joint frame on the child, in the order of the model's joints. */
export function jointLoads(tree: TreeProgram, transmitted: Transmitted, out: Rec): void {
  const { program, skeleton } = tree;
  skeleton.joints.forEach((_, j) => jointLoad(tree, transmitted, j, program.slice(out, 6 * j, { load: 6 })));
}

/** The load of one joint; null for a joint that is not part of the tree. */
export function jointLoad(
  tree: TreeProgram,
  transmitted: Transmitted,
  joint: number,
  out: Rec | null = null,
): Rec<{ load: readonly Num[] }> | null {
  const { program, skeleton } = tree;
  const place = skeleton.joints[joint];
  if (!place || place.node === null) return null;
  const { reversed } = place;
  const frame = reversed ? place.outer : place.inner;
  const inputs = {
    wrench: reversed ? transmitted.outer[firstNodeOf(tree, place.node)] : transmitted.inner[place.node],
    frame: program.constants<{ R: readonly Num[]; p: readonly Num[] }>({
      R: frame.R_node_joint.flat(),
      p: [...frame.p_node_joint],
    }),
  };
  return program.step(
    `joint load ${reversed}`,
    inputs,
    ({ wrench, frame }) => {
      const toJoint = transpose3(mat3(frame.R));
      const { angular, linear } = spatialFrom(wrench);
      const force = mulMatVec(toJoint, linear);
      const torque = mulMatVec(toJoint, sub3(angular, cross3(vec3(frame.p), linear)));
      const values = [...torque, ...force];
      return { load: { load: reversed ? values.map(neg) : values } };
    },
    out ? { load: out } : {},
  ).load;
}

function firstNodeOf(tree: TreeProgram, node: number): number {
  const { nodes } = tree.skeleton;
  let first = node;
  while (nodes[first].parent >= 0 && nodes[nodes[first].parent].joint === nodes[first].joint)
    first = nodes[first].parent;
  return first;
}
