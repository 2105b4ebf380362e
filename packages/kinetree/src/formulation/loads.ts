import { planCoordinateLoad, type CoordinateLoad } from "../elements/coordinate-load.js";
import { planTwoFrameLoad, type TwoFrame } from "../elements/plan-load.js";
import { planSignal, type SignalPlan } from "../elements/signal.js";
import type { FrameMotion, TwoFrameLoad } from "../elements/two-frame-load.js";
import type { Num } from "../graph/graph.js";
import { add, max, min, mul, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Rec } from "../kernel/record.js";
import type { Actuator, Attachment, Load } from "../model/types.js";
import { addPair, subPair, type Pair } from "../spatial/inertia.js";
import { identity3, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../spatial/mat3.js";
import { matrixOfQuat } from "../spatial/quaternion.js";
import { add3, cross3, scale3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";
import type { NodeLoads } from "./node-loads.js";
import { pairFields, pairFrom, type PairFields } from "../spatial/inertia.js";
import { snapMat, unit } from "./axis-frame.js";
import type { Node } from "./skeleton.js";
import type { PoseFields } from "./records.js";
import type { TreeProgram } from "./tree-program.js";

type Effort = Rec<{ tau: readonly Num[] }>;

/** Traces all loads of the model into the program, and gives what acts on each node. */
export function traceLoads(tree: TreeProgram): NodeLoads {
  const { program, skeleton } = tree;
  const keyOf = tableKeys();
  const noWrench = program.zeros<PairFields>({ angular: 3, linear: 3 });
  const wrenches: Rec<PairFields>[] = skeleton.nodes.map(() => noWrench);
  for (const load of skeleton.model.loads) {
    if (load.kind === "joint-force") continue;
    if (load.kind === "wrench") addWrench(tree, load, wrenches, keyOf);
    else addTwoFrameLoad(tree, load, wrenches, keyOf);
  }
  skeleton.model.actuators.forEach((actuator, index) => {
    if (actuator.kind === "body") addBodyActuator(tree, actuator, index, wrenches);
  });
  const efforts = new Map<number, Effort>();
  return {
    effort: (node) => {
      let rec = efforts.get(node);
      if (!rec) efforts.set(node, (rec = traceEffort(tree, skeleton.nodes[node], keyOf)));
      return rec;
    },
    armature: (index) => {
      const node = skeleton.nodes[index];
      if (node.nv !== 1) return program.zeros<{ armature: readonly Num[] }>({ armature: node.nv });
      const { armature } = skeleton.model.joints[node.joint].coordinates[node.coordinate];
      return program.constants<{ armature: readonly Num[] }>({ armature: [skeleton.scope.num(armature)] });
    },
    wrench: (node) => wrenches[node],
  };
}

/** Names for tables, the same one for the same content, so that steps with equal tables share a kernel. */
export function tableKeys(): (table: CurveTable) => string {
  const keys = new Map<string, string>();
  return (table) => {
    const content = `${table.x.join()};${table.y.join()};${table.slope.join()}`;
    let key = keys.get(content);
    if (key === undefined) keys.set(content, (key = `#${keys.size}`));
    return key;
  };
}

/** Forces along the node's rates: given from outside, commanded, functions of time, and of the coordinate itself. */
function traceEffort(tree: TreeProgram, node: Node, keyOf: (table: CurveTable) => string): Effort {
  const { program, skeleton } = tree;
  const { model, scope } = skeleton;
  const joint = model.joints[node.joint];
  const given = program.slice<{ tau: readonly Num[] }>(tree.tau, node.v, { tau: node.nv });
  if (node.nv === 0) return given;
  const first = node.coordinate;
  const isOurs = (x: { joint: string; coordinate: number }): boolean =>
    x.joint === joint.name && x.coordinate >= first && x.coordinate < first + node.nv;
  const signals = model.loads.filter(
    (load): load is Extract<Load, { kind: "joint-force" }> => load.kind === "joint-force" && isOurs(load),
  );
  const actuators = model.actuators
    .map((actuator, index) => ({ actuator, index }))
    .filter(
      (x): x is { actuator: Extract<Actuator, { kind: "joint" }>; index: number } =>
        x.actuator.kind === "joint" && isOurs(x.actuator),
    );
  const properties = joint.coordinates.slice(first, first + node.nv);
  const plans = properties.map((p) => planCoordinateLoad(p, scope.num, keyOf));
  let effort: Effort = given;
  plans.forEach((plan, k) => {
    if (plan) effort = addCoordinateLoad(tree, node, effort, plan, k);
  });
  for (const load of signals)
    effort = addSignal(tree, effort, planSignal(load.signal, scope.num, keyOf), load.coordinate - first);
  for (const { actuator, index } of actuators)
    effort = addActuator(tree, effort, actuator, index, actuator.coordinate - first);
  return tree.effortAcross(node, effort);
}

const withEntry = (values: readonly Num[], k: number, extra: Num): readonly Num[] =>
  values.map((value, i) => (i === k ? add(value, extra) : value));

function addCoordinateLoad(tree: TreeProgram, node: Node, effort: Effort, plan: CoordinateLoad, k: number): Effort {
  const { program } = tree;
  const inputs = {
    effort,
    v: program.slice<{ v: readonly Num[] }>(tree.v, node.v, { v: node.nv }),
    // Spherical and free joints have damping only, which needs no coordinate.
    q: program.slice<{ q: readonly Num[] }>(tree.q, node.q, { q: node.nq }),
    numbers: program.constants({ n: plan.numbers }),
  };
  return program.step(`coordinate load ${plan.key} ${node.nv} ${k}`, inputs, ({ effort, v, q, numbers }) => ({
    effort: { tau: withEntry(effort.tau, k, plan.force(node.nv === 1 ? q.q[0] : 0, v.v[k], numbers.n)) },
  })).effort;
}

function addSignal(tree: TreeProgram, effort: Effort, plan: SignalPlan, k: number): Effort {
  const inputs = { effort, t: tree.t, numbers: tree.program.constants({ n: plan.numbers }) };
  return tree.program.step(`joint force ${plan.key} ${k}`, inputs, ({ effort, t, numbers }) => ({
    effort: { tau: withEntry(effort.tau, k, plan.at(t.t[0], numbers.n)) },
  })).effort;
}

function addActuator(
  tree: TreeProgram,
  effort: Effort,
  actuator: Extract<Actuator, { kind: "joint" }>,
  index: number,
  k: number,
): Effort {
  const { key, inputs, command } = planCommand(tree, actuator, index);
  return tree.program.step(`actuator ${key} ${k}`, { effort, ...inputs }, ({ effort, ...given }) => ({
    effort: { tau: withEntry(effort.tau, k, command(given)) },
  })).effort;
}

type CommandFields = { u: { u: readonly Num[] }; numbers: { n: readonly Num[] } };

/** gain × clamp(command), as structure, records and what to do with them. */
function planCommand(tree: TreeProgram, { gain, lower, upper }: Actuator, index: number) {
  const { program, skeleton } = tree;
  const { num } = skeleton.scope;
  return {
    key: `${lower !== null} ${upper !== null}`,
    inputs: {
      u: program.slice<{ u: readonly Num[] }>(tree.u, index, { u: 1 }),
      numbers: program.constants<{ n: readonly Num[] }>({ n: [num(gain), num(lower ?? 0), num(upper ?? 0)] }),
    },
    command: ({ u, numbers: { n } }: CommandFields): Num => {
      const above = lower === null ? u.u[0] : max(n[1], u.u[0]);
      return mul(n[0], upper === null ? above : min(n[2], above));
    },
  };
}

/** A commanded force or torque on a body. */
function addBodyActuator(
  tree: TreeProgram,
  actuator: Extract<Actuator, { kind: "body" }>,
  index: number,
  wrenches: Rec<PairFields>[],
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
      const given: Pair = effect === "force" ? { angular: zero3, linear: load } : { angular: load, linear: zero3 };
      return { on: withWrench(along, place, given) };
    },
  ).on;
}

