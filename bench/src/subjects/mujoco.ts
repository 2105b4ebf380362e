import type { MainModule, MjData, MjModel, MjsBody, MjsDefault } from "@mujoco/mujoco";
import { layoutOf, type BenchJoint, type BenchModel, type Layout } from "../models.js";
import type { BenchState } from "../states.js";
import type { Loaded, Subject } from "../subject.js";
import { cross, rotate, rotateInverse } from "./vectors.js";

/** The inertia matrix of a chain has n²/2 entries: 400 MB at 10,000 bodies. */
const MOST_BODIES = 1000;

export const mujoco: Subject = {
  name: "mujoco",
  precision: "double",
  async load(model, states) {
    if (model.bodies.length > MOST_BODIES) {
      return { unavailable: `not run beyond ${MOST_BODIES} bodies: the inertia matrix of a chain grows with n²` };
    }
    // Imported on use: the other subjects' processes are not to carry it.
    const { default: loadMujoco } = await import("@mujoco/mujoco");
    return loadModel(await loadMujoco(), model, states);
  },
};

/** Up to this size each state has a data of its own, as kinetree's states have places; beyond, the copying is nothing beside the rest. */
const MOST_BODIES_IN_PLACE = 100;

function loadModel(mj: MainModule, model: BenchModel, states: readonly BenchState[]): Loaded {
  const mjModel = build(mj, model);
  const isInPlace = model.bodies.length <= MOST_BODIES_IN_PLACE;
  const datas = (isInPlace ? states : [states[0]]).map(() => new mj.MjData(mjModel));
  const layout = layoutOf(model);
  const inputs = states.map((state) => toMujoco(model, layout, state));
  // One call first: memory does not grow afterwards, so that the views stay valid.
  for (const data of datas) mj.mj_forward(mjModel, data);
  const views = datas.map(viewsOf);
  const put = (k: number): void => {
    const view = views[isInPlace ? k : 0];
    view.qpos.set(inputs[k].qpos);
    view.qvel.set(inputs[k].qvel);
    view.qfrc.set(inputs[k].qfrc);
  };
  if (isInPlace) states.forEach((_, k) => put(k));
  const forward = isInPlace
    ? (k: number): void => mj.mj_forward(mjModel, datas[k])
    : (k: number): void => {
        put(k);
        mj.mj_forward(mjModel, datas[0]);
      };
  return {
    forward,
    qdd(k) {
      forward(k);
      const { qacc } = views[isInPlace ? k : 0];
      if (qacc.length !== layout.nv) throw new Error("MuJoCo's memory grew: its views are detached");
      return fromMujoco(model, layout, states[k], qacc);
    },
    note: `mj_forward ${mj.mj_versionString()}, contacts and constraints off${isInPlace ? ", states in place" : ""}`,
    close() {
      for (const data of datas) data.delete();
      mjModel.delete();
    },
  };
}

function viewsOf(data: MjData): { qpos: Float64Array; qvel: Float64Array; qfrc: Float64Array; qacc: Float64Array } {
  return {
    qpos: data.qpos as Float64Array,
    qvel: data.qvel as Float64Array,
    qfrc: data.qfrc_applied as Float64Array,
    qacc: data.qacc as Float64Array,
  };
}

/** All that costs time and changes nothing here is off. */
const flags = [
  "constraint",
  "contact",
  "equality",
  "frictionloss",
  "limit",
  "spring",
  "damper",
  "actuation",
  "sensor",
  "warmstart",
];

/** Options come from XML, bodies from calls: nested elements deeper than 500 are refused. */
function build(mj: MainModule, model: BenchModel): MjModel {
  const off = flags.map((flag) => `${flag}="disable"`).join(" ");
  const gravity = model.gravity.join(" ");
  const spec = mj.parseXMLString(
    `<mujoco><option gravity="${gravity}" integrator="Euler"><flag ${off}/></option></mujoco>`,
  );
  const defaults = found(mj.mjs_getSpecDefault(spec));
  const world = found(mj.mjs_findBody(spec, "world"));
  const built: MjsBody[] = [];
  for (const body of model.bodies) {
    const mjBody = found(mj.mjs_addBody(body.parent < 0 ? world : built[body.parent], defaults));
    (mjBody.pos as Float64Array).set(body.offset);
    (mjBody.ipos as Float64Array).set(body.com);
    (mjBody.inertia as Float64Array).set(body.inertia);
    mjBody.mass = body.mass;
    mjBody.explicitinertial = true;
    addJoint(mj, mjBody, defaults, body.joint);
    built.push(mjBody);
  }
  const compiled = mj.mj_compile(spec);
  spec.delete();
  return compiled;
}

function addJoint(mj: MainModule, mjBody: MjsBody, defaults: MjsDefault, joint: BenchJoint): void {
  if (joint.kind === "free") {
    // "align" would move the body frame to the mass centre.
    found(mj.mjs_addFreeJoint(mjBody)).align = mj.mjtAlignFree.mjALIGNFREE_FALSE;
    return;
  }
  const mjJoint = found(mj.mjs_addJoint(mjBody, defaults));
  if (joint.kind === "spherical") {
    mjJoint.type = mj.mjtJoint.mjJNT_BALL;
  } else {
    mjJoint.type = mj.mjtJoint.mjJNT_HINGE;
    (mjJoint.axis as Float64Array).set(joint.axis);
  }
}

function found<T>(x: T | undefined): T {
  if (x === undefined) throw new Error("MuJoCo did not return the element that was added");
  return x;
}

/** MuJoCo's speeds of a free joint are [linear in the world, angular in the body]; all else is as in `models.ts`. */
function toMujoco(
  model: BenchModel,
  layout: Layout,
  state: BenchState,
): { qpos: Float64Array; qvel: Float64Array; qfrc: Float64Array } {
  const qvel = state.v.slice();
  const qfrc = state.tau.slice();
  model.bodies.forEach((body, i) => {
    if (body.joint.kind !== "free") return;
    const at = layout.vStart[i];
    const quat = state.q.subarray(layout.qStart[i] + 3, layout.qStart[i] + 7);
    for (const [from, to] of [
      [state.v, qvel],
      [state.tau, qfrc],
    ] as const) {
      to.set(rotate(quat, from.subarray(at + 3, at + 6)), at);
      to.set(from.subarray(at, at + 3), at + 3);
    }
  });
  return { qpos: state.q, qvel, qfrc };
}

/** d/dt (Rᵀ ṗ) = Rᵀ p̈ − ω × v. */
function fromMujoco(model: BenchModel, layout: Layout, state: BenchState, qacc: Float64Array): Float64Array {
  const qdd = qacc.slice();
  model.bodies.forEach((body, i) => {
    if (body.joint.kind !== "free") return;
    const at = layout.vStart[i];
    const quat = state.q.subarray(layout.qStart[i] + 3, layout.qStart[i] + 7);
    const linear = rotateInverse(quat, qacc.subarray(at, at + 3));
    const transport = cross(state.v.subarray(at, at + 3), state.v.subarray(at + 3, at + 6));
    qdd.set(qacc.subarray(at + 3, at + 6), at);
    for (let j = 0; j < 3; j++) qdd[at + 3 + j] = linear[j] - transport[j];
  });
  return qdd;
}
