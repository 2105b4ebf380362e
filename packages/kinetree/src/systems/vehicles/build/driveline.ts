import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { DifferentialData, DrivelineData, ShaftDrivelineData, WheelMotorData } from "../data/driveline.js";
import type { BodyFrame, Side, WheelPlace } from "./ports.js";

/** Wheels that are driven. */
export type DrivenAxles = "all" | "front" | "rear";

/** What a driver commands, by actuator; the rest of the vehicle follows. */
export interface DriveCommands {
  /** Actuators of the throttle: one, or one for each motor, with the side of its wheel. */
  readonly throttle: readonly { readonly actuator: string; readonly side: Side | null }[];
  /** Actuator of the gear; null without a box. */
  readonly gear: string | null;
}

/** A driveline as it has been added. */
export interface AddedDriveline {
  readonly built: AnyMechanism;
  readonly commands: DriveCommands;
}

/** Adds what drives the wheels. Torques react where the parts are bolted: on the chassis, or on the carriers for motors in the wheels. */
export function addDriveline(
  soFar: AnyMechanism,
  data: DrivelineData,
  chassis: BodyFrame,
  wheels: readonly WheelPlace[],
  driven: DrivenAxles,
): AddedDriveline {
  return data.kind === "shafts"
    ? addShafts(soFar, data, chassis, axlesOf(wheels, driven))
    : addMotors(soFar, data, axlesOf(wheels, driven).flat());
}

type AxleOfWheels = readonly [left: WheelPlace, right: WheelPlace];

function axlesOf(wheels: readonly WheelPlace[], driven: DrivenAxles): readonly AxleOfWheels[] {
  const axles = Array.from({ length: wheels.length / 2 }, (_, i): AxleOfWheels => [wheels[2 * i], wheels[2 * i + 1]]);
  if (driven === "all") return axles;
  return driven === "front" ? axles.slice(0, 1) : axles.slice(-1);
}

function addMotors(soFar: AnyMechanism, motor: WheelMotorData, wheels: readonly WheelPlace[]): AddedDriveline {
  const built = soFar.repeat(wheels.length, (each, i) => {
    const { suffix, spin } = wheels[i];
    return each
      .shaftElement(`motor${suffix}`, {
        kind: "motor",
        on: { joint: spin },
        maxTorque: motor.torque,
        maxPower: motor.power,
        maxSpeed: motor.speed,
        lag: motor.lag,
      })
      .actuator(`throttle${suffix}`, { element: `motor${suffix}` });
  });
  const throttle = wheels.map(({ suffix, side }) => ({ actuator: `throttle${suffix}`, side }));
  return { built, commands: { throttle, gear: null } };
}

/** Along the vehicle, and across it: positive speeds drive forwards. */
const ALONG = [1, 0, 0] as const;
const ACROSS = [0, 1, 0] as const;

/** Torque at which friction in a differential counts as locked [N m]. */
const LOCKED = 2e4;

function addShafts(
  soFar: AnyMechanism,
  data: ShaftDrivelineData,
  chassis: BodyFrame,
  axles: readonly AxleOfWheels[],
): AddedDriveline {
  const { engine, converter, gearbox, transfer, inertias } = data;
  const mounted = (inertia: number, axis: typeof ALONG | typeof ACROSS = ALONG) => ({
    inertia,
    mount: { at: chassis.body, axis },
  });
  const withEngine = soFar.shaft("crank", mounted(engine.crank)).shaftElement("engine", {
    kind: "engine",
    on: "crank",
    full: engine.full,
    ...(engine.idle === null ? {} : { idle: engine.idle }),
    ...(engine.loss === null ? {} : { loss: engine.loss }),
  });
  const toBox =
    converter === null
      ? withEngine
      : withEngine
          .shaft("turbine", mounted(inertias.input))
          .shaftElement("converter", { kind: "converter", pump: "crank", turbine: "turbine", ...converter });
  const ends = axles.map(([{ suffix }]) => `propeller${suffix[0]}`);
  const isShared = ends.length > 1;
  const output = isShared ? "transfer" : ends[0];
  const withBox = toBox
    .shaft("output", mounted(inertias.output))
    .shaftElement("gearbox", {
      kind: "gearbox",
      input: converter === null ? "crank" : "turbine",
      output: "output",
      ratios: gearbox.ratios,
      reverse: gearbox.reverse,
      shiftTime: gearbox.shiftTime,
      capacity: gearbox.capacity,
      stiffness: gearbox.stiffness,
      damping: gearbox.damping,
    })
    .repeat(ends.length, (built, i) => built.shaft(ends[i], mounted(inertias.propeller)));
  const withTransfer = isShared
    ? withBox
        .shaft("transfer", mounted(0))
        .shaftElement("centre", { kind: "differential", input: "transfer", a: ends[0], b: ends[1] })
    : withBox;
  const atPropellers = withTransfer.shaftElement("range", {
    kind: "gear",
    input: "output",
    output,
    ratio: transfer,
  });
  const built = axles.reduce((each, wheels, i) => addFinalDrive(each, data, wheels, ends[i], mounted), atPropellers);
  return {
    built: built.actuator("throttle", { element: "engine" }).actuator("gear", { element: "gearbox" }),
    commands: { throttle: [{ actuator: "throttle", side: null }], gear: "gear" },
  };
}

/** A differential behind a bevel gear, and a half shaft to either wheel. */
function addFinalDrive(
  soFar: AnyMechanism,
  { finalDrive, differential, halfShaft, inertias }: ShaftDrivelineData,
  wheels: AxleOfWheels,
  input: string,
  mounted: (inertia: number, axis?: typeof ALONG | typeof ACROSS) => object,
): AnyMechanism {
  const [left, right] = wheels.map(({ suffix }) => `sideGear${suffix}`);
  const axle = wheels[0].suffix[0];
  // The box turns with the mean of both wheels: half of it counts with each.
  const sideGear = inertias.sideGear + inertias.differential / 2;
  const open = soFar
    .shaft(left, mounted(sideGear, ACROSS))
    .shaft(right, mounted(sideGear, ACROSS))
    .shaftElement(`differential${axle}`, { kind: "differential", input, a: left, b: right, ratio: finalDrive });
  const joined = addJoined(open, axle, differential, left, right);
  return joined.repeat(wheels.length, (built, i) =>
    built.shaftElement(`halfShaft${wheels[i].suffix}`, {
      kind: "spring",
      a: [left, right][i],
      // From the chassis: what twists it does not turn the carrier.
      b: { joint: wheels[i].spin, reaction: "none" },
      ...halfShaft,
    }),
  );
}

/** What acts between the outputs of a differential: element "lockF", "biasF" or "viscousF". */
function addJoined(
  soFar: AnyMechanism,
  axle: string,
  differential: DifferentialData,
  a: string,
  b: string,
): AnyMechanism {
  switch (differential.kind) {
    case "open":
      return soFar;
    case "locked":
      return soFar.shaftElement(`lock${axle}`, { kind: "clutch", a, b, capacity: LOCKED });
    case "limited-slip":
      return soFar.shaftElement(`lock${axle}`, { kind: "clutch", a, b, capacity: differential.torque });
    case "biasing":
      return soFar.shaftElement(`bias${axle}`, { kind: "torque-bias", a, b, bias: differential.bias });
    case "viscous-coupling":
      return soFar.shaftElement(`viscous${axle}`, {
        kind: "spring",
        a,
        b,
        stiffness: 0,
        damping: differential.damping,
      });
  }
}
