import { evaluateReal } from "../../model/evaluate-real.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** A coordinate beyond its range. */
export interface Excursion {
  readonly joint: string;
  readonly coordinate: number;
  readonly limit: "lower" | "upper";
  readonly bound: number;
  /** Value farthest beyond the bound among the recorded ones, and when. */
  readonly value: number;
  readonly t: number;
}

/** Reports coordinates outside their limits, which only stops enforce. Rows begin with the coordinates. */
export class ExcursionWatch {
  readonly #bounds: readonly (Pick<Excursion, "joint" | "coordinate" | "limit" | "bound"> & {
    readonly column: number;
    readonly sign: -1 | 1;
  })[];
  /** For each bound, the value farthest beyond it and when; NaN if there was none. */
  readonly #worst: Float64Array;

  constructor(model: Model, { tree }: Topology, parameters: ArrayLike<number>) {
    const values = new Map(model.parameters.map(({ name }, i) => [name, parameters[i]]));
    this.#bounds = tree.flatMap(({ joint, qStart }) => {
      const { name, coordinates } = model.joints[joint];
      return coordinates.flatMap((properties, coordinate) =>
        (["lower", "upper"] as const).flatMap((limit) => {
          const bound = properties[limit];
          if (bound === null) return [];
          const sign: -1 | 1 = limit === "lower" ? -1 : 1;
          const column = qStart + coordinate;
          return [{ joint: name, coordinate, limit, bound: evaluateReal(bound, values), column, sign }];
        }),
      );
    });
    this.#worst = new Float64Array(2 * this.#bounds.length).fill(NaN);
  }

  look(t: number, row: Float64Array, start: number): void {
    for (let i = 0; i < this.#bounds.length; i++) {
      const { bound, column, sign } = this.#bounds[i];
      const value = row[start + column];
      const farthest = this.#worst[2 * i];
      if (sign * (value - bound) > (Number.isNaN(farthest) ? 0 : sign * (farthest - bound))) {
        this.#worst[2 * i] = value;
        this.#worst[2 * i + 1] = t;
      }
    }
  }

  found(): Excursion[] {
    return this.#bounds.flatMap(({ joint, coordinate, limit, bound }, i) => {
      const [value, t] = this.#worst.subarray(2 * i, 2 * i + 2);
      return Number.isNaN(value) ? [] : [{ joint, coordinate, limit, bound, value, t }];
    });
  }

  snapshot(): Float64Array {
    return this.#worst.slice();
  }

  restore(numbers: Float64Array): void {
    this.#worst.set(numbers);
  }
}
