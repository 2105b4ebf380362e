import { plainChart, poseChart, rotationChart, type Chart, type Place } from "../../formulation/joints/charts.js";
import type { ChartPieces } from "../../formulation/tree/manifold.js";

/** A turn, seen from its base, beyond which another base is taken: the map ends at half a turn, and is bent long before. */
const FAR_TURN = 0.5;

/** Coordinates of a mechanism seen from a base, on the host: q = retract(base, δ). */
export class BaseChart {
  readonly #parts: readonly { readonly chart: Chart; readonly at: Place }[];
  readonly isCurved: boolean;

  constructor({ plain, turning }: ChartPieces) {
    this.#parts = [
      ...plain.map(({ q, v, n }) => ({ chart: plainChart, at: { q, v, nv: n } })),
      ...turning.map(({ q, v, free }) => ({ chart: free ? poseChart : rotationChart, at: { q, v, nv: free ? 6 : 3 } })),
    ];
    this.isCurved = turning.length > 0;
  }

  /** q ← retract(base, δ) */
  retract(base: Float64Array, delta: Float64Array, q: Float64Array): void {
    for (const { chart, at } of this.#parts) chart.retractInto(q, base, delta, 1, at);
  }

  /** δ with q = retract(base, δ) */
  difference(base: Float64Array, q: Float64Array, delta: Float64Array): void {
    for (const { chart, at } of this.#parts) chart.differenceInto(delta, base, q, at);
  }

  /** Whether a turn has got far from its base. */
  isFar(delta: Float64Array): boolean {
    return this.#parts.some(({ chart, at: { v } }) => {
      const [x, y, z] = [delta[v], delta[v + 1], delta[v + 2]];
      return chart.isCurved && x * x + y * y + z * z > FAR_TURN * FAR_TURN;
    });
  }

  /** Scale of an error of δ: the magnitude of the coordinate, 1 for a turn. */
  sizes(base: Float64Array, delta: Float64Array, out: Float64Array): void {
    for (const { chart, at } of this.#parts) {
      const turning = chart.isCurved ? 3 : 0;
      for (let k = 0; k < at.nv; k++)
        out[at.v + k] = k < turning ? 1 : Math.abs(base[at.q + k - turning] + delta[at.v + k]);
    }
  }
}
