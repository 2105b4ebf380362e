import type { Model } from "kinetree";
import {
  AnimationClip,
  BufferGeometry,
  Color,
  Group,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from "three";
import type { Flexibles } from "../../engine/protocol.js";
import { formGeometry } from "../shapes/geometries.js";
import { bendingMesh, bendingTrack, type BendingBeam } from "./gltf-beams.js";
import { MeshCache } from "../shapes/mesh-cache.js";
import { noMeshFiles, type MeshFiles } from "../shapes/mesh-files.js";
import { formKey, partsOf, type Part } from "../shapes/parts.js";
import { sceneSizes } from "../shapes/sizes.js";
import type { MotionRows } from "../motion/track.js";

/** Numbers of an animation at most; of a longer run every second, third, … row is kept. */
const MOST_NUMBERS = 20_000_000;

/** A run as a binary glTF file: one node a body with its shapes, moved by one animation; beams bend. Times begin at 0. */
export async function animationToGltf(
  numbers: Model,
  rows: MotionRows,
  files: MeshFiles = noMeshFiles,
  flexible: Flexibles | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { GLTFExporter } = await import("three/addons/exporters/GLTFExporter.js");
  const scene = await stillScene(numbers, rows, new MeshCache(files), flexible);
  const clip = animationOf(scene.bodies, scene.beams, rows);
  const made = await new GLTFExporter().parseAsync(scene.root, {
    binary: true,
    animations: [clip],
    onlyVisible: false,
  });
  if (!(made instanceof ArrayBuffer)) throw new Error("the glTF file could not be made: it came out as text");
  return new Uint8Array(made);
}

/** The bodies as nodes under one that turns z up into the y up of glTF. */
async function stillScene(
  model: Model,
  rows: MotionRows,
  meshes: MeshCache,
  flexible: Flexibles | null,
): Promise<{ root: Group; bodies: readonly Group[]; beams: readonly BendingBeam[] }> {
  const root = new Group();
  root.name = model.name;
  root.rotation.x = -Math.PI / 2;
  const bodies = model.bodies.map(({ name }) => {
    const node = new Group();
    node.name = name;
    root.add(node);
    return node;
  });
  const poses = new Float64Array(7 * bodies.length);
  if (rows.length > 0)
    for (const [i, node] of bodies.entries()) {
      const pose = poseIn(rows, 0, i);
      poses.set(pose, 7 * i);
      node.position.set(pose[0], pose[1], pose[2]);
      node.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
    }
  const geometries = new Map<string, Promise<BufferGeometry>>();
  const materials = new Map<string, MeshStandardMaterial>();
  const { body: size, thinnest } = sceneSizes(model, poses);
  const beams: BendingBeam[] = [];
  for (const part of partsOf(model, size, thinnest)) {
    const info = flexible?.bodies.find(({ body, shape }) => body === part.body && shape.section !== null);
    if (part.isBending && info !== undefined) {
      const mesh = bendingMesh(info, thinnest, materialOf(part, materials));
      bodies[part.body].add(mesh);
      beams.push({ mesh, info });
      continue;
    }
    const key = formKey(part.form);
    const geometry = geometries.get(key) ?? geometryOf(part, meshes, size);
    geometries.set(key, geometry);
    const mesh = new Mesh(await geometry, materialOf(part, materials));
    part.X_body_part.decompose(mesh.position, mesh.quaternion, mesh.scale);
    bodies[part.body].add(mesh);
  }
  return { root, bodies, beams };
}

async function geometryOf({ form }: Part, meshes: MeshCache, size: number): Promise<BufferGeometry> {
  if (form.kind !== "mesh") return formGeometry(form);
  const loaded = await meshes.load(form.uri);
  const cube = new Matrix4().makeScale(size / 2, size / 2, size / 2);
  return loaded instanceof BufferGeometry ? loaded : formGeometry({ kind: "box" }).applyMatrix4(cube);
}

function materialOf({ colour, opacity }: Part, known: Map<string, MeshStandardMaterial>): MeshStandardMaterial {
  const key = `${colour.getHexString()} ${opacity}`;
  const material =
    known.get(key) ??
    new MeshStandardMaterial({
      color: new Color(colour),
      roughness: 0.6,
      metalness: 0.05,
      opacity,
      transparent: opacity < 1,
    });
  known.set(key, material);
  return material;
}

function poseIn(rows: MotionRows, row: number, body: number): readonly number[] {
  const values = rows.row(row);
  const [p, q] = [rows.columns.position[body], rows.columns.quaternion[body]];
  return [...values.subarray(p, p + 3), ...values.subarray(q, q + 4)];
}

function animationOf(bodies: readonly Group[], beams: readonly BendingBeam[], rows: MotionRows): AnimationClip {
  const stride = Math.max(1, Math.ceil((rows.length * bodies.length * 7) / MOST_NUMBERS));
  const count = Math.ceil(rows.length / stride);
  const instants = rows.t;
  const times = Float32Array.from({ length: count }, (_, k) => instants[k * stride] - instants[0]);
  const tracks = bodies.flatMap((node, body): KeyframeTrack[] => {
    const positions = new Float32Array(3 * count);
    const turns = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      const [x, y, z, qw, qx, qy, qz] = poseIn(rows, k * stride, body);
      positions.set([x, y, z], 3 * k);
      // The same orientation in the sign of the one before, so that players go the short way.
      const o = 4 * (k - 1);
      const dot = k === 0 ? 1 : turns[o] * qx + turns[o + 1] * qy + turns[o + 2] * qz + turns[o + 3] * qw;
      const sign = dot < 0 ? -1 : 1;
      turns.set([sign * qx, sign * qy, sign * qz, sign * qw], 4 * k);
    }
    // By identity, not by name: names of bodies may hold dots, which mean something in names of tracks.
    return [
      new VectorKeyframeTrack(`${node.uuid}.position`, times, positions),
      new QuaternionKeyframeTrack(`${node.uuid}.quaternion`, times, turns),
    ];
  });
  const bending = beams.flatMap((beam) => bendingTrack(beam, rows, times, stride));
  return new AnimationClip("run", times.at(-1) ?? 0, [...tracks, ...bending]);
}
