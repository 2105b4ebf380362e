import { evaluateReal } from "../model/evaluate-real.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";

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

/** Looks through rows that begin with all coordinates. */
export type FindExcursions = (times: Float64Array, rows: Float64Array, width: number) => Excursion[];

/** Limits without a stop do not hold anything; a run that leaves them says so. */
export function excursionsOf(model: Model, { tree }: Topology, parameters: ArrayLike<number>): FindExcursions {
  const values = new Map(model.parameters.map(({ name }, i) => [name, parameters[i]]));
  const bounds = tree.flatMap(({ joint, qStart }) => {
    const { name, coordinates } = model.joints[joint];
    return coordinates.flatMap((properties, coordinate) =>
      (["lower", "upper"] as const).flatMap((limit) => {
        const bound = properties[limit];
        return bound === null
          ? []
          : [{ joint: name, coordinate, limit, bound: evaluateReal(bound, values), column: qStart + coordinate }];
      }),
    );
  });
  return (times, rows, width) =>
    bounds.flatMap(({ joint, coordinate, limit, bound, column }) => {
      const sign = limit === "lower" ? -1 : 1;
      let [worst, at] = [0, -1];
      for (let row = 0; row < times.length; row++) {
        const beyond = sign * (rows[row * width + column] - bound);
        if (beyond > worst) [worst, at] = [beyond, row];
      }
      return at < 0 ? [] : [{ joint, coordinate, limit, bound, value: rows[at * width + column], t: times[at] }];
    });
}
