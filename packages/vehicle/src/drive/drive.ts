import type { SimulationResult } from "kinetree";
import { asin, atan2 } from "kinetree/graph";
import type { TestVehicle } from "../vehicles/test-vehicle.js";

/** What a drive has recorded: rows over time, by name. */
export interface Drive {
  /** [s] */
  readonly t: Float64Array;
  /** Names and units of the channels, in the order of tables. */
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly column: (name: string) => Float64Array;
}

/** Channels of the run that a drive is made of. */
export const recordedChannels = ({ chassis, wheels }: TestVehicle): readonly string[] => [
  ...["pos", "quat", "vel", "omega", "acc", "alpha"].map((group) => `${group}.${chassis.body}`),
  ...wheels.flatMap(({ body, isSteered }) => (isSteered ? [`quat.${body}`] : [])),
  ...wheels.flatMap(({ tyre }) => tyreParts.map((part) => `tyre.${tyre}.${part}`)),
];

/** Of each tyre. */
const tyreParts = ["fx", "fy", "fz", "mz", "kappa", "alpha", "radius", "loss"] as const;
const partUnits = ["N", "N", "N", "N m", "", "rad", "m", "W"] as const;

/**
 * The channels of the vehicle: ISO 8855, x forward, y to the left; motion is that of the mass centre, `speed` its part forward. Accelerations of the seat are along the
 * axes of the chassis, without gravity.
 */
const vehicleUnits = {
  x: "m",
  y: "m",
  yaw: "rad",
  roll: "rad",
  pitch: "rad",
  speed: "m/s",
  velocity: "m/s",
  sideslip: "rad",
  yawRate: "rad/s",
  ax: "m/s^2",
  ay: "m/s^2",
  seatX: "m/s^2",
  seatY: "m/s^2",
  seatZ: "m/s^2",
  steering: "",
  throttle: "",
  brake: "",
  wheelAngle: "rad",
  roadWheelAngle: "rad",
} as const;

type VehicleChannel = keyof typeof vehicleUnits;

/** What the driver did at each of its samples. */
export interface Noted {
  readonly t: readonly number[];
  readonly inputs: readonly (readonly number[])[];
}

/** A drive from the result of a run. */
export function driveChannels(vehicle: TestVehicle, result: SimulationResult, noted: Noted): Drive {
  const { t } = result;
  const own = vehicleColumns(vehicle, result, noted);
  const wheels = vehicle.wheels.flatMap(({ name, tyre }) =>
    tyreParts.map((part, i): [string, string, Float64Array] => [
      `${name}.${part}`,
      partUnits[i],
      result.column(`tyre.${tyre}.${part}`),
    ]),
  );
  const columns: Readonly<Record<string, Float64Array>> = {
    ...own,
    ...Object.fromEntries(wheels.map(([name, , column]) => [name, column])),
  };
  return {
    t,
    names: Object.keys(columns),
    units: [...Object.values(vehicleUnits), ...wheels.map(([, unit]) => unit)],
    column: (name) => columns[name],
  };
}

function vehicleColumns(
  vehicle: TestVehicle,
  { t, column }: SimulationResult,
  noted: Noted,
): Readonly<Record<VehicleChannel, Float64Array>> {
  const { chassis, massCentre, seat, wheels, steering } = vehicle;
  const names = Object.keys(vehicleUnits) as VehicleChannel[];
  const out = Object.fromEntries(names.map((name) => [name, new Float64Array(t.length)])) as Record<
    VehicleChannel,
    Float64Array
  >;
  const three = (group: string): readonly Float64Array[] =>
    ["x", "y", "z"].map((part) => column(`${group}.${chassis.body}.${part}`));
  const four = (body: string): readonly Float64Array[] =>
    ["w", "x", "y", "z"].map((part) => column(`quat.${body}.${part}`));
  const [position, velocity, rate, acceleration, turning] = ["pos", "vel", "omega", "acc", "alpha"].map(three);
  const turned = four(chassis.body);
  const steered = wheels.filter(({ isSteered }) => isSteered).map(({ body }) => four(body));
  const at = (columns: readonly Float64Array[], k: number): Vector => [columns[0][k], columns[1][k], columns[2][k]];
  let note = 0;
  for (let k = 0; k < t.length; k++) {
    const frame = axesOf(turned, k);
    const [forward, left, up] = frame;
    const yaw = atan2(forward[1], forward[0]);
    const length = Math.sqrt(forward[0] * forward[0] + forward[1] * forward[1]);
    const [cosine, sine] = [forward[0] / length, forward[1] / length];
    const omega = at(rate, k);
    const toWorld = ([x, y, z]: Vector): Vector => plus(plus(times(x, forward), times(y, left)), times(z, up));
    const accelerationOf = (r: Vector): Vector =>
      plus(plus(at(acceleration, k), cross(at(turning, k), r)), cross(omega, cross(omega, r)));
    const arm = toWorld(massCentre);
    const felt = accelerationOf(toWorld(seat));
    const place = plus(at(position, k), arm);
    const v = plus(at(velocity, k), cross(omega, arm));
    const a = accelerationOf(arm);
    const [ahead, aside] = [cosine * v[0] + sine * v[1], cosine * v[1] - sine * v[0]];
    while (note + 1 < noted.t.length && noted.t[note + 1] <= t[k] + 1e-9) note++;
    const [wheel, throttle, brake] = noted.inputs[note] ?? [0, 0, 0];
    const angles = steered.map((wheelAxes) => steerAngle(axesOf(wheelAxes, k)[1], frame));
    const values: Readonly<Record<VehicleChannel, number>> = {
      x: place[0],
      y: place[1],
      yaw,
      roll: atan2(left[2], up[2]),
      pitch: -asin(Math.max(-1, Math.min(1, forward[2]))),
      speed: ahead,
      velocity: Math.sqrt(ahead * ahead + aside * aside),
      // Without speed there is no direction of it.
      sideslip: Math.abs(ahead) > 0.1 ? atan2(aside, Math.abs(ahead)) : 0,
      yawRate: omega[2],
      ax: cosine * a[0] + sine * a[1],
      ay: cosine * a[1] - sine * a[0],
      seatX: dot(felt, forward),
      seatY: dot(felt, left),
      seatZ: dot(felt, up),
      steering: wheel,
      throttle,
      brake,
      wheelAngle: wheel * steering.wheelAtLock,
      roadWheelAngle: angles.reduce((sum, angle) => sum + angle, 0) / Math.max(1, angles.length),
    };
    for (const name of names) out[name][k] = values[name];
  }
  return out;
}

type Vector = readonly [number, number, number];

const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Axes of a body in the world from its quaternion. */
function axesOf(quaternion: readonly Float64Array[], k: number): readonly [Vector, Vector, Vector] {
  const [w, x, y, z] = quaternion.map((column) => column[k]);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Angle of a wheel in the chassis, from its axis of spin, which does not spin. */
const steerAngle = (axle: Vector, [forward, left]: readonly [Vector, Vector, Vector]): number =>
  atan2(-dot(axle, forward), dot(axle, left));
