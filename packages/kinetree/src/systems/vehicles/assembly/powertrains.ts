import type { Curve } from "../../../model/types.js";
import type { ConverterData, ShaftDrivelineData, WheelMotorData } from "../data/driveline.js";

/* Powertrains of the HMMWV. Numbers of Project Chrono (BSD-3-Clause), commit 7689fbc, unless said otherwise. */

const RPM = Math.PI / 30;

const curve = (points: readonly (readonly [number, number])[], scale = 1): Curve => ({
  x: points.map(([x]) => x * scale),
  y: points.map(([, y]) => y),
  beyond: "extend",
});

const overRpm = (points: readonly (readonly [number, number])[]): Curve => curve(points, RPM);

/** Ours: the shafts' own numbers but for the side gears, which carry what the wheels have of half shafts otherwise. */
const inertias = { input: 0.3, output: 0.5, propeller: 0.5, differential: 0.6, sideGear: 0.4 } as const;

/** Ours. */
const halfShaft = { stiffness: 2e4, damping: 50 } as const;

const fullThrottle = overRpm([
  [-100, 300],
  [800, 382],
  [900, 490],
  [1000, 579],
  [1100, 650],
  [1200, 706],
  [1300, 746],
  [1400, 774],
  [1500, 789],
  [1600, 793],
  [1700, 788],
  [1800, 774],
  [1900, 754],
  [2000, 728],
  [2100, 697],
  [2200, 664],
  [2300, 628],
  [2400, 593],
  [2500, 558],
  [2700, -400],
]);

/** The softer converter, of the automatic box with shafts. */
export const softConverter: ConverterData = {
  capacity: curve([
    [0, 15],
    [0.25, 15],
    [0.5, 15],
    [0.75, 16],
    [0.9, 18],
    [1, 35],
  ]),
  torqueRatio: curve([
    [0, 2],
    [0.25, 1.8],
    [0.5, 1.5],
    [0.75, 1.15],
    [1, 1],
  ]),
};

/** The source's other table, whose capacity only makes sense in rpm/√(N m). */
export const stiffConverter: ConverterData = {
  capacity: {
    ...curve([
      [0, 81 * RPM],
      [0.1, 81.159 * RPM],
      [0.2, 81.367 * RPM],
      [0.3, 81.648 * RPM],
      [0.4, 82.045 * RPM],
      [0.5, 82.639 * RPM],
      [0.6, 83.607 * RPM],
      [0.7, 85.396 * RPM],
      [0.8, 89.518 * RPM],
      [0.9, 105.119 * RPM],
      [0.97, 215.528 * RPM],
    ]),
    beyond: "hold",
  },
  torqueRatio: curve([
    [0, 1.75],
    [0.9, 1],
    [1, 1],
  ]),
};

/** The engine's map on a box of six gears, without a converter: the source's simplest. */
const map: ShaftDrivelineData = {
  kind: "shafts",
  engine: {
    full: fullThrottle,
    idle: overRpm([
      [-100, 0],
      [0, 0],
      [100, 0],
      [1000, -50],
      [2000, -70],
      [3000, -90],
    ]),
    loss: null,
    crank: 1.1,
  },
  converter: null,
  gearbox: {
    ratios: [0.1708, 0.2791, 0.4218, 0.6223, 1.0173, 1.5361].map((each) => 1 / each),
    reverse: -1 / 0.151,
    shiftTime: 0.3,
    capacity: 1500,
    // Ours: what sticks must not be stiffer than a step of 1 ms can follow through the first gear.
    stiffness: 1e4,
    damping: 20,
    up: 2220 * RPM,
    down: 1000 * RPM,
    latency: 1,
  },
  transfer: 1,
  finalDrive: 5,
  differential: { kind: "open" },
  halfShaft,
  inertias,
};

/** The source's shafts: crank, soft converter, three gears. It stays below 20 m/s. */
const converter: ShaftDrivelineData = {
  ...map,
  engine: {
    full: fullThrottle,
    idle: null,
    loss: overRpm([
      [-50, 30],
      [0, 0],
      [50, -30],
      [1000, -50],
      [2000, -70],
      [3000, -90],
    ]),
    crank: 1.1,
  },
  converter: softConverter,
  gearbox: {
    ...map.gearbox,
    ratios: [5, 2.5, 1.25],
    reverse: -10,
    up: 2500 * RPM,
    down: 1200 * RPM,
  },
};

/** The M998 as commonly quoted (not checked against a manual): 6.2 l Diesel of 112 kW, three gears, hub gears; curve of torque and governor ours. */
const m998: ShaftDrivelineData = {
  ...map,
  engine: {
    full: overRpm([
      [0, 150],
      [600, 230],
      [1000, 295],
      [1500, 328],
      [2000, 339],
      [2500, 335],
      [3000, 320],
      [3600, 297.1],
      [3900, -60],
    ]),
    // Holds 700 rpm without throttle. An engine that stands stays off until there is throttle.
    idle: overRpm([
      [0, 0],
      [30, 0],
      [200, 150],
      [650, 150],
      [700, 0],
      [750, -25],
      [2000, -45],
      [3600, -75],
    ]),
    loss: null,
    crank: 1.1,
  },
  converter: stiffConverter,
  gearbox: {
    ...map.gearbox,
    ratios: [2.48, 1.48, 1],
    reverse: -2.08,
    capacity: 1000,
    up: 3400 * RPM,
    down: 1500 * RPM,
  },
  finalDrive: 2.73 * 1.92,
};

/** Ours: together the power of the Diesel. */
const wheelMotors: WheelMotorData = { kind: "wheel-motors", torque: 2500, power: 28e3, speed: 90, lag: 0.02 };

/** By name: the source's "map" and "converter", "m998", and "wheel-motors". */
export const hmmwvPowertrains = Object.freeze({ map, converter, m998, "wheel-motors": wheelMotors });

/** Low range of the transfer case of the M998. */
export const LOW_RANGE = 2.61;
