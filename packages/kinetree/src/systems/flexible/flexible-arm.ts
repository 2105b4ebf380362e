import { mechanism } from "../../model/builder/mechanism.js";
import { box, cylinder } from "../../model/bodies/shapes.js";
import { solidBox, solidCylinder } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { aluminium } from "../parts/metals.js";
import { readOptions } from "../parts/options.js";

/** Sizes, modes and targets of a flexible arm. */
export interface FlexibleArmOptions {
  /** Lengths of the two tubes [m]. */
  readonly upperLength: number;
  readonly forearmLength: number;
  /** Of both tubes [m]. */
  readonly outerRadius: number;
  readonly innerRadius: number;
  /** Of the motor at the elbow, and of the payload [kg]. */
  readonly elbowMass: number;
  readonly payload: number;
  /** Bending modes of each tube in each of its two planes. */
  readonly modes: number;
  /** Of each mode, as a share of critical damping. */
  readonly dampingRatio: number;
  /** Where the three joints go, and how long they take [rad, s]. */
  readonly turnTarget: number;
  readonly shoulderTarget: number;
  readonly elbowTarget: number;
  readonly moveTime: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** Slender enough that the weight of the payload bends the upper tube by centimetres. */
export const flexibleArmDefaults: FlexibleArmOptions = Object.freeze({
  upperLength: 1.5,
  forearmLength: 1.2,
  outerRadius: 0.015,
  innerRadius: 0.013,
  elbowMass: 1,
  payload: 1,
  modes: 2,
  dampingRatio: 0.01,
  turnTarget: 1.2,
  shoulderTarget: 0.9,
  elbowTarget: -0.8,
  moveTime: 2,
  gravity: 9.81,
});

/** Of the controller [s]. */
const PERIOD = 0.002;

/**
 * Gains on angle and rate at each joint [N m/rad, N m s/rad], and the inertia of its motor as the gear passes it on [kg m²]:
 * without it a joint would carry little more than the end of a tube, too little inertia for a sampled rate.
 */
const drives = {
  turn: { stiffness: 300, damping: 120, armature: 1 },
  shoulder: { stiffness: 600, damping: 150, armature: 1 },
  elbow: { stiffness: 200, damping: 40, armature: 0.3 },
} as const;

/**
 * Two slender tubes on a turntable, a motor between them and a payload at the end. At zero the arm is stretched out along x;
 * positive "shoulder" and "elbow" lift. Joints "turn", "shoulder", "elbow"; "upper" and "forearm" have the modal amplitudes of
 * the tubes of these names, whose ends are the stations "upper_tip" and "forearm_tip". Controller "pd" drives the actuators
 * "turn", "shoulder" and "elbow" from zero to parameters "turnTarget", "shoulderTarget" and "elbowTarget": a spring and a damper
 * towards a smooth path, and the weight of the arm as if it were rigid. The sizes are ours.
 */
export function flexibleArm(options: Partial<FlexibleArmOptions> = {}): Model {
  const given = readOptions("flexible-arm", flexibleArmDefaults, options, ["modes"]);
  const { upperLength, forearmLength, outerRadius, innerRadius, modes } = given;
  const tube = {
    section: { kind: "tube", outerRadius, innerRadius },
    material: aluminium,
    modes: { y: modes, z: modes },
    dampingRatio: given.dampingRatio,
  } as const;
  const motorOf = (joint: keyof typeof drives): { armature: number } => ({ armature: drives[joint].armature });
  const motor = 3 * outerRadius;
  const load = [0.12, 0.12, 0.12] as const;
  const up = [0, -1, 0] as const;
  return mechanism("flexible arm")
    .gravity(0, 0, -given.gravity)
    .parameter("turnTarget", given.turnTarget, { unit: "rad" })
    .parameter("shoulderTarget", given.shoulderTarget, { unit: "rad" })
    .parameter("elbowTarget", given.elbowTarget, { unit: "rad" })
    .body("turntable", {
      ...solidCylinder(20, 0.2, 0.3, [0, 0, 0.15]),
      shapes: [cylinder(0.2, 0.3, { at: [0, 0, 0.15] })],
    })
    .beam("upper", { length: upperLength, ...tube })
    .body("elbow", {
      ...solidCylinder(given.elbowMass, motor, 2 * motor),
      shapes: [cylinder(motor, 2 * motor, { at: { axisAngle: [[1, 0, 0], Math.PI / 2] } })],
    })
    .beam("forearm", { length: forearmLength, ...tube })
    .body("payload", { ...solidBox(given.payload, load), shapes: [box(load)] })
    .revolute("turn", { parent: GROUND, child: "turntable", axis: [0, 0, 1], ...motorOf("turn") })
    .revolute("shoulder", { parent: "turntable", child: "upper", at: [0, 0, 0.35], axis: up, ...motorOf("shoulder") })
    .weld("elbowMount", { parent: "upper_tip", child: "elbow" })
    .revolute("elbow", { parent: "elbow", child: "forearm", axis: up, ...motorOf("elbow") })
    .weld("grip", { parent: "forearm_tip", child: "payload" })
    .actuator("turn", { joint: "turn" })
    .actuator("shoulder", { joint: "shoulder" })
    .actuator("elbow", { joint: "elbow" })
    .controller("pd", {
      period: PERIOD,
      actuators: ["turn", "shoulder", "elbow"],
      law: { commands: commandsOf(given) },
    })
    .build();
}

/** Torques of the three motors: proportional and derivative gains along a smooth path, and the weight of the arm as if rigid. */
function commandsOf(given: FlexibleArmOptions): readonly string[] {
  const { upperLength, forearmLength, outerRadius, innerRadius, elbowMass, payload, gravity } = given;
  const perLength = Number(aluminium.density) * Math.PI * (outerRadius * outerRadius - innerRadius * innerRadius);
  // Torque of the weight at the joints for level tubes.
  const forearmWeight = gravity * forearmLength * (payload + (perLength * forearmLength) / 2);
  const beyondElbow = elbowMass + perLength * forearmLength + payload;
  const upperWeight = gravity * upperLength * (beyondElbow + (perLength * upperLength) / 2);
  const ofForearm = `${forearmWeight}*cos(q.shoulder + q.elbow)`;
  const share = `min(t/${given.moveTime}, 1)`;
  const towards = (joint: keyof typeof drives): string => {
    const path = `${joint}Target*${share}*${share}*(3 - 2*${share})`;
    const { stiffness, damping } = drives[joint];
    return `${stiffness}*(${path} - q.${joint}) - ${damping}*v.${joint}`;
  };
  return [
    towards("turn"),
    `${towards("shoulder")} + ${upperWeight}*cos(q.shoulder) + ${ofForearm}`,
    `${towards("elbow")} + ${ofForearm}`,
  ];
}
