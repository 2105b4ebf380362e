import type { Rec } from "../../../kernel/record.js";
import {
  addArticulated,
  addSpatial,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  gyroscopicForce,
  spatialFields,
  spatialFrom,
  rigidFrom,
  subSpatial,
} from "../../../spatial/inertia.js";
import { articulatedToOuter, forceToOuter } from "../../../spatial/placement.js";
import { vec3 } from "../../../spatial/vec3.js";
import type { HingeFields } from "../../joints/node-joint.js";
import { jointAcceleration, jointOf } from "../../joints/node-joints.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { aggregateNode } from "./aggregates.js";
import { modalNode, stationNode } from "./flexible-nodes.js";
import { handOver } from "./hand-over.js";
import { imparted } from "./imparted.js";
import { InwardPass, OutwardPass, type Articulated, type ArticulateOptions, type NodeStrategy } from "./passes.js";

/**
 * Forward dynamics by articulated bodies: v̇ from t, q, v and the loads, at a cost linear in the number of nodes.
 * Featherstone, Rigid Body Dynamics Algorithms (2008), Table 7.1, with two changes: accelerations are classical, those of the
 * node's origin, so that no linear velocity enters a tree of revolute joints; and gravity is an upward acceleration of ground.
 * Quantities of node i are in frame i. Pass 1, velocities, is `TreeProgram.spin`.
 */
export function articulatedBody(tree: TreeProgram, loads: NodeLoads, vdot: Rec): void {
  accelerateNodes(tree, articulate(tree, loads).hinges, vdot);
}

/** Pass 2, tips to base: each node eliminates its joint and hands the rest to its parent. */
export function articulate(tree: TreeProgram, loads: NodeLoads, options: ArticulateOptions = {}): Articulated {
  const pass = new InwardPass(tree, loads, options);
  for (const node of [...tree.skeleton.nodes].reverse()) strategyOf(node, pass).eliminate(node, pass);
  return pass;
}

/** Pass 3, base to tips: accelerations. */
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
    const { tree, withInverses } = pass;
    const { index, parent } = node;
    const { key, rec, inner } = tree.frames[index];
    const { elimination, bias } = jointOf(node);
    const over = handOver(node, pass);
    const [isOnly, child, single] = over.key;
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertia(index),
      own: pass.spin(index),
      parent: isOnly && !bias.needsParent ? tree.still : pass.spin(parent),
      rate: pass.rate(node),
      effort: pass.effort(node),
      armature: pass.loads.armature(index),
      external: pass.wrench(index),
      children: pass.children(index),
      childFrame: over.childFrame,
    };
    const outputs = tree.program.step(
      `articulate ${key} ${isOnly} ${child}${withInverses ? " D" : ""}${single}`,
      inputs,
      ({ frame, ...x }) => {
        const omega = vec3(x.own.omega);
        const rigid = rigidFrom(x.inertia);
        const children = { I: articulatedFrom(x.children), p: spatialFrom(x.children) };
        const outboard = over.fromChildren(x.childFrame, omega, children);
        const I = addArticulated(articulatedOfRigid(rigid), outboard.I); // Iᴬ = I + Σ X* Iᵃ X
        const p = subSpatial(addSpatial(gyroscopicForce(rigid, omega), outboard.p), spatialFrom(x.external)); // pᴬ = v ×* I v − f + Σ X* pᵃ
        const X = inner(frame, x.posture);
        const c = jointAcceleration(node, { frame, ...x }, omega);
        // U = Iᴬ S, D = Sᵀ U, u = τ − Sᵀ pᴬ; Iᵃ = Iᴬ − U D⁻¹ Uᵀ, pᵃ = pᴬ + Iᵃ c + U D⁻¹ u
        const made = elimination.eliminate(node, frame, I, p, c, x.effort.tau, x.armature.armature);
        const atJoint = { I: articulatedToOuter(X, made.Ia), p: forceToOuter(X, made.pa) };
        const omega_parent = vec3(x.parent.omega);
        const up = over.toParent(frame, X, { omega_parent, atJoint, taken: made.taken ?? null, rigid });
        const inverse = withInverses ? elimination.inverse(node, frame, I, x.armature.armature) : [];
        return {
          hinge: { ...made.hinge, biasAngular: [...c.angular], biasLinear: [...c.linear] },
          inverse: { inverse },
          up: { ...articulatedFields(up.I), ...spatialFields(up.p) },
          ...(up.body ? { body: up.body } : {}),
        };
      },
      {},
      { group: index, keep: ["hinge"] },
    );
    pass.hinges[index] = outputs.hinge;
    pass.inverses[index] = outputs.inverse;
    if ("body" in outputs) pass.bodies.set(parent, outputs.body as Rec<InertiaFields>);
    pass.handTo(parent, outputs.up);
  },

  accelerate: (node, pass) => {
    const { tree } = pass;
    const { elimination, reversal } = jointOf(node);
    const across = node.reversed ? reversal : null;
    const { carried, inputs } = imparted(node, pass);
    const target = tree.program.slice(pass.vdot, node.v, { vdot: node.nv });
    const outputs = tree.program.step(
      `accelerate ${tree.frames[node.index].key}`,
      inputs,
      (x) => {
        // a′ = X a_parent + c; q̈ = D⁻¹ (u − Uᵀ a′); a = a′ + S q̈
        const { rates, acceleration } = elimination.resolve(node, x.frame, x.hinge, carried(x));
        return { acceleration: spatialFields(acceleration), vdot: { vdot: rates } };
      },
      !across && node.nv > 0 ? { vdot: target } : {},
    );
    pass.accelerations[node.index] = outputs.acceleration;
    if (across) tree.toUser(node, across, outputs.vdot, target);
  },
};
