import { planSignal } from "../../elements/signal.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, neg } from "../../graph/num.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { definitionOf } from "../../model/joints.js";
import type { Attachment, Joint, Vec3R } from "../../model/types.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { mat3, mulMatVec } from "../../spatial/mat3.js";
import { add3, cross3, dot3, scale3, vec3, zero3 } from "../../spatial/vec3.js";
import { unit } from "../skeleton/axis-frame.js";
import type { SpinFields } from "../skeleton/records.js";
import { attach } from "../tree/attached-frame.js";
import type { RotorFields } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { planCommand } from "./command.js";
import type { StateTargets } from "./contacts.js";
import { placeOf } from "./coordinate-couplings.js";
import type { AddEffort } from "./joint-effort.js";
import { networkTorques, ownCommand, shaftNetwork, type NetworkMotion, type ShaftNetwork } from "./shaft-network.js";
import { tableKeys } from "./table-keys.js";

type One = { readonly x: readonly Num[] };

/** An axis fixed in a node, and how that turns; both along the axes of the node. */
interface Axle {
  readonly node: number;
  readonly axis: Rec<AxisFields>;
  readonly spin: Rec<SpinFields>;
}
type AxisFields = { readonly axis: readonly Num[] };

function axleAt(tree: TreeProgram, at: Attachment, along: Vec3R): Axle {
  const { program, skeleton } = tree;
  const { node, rec } = attach(tree, at);
  const direction = program.constants<AxisFields>({ axis: [...unit(skeleton.scope.vec(along))] });
  const { axis } = program.step("axis of axle", { rec, direction }, ({ rec, direction }) => ({
    axis: { axis: [...mulMatVec(mat3(rec.R), vec3(direction.axis))] },
  }));
  return { node, axis, spin: tree.spin(node) };
}

/** The axle of a joint that only turns, on its child. */
function childAxle(tree: TreeProgram, joint: Joint): Axle {
  const [axis] = definitionOf(joint).axes(joint) ?? [];
  return axleAt(tree, { body: joint.child, pose: joint.X_child_joint }, axis.axis);
}

const jointNamed = ({ skeleton }: TreeProgram, name: string): Joint =>
  skeleton.model.joints.find((joint) => joint.name === name) as Joint; // building the model has checked the name

/** The axles of the shafts that a body carries, in the order of the network. */
export const mountsOf = (tree: TreeProgram, { mounted }: ShaftNetwork): readonly Axle[] =>
  tree.shared("shaft mounts", () =>
    mounted.map((s) => {
      const { mount } = tree.skeleton.model.shafts[s];
      if (!mount) throw new Error(`shaft ${s} is not mounted`); // the network lists those that are
      return axleAt(tree, mount.at, mount.axis);
    }),
  );

/** Inputs of a step over the network: those with a fixed name, then as many as the structure has. */
function networkInputs(tree: TreeProgram, network: ShaftNetwork): Readonly<Record<string, Rec<Fields>>> {
  const { program } = tree;
  const { states, speeds, accelerations, inertias, drags, numbers } = network;
  const inputs: Record<string, Rec<Fields>> = {
    z: program.slice(tree.z, states.start, { z: states.count }),
    constants: tree.once("shaft constants", () =>
      program.constants<Fields>({ speeds, accelerations, inertias, drags, numbers }),
    ),
    t: tree.t,
  };
  network.jointEnds.forEach(({ joint, coordinate, reaction }, i) => {
    if (reaction === "parent") inputs[`joint${i}`] = jointSpeed(tree, joint, coordinate);
    else {
      const { axis, spin } = childAxle(tree, jointNamed(tree, joint));
      inputs[`joint${i}`] = aboutAxis(tree, axis, spin);
    }
  });
  mountsOf(tree, network).forEach(({ axis, spin }, i) => (inputs[`mount${i}`] = aboutAxis(tree, axis, spin)));
  network.commanded.forEach((index, i) => (inputs[`command${i}`] = commandAt(tree, index)));
  return inputs;
}

function jointSpeed(tree: TreeProgram, joint: string, coordinate: number): Rec<Fields> {
  const { v, k } = placeOf(tree, { joint, coordinate });
  return tree.program.step(`speed ${k} of joint`, { v }, ({ v }) => ({ out: { x: [v.v[k]] } })).out;
}

const aboutAxis = ({ program }: TreeProgram, axis: Rec<AxisFields>, spin: Rec<SpinFields>): Rec<One> =>
  program.step("speed about axis", { axis, spin }, ({ axis, spin }) => ({
    out: { x: [dot3(vec3(axis.axis), vec3(spin.omega))] },
  })).out;

/** The command of an element: its own over time, and what actuators add. */
function commandAt(tree: TreeProgram, index: number): Rec<One> {
  const { program, skeleton, t } = tree;
  const element = skeleton.model.shaftElements[index];
  const actuators = [...skeleton.model.actuators.entries()].filter(
    ([, actuator]) => actuator.kind === "shaft" && actuator.element === element.name,
  );
  const signal = ownCommand(element, actuators.length > 0);
  const plan = planSignal(
    signal ?? { kind: "constant", value: 0 },
    skeleton.scope.num,
    tree.once("table keys", tableKeys),
  );
  const numbers = program.constants<One>({ x: plan.numbers });
  let { out } = program.step(`command ${plan.key}`, { t, numbers }, ({ t, numbers }) => ({
    out: { x: [plan.at(t.t[0], numbers.x)] },
  }));
  for (const [u, actuator] of actuators) {
    const { key, inputs, command } = planCommand(tree, actuator, u);
    out = program.step(`commanded ${key}`, { out, ...inputs }, ({ out, ...given }) => ({
      out: { x: [add(out.x[0], command(given))] },
    })).out;
  }
  return out;
}

