import {
  BufferAttribute,
  BufferGeometry,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  NumberKeyframeTrack,
} from "three";
import type { FlexibleInfo } from "../../engine/protocol.js";
import { BeamSweep, cornersOf, facesOf, outlineOf } from "../shapes/beam-sweep.js";
import type { MotionRows } from "../motion/track.js";

/** A beam in a file: a mesh with a target for each mode, whose weights are the amplitudes. */
export interface BendingBeam {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly info: FlexibleInfo;
}

const SIDES = 20;

/** A straight beam that players of glTF bend: to first order, as its modes do. */
export function bendingMesh(
  { shape }: FlexibleInfo,
  thinnest: number,
  material: MeshStandardMaterial,
): BendingBeam["mesh"] {
  const { modes, positions: axis, shapes, slopes, section } = shape;
  const points = axis.length / 3;
  const outline = outlineOf(shape, SIDES, thinnest);
  const corners = outline.length / 4;
  const count = cornersOf(points, outline);
  const [positions, normals] = [new Float32Array(3 * count), new Float32Array(3 * count)];
  const sweep = new BeamSweep(points);
  sweep.bend(shape, new Float64Array(modes), 0, 1);
  sweep.write({ positions, normals }, 0, outline, new Matrix4().elements);
  const geometry = new BufferGeometry();
  geometry.setIndex([...facesOf(points, outline, section?.isRound === true, 0)]);
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = Array.from({ length: modes }, (_, j) => {
    const moved = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      const ring = Math.floor(i / corners);
      const point = ring < points ? ring : ring === points ? 0 : points - 1;
      const at = 3 * (point * modes + j);
      // Displacement of the axis, and the turn of the section about it.
      const [y, z] = [positions[3 * i + 1] - axis[3 * point + 1], positions[3 * i + 2] - axis[3 * point + 2]];
      moved[3 * i] = shapes[at] + slopes[at + 1] * z - slopes[at + 2] * y;
      moved[3 * i + 1] = shapes[at + 1] - slopes[at] * z;
      moved[3 * i + 2] = shapes[at + 2] + slopes[at] * y;
    }
    return new BufferAttribute(moved, 3);
  });
  const mesh = new Mesh(geometry, material);
  mesh.updateMorphTargets();
  return mesh;
}

/** The amplitudes over time; none if they were not recorded. */
export function bendingTrack(
  { mesh, info }: BendingBeam,
  rows: MotionRows,
  times: Float32Array,
  stride: number,
): readonly KeyframeTrack[] {
  const columns = info.columns.map((name) => rows.columns.names.indexOf(name));
  if (columns.some((column) => column < 0)) return [];
  const values = Float32Array.from({ length: times.length * columns.length }, (_, i) => {
    const row = rows.row(Math.floor(i / columns.length) * stride);
    return row[columns[i % columns.length]];
  });
  return [new NumberKeyframeTrack(`${mesh.uuid}.morphTargetInfluences`, times, values)];
}
