import { mechanism } from "../../model/builder/mechanism.js";
import type { PoseLike } from "../../model/pose.js";
import { axisAngle } from "../../model/rotation.js";
import { capsule } from "../../model/bodies/shapes.js";
import { solidSphere } from "../../model/bodies/solids.js";
import { GROUND, type Body, type Model, type Shape } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Options of `arm7`. */
export interface Arm7Options {
  /** Of a ball of 5 cm radius held at the flange [kg]; 0 leaves it out. */
  readonly payload: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const arm7Defaults: Arm7Options = Object.freeze({ payload: 0, gravity: 9.81 });

/** The manufacturer's ready pose [rad]; the arm's zero pose lies outside the limits of joint 4. */
export const arm7Ready: readonly number[] = Object.freeze([
  0,
  -Math.PI / 4,
  0,
  (-3 * Math.PI) / 4,
  0,
  Math.PI / 2,
  Math.PI / 4,
]);

/** One link: its joint's place by Craig's (modified) Denavit-Hartenberg parameters, limits, and mass properties in the joint frame. */
interface ArmLink {
  /** Offset along the x axis of the link before [m]. */
  readonly a: number;
  /** Offset along the own z axis [m]. */
  readonly d: number;
  /** Twist about the x axis of the link before, in quarter turns. */
  readonly twist: -1 | 0 | 1;
  /** [rad] */
  readonly lower: number;
  readonly upper: number;
  /** [N m] */
  readonly torque: number;
  readonly mass: number;
  readonly com: Body["com"];
  readonly inertia: Body["inertia"];
}

/*
 * The Panda arm of Franka Emika. Geometry, limits and torques: Franka Control Interface documentation, "Robot and
 * interface specifications". Masses, mass centres and inertias about them: C. Gaz, M. Cognetti, A. Oliva,
 * P. Robuffo Giordano, A. De Luca, "Dynamic Identification of the Franka Emika Panda Robot With Retrieval of Feasible
 * Parameters Using Penalty-Based Optimization", IEEE Robotics and Automation Letters 4(4), 2019; the height of the first
 * mass centre has no effect on any torque, could not be identified there, and is 0 here.
 */
// prettier-ignore
const links: readonly ArmLink[] = [
  { a: 0, d: 0.333, twist: 0, lower: -2.8973, upper: 2.8973, torque: 87, mass: 4.970684,
    com: [3.875e-3, 2.081e-3, 0], inertia: [0.70337, 0.70661, 9.117e-3, -1.39e-4, 6.772e-3, 1.9169e-2] },
  { a: 0, d: 0, twist: -1, lower: -1.7628, upper: 1.7628, torque: 87, mass: 0.646926,
    com: [-3.141e-3, -2.872e-2, 3.495e-3], inertia: [7.962e-3, 2.811e-2, 2.5995e-2, -3.925e-3, 1.0254e-2, 7.04e-4] },
  { a: 0, d: 0.316, twist: 1, lower: -2.8973, upper: 2.8973, torque: 87, mass: 3.228604,
    com: [2.7518e-2, 3.9252e-2, -6.6502e-2], inertia: [3.7242e-2, 3.6155e-2, 1.083e-2, -4.761e-3, -1.1396e-2, -1.2805e-2] },
  { a: 0.0825, d: 0, twist: 1, lower: -3.0718, upper: -0.0698, torque: 87, mass: 3.587895,
    com: [-5.317e-2, 0.104419, 2.7454e-2], inertia: [2.5853e-2, 1.9552e-2, 2.8323e-2, 7.796e-3, -1.332e-3, 8.641e-3] },
  { a: -0.0825, d: 0.384, twist: -1, lower: -2.8973, upper: 2.8973, torque: 12, mass: 1.225946,
    com: [-1.1953e-2, 4.1065e-2, -3.8437e-2], inertia: [3.5549e-2, 2.9474e-2, 8.627e-3, -2.117e-3, -4.037e-3, 2.29e-4] },
  { a: 0, d: 0, twist: 1, lower: -0.0175, upper: 3.7525, torque: 12, mass: 1.666555,
    com: [6.0149e-2, -1.4117e-2, -1.0517e-2], inertia: [1.964e-3, 4.354e-3, 5.433e-3, 1.09e-4, -1.158e-3, 3.41e-4] },
  { a: 0.088, d: 0, twist: 1, lower: -2.8973, upper: 2.8973, torque: 12, mass: 0.735522,
    com: [1.0517e-2, -4.252e-3, 6.1597e-2], inertia: [1.2516e-2, 1.0027e-2, 4.815e-3, -4.28e-4, -1.196e-3, -7.41e-4] },
];

/** From the frame of link 7 to its flange [m]. */
const FLANGE = 0.107;

/**
 * A 7-joint arm with the geometry and mass properties of a Panda; bodies "link1" to "link7", joints "joint1" to "joint7" about
 * their z axes, actuators "motor1" to "motor7" within the rated torques, frame "link7/flange".
 */
export function arm7(options: Partial<Arm7Options> = {}): Model {
  const { payload, gravity } = readOptions("arm7", arm7Defaults, options);
  const arm = mechanism("7-joint arm")
    .gravity(0, 0, -gravity)
    .repeat(links.length, (soFar, i) => {
      const { a, d, twist, lower, upper, torque, mass, com, inertia } = links[i];
      const name = i + 1;
      const frames: Readonly<Record<string, PoseLike>> = i === links.length - 1 ? { flange: [0, 0, FLANGE] } : {};
      return soFar
        .body(`link${name}`, { mass, com, inertia, frames, shapes: [shapes[i]] })
        .revolute(`joint${name}`, {
          parent: i === 0 ? GROUND : `link${i}`,
          child: `link${name}`,
          // Craig: turn about x by the twist and go a along it, then d along the new z. Quarter turns keep exact zeros.
          at: {
            position: [a, twist === 0 ? 0 : -twist * d, twist === 0 ? d : 0],
            rotation: axisAngle([1, 0, 0], (twist * Math.PI) / 2),
          },
          axis: [0, 0, 1],
          lower,
          upper,
        })
        .actuator(`motor${name}`, { joint: `joint${name}`, lower: -torque, upper: torque });
    });
  if (payload === 0) return arm.build();
  return arm
    .body("payload", { ...solidSphere(payload, 0.05), shapes: [] })
    .weld("grip", { parent: "link7", child: "payload", at: "link7/flange" })
    .build();
}

const quarter = Math.PI / 2;

/** Capsules that follow the links roughly, for display: each spans from its joint towards a neighbour. */
const shapes: readonly Shape[] = [
  capsule(0.07, 0.2, { at: [0, 0, -0.14], use: "display" }),
  capsule(0.07, 0.12, { use: "display" }),
  capsule(0.07, 0.18, { at: [0, 0, -0.13], use: "display" }),
  capsule(0.07, 0.12, { use: "display" }),
  capsule(0.06, 0.24, { at: [0, 0, -0.18], use: "display" }),
  capsule(0.05, 0.06, { at: { position: [0.044, 0, 0], axisAngle: [[0, 1, 0], quarter] }, use: "display" }),
  capsule(0.045, 0.06, { at: [0, 0, 0.05], use: "display" }),
];
