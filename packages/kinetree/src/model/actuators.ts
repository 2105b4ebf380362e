import { attachment, real, type AnyFields, type FieldsFor } from "./fields.js";
import { alongSpeed } from "./loads/joint-force.js";
import type { Real, Vec3R } from "./real.js";
import type { Attachment } from "./types.js";

/** What actuators have in common: a command within its range, multiplied by a gain. */
export interface Command {
  readonly name: string;
  readonly gain: Real;
  /** Range of the command. */
  readonly lower: Real | null;
  readonly upper: Real | null;
}

/** A motor: gain × clamp(command) along one speed of a joint. */
export interface JointActuator extends Command {
  readonly kind: "joint";
  readonly joint: string;
  readonly coordinate: number;
}

/**
 * A spring-damper along one speed of a joint whose stiffness and damping follow the command: the first of the two values at
 * gain × command = 0, the second at 1, in between in proportion; held at the ends beyond. Force = −(k (q − rest) + c v).
 */
export interface ImpedanceActuator extends Command {
  readonly kind: "impedance";
  readonly joint: string;
  readonly coordinate: number;
  /** [N/m or N m/rad] */
  readonly stiffness: readonly [Real, Real];
  /** [N s/m or N m s/rad] */
  readonly damping: readonly [Real, Real];
  /** Where the spring is at rest. */
  readonly rest: Real;
}

/**
 * A thruster or a reaction wheel: a force through, or a torque about, the attached frame's origin, along `axis` in the attached
 * frame or in the world. An axis is a direction of any length: the size of the load is gain × clamp(command) alone.
 */
export interface BodyActuator extends Command {
  readonly kind: "body";
  readonly at: Attachment;
  readonly axis: Vec3R;
  readonly effect: "force" | "torque";
  readonly along: "world" | "body";
}

/** The throttle of an engine, the pedal of a brake, the lever of a gearbox: gain × clamp(command), added to the element's own command. */
export interface ShaftActuator extends Command {
  readonly kind: "shaft";
  readonly element: string;
}

/** A commanded load. */
export type Actuator = JointActuator | ImpedanceActuator | BodyActuator | ShaftActuator;

type ActuatorKind = Actuator["kind"];

interface ActuatorDefinition<A extends Actuator> {
  readonly doc: string;
  readonly fields: FieldsFor<A, keyof Command | "kind">;
}

/** All kinds of actuators. */
export const actuatorDefinitions: {
  readonly [K in ActuatorKind]: ActuatorDefinition<Extract<Actuator, { readonly kind: K }>>;
} = Object.freeze({
  joint: { doc: "Along one speed of a joint.", fields: alongSpeed },
  impedance: {
    doc: "A spring-damper along one speed of a joint, between two settings: the first where gain · command is 0, the second where it is 1.",
    fields: {
      joint: { ...alongSpeed.joint, isScalar: true },
      coordinate: alongSpeed.coordinate,
      stiffness: { type: "pair", measure: { quantity: "stiffness" }, doc: "at 0 and at 1" },
      damping: { type: "pair", measure: { quantity: "damping" }, doc: "at 0 and at 1" },
      rest: real({ quantity: "position" }, "coordinate where the spring is at rest", { default: 0 }),
    },
  },
  body: {
    doc: "On a body, like a thruster.",
    fields: {
      at: attachment("on", "where it acts"),
      axis: { type: "direction", doc: "direction of any length" },
      effect: {
        type: "choice",
        values: ["force", "torque"],
        doc: "a force through the place, or a torque",
        default: "force",
      },
      along: {
        type: "choice",
        values: ["world", "body"],
        doc: "whether the axis turns with the body or stays in the world",
        default: "body",
      },
    },
  },
  shaft: {
    doc: "Commands an element between shafts, such as an engine.",
    fields: { element: { type: "element", doc: "name of the element" } },
  },
});

export const actuatorKinds = Object.freeze(Object.keys(actuatorDefinitions)) as readonly ActuatorKind[];

/** The fields of a kind of actuator by their names. */
export const actuatorFields = (kind: ActuatorKind): AnyFields =>
  actuatorDefinitions[kind].fields as unknown as AnyFields;
