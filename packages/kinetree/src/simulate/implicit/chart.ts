import type { ChartPieces } from "../../formulation/tree/manifold.js";

/** A turn, seen from its base, beyond which another base is taken: the map ends at half a turn, and is bent long before. */
const FAR_TURN = 0.5;

/** Coordinates seen from a base, on the host: the same map as `formulation/manifold.ts` traces for the kernels. */
export class Chart {
  readonly #pieces: ChartPieces;
  /** Turns have a base of their own that must not get far away. */
  readonly isCurved: boolean;

  constructor(pieces: ChartPieces) {
    this.#pieces = pieces;
    this.isCurved = pieces.turning.length > 0;
  }

  /** q ← retract(base, δ) */
  retract(base: Float64Array, delta: Float64Array, q: Float64Array): void {
    for (const piece of this.#pieces.plain)
      for (let k = 0; k < piece.n; k++) q[piece.q + k] = base[piece.q + k] + delta[piece.v + k];
    for (const { q: at, v, free } of this.#pieces.turning) {
      const turn = free ? at + 3 : at;
      if (free) for (let k = 0; k < 3; k++) q[at + k] = base[at + k] + delta[v + 3 + k];
      const [x, y, z] = [delta[v] / 2, delta[v + 1] / 2, delta[v + 2] / 2];
      const scale = 1 / Math.sqrt(1 + (x * x + y * y + z * z));
      const [a, b, c, d] = [base[turn], base[turn + 1], base[turn + 2], base[turn + 3]];
      q[turn] = scale * (a - b * x - c * y - d * z);
      q[turn + 1] = scale * (b + a * x + c * z - d * y);
      q[turn + 2] = scale * (c + a * y + d * x - b * z);
      q[turn + 3] = scale * (d + a * z + b * y - c * x);
    }
  }

  /** δ with q = retract(base, δ) */
  difference(base: Float64Array, q: Float64Array, delta: Float64Array): void {
    for (const piece of this.#pieces.plain)
      for (let k = 0; k < piece.n; k++) delta[piece.v + k] = q[piece.q + k] - base[piece.q + k];
    for (const { q: at, v, free } of this.#pieces.turning) {
      const turn = free ? at + 3 : at;
      if (free) for (let k = 0; k < 3; k++) delta[v + 3 + k] = q[at + k] - base[at + k];
      const [a, b, c, d] = [base[turn], base[turn + 1], base[turn + 2], base[turn + 3]];
      const [e, f, g, h] = [q[turn], q[turn + 1], q[turn + 2], q[turn + 3]];
      // The conjugate of the base times q.
      const w = a * e + b * f + c * g + d * h;
      delta[v] = (2 * (a * f - b * e - c * h + d * g)) / w;
      delta[v + 1] = (2 * (a * g - c * e - d * f + b * h)) / w;
      delta[v + 2] = (2 * (a * h - d * e - b * g + c * f)) / w;
    }
  }

  /** Whether a turn has got far from its base. */
  isFar(delta: Float64Array): boolean {
    return this.#pieces.turning.some(({ v }) => {
      const [x, y, z] = [delta[v], delta[v + 1], delta[v + 2]];
      return x * x + y * y + z * z > FAR_TURN * FAR_TURN;
    });
  }

  /** What an error of δ is measured against: the magnitude of the coordinate, 1 for a turn. */
  sizes(base: Float64Array, delta: Float64Array, out: Float64Array): void {
    for (const piece of this.#pieces.plain)
      for (let k = 0; k < piece.n; k++) out[piece.v + k] = Math.abs(base[piece.q + k] + delta[piece.v + k]);
    for (const { q, v, free } of this.#pieces.turning) {
      out[v] = out[v + 1] = out[v + 2] = 1;
      if (free) for (let k = 3; k < 6; k++) out[v + k] = Math.abs(base[q + k - 3] + delta[v + k]);
    }
  }
}
