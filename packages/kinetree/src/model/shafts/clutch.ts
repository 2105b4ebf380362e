import { real } from "../fields.js";
import type { Real } from "../real.js";
import type { ShaftPort } from "../shaft.js";
import { command, notNegative, port, type Commanded, type ShaftElementDefinition } from "./element-definition.js";

/** How dry friction sticks: a spring and a damper side by side, in line with what slips. */
export interface Sticking {
  /** Torque at which it slips, at the command 1 [N m]. */
  readonly capacity: Real;
  /** [N m/rad] */
  readonly stiffness: Real;
  /** [N m s/rad], more than 0: damping/stiffness is the time in which it lets go. */
  readonly damping: Real;
}

/** Fields of elements that stick and slip. */
export const sticking = {
  capacity: real("torque", "torque at which it slips, at the command 1", { sign: notNegative }),
  stiffness: real("angularStiffness", "of what sticks", {
    sign: { is: "positive", fix: "Give the stiffness with which it holds." },
    default: 4e5,
  }),
  damping: real("angularDamping", "of what sticks, more than 0", {
    sign: { is: "positive", fix: "Without damping it would never let go: give about a thousandth of the stiffness." },
    default: 400,
  }),
} as const;

/** Time constant of the command, for elements that follow it with a delay. */
export const lag = (value: number) =>
  real("time", "time constant with which it follows the command; 0 at once", { sign: notNegative, default: value });

/** Dry friction between two ends that sticks without creep and slips at its capacity. */
export interface Clutch extends Commanded, Sticking {
  readonly kind: "clutch";
  readonly a: ShaftPort;
  readonly b: ShaftPort;
  /** [s] */
  readonly lag: Real;
}

export const clutch: ShaftElementDefinition<Clutch> = {
  kind: "clutch",
  doc: "Dry friction between two ends: it sticks like a spring and a damper, and slips at capacity · command. Without a command it is closed: a torque limiter, or the lock of a differential.",
  fields: {
    a: port("one end"),
    b: port("other end"),
    ...sticking,
    lag: lag(0),
    command: command("0 open to 1 closed"),
  },
  nature: "bar",
  uncommanded: 1,
};

/** Dry friction against the housing: a stopped wheel stays stopped. */
export interface Brake extends Commanded, Sticking {
  readonly kind: "brake";
  readonly on: ShaftPort;
  /** [s] */
  readonly lag: Real;
}

export const brake: ShaftElementDefinition<Brake> = {
  kind: "brake",
  doc: "Dry friction against what carries the shaft, or against the parent of the joint: it holds without creep and slips at capacity · command.",
  fields: {
    on: port("what it stops"),
    ...sticking,
    lag: lag(0.05),
    command: command("0 open to 1 full"),
  },
  nature: "housed",
  uncommanded: 0,
};
