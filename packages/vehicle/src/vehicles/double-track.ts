import { mechanism, type AnyMechanism } from "kinetree";
import { equip } from "./equip.js";
import type { TestVehicle, TestWheel } from "./test-vehicle.js";
import { road, tyreLawNamed, tyresOn } from "./tyres.js";
import type { VehicleOptions } from "./vehicle-options.js";

/* Sizes of the HMMWV; springs that carry it at the same height, rates as seen at the wheels. */
const FRONT = 1.648579;
const REAR = -1.653405;
const HALF_TRACK = 0.909701;
const AXLE_HEIGHT = -0.026289;
const MASS = { chassis: 2086.5, corner: 51.8, wheel: 71.1 } as const;
const SPIN_INERTIA = 7.8;
const RIDE = { stiffness: [68_000, 75_000], damping: [5200, 5800] } as const;
const LOCK = 0.462;
const STEERING = { stiffness: 8e4, damping: 500 } as const;

const corners = (["FL", "FR", "RL", "RR"] as const).map((s) => ({
  s,
  isFront: s.startsWith("F"),
  x: s.startsWith("F") ? FRONT : REAR,
  y: s.endsWith("L") ? HALF_TRACK : -HALF_TRACK,
}));

const wheels: readonly (TestWheel & { readonly carrier: string })[] = corners.map(({ s, isFront }) => ({
  name: s.toLowerCase(),
  tyre: s.toLowerCase(),
  body: `wheel${s}`,
  carrier: `upright${s}`,
  spin: `spin${s}`,
  side: s.endsWith("L") ? "left" : "right",
  isSteered: isFront,
}));

/**
 * A vehicle of the HMMWV's size without suspension geometry: wheels slide straight up and down on the chassis, and front
 * wheels turn about upright axes through their centres against a stiff spring. 16 degrees of freedom, no loops, no toe.
 */
export function doubleTrack({ tyre, friction, load }: VehicleOptions): TestVehicle {
  const law = tyreLawNamed(tyre);
  const start: AnyMechanism = mechanism("double track")
    .gravity(0, 0, -9.81)
    .body("chassis", { mass: MASS.chassis + load, com: [0.056, 0, 0.213], inertia: [1078.5, 2955.7, 3570.2] })
    .free("root", { parent: "ground", child: "chassis" });
  const model = corners.reduce(addCorner, start).build();
  return equip({
    name: "double-track",
    description: { ...model, terrains: [road], tyres: tyresOn(wheels, law, friction) },
    chassis: { body: "chassis", joint: "root" },
    massCentre: [0.0478, 0, 0.1677],
    // Below the driver's eye.
    seat: [0.87, 0.7, 0.4],
    wheels,
    sizes: {
      length: 4.93,
      width: 2.16,
      wheelbase: FRONT - REAR,
      track: 2 * HALF_TRACK,
      middle: 0,
      frontAxle: FRONT,
    },
    steering: { wheelAtLock: 13.6, roadWheelAtLock: LOCK },
    dropHeight: 0.5,
    steeredBy: ["steerFL", "steerFR"].map((joint) => ({ joint, torque: STEERING.stiffness * LOCK })),
    torques: {
      torque: 10_000,
      power: 90_000,
      shares: [0.25, 0.25, 0.25, 0.25],
      brakes: [4000, 4000, 4000, 4000],
      brakeLag: 0.05,
      drag: 1.5,
    },
    run: { formulation: "articulated", integrator: "rk4", step: 2e-3 },
  });
}

function addCorner(soFar: AnyMechanism, { s, isFront, x, y }: (typeof corners)[number]): AnyMechanism {
  const i = isFront ? 0 : 1;
  // Carries its share of the chassis where the wheel is in its drawn place.
  const loaded = (MASS.chassis / 2) * 9.81 * (isFront ? 0.056 - REAR : FRONT - 0.056);
  const preload = loaded / (FRONT - REAR);
  const carrier = `upright${s}`;
  const slide = isFront ? `slide${s}` : carrier;
  const mass = { inertia: [0.2, 0.2, 0.2] as const, com: [0, 0, 0] as const };
  const onSlide = soFar
    .body(slide, { ...mass, mass: isFront ? MASS.corner / 2 : MASS.corner })
    .prismatic(`travel${s}`, {
      parent: "chassis",
      child: slide,
      at: [x, y, AXLE_HEIGHT],
      axis: [0, 0, 1],
      stiffness: RIDE.stiffness[i],
      damping: RIDE.damping[i],
      rest: -preload / RIDE.stiffness[i],
    });
  const withCarrier = isFront
    ? onSlide.body(carrier, { ...mass, mass: MASS.corner / 2 }).revolute(`steer${s}`, {
        parent: slide,
        child: carrier,
        axis: [0, 0, 1],
        stiffness: STEERING.stiffness,
        damping: STEERING.damping,
      })
    : onSlide;
  return withCarrier
    .body(`wheel${s}`, { mass: MASS.wheel, inertia: [4.3, SPIN_INERTIA, 4.3], com: [0, 0, 0] })
    .continuous(`spin${s}`, { parent: carrier, child: `wheel${s}`, axis: [0, 1, 0] });
}
