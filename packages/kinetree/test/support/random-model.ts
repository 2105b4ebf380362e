import { neutralState, type State } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { jointSizes } from "../../src/model/joint-sizes.js";
import type { Real, Vec3R } from "../../src/model/real.js";
import type { Body, CoordinateProperties, Joint, JointKind, JointMotion, Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice, randomAxis, randomPose, randomPosition, randomQuaternion, type Dice } from "./dice.js";
import { matrixOfQuaternion, product, transpose, type M3, type V3 } from "./numbers.js";
import { randomLoads } from "./random-loads.js";

export const allJointKinds: readonly JointKind[] = [
  "weld",
  "revolute",
  "continuous",
  "prismatic",
  "screw",
  "cylindrical",
  "universal",
  "planar",
  "spherical",
  "free",
  "general",
  "constant-velocity",
];

export interface RandomModelOptions {
  /** Most bodies; the number itself is random. */
  readonly maxBodies: number;
  /** Springs, dampers, wrenches, actuators, and whatever acts along joint coordinates. */
  readonly loads: boolean;
  /** Named parameters in place of some numbers. */
  readonly parameters: boolean;
  /** Joints that the user drew from the tip to the base. */
  readonly reversed: boolean;
  readonly kinds: readonly JointKind[];
}

export const randomModelDefaults: RandomModelOptions = {
  maxBodies: 30,
  loads: true,
  parameters: true,
  reversed: true,
  kinds: allJointKinds,
};

/** Moments of a box of mass at (±√a, ±√b, ±√c), which fulfil the triangle inequality, along random axes. */
function randomBody(d: Dice, name: string): Body {
  const mass = d.between(0.3, 3);
  const [a, b, c] = [d.between(0.02, 0.3), d.between(0.02, 0.3), d.between(0.02, 0.3)].map((x) => x * mass);
  const principal: M3 = [
    [b + c, 0, 0],
    [0, a + c, 0],
    [0, 0, a + b],
  ];
  const R = d.chance(0.5) ? matrixOfQuaternion([1, 0, 0, 0]) : matrixOfQuaternion(randomQuaternion(d));
  const I = product(product(R, principal), transpose(R));
  const inertia = [I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]] as const;
  const scaled = d.chance(0.2) ? d.real(1) : 1;
  const times = (x: number): Real => (scaled === 1 || x === 0 ? x : { op: "mul", args: [scaled, x] });
  return {
    ...modelDefaults.body,
    name,
    mass: d.real(mass),
    com: randomPosition(d),
    inertia: inertia.map(times) as unknown as Body["inertia"],
  };
}

function randomMotion(d: Dice, kind: JointKind): JointMotion {
  switch (kind) {
    case "weld":
    case "spherical":
    case "free":
      return { kind };
    case "flexible":
      throw new Error("stations are made with their flexible bodies");
    case "revolute":
    case "continuous":
    case "prismatic":
    case "cylindrical":
      return { kind, axis: randomAxis(d) };
    case "screw":
      return { kind, axis: randomAxis(d), pitch: d.real(d.between(-0.4, 0.4)) };
    case "universal": {
      const [axis1, axis2] = randomBasis(d);
      return { kind, axis1, axis2: d.chance(0.5) ? axis2 : mix(axis1, axis2, 0.4) };
    }
    case "constant-velocity":
    case "planar": {
      const [axis, xAxis] = randomBasis(d);
      return { kind, axis, xAxis };
    }
    case "general":
      return { kind, axes: randomAxes(d) };
  }
}

const mix = (a: V3, b: V3, share: number): V3 => [share * a[0] + b[0], share * a[1] + b[1], share * a[2] + b[2]];

/** Three directions at right angles, in random order. */
function randomBasis(d: Dice): readonly V3[] {
  const R = d.chance(0.5) ? matrixOfQuaternion([1, 0, 0, 0]) : matrixOfQuaternion(randomQuaternion(d));
  const first = d.integer(3);
  return [0, 1, 2].map((k) => R[(first + k) % 3]);
}

/** At most three axes that turn (some of them screws) and three that slide, each three along different directions. */
function randomAxes(d: Dice): Extract<JointMotion, { kind: "general" }>["axes"] {
  const count = 1 + d.integer(6);
  const [turns, slides] = [[...randomBasis(d)], [...randomBasis(d)]];
  return Array.from({ length: count }, () => {
    const turn = slides.length === 0 || (turns.length > 0 && d.chance(0.5));
    const axis = (turn ? turns : slides).pop() as V3;
    if (!turn) return { kind: "translation", axis } as const;
    return d.chance(0.25)
      ? ({ kind: "screw", axis, pitch: d.real(d.between(-0.3, 0.3)) } as const)
      : ({ kind: "rotation", axis } as const);
  });
}

