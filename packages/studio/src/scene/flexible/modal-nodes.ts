import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Sphere,
  SphereGeometry,
  Vector3,
  type MeshStandardMaterial,
} from "three";
import type { FlexibleShape } from "../../engine/protocol.js";
import { LIGHTER, type BeamPaint } from "./beam-set.js";
import { displacementAt } from "./beam-stress.js";
import { writeColour } from "../base/colour-map.js";

/** More nodes than this are drawn without lines between them: finding these takes time with the square of the number. */
const MOST_JOINED = 1500;

const white = new Color(1, 1, 1);

/** The nodes of a modal body: dots where they are, joined by lines, for want of a surface. */
export class ModalNodes {
  readonly group = new Group();
  readonly dots: InstancedMesh<SphereGeometry, MeshStandardMaterial>;
  readonly #shape: FlexibleShape;
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #pairs: readonly (readonly [number, number])[];
  readonly #linePlaces: Float32Array;
  readonly #lineColours: Float32Array;
  readonly #places: Float32Array;
  readonly #colours: Float32Array;
  readonly #radius: number;
  readonly #matrix = new Matrix4();
  readonly #place = new Vector3();
  readonly #colour = new Color();

  /** @param radius of a dot [m] */
  constructor(shape: FlexibleShape, radius: number, material: MeshStandardMaterial) {
    this.#shape = shape;
    this.#radius = radius;
    const count = shape.positions.length / 3;
    this.#places = new Float32Array(3 * count);
    this.#colours = new Float32Array(3 * count);
    this.dots = new InstancedMesh(new SphereGeometry(1, 16, 10), material, count);
    this.dots.instanceMatrix.setUsage(DynamicDrawUsage);
    this.dots.frustumCulled = false;
    this.dots.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.dots.castShadow = true;
    for (let i = 0; i < count; i++) this.dots.setColorAt(i, this.#colour);
    this.#pairs = count <= MOST_JOINED ? nodeTree(shape.positions) : [];
    this.#linePlaces = new Float32Array(6 * this.#pairs.length);
    this.#lineColours = new Float32Array(6 * this.#pairs.length);
    const lines = new BufferGeometry();
    lines.setAttribute("position", new BufferAttribute(this.#linePlaces, 3).setUsage(DynamicDrawUsage));
    lines.setAttribute("color", new BufferAttribute(this.#lineColours, 3).setUsage(DynamicDrawUsage));
    this.#lines = new LineSegments(lines, new LineBasicMaterial({ vertexColors: true }));
    this.#lines.frustumCulled = false;
    this.group.add(this.dots, this.#lines);
  }

  place(matrix: Matrix4, amplitudes: Float64Array, from: number, scale: number, paint: BeamPaint): void {
    const { modes, positions, shapes } = this.#shape;
    for (let k = 0; k < positions.length / 3; k++) {
      this.#place.set(positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]);
      for (let j = 0; j < modes; j++) {
        const [at, amount] = [3 * (k * modes + j), scale * amplitudes[from + j]];
        this.#place.x += amount * shapes[at];
        this.#place.y += amount * shapes[at + 1];
        this.#place.z += amount * shapes[at + 2];
      }
      this.#place.applyMatrix4(matrix).toArray(this.#places, 3 * k);
      this.#matrix.makeScale(this.#radius, this.#radius, this.#radius).setPosition(this.#place);
      this.#matrix.toArray(this.dots.instanceMatrix.array, 16 * k);
      this.#paint(k, amplitudes, from, paint);
    }
    for (const [i, [a, b]] of this.#pairs.entries())
      for (let axis = 0; axis < 3; axis++) {
        this.#linePlaces[6 * i + axis] = this.#places[3 * a + axis];
        this.#linePlaces[6 * i + 3 + axis] = this.#places[3 * b + axis];
        this.#lineColours[6 * i + axis] = this.#colours[3 * a + axis];
        this.#lineColours[6 * i + 3 + axis] = this.#colours[3 * b + axis];
      }
    this.dots.instanceMatrix.needsUpdate = true;
    if (this.dots.instanceColor !== null) this.dots.instanceColor.needsUpdate = true;
    for (const name of ["position", "color"]) this.#lines.geometry.getAttribute(name).needsUpdate = true;
  }

  #paint(k: number, amplitudes: Float64Array, from: number, { colour, tint, top }: BeamPaint): void {
    if (top === null) this.#colour.copy(colour);
    else {
      const size = displacementAt(this.#shape, k, amplitudes, from);
      writeColour(this.#colours, 3 * k, top > 0 ? size / top : 0);
      this.#colour.fromArray(this.#colours, 3 * k);
    }
    if (tint !== null) this.#colour.lerp(top === null ? tint.colour : white, top === null ? tint.part : LIGHTER);
    this.#colour.toArray(this.#colours, 3 * k);
    this.dots.setColorAt(k, this.#colour);
  }

  dispose(): void {
    this.dots.dispose();
    this.dots.geometry.dispose();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
    this.group.removeFromParent();
  }
}

/** Pairs of points whose lines join all of them with the least length: a skeleton for points that come without one. */
export function nodeTree(positions: ArrayLike<number>): readonly (readonly [number, number])[] {
  const count = positions.length / 3;
  const pairs: (readonly [number, number])[] = [];
  const distance = new Float64Array(count).fill(Infinity);
  const nearest = new Int32Array(count);
  const isIn = new Uint8Array(count);
  for (let round = 0, at = 0; round < count; round++) {
    isIn[at] = 1;
    if (round > 0) pairs.push([nearest[at], at]);
    let next = -1;
    for (let i = 0; i < count; i++) {
      if (isIn[i] === 1) continue;
      const away = Math.hypot(
        positions[3 * i] - positions[3 * at],
        positions[3 * i + 1] - positions[3 * at + 1],
        positions[3 * i + 2] - positions[3 * at + 2],
      );
      if (away < distance[i]) {
        distance[i] = away;
        nearest[i] = at;
      }
      if (next < 0 || distance[i] < distance[next]) next = i;
    }
    if (next < 0) break;
    at = next;
  }
  return pairs;
}
