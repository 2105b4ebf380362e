/** Where the coordinates of each kind are in q and v. */
export interface LaneQData {
  /** Coordinates that add. */
  readonly plain: readonly { readonly q: number; readonly v: number }[];
  /** Quaternions, with the position before them if the joint is free. */
  readonly turning: readonly { readonly q: number; readonly v: number; readonly free: boolean }[];
}

/** Moves the coordinates of one lane in place; rotations as `retractInto` does. */
export class LaneQ {
  readonly #data: LaneQData;
  readonly #f64: Float64Array;

  constructor(data: LaneQData, f64: Float64Array) {
    this.#data = data;
    this.#f64 = f64;
  }

  /** q ← retract(q, δ); `first` is the place of the lane's first coordinate in memory. */
  move(first: number, delta: Float64Array): void {
    const f64 = this.#f64;
    for (const { q, v } of this.#data.plain) f64[first + 2 * q] += delta[v];
    for (const { q, v, free } of this.#data.turning) {
      const at = first + 2 * (free ? q + 3 : q);
      const [w, a, b, c] = [f64[at], f64[at + 2], f64[at + 4], f64[at + 6]];
      if (free) {
        const [x, y, z] = [delta[v + 3], delta[v + 4], delta[v + 5]];
        const [cx, cy, cz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
        f64[first + 2 * q] += x + w * cx + b * cz - c * cy;
        f64[first + 2 * q + 2] += y + w * cy + c * cx - a * cz;
        f64[first + 2 * q + 4] += z + w * cz + a * cy - b * cx;
      }
      const [x, y, z] = [0.5 * delta[v], 0.5 * delta[v + 1], 0.5 * delta[v + 2]];
      const turned = [
        w - a * x - b * y - c * z,
        a + w * x + b * z - c * y,
        b + w * y + c * x - a * z,
        c + w * z + a * y - b * x,
      ];
      const length = Math.sqrt(turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2 + turned[3] ** 2);
      for (let k = 0; k < 4; k++) f64[at + 2 * k] = turned[k] / length;
    }
  }
}