function randomCoordinate(d: Dice, motion: JointMotion): CoordinateProperties {
  const damping = d.chance(0.4) ? d.real(d.between(0.1, 2)) : 0;
  if (motion.kind === "spherical" || motion.kind === "free") return { ...modelDefaults.coordinate, damping };
  const isLimited = motion.kind !== "continuous" && d.chance(0.4);
  return {
    damping,
    friction: d.chance(0.2) ? d.real(d.between(0.1, 1)) : 0,
    frictionSpeed: d.between(0.05, 0.5),
    stiffness: d.chance(0.2)
      ? d.real(d.between(1, 20))
      : d.chance(0.2)
        ? { x: [-0.5, 0.1, 0.7], y: [-4, 0.5, 6], beyond: d.pick(["extend", "hold"]) }
        : 0,
    rest: d.chance(0.3) ? d.real(d.between(-0.5, 0.5)) : 0,
    lower: isLimited ? d.between(-0.6, -0.2) : null,
    upper: isLimited && d.chance(0.7) ? d.between(0.2, 0.6) : null,
    stopStiffness: d.chance(0.7) ? d.real(d.between(5, 50)) : 0,
    stopDamping: d.chance(0.5) ? d.between(0.1, 1) : 0,
    armature: d.chance(0.25) ? d.real(d.between(0.05, 0.5)) : 0,
    maxForce: null,
    maxSpeed: null,
  };
}

/** A random mechanism with all its pieces; the same for the same seed, sample and options, everywhere. */
export function randomModel(seed: number, sample: number, options: Partial<RandomModelOptions> = {}): Model {
  const { maxBodies, loads, parameters, reversed, kinds } = { ...randomModelDefaults, ...options };
  const d = dice(seed, sample, parameters);
  const count = 1 + d.integer(maxBodies);
  const bodies = Array.from({ length: count }, (_, i) => randomBody(d, `body${i}`));
  const isChain = d.chance(0.3);
  const joints = bodies.map(({ name }, i): Joint => {
    const motion = randomMotion(d, d.pick(kinds));
    const inner = i === 0 || d.chance(0.1) ? "ground" : isChain ? bodies[i - 1].name : d.pick(bodies.slice(0, i)).name;
    const isReversed = reversed && d.chance(0.3);
    return {
      name: `joint${i}`,
      parent: isReversed ? name : inner,
      child: isReversed ? inner : name,
      X_parent_joint: randomPose(d),
      X_child_joint: randomPose(d),
      coordinates: Array.from({ length: jointSizes(motion).nv }, () =>
        loads ? randomCoordinate(d, motion) : modelDefaults.coordinate,
      ),
      role: "auto",
      ...motion,
    };
  });
  const gravity: Vec3R = d.chance(0.5)
    ? [0, 0, d.real(-9.81)]
    : [d.between(-5, 5), d.between(-5, 5), d.real(d.between(-10, -1))];
  const extra = loads ? randomLoads(d, bodies, joints) : { loads: [], actuators: [] };
  return buildModel({
    name: `random ${seed}/${sample}`,
    gravity,
    parameters: d.parameters,
    bodies,
    joints,
    ...extra,
    controllers: [],
  });
}

/** Somewhere within reach of everything that the model has: stops, corners of curves, fast spins; away from gimbal lock. */
export function randomState(model: Model, seed: number, sample: number): State {
  const d = dice(seed, sample, false);
  const state = neutralState(model);
  for (const { joint, qStart, nq } of buildTopology(model).tree) {
    const { kind } = model.joints[joint];
    if (kind === "free") for (let i = 0; i < 3; i++) state.q[qStart + i] = d.between(-1, 1);
    if (kind === "free" || kind === "spherical") state.q.set(randomQuaternion(d), qStart + nq - 4);
    else {
      const reach = kind === "revolute" || kind === "continuous" ? 3 : 0.8;
      for (let i = 0; i < nq; i++) state.q[qStart + i] = d.between(-reach, reach);
    }
  }
  for (let i = 0; i < state.v.length; i++) state.v[i] = d.between(-2, 2);
  return { ...state, t: d.between(0, 2) };
}

/** A row of numbers from -size to size. */
export function randomVector(length: number, size: number, seed: number, sample: number): Float64Array {
  const d = dice(seed, sample, false);
  return Float64Array.from({ length }, () => d.between(-size, size));
}
