import type { Rec } from "../../../kernel/record.js";
import {
  addArticulated,
  addSpatial,
  articulatedOfRigid,
  gyroscopicForce,
  spatialFields,
  spatialFrom,
  rigidFrom,
  subSpatial,
} from "../../../spatial/inertia.js";
import { vec3 } from "../../../spatial/vec3.js";
import type { HingeFields } from "../../joints/node-joint.js";
import { jointAcceleration, jointOf } from "../../joints/node-joints.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { aggregateNode } from "./aggregates.js";
import { modalNode, stationNode } from "./flexible-nodes.js";
import { handOver, type RigidNodeFields } from "./hand-over.js";
import {
  InwardPass,
  nextToHinge,
  OutwardPass,
  type Articulated,
  type ArticulateOptions,
  type NodeStrategy,
} from "./passes.js";

/**
 * Forward dynamics by the articulated-body algorithm: v̇ from t, q, v and the loads, at a cost linear in the number of nodes.
 * R. Featherstone, Rigid Body Dynamics Algorithms (Springer 2008), Table 7.1, p. 132, with two changes. Accelerations are classical, those of
 * the node's origin, so no linear velocity enters a tree of revolute joints: v ×* I v is (ω × I ω, ω × (ω × h)), c has no ω × v, and a
 * change of frame adds ω × (ω × r). D has the armature of the joint as well. Quantities of node i are in frame i.
 * Pass 1, velocities, is `TreeProgram.spin`. The algebra of S, one case per joint, is `Elimination` in `joints/`.
 */
export function articulatedBody(tree: TreeProgram, loads: NodeLoads, vdot: Rec): void {
  accelerateNodes(tree, articulate(tree, loads).hinges, vdot);
}

/** Pass 2, tips to base: each node eliminates its joint and hands the articulated body that remains to its parent. */
export function articulate(tree: TreeProgram, loads: NodeLoads, options: ArticulateOptions = {}): Articulated {
  const pass = new InwardPass(tree, loads, options);
  for (const node of [...tree.skeleton.nodes].reverse()) strategyOf(node, pass).eliminate(node, pass);
  return pass;
}

/** Pass 3, base to tips: accelerations, from a₀ = −g. */
export function accelerateNodes(
  tree: TreeProgram,
  hinges: readonly Rec<HingeFields>[],
  vdot: Rec,
  options: Omit<ArticulateOptions, "withInverses"> = {},
): void {
  const pass = new OutwardPass(tree, hinges, vdot, options);
  for (const node of tree.skeleton.nodes) strategyOf(node, pass).accelerate(node, pass);
}

function strategyOf(node: Node, { aggregates }: InwardPass | OutwardPass): NodeStrategy {
  if (aggregates?.has(node.index)) return aggregateNode(aggregates);
  return node.station ? stationNode : node.modal ? modalNode : rigidNode;
}

const rigidNode: NodeStrategy = {
  eliminate: (node, pass) => {
    const { eliminate, inverse } = jointOf(node).elimination;
    const { inner } = pass.tree.frames[node.index];
    const over = handOver(node, pass);
    const equations = (x: RigidNodeFields) => {
      const omega = vec3(x.own.omega);
      const rigid = rigidFrom(x.inertia);
      const [tau, armature] = [x.effort.tau, x.armature.armature];
      const children = over.fromChildren(x, omega); // Σ X* Iᵃ X, Σ X* pᵃ
      const I = addArticulated(articulatedOfRigid(rigid), children.I); // Iᴬ = I + Σ X* Iᵃ X
      const p = subSpatial(addSpatial(gyroscopicForce(rigid, omega), children.p), spatialFrom(x.external)); // pᴬ = v ×* I v − f + Σ X* pᵃ
      const X = inner(x.frame, x.posture); // X_J
      const c = jointAcceleration(node, x, omega); // c = c_J + v × v_J
      // U = Iᴬ S, D = Sᵀ U, u = τ − Sᵀ pᴬ; Iᵃ = Iᴬ − U D⁻¹ Uᵀ, pᵃ = pᴬ + Iᵃ c + U D⁻¹ u
      const made = eliminate(node, x, I, p, c, tau, armature);
      const toParent = over.toParent(x, X, made, rigid); // X* Iᵃ X, X* pᵃ
      return {
        hinge: { ...made.hinge, biasAngular: [...c.angular], biasLinear: [...c.linear] }, // U D⁻¹, D⁻¹ u, c
        inverse: { inverse: pass.withInverses ? inverse(node, x, I, armature) : [] }, // D⁻¹
        ...toParent,
      };
    };
    pass.keep(node, pass.tree.program.step(`articulate ${over.key}`, over.inputs, equations, {}, nextToHinge(node)));
  },

  accelerate: (node, pass) => {
    const { tree } = pass;
    const { elimination, reversal } = jointOf(node);
    const across = node.reversed ? reversal : null;
    const { imparted, inputs } = pass.imparted(node);
    const target = tree.program.slice(pass.vdot, node.v, { vdot: node.nv });
    const outputs = tree.program.step(
      `accelerate ${tree.frames[node.index].key}`,
      inputs,
      (x) => {
        const a = imparted(x); // a′ = X a_parent + c
        const { rates, acceleration } = elimination.resolve(node, x, x.hinge, a); // q̈ = D⁻¹ (u − Uᵀ a′), a = a′ + S q̈
        return { acceleration: spatialFields(acceleration), vdot: { vdot: rates } };
      },
      !across && node.nv > 0 ? { vdot: target } : {},
    );
    pass.accelerations[node.index] = outputs.acceleration;
    if (across) tree.toUser(node, across, outputs.vdot, target);
  },
};
