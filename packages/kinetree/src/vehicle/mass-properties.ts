import { createEvaluator } from "../evaluate/evaluator.js";
import { neutralState } from "../state/state.js";
import { dot, times, minus, type Point } from "../systems/parts/point.js";
import { assembleVehicle, type AssembleVehicleOptions } from "../systems/vehicles/assembly/assemble-vehicle.js";
import type { VehicleData } from "../systems/vehicles/data/vehicle.js";

/** Of a whole vehicle in the pose in which it is drawn. */
export interface VehicleMass {
  /** [kg] */
  readonly mass: number;
  /** In the frame of the chassis [m]. */
  readonly com: Point;
  /** About the mass centre, along the axes of the chassis: rows of the tensor [kg m²]. */
  readonly inertia: readonly [Point, Point, Point];
}

/** Mass, mass centre and inertia of a vehicle, from the mass matrix along the speeds of its chassis. */
export function vehicleMass(data: VehicleData, options: Partial<AssembleVehicleOptions> = {}): VehicleMass {
  const model = assembleVehicle(data, { ...options, chassis: "free" }).built.build();
  const M = createEvaluator(model).massMatrix(neutralState(model));
  // The chassis comes first: three rows about its axes, three along them.
  const at = (row: number, column: number): number => M.data[row * M.cols + column];
  const mass = at(3, 3);
  // The block that couples turns and shifts is m c×.
  const com: Point = [at(2, 4) / mass, at(0, 5) / mass, at(1, 3) / mass];
  const unit = (i: number): Point => [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0];
  const row = (i: 0 | 1 | 2): Point => {
    const about: Point = [at(i, 0), at(i, 1), at(i, 2)];
    // Steiner: m (c·c 1 − c cᵀ).
    return minus(about, times(mass, minus(times(dot(com, com), unit(i)), times(com[i], com))));
  };
  return { mass, com, inertia: [row(0), row(1), row(2)] };
}
