import type { FlexiblePlan } from "../../elements/flexible/flexible-plan.js";
import { flexiblePlanner } from "../../elements/flexible/plan-flexible.js";
import type { Num } from "../../graph/graph.js";
import type { NumberTriple } from "../../model/flexible.js";
import { jointSizes, type JointSizes } from "../../model/joint-sizes.js";
import type { WholeJointKind } from "../../model/joints.js";
import { axisMotion } from "../../model/joints/axis.js";
import type { Flexible, Joint, JointAxis, Model } from "../../model/types.js";
import type { RigidInertia } from "../../spatial/inertia.js";
import { identity3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import type { Rotation } from "../../spatial/rotation.js";
import { zero3, type Vec3 } from "../../spatial/vec3.js";
import type { TreeBody } from "../../topology/types.js";
import { frameAlong, frameOfBody, snapMat, snapPoint, unit } from "./axis-frame.js";
import { axesOf, ownAxes } from "./joint-axes.js";
import { modalNumbers, stationNumbers } from "./modal-numbers.js";
import { placedBefore } from "./offsets.js";
import type { ParameterScope } from "./real-to-num.js";
import type { BodyPlace, Building, NodeMotion } from "./skeleton.js";

/** The last node on the way along a joint, with the joint frame in it. */
export interface Reach {
  readonly node: number;
  readonly R: Mat3;
  readonly p: Vec3;
}

/** The body on which a joint starts: -1 for ground. */
interface Carrier {
  readonly body: number;
  readonly place: BodyPlace;
  readonly R_body_joint: Mat3;
}

type InertiaIn = (body: number, R_node_body: Mat3, p_node_body: Vec3) => RigidInertia;

interface NewNode {
  readonly motion: NodeMotion;
  readonly sizes: JointSizes;
  /** Of the node in the last one. */
  readonly frame: { readonly rotation: Rotation; readonly matrix: Mat3 };
  /** Its first coordinate and speed among those of the joint. */
  readonly coordinate: number;
  readonly pitch: Num;
  readonly R_joint_node: Mat3;
}

const axisMotions: Readonly<Record<JointAxis["kind"], NodeMotion>> = {
  rotation: "revolute",
  translation: "prismatic",
  screw: "screw",
};
const ofOneAxis: JointSizes = { nq: 1, nv: 1 };
const ofStation: JointSizes = { nq: 0, nv: 0 };
const still = { rotation: [], matrix: identity3 };

/** Makes the nodes of a skeleton, joint by joint. */
export class JointNodes {
  readonly nodes: Building[] = [];
  readonly #model: Model;
  readonly #scope: ParameterScope;
  readonly #keepWelds: boolean;
  readonly #inertiaIn: InertiaIn;
  readonly #planOf: ReturnType<typeof flexiblePlanner>;
  readonly #flexibles = new Map<number, { node: number; plan: FlexiblePlan; R_modal_body: Mat3 }>();

  constructor(model: Model, scope: ParameterScope, keepWelds: boolean, inertiaIn: InertiaIn) {
    this.#model = model;
    this.#scope = scope;
    this.#keepWelds = keepWelds;
    this.#inertiaIn = inertiaIn;
    this.#planOf = flexiblePlanner(scope.num);
  }

  /** Adds the nodes of a joint, from its frame on the carrier to its frame on the carried body. */
  add(place: TreeBody, outer: Reach, carrier: Carrier): Reach {
    const joint = this.#model.joints[place.joint];
    if (joint.kind === "flexible") return this.#addStation(place, joint, carrier);
    const axes = axesOf(joint);
    return axes === null ? this.#addWhole(place, joint, outer) : this.#addAxes(place, axes, outer);
  }

  #addAxes(place: TreeBody, axes: readonly JointAxis[], outer: Reach): Reach {
    const order = axes.map((_, k) => k);
    if (place.reversed) order.reverse();
    return order.reduce((at, k) => {
      const a_in_joint = unit(this.#scope.vec(axes[k].axis));
      // A unit vector again: what R lacks in length would otherwise double from node to node.
      const frame = frameAlong(unit(mulMatVec(at.R, a_in_joint)));
      // R_node_joint = R_node_parent R_parent_joint
      const R_node_joint = snapMat(mulMatMat(transpose3(frame.matrix), at.R));
      const { turns, advance } = axisMotion(axes[k]);
      return this.#push(place, at, {
        motion: axisMotions[axes[k].kind],
        sizes: ofOneAxis,
        frame,
        coordinate: k,
        pitch: turns ? this.#scope.num(advance) : 0,
        R_joint_node: transpose3(R_node_joint),
      });
    }, outer);
  }

  #addWhole(place: TreeBody, joint: Joint, outer: Reach): Reach {
    const sizes = jointSizes(joint);
    if (sizes.nv === 0 && !this.#keepWelds) return outer;
    const own = ownAxes(joint, this.#scope.vec);
    const matrix = own === identity3 ? outer.R : snapMat(mulMatMat(outer.R, own));
    return this.#push(place, outer, {
      motion: joint.kind as WholeJointKind,
      sizes,
      frame: { rotation: isIdentity(matrix) ? [] : { matrix }, matrix },
      coordinate: 0,
      pitch: 0,
      R_joint_node: own,
    });
  }

  #addStation(place: TreeBody, joint: Joint, carrier: Carrier): Reach {
    const { node, plan, R_modal_body } = this.#flexibleNode(place, joint, carrier);
    const R_joint_node = transpose3(snapMat(mulMatMat(R_modal_body, carrier.R_body_joint)));
    const origin = { node, R: identity3, p: zero3 };
    const bend = { motion: "bend", sizes: ofStation, frame: still, coordinate: 0, pitch: 0, R_joint_node } as const;
    const reach = this.#push(place, origin, bend);
    const at = joint.X_parent_joint.position as NumberTriple;
    const position = snapPoint(mulMatVec(R_modal_body, at));
    const station = this.nodes[reach.node];
    station.station = stationNumbers(plan.modes, plan.station(at), R_modal_body, position);
    station.moving = { v: this.nodes[node].v, nv: this.nodes[node].nv };
    return reach;
  }

  /** The node with the amplitudes of a flexible body, made with the first of its stations. */
  #flexibleNode(place: TreeBody, joint: Joint, { body, place: { node, R_node_body, p_node_body } }: Carrier) {
    const known = this.#flexibles.get(body);
    if (known) return known;
    const plan = this.#planOf(this.#model.bodies[body].flexible as Flexible);
    const frame = frameOfBody(R_node_body);
    const R_modal_body = snapMat(mulMatMat(transpose3(frame.matrix), R_node_body));
    const modal = this.#push(
      place,
      { node, R: R_node_body, p: p_node_body },
      { motion: "modal", sizes: jointSizes(joint), frame, coordinate: 0, pitch: 0, R_joint_node: identity3 },
    );
    const made = this.nodes[modal.node];
    made.modal = modalNumbers(plan, R_modal_body);
    // A body on the ground moves all the same where it bends.
    if (node < 0) made.inertia = this.#inertiaIn(body, R_modal_body, zero3);
    const flexible = { node: modal.node, plan, R_modal_body };
    this.#flexibles.set(body, flexible);
    return flexible;
  }

  #push({ joint, reversed, qStart, vStart }: TreeBody, at: Reach, added: NewNode): Reach {
    const { motion, sizes, frame, coordinate, pitch, R_joint_node } = added;
    const index = this.nodes.length;
    const v = vStart + coordinate;
    this.nodes.push({
      index,
      parent: at.node,
      motion,
      joint,
      reversed,
      coordinate,
      q: qStart + coordinate,
      v,
      ...sizes,
      moving: { v, nv: motion === "modal" ? 0 : sizes.nv },
      E: frame.rotation,
      ...placedBefore(frame.rotation, at.p),
      turnIsGeneral: false,
      pitch,
      inertia: { m: 0, h: zero3, I: [zero3, zero3, zero3] },
      modal: null,
      station: null,
      children: [],
    });
    if (at.node >= 0) this.nodes[at.node].children.push(index);
    // The next axis of the joint, and the child, see the joint frame from this node.
    return { node: index, R: transpose3(R_joint_node), p: zero3 };
  }
}

const isIdentity = (R: Mat3): boolean => R.every((row, i) => row.every((x, j) => x === (i === j ? 1 : 0)));
