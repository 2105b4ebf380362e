import { quaternionAt, type State } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { composePose } from "../../src/model/pose.js";
import type { Real } from "../../src/model/real.js";
import { realNeg } from "../../src/model/real-arithmetic.js";
import type {
  Attachment,
  CoordinateProperties,
  Curve,
  Joint,
  JointMotion,
  Model,
  Pose,
  Signal,
} from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { add, apply, cross, matrixOfQuaternion, scale, sub, transpose, type M3, type V3 } from "./numbers.js";
import { numericModel } from "./numeric-model.js";
import { signalAt } from "./oracle-loads.js";

/* The same mechanism, described in another way. */

/** Any order of an array. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];

export const inOtherOrder = (model: Model, shuffle: Shuffle): Model =>
  buildModel({
    ...model,
    bodies: shuffle(model.bodies),
    joints: shuffle(model.joints),
    loads: shuffle(model.loads),
    parameters: shuffle(model.parameters),
  });

/** Everything turned about the world's origin; functions of time become what they are at time t. */
export function turnedWorld(model: Model, rotation: readonly [number, number, number, number], t: number): Model {
  const R = matrixOfQuaternion(rotation);
  const numbers = numericModel(model);
  const turn: Pose = { position: [0, 0, 0], rotation };
  const onGround = (body: string, pose: Pose): Pose => (body === "ground" ? composePose(turn, pose) : pose);
  const attach = ({ body, pose }: Attachment): Attachment => ({ body, pose: onGround(body, pose) });
  return buildModel({
    ...model,
    gravity: apply(R, numbers.gravity),
    joints: model.joints.map((joint) => ({
      ...joint,
      X_parent_joint: onGround(joint.parent, joint.X_parent_joint),
      X_child_joint: onGround(joint.child, joint.X_child_joint),
    })),
    loads: model.loads.map((load, i) => {
      if (load.kind === "joint-force" || load.kind === "coordinate-spring") return load;
      if (load.kind === "aerodynamic") {
        const air = numbers.loads[i];
        if (air.kind !== "aerodynamic") return load;
        const [x, y, z] = apply(R, [signalAt(air.wind[0], t), signalAt(air.wind[1], t), signalAt(air.wind[2], t)]);
        return { ...load, at: attach(load.at), wind: [constant(x), constant(y), constant(z)] };
      }
      if (load.kind !== "wrench") return { ...load, a: attach(load.a), b: attach(load.b) };
      const known = numbers.loads[i];
      if (load.along === "body" || known.kind !== "wrench") return load;
      const turned = (signals: typeof known.force): readonly [Signal, Signal, Signal] => {
        const [x, y, z] = apply(R, [signalAt(signals[0], t), signalAt(signals[1], t), signalAt(signals[2], t)]);
        return [constant(x), constant(y), constant(z)];
      };
      return { ...load, at: attach(load.at), torque: turned(known.torque), force: turned(known.force) };
    }),
    actuators: model.actuators.map((actuator, i) => {
      const known = numbers.actuators[i];
      if (actuator.kind !== "body" || known.kind !== "body") return actuator;
      const axis = actuator.along === "world" ? apply(R, known.axis) : actuator.axis;
      return { ...actuator, at: attach(actuator.at), axis };
    }),
  });
}

const constant = (value: Real): Signal => ({ kind: "constant", value });

/**
 * Every joint drawn from the other side: parent and child exchanged, the motion inverted. Coordinates of axes change sign (and
 * order, where there are several); a planar joint becomes a general one. Bends of a constant-velocity joint change sign alone.
 */
export function drawnBackwards(model: Model): Model {
  const jointNamed = new Map(model.joints.map((joint) => [joint.name, joint]));
  const backwards = <T extends { joint: string; coordinate: number }>(at: T): T => ({
    ...at,
    coordinate: placeBackwards(jointNamed.get(at.joint) as Joint, at.coordinate),
  });
  return buildModel({
    ...model,
    joints: model.joints.map((joint): Joint => ({
      ...inverted(joint),
      name: joint.name,
      role: joint.role,
      parent: joint.child,
      child: joint.parent,
      X_parent_joint: joint.X_child_joint,
      X_child_joint: joint.X_parent_joint,
      coordinates: isSequence(joint)
        ? joint.coordinates.map((_, k) => mirrored(joint.coordinates[placeBackwards(joint, k)]))
        : joint.coordinates,
    })),
    loads: model.loads.map((load) => {
      if (load.kind === "joint-force") return { ...backwards(load), signal: minus(load.signal) };
      if (load.kind !== "coordinate-spring") return load;
      const [stiffness, damping] = [mirroredLaw(load.stiffness), mirroredLaw(load.damping)];
      return { ...load, a: backwards(load.a), b: backwards(load.b), stiffness, damping, rest: realNeg(load.rest) };
    }),
    actuators: model.actuators.map((actuator) =>
      actuator.kind === "joint" ? { ...backwards(actuator), gain: realNeg(actuator.gain) } : actuator,
    ),
  });
}

const isSequence = ({ kind }: Pick<Joint, "kind">): boolean => kind !== "spherical" && kind !== "free";

