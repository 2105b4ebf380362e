import type { Evaluator } from "../../evaluate/evaluator-types.js";
import type { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import { rowNamed } from "../../formulation/loops/closures/loop-plan.js";
import { quaternionAt } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { LargestDifference } from "./compare-types.js";
import type { SimulationResult } from "../run/result.js";
import { stateNames } from "../channels/state-names.js";

export interface Differences {
  readonly overTime: Float64Array;
  readonly largest: LargestDifference;
}

class Largest {
  value = 0;
  of = "";
  t: number;

  constructor(t: number) {
    this.t = t;
  }

  /** NaN counts as the largest. */
  look(value: number, of: string, t: number): void {
    if (value <= this.value || Number.isNaN(this.value)) return;
    this.value = value;
    this.of = of;
    this.t = t;
  }

  get found(): LargestDifference {
    return { value: this.value, of: this.of, t: this.t };
  }
}

/** A coordinate, or a quaternion, by name and index in q. */
interface Part {
  readonly name: string;
  readonly at: number;
  readonly isQuaternion: boolean;
}

function partsOf(model: Model, topology: Topology): readonly Part[] {
  const names = stateNames(model, topology, "q");
  return topology.tree.flatMap((place): Part[] => {
    const quaternion = quaternionAt(model, place);
    const all = Array.from({ length: place.nq }, (_, i): Part => ({
      name: names[place.qStart + i].name,
      at: place.qStart + i,
      isQuaternion: place.qStart + i === quaternion,
    }));
    return quaternion < 0 ? all : all.filter(({ at }) => at <= quaternion);
  });
}

/** Differences between the coordinates of two runs, at the instants that both were recorded at. */
export function coordinateDifferences(
  model: Model,
  topology: Topology,
  a: SimulationResult,
  b: SimulationResult,
): Differences {
  const parts = partsOf(model, topology);
  return overInstants(a, b, (row, look) => {
    const [qa, qb] = [a.stateAt(row).q, b.stateAt(row).q];
    for (const { name, at, isQuaternion } of parts)
      look(isQuaternion ? turnBetween(qa, qb, at) : Math.abs(qa[at] - qb[at]), name);
  });
}

/** Angle between two orientations [rad], for small angles: twice the distance of the quaternions, up to sign. */
function turnBetween(qa: Float64Array, qb: Float64Array, at: number): number {
  let [same, opposite] = [0, 0];
  for (let i = at; i < at + 4; i++) {
    same += (qa[i] - qb[i]) * (qa[i] - qb[i]);
    opposite += (qa[i] + qb[i]) * (qa[i] + qb[i]);
  }
  return 2 * Math.sqrt(Math.min(same, opposite));
}

export function positionsOf(evaluator: Evaluator, result: SimulationResult): readonly Float64Array[] {
  return Array.from(result.t, (_, row) =>
    Float64Array.from(evaluator.bodies(result.stateAt(row)).flatMap(({ position }) => [...position])),
  );
}

/** Distances between the bodies of two runs, at the instants that both were recorded at. */
export function positionDifferences(
  { bodies }: Model,
  a: SimulationResult,
  b: SimulationResult,
  pa: readonly Float64Array[],
  pb: readonly Float64Array[],
): Differences {
  return overInstants(a, b, (row, look) => {
    bodies.forEach(({ name }, body) => {
      let square = 0;
      for (let i = 3 * body; i < 3 * body + 3; i++) square += (pa[row][i] - pb[row][i]) * (pa[row][i] - pb[row][i]);
      look(Math.sqrt(square), name);
    });
  });
}

export function closureErrors(closures: ClosureEvaluator, result: SimulationResult): LargestDifference {
  return overInstants(result, result, (row, look) => {
    closures.at(result.stateAt(row)).phi.forEach((residual, i) => {
      const { closure, direction } = rowNamed(closures.closures, i);
      look(Math.abs(residual), `${closure}, ${direction}`);
    });
  }).largest;
}

/** The largest coordinate, and the side of the box that the bodies fill during a run. */
export function sizesOf(result: SimulationResult, positions: readonly Float64Array[]): [number, number] {
  let coordinates = 1;
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  positions.forEach((row, i) => {
    for (const x of result.stateAt(i).q) coordinates = Math.max(coordinates, Math.abs(x));
    row.forEach((x, k) => {
      low[k % 3] = Math.min(low[k % 3], x);
      high[k % 3] = Math.max(high[k % 3], x);
    });
  });
  const side = Math.max(0, ...low.map((x, k) => high[k] - x).filter(Number.isFinite));
  return [coordinates, Math.max(SMALLEST_SIZE, side)];
}

/** Size of a mechanism whose bodies all rotate about their origins [m]. */
const SMALLEST_SIZE = 1e-3;

function overInstants(
  a: SimulationResult,
  b: SimulationResult,
  at: (row: number, look: (value: number, of: string) => void) => void,
): Differences {
  // One that stopped early has the instants of the other up to then, and a last one of its own.
  let count = 0;
  while (count < Math.min(a.t.length, b.t.length) && a.t[count] === b.t[count]) count++;
  const overTime = new Float64Array(count);
  const largest = new Largest(a.t[0]);
  for (let row = 0; row < count; row++) {
    const now = new Largest(a.t[row]);
    at(row, (value, of) => now.look(value, of, a.t[row]));
    overTime[row] = now.value;
    largest.look(now.value, now.of, a.t[row]);
  }
  return { overTime, largest: largest.found };
}
