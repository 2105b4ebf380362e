import loadMujoco, { type MainModule, type MjData, type MjModel } from "@mujoco/mujoco";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { jointsFromSpeeds, stateFromJoints, commandsFromActuators } from "../../../src/state/state.js";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import type { ReadModelOptions } from "../../../src/formats/read-options.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Model } from "../../../src/model/types.js";
import { dice, randomQuaternion, type Dice } from "../../support/dice.js";
import { apply, cross, matrixOfQuaternion, transpose, type V3 } from "../../support/numbers.js";

export type Files = Readonly<Record<string, string | Uint8Array>>;

let loaded: Promise<MainModule> | null = null;
export const mujoco = (): Promise<MainModule> => (loaded ??= loadMujoco());

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

export function readerOf(files: Files): (path: string) => string | Uint8Array {
  return (path) => {
    if (!(path in files)) throw new Error(`no file ${path}`);
    return files[path];
  };
}

export async function compileMujoco(text: string, files: Files = {}): Promise<MjModel> {
  const mj = await mujoco();
  const vfs = new mj.MjVFS();
  for (const [name, content] of Object.entries(files)) vfs.addBuffer(name, bytesOf(content));
  return mj.MjModel.from_xml_string(text, vfs);
}

/** Largest differences between kinetree and MuJoCo over random states, each relative to the largest number compared. */
export interface Differences {
  readonly accelerations: number;
  readonly positions: number;
  readonly orientations: number;
  readonly sites: number;
  readonly masses: number;
}

/**
 * MuJoCo compiles the same text. Contacts, limits, dry friction and equality are constraints there and off in both; what is
 * left is the mechanism with springs, dampers and actuators.
 */
export async function compare(text: string, files: Files = {}, options: ReadModelOptions = {}): Promise<Differences> {
  const mj = await mujoco();
  const { model: imported } = readMjcf(text, { ...options, readFile: readerOf(files) });
  const model = unconstrained(imported);
  const theirs = await compileMujoco(text, files);
  theirs.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT.value | mj.mjtDisableBit.mjDSBL_CONTACT.value;
  const data = new mj.MjData(theirs);
  const evaluator = createEvaluator(model);
  const worst = { accelerations: 0, positions: 0, orientations: 0, sites: 0, masses: 0 };
  const note = (what: keyof Differences, ours: readonly number[], reference: readonly number[]): void => {
    worst[what] = Math.max(worst[what], relative(ours, reference));
  };
  for (let sample = 0; sample < 5; sample++) {
    const d = dice(7, sample, false);
    const places = placesOf(theirs);
    const q = Object.fromEntries(places.map((place) => [place.name, randomPosition(d, place)]));
    const v = Object.fromEntries(
      places.map(({ name, nv }) => [name, Array.from({ length: nv }, () => d.between(-2, 2))]),
    );
    const u = Array.from({ length: theirs.nu }, () => d.between(-3, 3));
    (data.ctrl as Float64Array).set(u);
    for (const place of places) put(data, place, q[place.name], v[place.name]);
    mj.mj_forward(theirs, data);

    const state = stateFromJoints(model, { q, v });
    const commands = commandsFromActuators(
      model,
      Object.fromEntries(u.map((x, i) => [nameOf(theirs, "actuator", i), x])),
    );
    const ours = jointsFromSpeeds(model, evaluator.forwardDynamics(state, { u: commands }));
    const qacc = data.qacc as Float64Array;
    const theirsByName = Object.fromEntries(
      places.map((place) => [place.name, accelerationOf(qacc, place, q[place.name], v[place.name])]),
    );
    const names = places.map(({ name }) => name);
    note(
      "accelerations",
      names.flatMap((name) => listOf(ours[name])),
      names.flatMap((name) => theirsByName[name]),
    );

    const motions = new Map(evaluator.bodies(state).map((motion) => [motion.name, motion]));
    for (let i = 1; i < theirs.nbody; i++) {
      const name = nameOf(theirs, "body", i);
      const motion = motions.get(name);
      if (motion === undefined) throw new Error(`kinetree has no body "${name}"`);
      const quat = [...(data.xquat as Float64Array).subarray(4 * i, 4 * i + 4)];
      note("positions", [...motion.position], [...(data.xpos as Float64Array).subarray(3 * i, 3 * i + 3)]);
      note("orientations", upright([...motion.quaternion]), upright(quat));
      const body = model.bodies.find((candidate) => candidate.name === name);
      note("masses", [Number(body?.mass)], [(theirs.body_mass as Float64Array)[i]]);
    }
    for (let i = 0; i < theirs.nsite; i++) {
      const name = nameOf(theirs, "site", i);
      const body = model.bodies.find(({ frames }) => frames.some((frame) => frame.name === name));
      const pose = body?.frames.find((frame) => frame.name === name)?.pose;
      const motion = motions.get(body?.name ?? "");
      if (pose === undefined || motion === undefined) throw new Error(`kinetree has no site "${name}"`);
      const R = matrixOfQuaternion([...motion.quaternion] as unknown as readonly [number, number, number, number]);
      const lever = apply(R, pose.position as V3);
      note(
        "sites",
        lever.map((x, k) => x + motion.position[k]),
        [...(data.site_xpos as Float64Array).subarray(3 * i, 3 * i + 3)],
      );
    }
  }
  data.delete();
  theirs.delete();
  return worst;
}

