import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Actuator, Body, Controller, Joint, Load, Model, Parameter } from "../../src/model/types.js";

/** A sound model with one or two of everything, to be spoilt one place at a time. */
export const arm: Model = mechanism("arm")
  .parameter("m", 2, { unit: "kg", min: 0, max: 10 })
  .body("upper", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.02], frames: { tip: [0, 0, -1] } })
  .body("lower", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.02] })
  .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0] })
  .revolute("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0], at: "upper/tip" })
  .pointSpring("strut", { a: "ground", b: "upper/tip", stiffness: 100, freeLength: 1 })
  .actuator("motor", { joint: "elbow" })
  .controller("loop", { period: 0.01, actuators: ["motor"] })
  .build();

const firstChanged = <T>(list: readonly T[], change: Partial<T>): readonly T[] => [
  { ...list[0], ...change },
  ...list.slice(1),
];

/* Each takes changes that the types may forbid, because files do not know the types. */
export const withParameter = (change: Partial<Parameter>): Model => ({
  ...arm,
  parameters: firstChanged(arm.parameters, change),
});
export const withBody = (change: Partial<Body>): Model => ({ ...arm, bodies: firstChanged(arm.bodies, change) });
export const withJoint = (change: object): Model => ({ ...arm, joints: firstChanged<Joint>(arm.joints, change) });
export const withCoordinate = (change: object): Model =>
  withJoint({ coordinates: [{ ...arm.joints[0].coordinates[0], ...change }] });
export const withLoad = (change: object): Model => ({ ...arm, loads: firstChanged<Load>(arm.loads, change) });
export const withActuator = (change: object): Model => ({
  ...arm,
  actuators: firstChanged<Actuator>(arm.actuators, change),
});
export const withController = (change: Partial<Controller>): Model => ({
  ...arm,
  controllers: firstChanged(arm.controllers, change),
});
