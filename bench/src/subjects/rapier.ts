import type RAPIER from "@dimforge/rapier3d-compat";
import { layoutOf, type BenchBody, type BenchModel, type Vec3 } from "../models.js";
import type { BenchState } from "../states.js";
import type { Loaded, Subject } from "../subject.js";
import { forwardDynamics } from "./handwritten/aba.js";
import { planOf } from "./handwritten/record.js";

type Rapier = typeof RAPIER;

/** The dense factorisation grows with n³; beyond this one step takes seconds. */
const MOST_BODIES = 200;

/**
 * Rapier has no call for forward dynamics and no way to set joint coordinates. What is timed is `world.step` with
 * multibody (reduced-coordinate) joints, one solver iteration and no collider, moving on from the zero pose under gravity
 * and a torque on every body.
 */
export const rapier: Subject = {
  name: "rapier",
  precision: "single",
  async load(model) {
    if (model.bodies.length > MOST_BODIES) {
      return { unavailable: `not run beyond ${MOST_BODIES} bodies: cost grows with n³` };
    }
    // Imported on use: the other subjects' processes are not to carry it.
    const { default: library } = await import("@dimforge/rapier3d-compat");
    await library.init();
    return loadModel(library, model);
  },
};

const STEP = 1e-5; // s
/** Sideways, so that the zero pose is no equilibrium. */
const gravity: Vec3 = [3, 5, -9.81];
/** On every body, so that the free-falling lander moves its legs and no number becomes denormal. */
const torque: Vec3 = [0.3, -0.2, 0.1];

function loadModel(library: Rapier, model: BenchModel): Loaded {
  const { world, bodies } = build(library, model);
  // The first step only sets up the joints.
  world.step();
  const agreement = agreementAtZeroPose(model, world, bodies);
  return {
    forward: () => world.step(),
    qdd: () => null,
    agreement,
    note: "one world.step with multibody joints; agreement at the zero pose",
    close: () => world.free(),
  };
}

function build(library: Rapier, model: BenchModel): { world: RAPIER.World; bodies: RAPIER.RigidBody[] } {
  const world = new library.World(vector(gravity));
  world.timestep = STEP;
  world.numSolverIterations = 1;
  world.numInternalPgsIterations = 1;
  const ground = world.createRigidBody(library.RigidBodyDesc.fixed());
  const bodies: RAPIER.RigidBody[] = [];
  const origins: Vec3[] = [];
  for (const body of model.bodies) {
    const origin = add(body.parent < 0 ? [0, 0, 0] : origins[body.parent], body.offset);
    origins.push(origin);
    const noRotation = { x: 0, y: 0, z: 0, w: 1 };
    const rigidBody = world.createRigidBody(
      library.RigidBodyDesc.dynamic()
        .setTranslation(...origin)
        .setCanSleep(false)
        .setAdditionalMassProperties(body.mass, vector(body.com), vector(body.inertia), noRotation),
    );
    rigidBody.addTorque(vector(torque), true);
    bodies.push(rigidBody);
    if (body.joint.kind === "free") continue;
    world.createMultibodyJoint(
      jointData(library, body),
      body.parent < 0 ? ground : bodies[body.parent],
      rigidBody,
      true,
    );
  }
  return { world, bodies };
}

function jointData(library: Rapier, { joint, offset }: BenchBody): RAPIER.JointData {
  const origin = { x: 0, y: 0, z: 0 };
  return joint.kind === "revolute"
    ? library.JointData.revolute(vector(offset), origin, vector(joint.axis))
    : library.JointData.spherical(vector(offset), origin);
}

/** Angular velocity that one step adds, beside the accelerations of the reference; relative to the largest of them. */
function agreementAtZeroPose(model: BenchModel, world: RAPIER.World, bodies: readonly RAPIER.RigidBody[]): number {
  world.step();
  const before = bodies.map((body) => body.angvel());
  world.step();
  const reference = angularAccelerations(model);
  let difference = 0;
  let largest = 0;
  bodies.forEach((body, i) => {
    const after = body.angvel();
    (["x", "y", "z"] as const).forEach((axis, j) => {
      const acceleration = (after[axis] - before[i][axis]) / STEP;
      difference = Math.max(difference, Math.abs(acceleration - reference[i][j]));
      largest = Math.max(largest, Math.abs(reference[i][j]));
    });
  });
  return difference / largest;
}

/** Of every body at rest in the zero pose, where all frames are parallel. */
function angularAccelerations(model: BenchModel): Vec3[] {
  const layout = layoutOf(model);
  const plan = planOf({ ...model, gravity });
  const state: BenchState = {
    q: new Float64Array(layout.nq),
    v: new Float64Array(layout.nv),
    tau: new Float64Array(layout.nv),
  };
  // The torques on a body and on all that it carries turn its joint.
  const carried: Vec3[] = model.bodies.map(() => torque);
  for (let i = model.bodies.length - 1; i >= 0; i--) {
    const { parent, joint } = model.bodies[i];
    if (parent >= 0) carried[parent] = add(carried[parent], carried[i]);
    if (joint.kind === "revolute") state.tau[layout.vStart[i]] = dot(joint.axis, carried[i]);
    else state.tau.set(carried[i], layout.vStart[i]);
    if (joint.kind !== "revolute") state.q[layout.qStart[i] + (joint.kind === "free" ? 3 : 0)] = 1;
  }
  const qdd = new Float64Array(layout.nv);
  forwardDynamics(qdd, plan, state.q, state.v, state.tau);
  const result: Vec3[] = [];
  model.bodies.forEach(({ parent, joint }, i) => {
    const at = layout.vStart[i];
    const own: Vec3 =
      joint.kind === "revolute"
        ? [joint.axis[0] * qdd[at], joint.axis[1] * qdd[at], joint.axis[2] * qdd[at]]
        : [qdd[at], qdd[at + 1], qdd[at + 2]];
    result.push(parent < 0 ? own : add(result[parent], own));
  });
  return result;
}

const vector = ([x, y, z]: Vec3): RAPIER.Vector => ({ x, y, z });
const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
