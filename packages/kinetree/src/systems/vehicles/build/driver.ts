import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { DrivelineData, GearboxData } from "../data/driveline.js";
import type { DriveCommands } from "./driveline.js";
import type { WheelPlace } from "./ports.js";

/** Parameters by which the built-in driver is told what to do. */
export const driverParameters = {
  throttle: { value: 0, min: 0, max: 1, description: "throttle of the driver" },
  brake: { value: 0, min: 0, max: 1, description: "brake of the driver, on all wheels" },
  handBrake: { value: 0, min: 0, max: 1, description: "hand brake, on the rear wheels" },
  selector: { value: 1, min: -1, max: 1, description: "1 forwards, 0 neutral, -1 backwards" },
} as const;

const turnParameter = {
  turn: { value: 0, min: -1, max: 1, description: "motors of the right wheels less those of the left: 1 turns left" },
} as const;

/** Parameters of an automatic box. */
const shiftParameters = ({ up, down, latency }: GearboxData) => ({
  shiftUp: { value: up, unit: "rad/s", min: 0, description: "speed of the crank above which it changes up" },
  shiftDown: { value: down, unit: "rad/s", min: 0, description: "speed of the crank below which it changes down" },
  startGear: { value: 1, min: 1, description: "gear at the start of the run" },
  shiftPause: { value: latency, unit: "s", min: 0, description: "least time between two changes of gear" },
});

/** Name of the controller that drives. */
export const DRIVER = "driver";

/** Time between two of its samples [s]. */
export const DRIVER_PERIOD = 0.01;

/** Share of the last sample in the filtered speed of the crank. */
export const CRANK_FILTER = 0.2;

/**
 * Adds the controller "driver", which takes pedals and selector from the parameters and changes gears. Runs may put code in its
 * place, which then commands all of its actuators: steering where there is one, throttle, gear, brakes, in this order.
 */
export function addDriver(
  soFar: AnyMechanism,
  driveline: DrivelineData,
  { steering, throttle, gear }: DriveCommands & { readonly steering: readonly string[] },
  wheels: readonly WheelPlace[],
): AnyMechanism {
  const box = driveline.kind === "shafts" ? driveline.gearbox : null;
  const parameters = { ...driverParameters, ...(box === null ? turnParameter : shiftParameters(box)) };
  const told = Object.entries(parameters).reduce(
    (built, [name, { value, ...more }]) => built.parameter(name, value, more),
    soFar,
  );
  const pedalOf = { left: "throttle * selector - turn", right: "throttle * selector + turn" };
  const brakes = wheels.map(({ suffix }) => `brake${suffix}`);
  const isRear = (i: number): boolean => i >= wheels.length - 2;
  return told.controller(DRIVER, {
    period: DRIVER_PERIOD,
    actuators: [...steering, ...throttle.map(({ actuator }) => actuator), ...(gear === null ? [] : [gear]), ...brakes],
    law: {
      memory: box === null ? [] : automatic(box),
      commands: [
        // The parameter "steer" turns the steering without it.
        ...steering.map(() => "0"),
        ...throttle.map(({ side }) => (side === null ? "throttle" : pedalOf[side])),
        ...(gear === null ? [] : ["max(0, selector) * gearNow + min(0, selector)"]),
        ...brakes.map((_, i) => (isRear(i) ? "max(brake, handBrake)" : "brake")),
      ],
    },
  });
}

/** 1 where an expression is above zero, else 0. */
const isAbove = (expression: string): string => `min(1, max(0, 1e9 * (${expression})))`;

/** Samples at the start of a run without a change, in which the filter settles. */
export const SETTLING = 20;

/** Changes up and down at two speeds of the crank, and then waits. Before the first sample there is no gear. */
function automatic({ ratios }: GearboxData) {
  const mayChange = isAbove("0.5 - wait");
  const changesUp = `${mayChange} * ${isAbove("speed - shiftUp")} * ${isAbove(`${ratios.length} - 0.5 - gearNow`)}`;
  const changesDown = `${mayChange} * ${isAbove("shiftDown - speed")} * ${isAbove("gearNow - 1.5")}`;
  return [
    { name: "speed", start: 0, next: `speed + ${CRANK_FILTER} * (shaft.crank.speed - speed)` },
    {
      name: "gearNow",
      start: 0,
      next: `gearNow + ${isAbove("0.5 - gearNow")} * startGear + ${changesUp} - ${changesDown}`,
    },
    {
      name: "wait",
      start: SETTLING,
      next: `max(0, wait - 1) + shiftPause * ${1 / DRIVER_PERIOD} * (${changesUp} + ${changesDown})`,
    },
  ];
}
