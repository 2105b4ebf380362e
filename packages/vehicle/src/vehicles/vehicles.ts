import { RequestError } from "kinetree";
import { unknownName } from "kinetree/tools";
import { doubleTrack } from "./double-track.js";
import { hmmwvOnTyres } from "./hmmwv.js";
import type { TestVehicle } from "./test-vehicle.js";
import { vehicleDefaults, type VehicleOptions } from "./vehicle-options.js";

/** A vehicle that the tests know by name. */
export interface NamedVehicle {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  readonly make: (options?: Partial<VehicleOptions>) => TestVehicle;
}

const named = (name: string, summary: string, make: (options: VehicleOptions) => TestVehicle): NamedVehicle =>
  Object.freeze({ name, summary, make: (options = {}) => make(checked({ ...vehicleDefaults, ...options })) });

function checked(options: VehicleOptions): VehicleOptions {
  const { load } = options;
  if (load >= 0 && Number.isFinite(load)) return options;
  const message = `load is ${load}, must be 0 or more. Give the payload in kg.`;
  throw new RequestError({ code: "bad-load", subject: "load", value: load, message });
}

/** All vehicles. */
export const vehicles: readonly NamedVehicle[] = Object.freeze([
  named(
    "hmmwv",
    "HMMWV with double wishbones and Pitman arm steering on tyres: 36 bodies, 30 constraints",
    hmmwvOnTyres,
  ),
  named(
    "double-track",
    "a chassis on four wheels that slide up and down: fast, without suspension geometry",
    doubleTrack,
  ),
]);

/** A vehicle by its name. */
export function vehicleNamed(name: string): NamedVehicle {
  const found = vehicles.find((each) => each.name === name);
  if (!found)
    throw unknownName(
      "vehicle",
      name,
      vehicles.map((each) => each.name),
    );
  return found;
}
