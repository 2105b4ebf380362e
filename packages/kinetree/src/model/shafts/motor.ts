import { real, type Field } from "../fields.js";
import type { Real } from "../real.js";
import type { ShaftPort } from "../shaft.js";
import type { Curve } from "../types.js";
import { lag } from "./clutch.js";
import { command, port, type Commanded, type ShaftElementDefinition } from "./element-definition.js";

/**
 * A motor within an envelope: torque = command · T_max below P_max/T_max, command · P_max/|ω| above; nothing drives beyond the
 * largest speed, which it approaches over the last twentieth. The command is held between −1 and 1.
 */
export interface Motor extends Commanded {
  readonly kind: "motor";
  readonly on: ShaftPort;
  /** [N m] */
  readonly maxTorque: Real;
  /** [W] */
  readonly maxPower?: Real;
  /** [rad/s] */
  readonly maxSpeed?: Real;
  /** [s] */
  readonly lag: Real;
}

const positive = (what: string) => ({ is: "positive", fix: `Give ${what}, or leave it out.` }) as const;

export const motor: ShaftElementDefinition<Motor> = {
  kind: "motor",
  doc: "Torque command · maxTorque within an envelope of power and speed.",
  fields: {
    on: port("what it turns"),
    maxTorque: real("torque", "at the command 1 and low speed", { sign: positive("the largest torque") }),
    maxPower: real("power", "beyond maxPower/maxTorque the torque falls with the speed", {
      sign: positive("the largest power"),
      optional: true,
      defaultText: "no limit",
    }),
    maxSpeed: real("angularSpeed", "speed beyond which it does not drive", {
      sign: positive("the largest speed"),
      optional: true,
      defaultText: "no limit",
    }),
    lag: lag(0),
    command: command("−1 to 1"),
  },
  nature: "housed",
  uncommanded: 0,
};

/** An engine by curves of torque over speed: u full(ω) + (1 − u) idle(ω) + loss(ω), with the command u held between 0 and 1. */
export interface Engine extends Commanded {
  readonly kind: "engine";
  readonly on: ShaftPort;
  /** At full throttle. */
  readonly full: Curve;
  /** At no throttle; none if left out. */
  readonly idle?: Curve;
  /** At any throttle, negative where it drags; none if left out. */
  readonly loss?: Curve;
  /** [s] */
  readonly lag: Real;
}

const overSpeed = { over: "angularSpeed", measure: "torque" } as const;
const dragging = (doc: string): Field<"curve"> => ({
  type: "curve",
  ...overSpeed,
  optional: true,
  defaultText: "none",
  doc,
});

export const engine: ShaftElementDefinition<Engine> = {
  kind: "engine",
  doc: "Engine by curves of torque over speed: command · full + (1 − command) · idle + loss.",
  fields: {
    on: port("its crank"),
    full: { type: "curve", ...overSpeed, doc: "torque at full throttle over speed" },
    idle: dragging("torque at no throttle over speed"),
    loss: dragging("torque at any throttle over speed, negative where it drags"),
    lag: lag(0),
    command: command("throttle, 0 to 1"),
  },
  nature: "housed",
  uncommanded: 0,
};
