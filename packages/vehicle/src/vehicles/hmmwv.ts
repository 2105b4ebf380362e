import { suspendedVehicle } from "kinetree/systems";
import { equip } from "./equip.js";
import type { TestVehicle, TestWheel } from "./test-vehicle.js";
import { road, tyreLawNamed, tyresOn } from "./tyres.js";
import type { VehicleOptions } from "./vehicle-options.js";

const LOCK = Math.PI / 6;
const STEERING_STIFFNESS = 77463;

const wheels: readonly (TestWheel & { readonly carrier: string })[] = (["FL", "FR", "RL", "RR"] as const).map((s) => ({
  name: s.toLowerCase(),
  tyre: s.toLowerCase(),
  body: `wheel${s}`,
  carrier: `upright${s}`,
  spin: `spin${s}`,
  side: s.endsWith("L") ? "left" : "right",
  isSteered: s.startsWith("F"),
}));

/**
 * The whole vehicle `suspendedVehicle` on tyres in place of posts. The driver turns the Pitman arm through the stiffness of the
 * column; a positive turn about its axis steers to the right. Torques go to the wheels without a driveline: 90 kW at the
 * wheels, shared evenly, and brakes of 4000 N m each.
 */
export function hmmwvOnTyres({ tyre, friction, load }: VehicleOptions): TestVehicle {
  const base = suspendedVehicle({ lowerBall: "spherical", steeringStiffness: STEERING_STIFFNESS });
  const law = tyreLawNamed(tyre);
  return equip({
    name: "hmmwv",
    description: {
      ...base,
      name: "HMMWV on tyres",
      bodies: base.bodies.map((body) =>
        body.name === "chassis" ? { ...body, mass: (body.mass as number) + load } : body,
      ),
      loads: base.loads.filter(({ name }) => !name.startsWith("post")),
      terrains: [road],
      tyres: tyresOn(wheels, law, friction),
    },
    chassis: { body: "chassis", joint: "root" },
    massCentre: [0.0478, 0, 0.1677],
    wheels,
    sizes: { length: 4.93, width: 2.16, wheelbase: 3.301984, track: 1.819402, middle: 0, frontAxle: 1.648579 },
    steering: { wheelAtLock: 26 * LOCK, roadWheelAtLock: 0.462 },
    dropHeight: 0.55,
    steeredBy: [{ joint: "pitman", torque: -STEERING_STIFFNESS * LOCK }],
    torques: {
      torque: 10_000,
      power: 90_000,
      shares: [0.25, 0.25, 0.25, 0.25],
      brakes: [4000, 4000, 4000, 4000],
      brakeLag: 0.05,
      drag: 1.5,
    },
    run: { formulation: "tree-augmented", integrator: "rk4", step: 2e-3 },
  });
}
