import { isOneFrame, isTwoFrame, planTwoFrameLoad, type TwoFrame } from "../../elements/plan-load.js";
import { planSignals } from "../../elements/signals.js";
import type { TwoFrameLoad } from "../../elements/two-frame-load.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, neg, sub } from "../../graph/num.js";
import type { CurveTable } from "../../graph/table.js";
import type { Rec } from "../../kernel/record.js";
import type { Actuator, Load } from "../../model/types.js";
import {
  addSpatial,
  spatialFields,
  spatialFrom,
  subSpatial,
  type SpatialVector,
  type SpatialFields,
} from "../../spatial/inertia.js";
import { mat3, mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { add3, cross3, scale3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { unit } from "../skeleton/axis-frame.js";
import type { ModalNumbers } from "../skeleton/modal-numbers.js";
import type { PoseFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import {
  attach,
  frameMotion,
  motionRecords,
  wrenchOnNode,
  type Attached,
  type AttachmentFields,
} from "../tree/attached-frame.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { addContacts, type StateTargets } from "./contacts.js";
import { addOneFrameLoad } from "./one-frame-loads.js";
import { addCutLoads, traceTurns } from "./cut-loads.js";
import { planCommand } from "./command.js";
import { jointEfforts, type AddEffort, type CoordinateMotion, type Effort } from "./joint-effort.js";
import { addShafts } from "./shafts.js";
import { tableKeys } from "./table-keys.js";
import { addTyres } from "./tyres.js";

/**
 * Traces all loads of the model.
 * @param targets where a stepping program wants the rates of z
 */
export function traceLoads(tree: TreeProgram, targets: StateTargets | null = null): NodeLoads {
  const { program, skeleton } = tree;
  const keyOf = tree.once("table keys", tableKeys);
  const noWrench = program.zeros<SpatialFields>({ angular: 3, linear: 3 });
  const wrenches: Rec<SpatialFields>[] = skeleton.nodes.map(() => noWrench);
  // First: loads of joints read what shafts exert on them.
  const shafts = addShafts(tree, wrenches, targets);
  for (const load of skeleton.model.loads) {
    if (isTwoFrame(load)) addTwoFrameLoad(tree, load, wrenches, keyOf);
    else if (isOneFrame(load)) addOneFrameLoad(tree, load, wrenches, keyOf);
    else if (load.kind === "wrench") addWrench(tree, load, wrenches, keyOf);
  }
  skeleton.model.actuators.forEach((actuator, index) => {
    if (actuator.kind === "body") addBodyActuator(tree, actuator, index, wrenches);
  });
  addCutLoads(tree, wrenches, keyOf);
  addContacts(tree, wrenches, targets);
  addTyres(tree, wrenches, targets);
  if (targets) traceTurns(tree, targets);
  const efforts = new Map<number, Effort>();
  return {
    effort: (node) => {
      let rec = efforts.get(node);
      if (!rec) efforts.set(node, (rec = traceEffort(tree, skeleton.nodes[node], keyOf)));
      return rec;
    },
    armature: (index) => {
      const node = skeleton.nodes[index];
      const { nq, nv, coordinate, modal } = node;
      // Quaternions and amplitudes have none.
      if (nv === 0 || nq !== nv || modal) return program.zeros<{ armature: readonly Num[] }>({ armature: nv });
      const own = skeleton.model.joints[node.joint].coordinates.slice(coordinate, coordinate + nv);
      return program.constants<{ armature: readonly Num[] }>({
        armature: own.map(({ armature }) => skeleton.scope.num(armature)),
      });
    },
    wrench: (node) => wrenches[node],
    ...(shafts ? { rotors: shafts } : {}),
  };
}

/** Forces along the node's rates: given from outside, commanded, functions of time, and of the coordinate itself. */
function traceEffort(tree: TreeProgram, node: Node, keyOf: (table: CurveTable) => string): Effort {
  const { program, skeleton } = tree;
  const given = program.slice<{ tau: readonly Num[] }>(tree.tau, node.v, { tau: node.nv });
  if (node.nv === 0) return given;
  const motion: CoordinateMotion = {
    v: program.slice<{ v: readonly Num[] }>(tree.v, node.v, { v: node.nv }),
    q: program.slice<{ q: readonly Num[] }>(tree.q, node.q, { q: node.nq }),
  };
  const elastic = node.modal ? [elasticEffort(tree, node.modal)] : [];
  const efforts = jointEfforts(tree, skeleton.model.joints[node.joint], node.coordinate, node.nv, keyOf);
  return tree.effortAcross(
    node,
    [...elastic, ...efforts].reduce((effort, addTo) => addTo(effort, motion), given),
  );
}

/** −K η − D η̇ along the amplitudes of a flexible body. */
function elasticEffort({ program }: TreeProgram, { modes, stiffness, damping }: ModalNumbers): AddEffort {
  const numbers = program.constants<{ stiffness: readonly Num[]; damping: readonly Num[] }>({ stiffness, damping });
  return (effort, motion) =>
    program.step(`elastic force ${modes}`, { effort, ...motion, numbers }, ({ effort, q, v, numbers }) => ({
      effort: {
        tau: effort.tau.map((tau, i) => {
          const terms = q.q.map((eta, j) => {
            const at = i * modes + j;
            return add(mul(numbers.stiffness[at], eta), mul(numbers.damping[at], v.v[j]));
          });
          return add(tau, neg(terms.reduce<Num>(add, 0)));
        }),
      },
    })).effort;
}

function addBodyActuator(
  tree: TreeProgram,
  actuator: Extract<Actuator, { kind: "body" }>,
  index: number,
  wrenches: Rec<SpatialFields>[],
): void {
  const at = attach(tree, actuator.at);
  if (at.node < 0) return; // ground does not move
  const { key, inputs, command } = planCommand(tree, actuator, index);
  const axis = tree.program.constants<{ axis: readonly Num[] }>({
    axis: [...unit(tree.skeleton.scope.vec(actuator.axis))],
  });
  const { along, effect } = actuator;
  const places = wrenchPlaces(tree, at, along, wrenches[at.node]);
  wrenches[at.node] = tree.program.step(
    `body actuator ${key} ${along} ${effect}`,
    { ...inputs, axis, ...places },
    ({ u, numbers, axis, ...place }) => {
      const load = scale3(command({ u, numbers }), vec3(axis.axis));
      const given: SpatialVector =
        effect === "force" ? { angular: zero3, linear: load } : { angular: load, linear: zero3 };
      return { on: withWrench(along, place, given) };
    },
  ).on;
}

export interface TwoFrameTrace {
  readonly plan: TwoFrameLoad;
  readonly a: Attached;
  readonly b: Attached;
}

export function planBetween(tree: TreeProgram, load: TwoFrame, keyOf: (table: CurveTable) => string): TwoFrameTrace {
  return {
    plan: planTwoFrameLoad(load, tree.skeleton.scope.num, keyOf),
    a: attach(tree, load.a),
    b: attach(tree, load.b),
  };
}

function addTwoFrameLoad(
  tree: TreeProgram,
  load: TwoFrame,
  wrenches: Rec<SpatialFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { program } = tree;
  const { plan, a, b } = planBetween(tree, load, keyOf);
  if (a.node === b.node) return; // moves nothing: both ends sit on one rigid piece
  const none = program.zeros<SpatialFields>({ angular: 3, linear: 3 });
  const motionA = motionRecords(tree, a.node);
  const motionB = motionRecords(tree, b.node);
  const inputs = {
    attachmentA: a.rec,
    poseA: motionA.pose,
    velocityA: motionA.velocity,
    onA: a.node < 0 ? none : wrenches[a.node],
    attachmentB: b.rec,
    poseB: motionB.pose,
    velocityB: motionB.velocity,
    onB: b.node < 0 ? none : wrenches[b.node],
    numbers: program.constants({ n: plan.numbers }),
  };
  const outputs = program.step(`load ${plan.key} ${a.node < 0} ${b.node < 0}`, inputs, (x) => {
    const frameA = frameMotion(x.attachmentA, a.node < 0 ? null : x.poseA, x.velocityA);
    const frameB = frameMotion(x.attachmentB, b.node < 0 ? null : x.poseB, x.velocityB);
    const onB = plan.wrench(frameA, frameB, x.numbers.n);
    // The reaction acts on a's body at the same point in space.
    const arm: Vec3 = [sub(frameB.p[0], frameA.p[0]), sub(frameB.p[1], frameA.p[1]), sub(frameB.p[2], frameA.p[2])];
    const onA: SpatialVector = { angular: add3(onB.angular, cross3(arm, onB.linear)), linear: onB.linear };
    return {
      a:
        a.node < 0
          ? spatialFields(spatialFrom(x.onA))
          : spatialFields(subSpatial(spatialFrom(x.onA), wrenchOnNode(onA, x.attachmentA, x.poseA))),
      b:
        b.node < 0
          ? spatialFields(spatialFrom(x.onB))
          : spatialFields(addSpatial(spatialFrom(x.onB), wrenchOnNode(onB, x.attachmentB, x.poseB))),
    };
  });
  if (a.node >= 0) wrenches[a.node] = outputs.a;
  if (b.node >= 0) wrenches[b.node] = outputs.b;
}

function addWrench(
  tree: TreeProgram,
  load: Extract<Load, { kind: "wrench" }>,
  wrenches: Rec<SpatialFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { program, skeleton } = tree;
  const at = attach(tree, load.at);
  if (at.node < 0) return; // ground does not move
  const signals = planSignals([...load.torque, ...load.force], skeleton.scope.num, keyOf);
  const inputs = {
    t: tree.t,
    numbers: program.constants({ n: signals.numbers }),
    ...wrenchPlaces(tree, at, load.along, wrenches[at.node]),
  };
  const key = `wrench ${load.along} ${signals.key}`;
  wrenches[at.node] = program.step(key, inputs, ({ t, numbers, ...place }) => {
    const values = signals.at(t.t[0], numbers.n);
    const given: SpatialVector = { angular: vec3(values), linear: vec3(values, 3) };
    return { on: withWrench(load.along, place, given) };
  }).on;
}

type PlaceFields = { attachment: AttachmentFields; pose: PoseFields; on: SpatialFields };

/** Inputs of `withWrench`. The pose matters only along the world's axes. */
function wrenchPlaces(tree: TreeProgram, at: Attached, along: "world" | "body", on: Rec<SpatialFields>) {
  const pose = along === "world" ? tree.pose(at.node) : tree.program.zeros<PoseFields>({ R: 9, p: 3 });
  return { attachment: at.rec, pose, on };
}

/** The wrench on a node with another one added, which is given at an attached frame along its axes or the world's. */
function withWrench(
  along: "world" | "body",
  { attachment, pose, on }: PlaceFields,
  given: SpatialVector,
): SpatialFields {
  const R_node_axes: Mat3 = along === "world" ? transpose3(mat3(pose.R)) : mat3(attachment.R);
  const linear = mulMatVec(R_node_axes, given.linear);
  const angular = add3(mulMatVec(R_node_axes, given.angular), cross3(vec3(attachment.p), linear));
  return spatialFields(addSpatial(spatialFrom(on), { angular, linear }));
}
