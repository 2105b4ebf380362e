import type { FlexibleShape } from "../../engine/protocol.js";

/** Corners of a section in its plane: y, z, then the normal's y and z, corner after corner. Flat sides have corners of their own. */
export type Outline = Float64Array;

/** How much a section is drawn larger than it is: a beam that is thinner than a line on the screen would not be seen. */
export const thickening = (fibreY: number, fibreZ: number, thinnest: number): number =>
  Math.max(1, thinnest / Math.max(fibreY, fibreZ));

/** The outline of a beam's section; round ones have so many sides. `thinnest` is the least half width that is drawn [m]. */
export function outlineOf({ section }: FlexibleShape, sides: number, thinnest = 0): Outline {
  if (section === null) return new Float64Array();
  const { isRound, fibreY, fibreZ } = section;
  const scale = thickening(fibreY, fibreZ, thinnest);
  const [y, z] = [scale * fibreY, scale * fibreZ];
  if (!isRound)
    return Float64Array.of(...side(y, -z, y, z), ...side(y, z, -y, z), ...side(-y, z, -y, -z), ...side(-y, -z, y, -z));
  return Float64Array.from({ length: 4 * sides }, (_, i) => {
    const angle = (2 * Math.PI * Math.floor(i / 4)) / sides;
    return (i % 4 < 2 ? y : 1) * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

/** Both corners of a flat side, with the normal that both have. */
function side(y0: number, z0: number, y1: number, z1: number): readonly number[] {
  const length = Math.hypot(y1 - y0, z1 - z0) || 1;
  const normal = [(z1 - z0) / length, (y0 - y1) / length];
  return [y0, z0, ...normal, y1, z1, ...normal];
}

/** Corners that a beam takes: a ring for each point, and one more at each end for the flat ends. */
export const cornersOf = (points: number, outline: Outline): number => (points + 2) * (outline.length / 4);

/** Triangles of a beam whose corners begin at a place: its skin, then the two ends. */
export function facesOf(points: number, outline: Outline, isRound: boolean, first: number): readonly number[] {
  const corners = outline.length / 4;
  const faces: number[] = [];
  // Round: every corner with the next. Flat sides: corners in pairs.
  for (let k = 0; k + 1 < points; k++)
    for (let i = 0; i < corners; i += isRound ? 1 : 2) {
      const [a, b] = [first + k * corners + i, first + k * corners + ((i + 1) % corners)];
      faces.push(a, b, a + corners, b, b + corners, a + corners);
    }
  const [start, end] = [first + points * corners, first + (points + 1) * corners];
  for (let i = 1; i + 1 < corners; i++) faces.push(start, start + i + 1, start + i, end, end + i, end + i + 1);
  return faces;
}

/** Where a sweep is written: corners and normals, three numbers each, from a corner on. */
export interface SweepTarget {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** The axis of a beam as it is bent, and the section's axes along it; takes no memory when used again. */
export class BeamSweep {
  /** Point after point: place of the axis, then unit vectors along the axis and along y and z of the section, in the body frame. */
  readonly #frames: Float64Array;
  readonly #points: number;

  constructor(points: number) {
    this.#points = points;
    this.#frames = new Float64Array(12 * points);
  }

  /** Bends the axis: amplitudes from a place of a list, their effect multiplied. */
  bend(shape: FlexibleShape, amplitudes: Float64Array, from: number, scale: number): void {
    this.#bendAxis(shape, amplitudes, from, scale);
    this.#turnSections();
    this.#twist(shape, amplitudes, from, scale);
  }

  #bendAxis({ modes, positions, shapes }: FlexibleShape, amplitudes: Float64Array, from: number, scale: number): void {
    const frames = this.#frames;
    for (let k = 0; k < this.#points; k++)
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let j = 0; j < modes; j++) sum += shapes[3 * (k * modes + j) + axis] * amplitudes[from + j];
        frames[12 * k + axis] = positions[3 * k + axis] + scale * sum;
      }
  }

  /**
   * Sections stand square on the bent axis, each turned from the one before by the shortest way. So a tube stays a tube however
   * much the deformation is multiplied, which rotations by multiplied angles would not give.
   */
  #turnSections(): void {
    const frames = this.#frames;
    frames.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 3);
    for (let k = 1; k < this.#points; k++) {
      const [o, before] = [12 * k, 12 * (k - 1)];
      const next = k + 1 < this.#points ? o + 12 : o;
      let [x, y, z] = [
        frames[next] - frames[before],
        frames[next + 1] - frames[before + 1],
        frames[next + 2] - frames[before + 2],
      ];
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length > 0) [x, y, z] = [x / length, y / length, z / length];
      else [x, y, z] = [frames[before + 3], frames[before + 4], frames[before + 5]];
      frames[o + 3] = x;
      frames[o + 4] = y;
      frames[o + 5] = z;
      // y of the section before without its part along the new axis; z completes it.
      const along = frames[before + 6] * x + frames[before + 7] * y + frames[before + 8] * z;
      let [u, v, w] = [frames[before + 6] - along * x, frames[before + 7] - along * y, frames[before + 8] - along * z];
      const size = Math.sqrt(u * u + v * v + w * w);
      if (size > 1e-6) [u, v, w] = [u / size, v / size, w / size];
      else [u, v, w] = [frames[before + 6], frames[before + 7], frames[before + 8]];
      frames[o + 6] = u;
      frames[o + 7] = v;
      frames[o + 8] = w;
      frames[o + 9] = y * w - z * v;
      frames[o + 10] = z * u - x * w;
      frames[o + 11] = x * v - y * u;
    }
  }

  #twist({ modes, slopes }: FlexibleShape, amplitudes: Float64Array, from: number, scale: number): void {
    const frames = this.#frames;
    for (let k = 1; k < this.#points; k++) {
      let angle = 0;
      for (let j = 0; j < modes; j++) angle += slopes[3 * (k * modes + j)] * amplitudes[from + j];
      if (angle === 0) continue;
      const [c, s] = [Math.cos(scale * angle), Math.sin(scale * angle)];
      for (let axis = 0; axis < 3; axis++) {
        const [y, z] = [frames[12 * k + 6 + axis], frames[12 * k + 9 + axis]];
        frames[12 * k + 6 + axis] = c * y + s * z;
        frames[12 * k + 9 + axis] = c * z - s * y;
      }
    }
  }

  axisAt(point: number): readonly [number, number, number] {
    const o = 12 * point;
    return [this.#frames[o], this.#frames[o + 1], this.#frames[o + 2]];
  }

  /** Writes the skin and the ends, moved by a matrix (columns first, as three.js has them). */
  write({ positions, normals }: SweepTarget, first: number, outline: Outline, m: ArrayLike<number>): void {
    const corners = outline.length / 4;
    const frames = this.#frames;
    for (let ring = 0; ring < this.#points + 2; ring++) {
      const isEnd = ring >= this.#points;
      const o = 12 * (ring < this.#points ? ring : ring === this.#points ? 0 : this.#points - 1);
      const outwards = ring === this.#points ? -1 : 1;
      for (let i = 0; i < corners; i++) {
        const [y, z, ny, nz] = [outline[4 * i], outline[4 * i + 1], outline[4 * i + 2], outline[4 * i + 3]];
        const px = frames[o] + y * frames[o + 6] + z * frames[o + 9];
        const py = frames[o + 1] + y * frames[o + 7] + z * frames[o + 10];
        const pz = frames[o + 2] + y * frames[o + 8] + z * frames[o + 11];
        const dx = isEnd ? outwards * frames[o + 3] : ny * frames[o + 6] + nz * frames[o + 9];
        const dy = isEnd ? outwards * frames[o + 4] : ny * frames[o + 7] + nz * frames[o + 10];
        const dz = isEnd ? outwards * frames[o + 5] : ny * frames[o + 8] + nz * frames[o + 11];
        const at = 3 * (first + ring * corners + i);
        positions[at] = m[0] * px + m[4] * py + m[8] * pz + m[12];
        positions[at + 1] = m[1] * px + m[5] * py + m[9] * pz + m[13];
        positions[at + 2] = m[2] * px + m[6] * py + m[10] * pz + m[14];
        normals[at] = m[0] * dx + m[4] * dy + m[8] * dz;
        normals[at + 1] = m[1] * dx + m[5] * dy + m[9] * dz;
        normals[at + 2] = m[2] * dx + m[6] * dy + m[10] * dz;
      }
    }
  }
}
