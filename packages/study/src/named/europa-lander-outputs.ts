import type { Output } from "../description/output.js";

const length = (x: string, y: string, z: string): string => `sqrt((${x})^2 + (${y})^2 + (${z})^2)`;

/** The twelve joints of the legs. */
export const europaLegJoints: readonly string[] = Object.freeze(
  ["hip", "knee"].flatMap((joint) => [0, 1, 2, 3, 4, 5].map((k) => `${joint}${k}`)),
);

/** The column of a joint's peak force. */
export const forceColumn = (joint: string): string => `${joint}Force`;

const forces = Object.fromEntries(
  europaLegJoints.map((joint): [string, Output] => {
    const force = length(`load.${joint}.fx`, `load.${joint}.fy`, `load.${joint}.fz`);
    return [
      forceColumn(joint),
      { max: `${force}/(mass*gravity)`, description: "largest force, over the lander's weight" },
    ];
  }),
);

/** The body's z axis in the world, from roll, pitch and yaw: R = Rz(ψ) Ry(θ) Rx(φ). */
const zAxis = {
  x: "(cos(psi)*sin(theta)*cos(phi) + sin(psi)*sin(phi))",
  y: "(sin(psi)*sin(theta)*cos(phi) - cos(psi)*sin(phi))",
  z: "(cos(theta)*cos(phi))",
};

/** What is kept of a landing. */
export const europaLanderOutputs: Readonly<Record<string, Output>> = Object.freeze({
  peakAcceleration: {
    max: length("acc.base.x", "acc.base.y", "acc.base.z"),
    time: true,
    unit: "m/s^2",
    description: "of the main body's mass centre",
  },
  peakProperAcceleration: {
    max: length("acc.base.x", "acc.base.y", "acc.base.z + gravity"),
    unit: "m/s^2",
    description: "of the main body's mass centre against free fall, as an accelerometer feels it",
  },
  ...forces,
  peakForce: {
    expression: europaLegJoints.map(forceColumn).reduce((soFar, column) => `max(${soFar}, ${column})`),
    description: "largest of all joints, over the lander's weight",
  },
  upright: {
    // The z component of the body's z axis, by the quaternion of the free joint.
    min: "1 - 2*(q.root.4^2 + q.root.5^2)",
    time: true,
    description: "cosine of the largest tilt",
  },
  maxTilt: { expression: "acos(max(-1, min(1, upright)))*180/pi", unit: "deg", description: "from level" },
  rolledOver: { predicate: "upright < 0", description: "tilted by more than 90 degrees" },
  projection: {
    expression: `vx*${zAxis.x} + vy*${zAxis.y} - vz*${zAxis.z}`,
    unit: "m/s",
    description: "of the velocity on touch-down on the body's z axis, which points up",
  },
  horizontalSpeed: { expression: "sqrt(vx^2 + vy^2)", unit: "m/s", description: "on touch-down" },
});
