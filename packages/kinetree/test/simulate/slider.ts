import { mechanism } from "../../src/model/builder/mechanism.js";
import type { CoordinateOptions } from "../../src/model/joints/joint-definition.js";
import type { SignalLike } from "../../src/model/signals.js";
import type { Model } from "../../src/model/types.js";

/** 1 kg on a rail along x, joint "rail", without gravity: x'' = the force on it. */
const onRail = (coordinate: CoordinateOptions = {}) =>
  mechanism("slider")
    .gravity(0, 0, 0)
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], ...coordinate });

export const slider = (coordinate: CoordinateOptions = {}): Model => onRail(coordinate).build();

export const pushedSlider = (force: SignalLike, coordinate: CoordinateOptions = {}): Model =>
  onRail(coordinate).jointForce("push", { joint: "rail", force }).build();

/** Driven by the actuator "motor" of the controller "pilot". */
export const drivenSlider = (
  period: number,
  limits: { readonly lower?: number; readonly upper?: number; readonly gain?: number } = {},
  coordinate: CoordinateOptions = {},
): Model =>
  onRail(coordinate)
    .actuator("motor", { joint: "rail", ...limits })
    .controller("pilot", { period, actuators: ["motor"] })
    .build();

/** A body thrown in the x-z plane, joint "flight" with coordinates x and z. */
export const projectile = (): Model =>
  mechanism("projectile")
    .body("stone", { mass: 2, inertia: [1, 1, 1] })
    .general("flight", {
      parent: "ground",
      child: "stone",
      axes: [
        { kind: "translation", axis: [1, 0, 0] },
        { kind: "translation", axis: [0, 0, 1] },
      ],
    })
    .build();

/** Its gravity. */
export const GRAVITY = 9.81;
