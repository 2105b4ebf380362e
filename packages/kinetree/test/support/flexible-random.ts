import type { State } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { modeCount } from "../../src/model/flexible.js";
import { identityPose } from "../../src/model/pose.js";
import type { Pose, Vec3R } from "../../src/model/real.js";
import type { Attachment, Body, BodyDescription, Joint, JointKind, Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice, randomPose, randomQuaternion, type Dice } from "./dice.js";
import { randomBeam, randomModalBody, type RandomFlexible } from "./flexible-random-bodies.js";
import type { Mechanism } from "./mechanisms.js";
import { randomLoads } from "./random-loads.js";
import { allJointKinds, randomModel, randomState, randomVector } from "./random-model.js";

export interface RandomFlexibleOptions {
  /** Most flexible bodies, and most rigid ones; there is at least one flexible. */
  readonly maxFlexible: number;
  readonly maxRigid: number;
  /** Springs, dampers, wrenches, actuators, whatever acts along joint coordinates, and damping of the modes. */
  readonly loads: boolean;
  /** Named parameters in place of some numbers. */
  readonly parameters: boolean;
  /** Of the joints between bodies. */
  readonly kinds: readonly JointKind[];
}

export const randomFlexibleDefaults: RandomFlexibleOptions = {
  maxFlexible: 4,
  maxRigid: 4,
  loads: true,
  parameters: true,
  kinds: allJointKinds,
};

/** Joints whose speeds are the rates of their coordinates. */
export const plainJointKinds: readonly JointKind[] = allJointKinds.filter(
  (kind) => kind !== "free" && kind !== "spherical",
);

