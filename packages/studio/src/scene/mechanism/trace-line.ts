import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { InstancedInterleavedBuffer, InterleavedBufferAttribute } from "three";
import type { MotionRows } from "../motion/track.js";

/** Points of a path at most; a longer run is drawn with every second, fourth, … row. */
export const MOST_POINTS = 8000;

/** Where a point of a body was at every recorded row (or every second, fourth, …), found as rows come in. */
export class TracePath {
  /** x, y, z of the points, one after another. */
  points = new Float32Array(3 * MOST_POINTS);
  count = 0;
  /** Rows between neighbouring points. */
  stride = 1;
  readonly #rows: MotionRows;
  readonly #body: number;
  readonly #point: readonly [number, number, number];

  constructor(rows: MotionRows, body: number, point: readonly [number, number, number]) {
    this.#rows = rows;
    this.#body = body;
    this.#point = point;
  }

  update(): boolean {
    const rows = this.#rows;
    let isNew = false;
    // A run taken up again from an earlier time has fewer rows, or other ones at the end.
    const kept = Math.floor((rows.length - 1) / this.stride) + 1;
    if (kept < this.count) {
      this.count = kept;
      isNew = true;
    }
    if (this.count > 0 && this.#isOther(this.count - 1)) {
      this.count = 0;
      isNew = true;
    }
    while (this.count * this.stride < rows.length) {
      if (this.count === MOST_POINTS) {
        this.#thin();
        isNew = true;
      }
      if (this.count * this.stride >= rows.length) break;
      this.#take(rows.row(this.count * this.stride), this.count++);
    }
    return isNew;
  }

  #isOther(index: number): boolean {
    const { points } = this;
    const [x, y, z] = [points[3 * index], points[3 * index + 1], points[3 * index + 2]];
    this.#take(this.#rows.row(index * this.stride), index);
    return x !== points[3 * index] || y !== points[3 * index + 1] || z !== points[3 * index + 2];
  }

  #thin(): void {
    for (let i = 1; 2 * i < this.count; i++) this.points.copyWithin(3 * i, 6 * i, 6 * i + 3);
    this.count = Math.ceil(this.count / 2);
    this.stride *= 2;
  }

  #take(row: Float64Array, index: number): void {
    const p = this.#rows.columns.position[this.#body];
    const q = this.#rows.columns.quaternion[this.#body];
    const [x, y, z] = this.#point;
    const [w, i, j, k] = [row[q], row[q + 1], row[q + 2], row[q + 3]];
    // v + 2 u × (u × v + w v) with u the vector part of the quaternion.
    const [cx, cy, cz] = [j * z - k * y + w * x, k * x - i * z + w * y, i * y - j * x + w * z];
    this.points[3 * index] = row[p] + x + 2 * (j * cz - k * cy);
    this.points[3 * index + 1] = row[p + 1] + y + 2 * (k * cx - i * cz);
    this.points[3 * index + 2] = row[p + 2] + z + 2 * (i * cy - j * cx);
  }
}

export class TraceLine {
  readonly line: LineSegments2;
  readonly #path: TracePath;
  readonly #rows: MotionRows;
  readonly #geometry = new LineSegmentsGeometry();
  readonly #material: LineMaterial;
  readonly #segments = new Float32Array(6 * MOST_POINTS);
  readonly #buffer: InstancedInterleavedBuffer;
  #filled = 1;

  constructor(rows: MotionRows, body: number, point: readonly [number, number, number], colour: string) {
    this.#rows = rows;
    this.#path = new TracePath(rows, body, point);
    this.#buffer = new InstancedInterleavedBuffer(this.#segments, 6, 1);
    this.#geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.#buffer, 3, 0));
    this.#geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.#buffer, 3, 3));
    this.#material = new LineMaterial({ color: colour, linewidth: 2 });
    this.line = new LineSegments2(this.#geometry, this.#material);
    this.line.frustumCulled = false;
    this.#geometry.instanceCount = 0;
  }

  show(t: number): void {
    if (this.#path.update()) this.#filled = 1;
    const { points, count, stride } = this.#path;
    if (this.#filled < count) {
      for (let i = Math.max(1, this.#filled); i < count; i++) {
        for (let k = 0; k < 6; k++) this.#segments[6 * (i - 1) + k] = points[3 * (i - 1) + k];
      }
      this.#filled = count;
      this.#buffer.needsUpdate = true;
    }
    const shown = Math.floor(Math.max(0, this.#rows.rowAt(t)) / stride);
    this.#geometry.instanceCount = Math.max(0, Math.min(shown, count - 1));
  }

  get shown(): number {
    return this.#geometry.instanceCount;
  }

  dispose(): void {
    this.line.removeFromParent();
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
