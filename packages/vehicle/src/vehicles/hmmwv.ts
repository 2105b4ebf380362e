import { hmmwv } from "kinetree/systems";
import { equip } from "./equip.js";
import type { TestVehicle, TestWheel } from "./test-vehicle.js";
import { requireFriction, requireTyre } from "./tyres.js";
import type { VehicleOptions } from "./vehicle-options.js";

const LOCK = Math.PI / 6;
/** Of the column, seen from the Pitman arm through its ratio [N m/rad]. */
const STEERING_STIFFNESS = 114.59 * 26 * 26;

const wheels: readonly TestWheel[] = (["FL", "FR", "RL", "RR"] as const).map((s) => ({
  name: s.toLowerCase(),
  tyre: s,
  body: `wheel${s}`,
  spin: `spin${s}`,
  side: s.endsWith("L") ? "left" : "right",
  isSteered: s.startsWith("F"),
}));

/**
 * The named system `hmmwv` on its tyres, without its powertrain: stops, two-rate dampers, drag of the air. The driver turns the Pitman arm
 * through the stiffness of the column; a positive turn about its axis steers to the right. Torques go to the wheels without a
 * driveline: 90 kW at the wheels, shared evenly, and brakes of 4000 N m each.
 */
export function hmmwvOnTyres({ tyre, friction, load }: VehicleOptions): TestVehicle {
  requireTyre(tyre);
  const base = hmmwv({ support: "tyres", tyre, powertrain: "none", air: "on" });
  return equip({
    name: "hmmwv",
    description: {
      ...base,
      name: "HMMWV on tyres",
      bodies: base.bodies.map((body) =>
        body.name === "chassis" ? { ...body, mass: (body.mass as number) + load } : body,
      ),
      tyres: base.tyres.map((each) =>
        friction === undefined ? each : { ...each, friction: requireFriction(friction) },
      ),
    },
    chassis: { body: "chassis", joint: "root" },
    massCentre: [0.0478, 0, 0.1677],
    // Below the driver's eye.
    seat: [0.87, 0.7, 0.4],
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
      drag: 0,
    },
    run: { formulation: "tree-augmented", integrator: "rk4", step: 2e-3 },
  });
}