function shuffled<T>(d: Dice, items: readonly T[]): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = d.integer(i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

type FlexibleJoint = Extract<Joint, { kind: "flexible" }>;

/** Stations and the joints to them, none of which has the amplitudes yet. */
function stationsOf(d: Dice, { body, stations }: RandomFlexible): { bodies: readonly Body[]; joints: FlexibleJoint[] } {
  const bodies = stations.map((_, k): Body => ({
    ...modelDefaults.body,
    name: `${body.name}_${k}`,
    mass: 0,
    inertia: [0, 0, 0, 0, 0, 0],
    massless: true,
  }));
  const joints = stations.map((position, k): FlexibleJoint => {
    const rotation = d.chance(0.5) ? identityPose.rotation : randomQuaternion(d);
    return {
      name: `${body.name}_${k}`,
      parent: body.name,
      child: bodies[k].name,
      X_parent_joint: { position, rotation },
      X_child_joint: d.chance(0.7) ? identityPose : randomPose(d),
      coordinates: [],
      role: "auto",
      kind: "flexible",
      modes: 0,
    };
  });
  return { bodies, joints };
}

/** What is held at the frame of a beam is not held on the beam: it lies behind the clamped end. */
const behind = ({ position: [x, y, z], rotation }: Pose): Pose => ({
  position: [x === 0 ? 0 : -0.2, y, z],
  rotation,
});

/** Bodies of a tree in the making, what holds them, and the joints to stations. */
interface Parts {
  readonly flexible: Map<string, RandomFlexible>;
  readonly bodies: BodyDescription[];
  readonly joints: Joint[];
}

function randomParts(d: Dice, seed: number, sample: number, options: RandomFlexibleOptions): Parts {
  const { maxFlexible, maxRigid, loads, kinds } = options;
  const flexibleCount = 1 + d.integer(maxFlexible);
  const count = flexibleCount + d.integer(maxRigid + 1);
  // Joints with what acts along them, and rigid bodies, come from the generator of rigid trees, one at a time.
  const source = Array.from({ length: count }, (_, i) =>
    randomModel(seed + 7919, 100 * sample + i, { maxBodies: 1, loads, parameters: false, reversed: false, kinds }),
  );
  const parts: Parts = { flexible: new Map(), bodies: [], joints: [] };
  const isChain = d.chance(0.3);
  shuffled(
    d,
    source.map((_, i) => i < flexibleCount),
  ).forEach((isFlexible, i) => {
    const { flexible, bodies, joints } = parts;
    const carriers = isChain ? bodies.slice(-1) : bodies;
    const inner = carriers.length === 0 || d.chance(0.1) ? "ground" : d.pick(carriers).name;
    const name = `${isFlexible ? "beam" : "body"}${i}`;
    const [onInner, onOwn] = [randomPose(d), randomPose(d)];
    const X_inner = flexible.has(inner) ? behind(onInner) : onInner;
    const X_own = isFlexible ? behind(onOwn) : onOwn;
    const isReversed = d.chance(0.2);
    joints.push({
      ...source[i].joints[0],
      name: `joint${i}`,
      parent: isReversed ? name : inner,
      child: isReversed ? inner : name,
      X_parent_joint: isReversed ? X_own : X_inner,
      X_child_joint: isReversed ? X_inner : X_own,
    });
    if (!isFlexible) {
      bodies.push({ ...source[i].bodies[0], name });
      return;
    }
    const made = d.chance(0.8) ? randomBeam(d, name, loads) : randomModalBody(d, name, loads);
    const stations = stationsOf(d, made);
    flexible.set(name, made);
    bodies.push(made.body, ...stations.bodies);
    joints.push(...stations.joints);
  });
  return parts;
}

/** The first joint of each flexible body in the list has its amplitudes. */
function withAmplitudes(joints: readonly Joint[], flexible: Parts["flexible"], damping: number): Joint[] {
  const found = new Set<string>();
  return joints.map((joint) => {
    const made = flexible.get(joint.parent);
    if (joint.kind !== "flexible" || !made || found.has(joint.parent)) return joint;
    found.add(joint.parent);
    const modes = modeCount(made.flexible);
    const coordinates = Array.from({ length: modes }, () => ({ ...modelDefaults.coordinate, damping }));
    return { ...joint, modes, coordinates };
  });
}

/**
 * A random tree of beams, modal and rigid bodies, held at stations, at bases and on rigid bodies, in any order; the same for
 * the same seed, sample and options, everywhere.
 */
export function randomFlexibleModel(seed: number, sample: number, given: Partial<RandomFlexibleOptions> = {}): Model {
  const options = { ...randomFlexibleDefaults, ...given };
  const d = dice(seed, sample, options.parameters);
  const { flexible, bodies, joints: inOrder } = randomParts(d, seed, sample, options);
  const joints = withAmplitudes(shuffled(d, inOrder), flexible, options.loads && d.chance(0.3) ? 0.05 : 0);
  const gravity: Vec3R = d.chance(0.5) ? [0, 0, -9.81] : [d.between(-5, 5), d.between(-5, 5), d.between(-10, -1)];
  const held = <T extends object>(thing: T): T => {
    const move = (at: Attachment): Attachment => (flexible.has(at.body) ? { ...at, pose: behind(at.pose) } : at);
    const ends = Object.entries(thing).filter(([key]) => key === "a" || key === "b" || key === "at");
    return { ...thing, ...Object.fromEntries(ends.map(([key, at]) => [key, move(at as Attachment)])) };
  };
  const extra = options.loads ? randomLoads(d, bodies as readonly Body[], joints) : { loads: [], actuators: [] };
  return buildModel({
    name: `random flexible ${seed}/${sample}`,
    gravity,
    parameters: d.parameters,
    bodies: shuffled(d, bodies),
    joints,
    loads: extra.loads.map(held),
    actuators: extra.actuators.map(held),
    controllers: [],
  });
}

/** As `randomState`, with amplitudes up to 0.05: a beam that has several of them is far from straight. */
export function randomFlexibleState(model: Model, seed: number, sample: number): State {
  const state = randomState(model, seed, sample);
  for (const { joint, qStart, nq, vStart } of buildTopology(model).tree)
    if (model.joints[joint].kind === "flexible")
      for (let i = 0; i < nq; i++) {
        state.q[qStart + i] *= 0.0625;
        state.v[vStart + i] *= 0.3;
      }
  return state;
}

/** A random flexible mechanism in a random state, with forces, commands and accelerations to try on it. */
export function flexibleMechanism(
  seed: number,
  sample: number,
  options: Partial<RandomFlexibleOptions> = {},
): Mechanism {
  const model = randomFlexibleModel(seed, sample, options);
  const { nv } = buildTopology(model).counts;
  return {
    model,
    state: randomFlexibleState(model, seed + 1, sample),
    inputs: {
      tau: randomVector(nv, 3, seed + 2, sample),
      u: randomVector(model.actuators.length, 2, seed + 3, sample),
    },
    vdot: randomVector(nv, 3, seed + 4, sample),
    nv,
  };
}