/** A frame fixed in a node, as a record; its motion in the world follows from the node's. */
interface Attached {
  readonly node: number;
  readonly rec: Rec<AttachmentFields>;
}
type AttachmentFields = { R: readonly Num[]; p: readonly Num[] };

export function attach(tree: TreeProgram, { body, pose }: Attachment): Attached {
  const { skeleton, program } = tree;
  const index = skeleton.model.bodies.findIndex(({ name }) => name === body);
  const place = index < 0 ? skeleton.ground : skeleton.bodies[index];
  const { num, vec } = skeleton.scope;
  const R_body_frame = snapMat(matrixOfQuat(pose.rotation.map(num) as unknown as [Num, Num, Num, Num]));
  const R = snapMat(mulMatMat(place.R_node_body, R_body_frame));
  const p = add3(place.p_node_body, mulMatVec(place.R_node_body, vec(pose.position)));
  return { node: place.node, rec: program.constants<AttachmentFields>({ R: R.flat(), p: [...p] }) };
}

/** Motion of an attached frame in the world, from the records of its node; ground stands still. */
export function frameMotion(
  attachment: AttachmentFields,
  pose: PoseFields | null,
  velocity: PairFields | null,
): FrameMotion {
  const R_node: Mat3 = pose ? mat3(pose.R) : identity3;
  const p_node: Vec3 = pose ? vec3(pose.p) : zero3;
  const p = vec3(attachment.p);
  const omega: Vec3 = velocity ? vec3(velocity.angular) : zero3;
  const v: Vec3 = velocity ? add3(vec3(velocity.linear), cross3(omega, p)) : zero3;
  return {
    R: mulMatMat(R_node, mat3(attachment.R)),
    p: add3(p_node, mulMatVec(R_node, p)),
    omega: mulMatVec(R_node, omega),
    v: mulMatVec(R_node, v),
  };
}