/** What the step sees, by the names of `networkInputs`. */
export function motionFrom(network: ShaftNetwork, x: Readonly<Record<string, Fields>>): NetworkMotion {
  const { speeds, accelerations, inertias, drags, numbers } = x.constants;
  const each = (name: string, count: number): readonly Num[] =>
    Array.from({ length: count }, (_, i) => x[`${name}${i}`].x[0]);
  return {
    z: x.z.z,
    speeds,
    accelerations,
    inertias,
    drags,
    numbers,
    commands: each("command", network.commanded.length),
    jointSpeeds: each("joint", network.jointEnds.length),
    mountSpeeds: each("mount", network.mounted.length),
  };
}

/** A step over the network with results of its own. */
export function networkStep<O extends Readonly<Record<string, Fields>>>(
  tree: TreeProgram,
  name: string,
  network: ShaftNetwork,
  trace: (motion: NetworkMotion) => O,
  into: { readonly [K in keyof O]?: Rec } = {},
) {
  const inputs = networkInputs(tree, network);
  return tree.program.step(`${name} ${network.key}`, inputs, (x) => trace(motionFrom(network, x)), into);
}

interface TracedShafts {
  readonly network: ShaftNetwork;
  readonly rotors: Rec<RotorFields>;
  /** Torques on the ends at joints, and on the mounts: torque and angular momentum of the rotor. */
  readonly joints: readonly Rec<One>[];
  readonly mounts: readonly Rec<One>[];
}

/** Torques of the network, computed once for the entry point. */
function traceShafts(tree: TreeProgram, targets: StateTargets | null): TracedShafts | null {
  const network = shaftNetwork(tree);
  if (!network) return null;
  return tree.shared("shafts", () => {
    const { start, count } = network.states;
    const slice = (rec: Rec): Rec => tree.program.slice(rec, start, { z: count });
    const remembers = targets !== null && count > 0;
    const outputs = networkStep(
      tree,
      `shafts ${remembers}`,
      network,
      (motion): Readonly<Record<string, Fields>> => {
        const found = networkTorques(network, motion);
        const { jointTorques, mountTorques, shaftSpeeds, shaftTorques, rates } = found;
        const list = (name: string, each: readonly (readonly Num[])[]): Record<string, Fields> =>
          Object.fromEntries(each.map((x, i) => [`${name}${i}`, { x }]));
        return {
          rotors: { speed: shaftSpeeds, torque: shaftTorques },
          ...list(
            "joint",
            jointTorques.map((torque) => [torque]),
          ),
          ...list(
            "mount",
            network.mounted.map((s, i) => [mountTorques[i], mul(motion.inertias[s], shaftSpeeds[s])]),
          ),
          ...(remembers ? { rates: { z: rates }, released: { z: motion.z } } : {}),
        };
      },
      remembers ? { rates: slice(targets.rates), released: slice(targets.released) } : {},
    );
    const each = (name: string, count: number): readonly Rec<One>[] =>
      Array.from({ length: count }, (_, i) => outputs[`${name}${i}`] as Rec<One>);
    return {
      network,
      rotors: outputs.rotors as Rec<RotorFields>,
      joints: each("joint", network.jointEnds.length),
      mounts: each("mount", network.mounted.length),
    };
  });
}

/** Adds what shafts exert on bodies, and returns how they turn; null without shafts. */
export function addShafts(
  tree: TreeProgram,
  wrenches: Rec<SpatialFields>[],
  targets: StateTargets | null,
): Rec<RotorFields> | null {
  const traced = traceShafts(tree, targets);
  if (!traced) return null;
  const { network, joints, mounts, rotors } = traced;
  const push = ({ node, axis, spin }: Axle, torque: Rec<One>): void => {
    if (node < 0) return; // ground does not move
    const inputs = { on: wrenches[node], axis, spin, torque };
    wrenches[node] = tree.program.step("torque about axis", inputs, ({ on, axis, spin, torque }) => {
      const [along, momentum = 0] = torque.x;
      const n = vec3(axis.axis);
      // A rotor that is turned with its bearings resists: −ω × h.
      const gyroscopic = momentum === 0 ? zero3 : cross3(scale3(neg(momentum), vec3(spin.omega)), n);
      const angular = add3(scale3(along, n), gyroscopic);
      return { on: spatialFields(addSpatial(spatialFrom(on), { angular, linear: zero3 })) };
    }).on;
  };
  network.jointEnds.forEach(({ joint, reaction }, i) => {
    if (reaction === "none") push(childAxle(tree, jointNamed(tree, joint)), joints[i]);
  });
  mountsOf(tree, network).forEach((axle, i) => push(axle, mounts[i]));
  return rotors;
}

/** What elements between shafts exert along `count` speeds of a joint, from the speed `first` on. */
export function shaftEfforts(tree: TreeProgram, joint: Joint, first: number, count: number): readonly AddEffort[] {
  const network = shaftNetwork(tree);
  const isOurs = (end: ShaftNetwork["jointEnds"][number]): boolean =>
    end.reaction === "parent" && end.joint === joint.name && end.coordinate >= first && end.coordinate < first + count;
  if (!network?.jointEnds.some(isOurs)) return [];
  return network.jointEnds.flatMap((end, i): AddEffort[] => {
    if (!isOurs(end)) return [];
    const k = end.coordinate - first;
    return [
      (effort) => {
        // The first to ask must have said where rates go: `addShafts` comes before all loads.
        const given = (traceShafts(tree, null) as TracedShafts).joints[i];
        return tree.program.step(`shaft on joint ${k}`, { effort, given }, ({ effort: { tau }, given }) => ({
          effort: { tau: tau.map((value, j) => (j === k ? add(value, given.x[0]) : value)) },
        })).effort;
      },
    ];
  });
}