/** Without what MuJoCo calls constraints. */
export const unconstrained = (model: Model): Model =>
  buildModel({
    ...model,
    constraints: [],
    joints: model.joints
      .filter(({ role }) => role !== "loop")
      .map((joint) => ({ ...joint, coordinates: joint.coordinates.map((c) => ({ ...c, friction: 0 })) })),
  });

interface Place {
  readonly name: string;
  readonly kind: "free" | "ball" | "scalar";
  readonly q: number;
  readonly v: number;
  readonly nv: number;
}

function placesOf(model: MjModel): readonly Place[] {
  return Array.from({ length: model.njnt }, (_, i) => {
    const type = (model.jnt_type as Int32Array)[i];
    const kind = type === 0 ? "free" : type === 1 ? "ball" : "scalar";
    const given = model.jnt(i).name;
    const name = given === "" ? (kind === "free" ? "root" : `joint${i}`) : given;
    const nv = kind === "free" ? 6 : kind === "ball" ? 3 : 1;
    return { name, kind, q: (model.jnt_qposadr as Int32Array)[i], v: (model.jnt_dofadr as Int32Array)[i], nv };
  });
}

/** Without a name in the file, a thing has the one that kinetree gives it. */
function nameOf(model: MjModel, kind: "body" | "site" | "actuator", i: number): string {
  const given = model[kind](i).name;
  return given === "" ? `${kind}${i}` : given;
}

function randomPosition(d: Dice, { kind }: Place): number[] {
  if (kind === "scalar") return [d.between(-1.2, 1.2)];
  // Less than half a turn, so that rotation vectors are the same on both sides.
  const quat = small(randomQuaternion(d));
  return kind === "ball" ? quat : [d.between(-1, 1), d.between(-1, 1), d.between(-1, 1), ...quat];
}

const small = ([w, x, y, z]: readonly number[]): number[] => {
  const length = Math.hypot(w + 2, x, y, z);
  return [(w + 2) / length, x / length, y / length, z / length];
};

/** MuJoCo's speeds of a free joint are [linear in the world, angular in the body], kinetree's [angular, linear] in the body. */
function put(data: MjData, { kind, q: qAt, v: vAt }: Place, q: readonly number[], v: readonly number[]): void {
  (data.qpos as Float64Array).set(q, qAt);
  if (kind !== "free") (data.qvel as Float64Array).set(v, vAt);
  else {
    const linear = apply(rotationOf(q), [v[3], v[4], v[5]]);
    (data.qvel as Float64Array).set([...linear, v[0], v[1], v[2]], vAt);
  }
}

const rotationOf = (q: readonly number[]): ReturnType<typeof matrixOfQuaternion> =>
  matrixOfQuaternion([q[3], q[4], q[5], q[6]]);

/** d/dt (Rᵀ ṗ) = Rᵀ p̈ - ω × v. */
function accelerationOf(
  qacc: Float64Array,
  { kind, v: at, nv }: Place,
  q: readonly number[],
  v: readonly number[],
): number[] {
  const given = [...qacc.subarray(at, at + nv)];
  if (kind !== "free") return given;
  const linear = apply(transpose(rotationOf(q)), [given[0], given[1], given[2]]);
  const transport = cross([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
  return [given[3], given[4], given[5], ...linear.map((x, i) => x - transport[i])];
}

const listOf = (value: number | ArrayLike<number>): number[] =>
  typeof value === "number" ? [value] : Array.from(value);

const upright = (quat: readonly number[]): number[] => quat.map((part) => (quat[0] < 0 ? -part : part));

function relative(ours: readonly number[], reference: readonly number[]): number {
  if (ours.length !== reference.length) return Infinity;
  const scale = Math.max(1, ...reference.map(Math.abs));
  return Math.max(0, ...ours.map((x, i) => Math.abs(x - reference[i]))) / scale;
}
