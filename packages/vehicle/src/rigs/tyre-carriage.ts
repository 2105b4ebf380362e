import { mechanism, stateFromJoints, type Model, type State, type TyreLaw } from "kinetree";
import { tyreSizes } from "../vehicles/tyres.js";

/** How the carriage moves: [start, rate] of each, with time [SI, rad]. */
export interface CarriageMotion {
  readonly speed: number;
  /** Positive turns the wheel to the left, so that it slips to the right. */
  readonly angle: readonly [number, number];
  /** Positive leans the wheel to the right. */
  readonly camber: readonly [number, number];
  /** Of the wheel [rad/s]; null lets it roll. */
  readonly spin: readonly [number, number] | null;
  /** [N] */
  readonly load: readonly [number, number];
}

const HEAVE_MASS = 60;

/** A wheel on a carriage that rolls along x with prescribed speed, angle, camber and spin; the load presses it down. */
export function tyreCarriage(
  law: TyreLaw,
  motion: CarriageMotion,
  duration: number,
  friction?: number,
): { readonly model: Model; readonly start: State } {
  const radius = "radius" in law ? law.radius : tyreSizes.radius;
  const part = { mass: 1, inertia: [0.1, 0.1, 0.1] } as const;
  const [load, loadRate] = motion.load;
  const held = mechanism("tyre carriage")
    .gravity(0, 0, 0)
    .plane("road")
    .body("carriage", part)
    .prismatic("travel", { parent: "ground", child: "carriage", axis: [1, 0, 0] })
    .body("slide", { ...part, mass: HEAVE_MASS })
    .prismatic("heave", { parent: "carriage", child: "slide", axis: [0, 0, 1] })
    .body("fork", part)
    .revolute("steer", { parent: "slide", child: "fork", axis: [0, 0, 1] })
    .body("upright", part)
    .revolute("camber", { parent: "fork", child: "upright", axis: [1, 0, 0] })
    .body("wheel", { mass: 20, inertia: [2, 4, 2] })
    .continuous("spin", { parent: "upright", child: "wheel", axis: [0, 1, 0] })
    .jointForce("load", {
      joint: "heave",
      force: {
        kind: "table",
        times: [0, duration],
        values: [-load, -(load + loadRate * duration)],
      },
    })
    .prescribe("travelling", { joint: "travel", motion: [0, motion.speed] })
    .prescribe("steering", { joint: "steer", motion: motion.angle })
    .prescribe("leaning", { joint: "camber", motion: motion.camber });
  const { spin } = motion;
  const model = (
    spin === null ? held : held.prescribe("spinning", { joint: "spin", motion: [0, spin[0], spin[1] / 2] })
  )
    .tyre("tyre", {
      ...tyreSizes,
      body: "wheel",
      carrier: "upright",
      terrain: "road",
      law,
      radius,
      ...(friction === undefined ? {} : { friction }),
    })
    .build();
  const depth = load / tyreSizes.stiffness;
  const start = stateFromJoints(model, {
    q: { heave: (radius as number) - depth, steer: motion.angle[0], camber: motion.camber[0] },
    v: {
      travel: motion.speed,
      steer: motion.angle[1],
      camber: motion.camber[1],
      spin: spin === null ? motion.speed / ((radius as number) - depth / 3) : spin[0],
    },
  });
  return { model, start };
}