/** Records of a node's motion, or stand-ins for ground that the trace does not look at. */
export function motionRecords(tree: TreeProgram, node: number): { pose: Rec<PoseFields>; velocity: Rec<PairFields> } {
  return node < 0
    ? {
        pose: tree.program.zeros<PoseFields>({ R: 9, p: 3 }),
        velocity: tree.program.zeros<PairFields>({ angular: 3, linear: 3 }),
      }
    : { pose: tree.pose(node), velocity: tree.velocity(node) };
}

/** A wrench in world components at an attached frame, as its node feels it at its origin. */
function wrenchOnNode(world: Pair, attachment: AttachmentFields, pose: PoseFields): Pair {
  const toNode = transpose3(mat3(pose.R));
  const linear = mulMatVec(toNode, world.linear);
  return { angular: add3(mulMatVec(toNode, world.angular), cross3(vec3(attachment.p), linear)), linear };
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
  wrenches: Rec<PairFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { program } = tree;
  const { plan, a, b } = planBetween(tree, load, keyOf);
  if (a.node === b.node) return; // moves nothing: both ends sit on one rigid piece
  const none = program.zeros<PairFields>({ angular: 3, linear: 3 });
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
    const onA: Pair = { angular: add3(onB.angular, cross3(arm, onB.linear)), linear: onB.linear };
    return {
      a:
        a.node < 0
          ? pairFields(pairFrom(x.onA))
          : pairFields(subPair(pairFrom(x.onA), wrenchOnNode(onA, x.attachmentA, x.poseA))),
      b:
        b.node < 0
          ? pairFields(pairFrom(x.onB))
          : pairFields(addPair(pairFrom(x.onB), wrenchOnNode(onB, x.attachmentB, x.poseB))),
    };
  });
  if (a.node >= 0) wrenches[a.node] = outputs.a;
  if (b.node >= 0) wrenches[b.node] = outputs.b;
}

function addWrench(
  tree: TreeProgram,
  load: Extract<Load, { kind: "wrench" }>,
  wrenches: Rec<PairFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { program, skeleton } = tree;
  const at = attach(tree, load.at);
  if (at.node < 0) return; // ground does not move
  const plans = [...load.torque, ...load.force].map((signal) => planSignal(signal, skeleton.scope.num, keyOf));
  const starts: number[] = [];
  let count = 0;
  for (const plan of plans) {
    starts.push(count);
    count += plan.numbers.length;
  }
  const inputs = {
    t: tree.t,
    numbers: program.constants({ n: plans.flatMap((plan) => plan.numbers) }),
    ...wrenchPlaces(tree, at, load.along, wrenches[at.node]),
  };
  const key = `wrench ${load.along} ${plans.map((plan) => plan.key).join("|")}`;
  wrenches[at.node] = program.step(key, inputs, ({ t, numbers, ...place }) => {
    const value = (k: number): Num => plans[k].at(t.t[0], numbers.n.slice(starts[k]));
    const given: Pair = { angular: [value(0), value(1), value(2)], linear: [value(3), value(4), value(5)] };
    return { on: withWrench(load.along, place, given) };
  }).on;
}

type PlaceFields = { attachment: AttachmentFields; pose: PoseFields; on: PairFields };

/** Records that a wrench at an attached frame needs: where it is, how it stands if that matters, what is there already. */
function wrenchPlaces(tree: TreeProgram, at: Attached, along: "world" | "body", on: Rec<PairFields>) {
  const pose = along === "world" ? tree.pose(at.node) : tree.program.zeros<PoseFields>({ R: 9, p: 3 });
  return { attachment: at.rec, pose, on };
}

/** The wrench on a node with another one added, which is given at an attached frame along its axes or the world's. */
function withWrench(along: "world" | "body", { attachment, pose, on }: PlaceFields, given: Pair): PairFields {
  const R_node_axes: Mat3 = along === "world" ? transpose3(mat3(pose.R)) : mat3(attachment.R);
  const linear = mulMatVec(R_node_axes, given.linear);
  const angular = add3(mulMatVec(R_node_axes, given.angular), cross3(vec3(attachment.p), linear));
  return pairFields(addPair(pairFrom(on), { angular, linear }));
}
