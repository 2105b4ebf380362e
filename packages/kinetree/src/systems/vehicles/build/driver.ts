import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { DrivelineData, GearboxData } from "../data/driveline.js";
import type { DriveCommands } from "./driveline.js";

/** Parameters by which the built-in driver is told what to do. */
export const driverParameters = {
  throttle: { value: 0, min: 0, max: 1, description: "throttle of the driver" },
  brake: { value: 0, min: 0, max: 1, description: "brake of the driver, on all wheels" },
  handBrake: { value: 0, min: 0, max: 1, description: "hand brake, on the rear wheels" },
  selector: { value: 1, min: -1, max: 1, description: "1 forwards, 0 neutral, -1 backwards" },
} as const;

/** Time between two samples of the driver [s]. */
const PERIOD = 0.01;

/** Share of the last sample in the filtered speed of the crank. */
const FILTER = 0.2;

/**
 * Adds the controller "driver", which takes pedals and selector from the parameters and changes gears. Runs may put code in its
 * place, which then commands all of its actuators: throttle, gear, brakes, in this order.
 */
export function addDriver(
  soFar: AnyMechanism,
  driveline: DrivelineData,
  { throttle, gear }: DriveCommands,
  brakes: readonly { readonly actuator: string; readonly isRear: boolean }[],
): AnyMechanism {
  const told = Object.entries(driverParameters).reduce(
    (built, [name, { value, ...more }]) => built.parameter(name, value, more),
    soFar,
  );
  const box = driveline.kind === "shafts" ? driveline.gearbox : null;
  const pedal = gear === null ? "throttle * selector" : "throttle";
  return told.controller("driver", {
    period: PERIOD,
    actuators: [...throttle, ...(gear === null ? [] : [gear]), ...brakes.map(({ actuator }) => actuator)],
    law: {
      memory: box === null ? [] : automatic(box),
      commands: [
        ...throttle.map(() => pedal),
        ...(gear === null ? [] : ["max(0, selector) * gearNow + min(0, selector)"]),
        ...brakes.map(({ isRear }) => (isRear ? "max(brake, handBrake)" : "brake")),
      ],
    },
  });
}

/** 1 where an expression is above zero, else 0. */
const isAbove = (expression: string): string => `min(1, max(0, 1e9 * (${expression})))`;

/** Changes up and down at two speeds of the crank, and then waits. */
function automatic({ ratios, up, down, latency }: GearboxData) {
  const mayChange = isAbove("0.5 - wait");
  const changesUp = `${mayChange} * ${isAbove(`speed - ${up}`)} * ${isAbove(`${ratios.length} - 0.5 - gearNow`)}`;
  const changesDown = `${mayChange} * ${isAbove(`${down} - speed`)} * ${isAbove("gearNow - 1.5")}`;
  return [
    { name: "speed", start: 0, next: `speed + ${FILTER} * (shaft.crank.speed - speed)` },
    { name: "gearNow", start: 1, next: `gearNow + ${changesUp} - ${changesDown}` },
    {
      name: "wait",
      start: 0,
      next: `max(0, wait - 1) + ${latency / PERIOD} * (${changesUp} + ${changesDown})`,
    },
  ];
}