/** Where a coordinate goes that changes its sign. */
const placeBackwards = ({ kind, coordinates }: Joint, k: number): number =>
  kind === "constant-velocity" ? k : coordinates.length - 1 - k;

function inverted(joint: Joint): JointMotion {
  switch (joint.kind) {
    case "cylindrical":
      return {
        kind: "general",
        axes: [
          { kind: "translation", axis: joint.axis },
          { kind: "rotation", axis: joint.axis },
        ],
      };
    case "universal":
      return { kind: "universal", axis1: joint.axis2, axis2: joint.axis1 };
    case "planar": {
      const [a, x] = [joint.axis as V3, joint.xAxis as V3]; // literals in random models
      return {
        kind: "general",
        axes: [
          { kind: "rotation", axis: a },
          { kind: "translation", axis: cross(a, x) },
          { kind: "translation", axis: x },
        ],
      };
    }
    case "general":
      return { kind: "general", axes: [...joint.axes].reverse() };
    default:
      return joint;
  }
}

/** Along −q. */
function mirrored(c: CoordinateProperties): CoordinateProperties {
  return {
    ...c,
    stiffness: mirroredLaw(c.stiffness),
    rest: realNeg(c.rest),
    lower: c.upper === null ? null : realNeg(c.upper),
    upper: c.lower === null ? null : realNeg(c.lower),
  };
}

/** The law of the opposite deflection: the same factor, or the curve turned by half a turn. */
function mirroredLaw(law: Real | Curve): Real | Curve {
  if (typeof law !== "object" || !("x" in law)) return law;
  const { x, y, beyond } = law;
  return { x: x.map((value) => -value).reverse(), y: y.map((value) => -value).reverse(), beyond };
}

function minus(signal: Signal): Signal {
  switch (signal.kind) {
    case "constant":
      return constant(realNeg(signal.value));
    case "sine":
      return { ...signal, amplitude: realNeg(signal.amplitude), offset: realNeg(signal.offset) };
    default:
      return { ...signal, values: signal.values.map((value) => -value) };
  }
}

/** Loads along the speeds of spherical and free joints, which have no mirror image in single components, left out. */
export function withoutBallLoads(model: Model): Model {
  const balls = new Set(model.joints.filter((joint) => !isSequence(joint)).map(({ name }) => name));
  return buildModel({
    ...model,
    joints: model.joints.map((joint) =>
      balls.has(joint.name) ? { ...joint, coordinates: joint.coordinates.map(() => modelDefaults.coordinate) } : joint,
    ),
    loads: model.loads.filter((load) => load.kind !== "joint-force" || !balls.has(load.joint)),
    actuators: model.actuators.filter((actuator) => !("joint" in actuator) || !balls.has(actuator.joint)),
  });
}

/** The same state, and accelerations, for the model drawn backwards: the trees have the same order. */
export function stateBackwards(model: Model, { t, q, v }: State): State {
  const out = { t, q: new Float64Array(q.length), v: speedsBackwards(model, q, v) };
  for (const place of buildTopology(model).tree) {
    const { qStart, nq, joint } = place;
    const at = quaternionAt(model, place);
    if (at < 0) {
      for (let k = 0; k < nq; k++) out.q[qStart + k] = -q[qStart + placeBackwards(model.joints[joint], k)];
      continue;
    }
    out.q.set([q[at], -q[at + 1], -q[at + 2], -q[at + 3]], at);
    const { R, p } = ballPose(q, qStart, at);
    if (at > qStart) out.q.set(apply(transpose(R), scale(-1, p)), qStart);
  }
  return out;
}

const ballPose = (q: Float64Array, start: number, at: number): { R: M3; p: V3 } => ({
  R: matrixOfQuaternion(q.subarray(at, at + 4)),
  p: at > start ? [q[start], q[start + 1], q[start + 2]] : [0, 0, 0],
});

/** Speeds or accelerations. With Ṙ = R [w]: w′ = −R w, v′ = (R w) × p − R v, and the same for their derivatives. */
export function speedsBackwards(model: Model, q: Float64Array, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  for (const place of buildTopology(model).tree) {
    const { qStart, vStart, nv, joint } = place;
    const at = quaternionAt(model, place);
    if (at < 0) {
      for (let k = 0; k < nv; k++) out[vStart + k] = -v[vStart + placeBackwards(model.joints[joint], k)];
      continue;
    }
    const { R, p } = ballPose(q, qStart, at);
    const w = apply(R, [v[vStart], v[vStart + 1], v[vStart + 2]]);
    out.set(scale(-1, w), vStart);
    if (nv === 6) out.set(sub(cross(w, p), apply(R, [v[vStart + 3], v[vStart + 4], v[vStart + 5]])), vStart + 3);
  }
  return out;
}

/** What the parent exerts on the child, at the child: as what the child exerts on the parent, at the parent. */
export function loadBackwards(torque: V3, force: V3, R_parent_child: M3, p_parent_child: V3): readonly number[] {
  const f = apply(R_parent_child, force);
  const n = add(apply(R_parent_child, torque), cross(p_parent_child, f));
  return [...scale(-1, n), ...scale(-1, f)];
}
