import { createSimulation, type TyreLaw } from "kinetree";
import { fitLine } from "../metrics/signals.js";
import { degrees, radians } from "../report/conversions.js";
import { readOptions, type OptionFields, type ValuesOf } from "../report/options.js";
import {
  plain,
  type OptionValues,
  type TestCurve,
  type TestNumber,
  type TestPlot,
  type TestReport,
} from "../report/report.js";
import { tyreLawNamed, tyreLawsByName, tyreSizes } from "../vehicles/tyres.js";
import type { TestContext } from "../tests/standard-test.js";
import type { Rig } from "./rig.js";
import { tyreCarriage, type CarriageMotion } from "./tyre-carriage.js";

const sweeps = ["slip", "angle", "load", "camber", "standing"] as const;
type Sweep = (typeof sweeps)[number];

const fields = {
  tyre: { choices: ["all", ...Object.keys(tyreLawsByName)], default: "all", doc: "law, or all of them" },
  sweep: { choices: sweeps, default: "slip", doc: "what is varied" },
  load: { unit: "N", default: 6400, doc: "wheel load; with sweep load the largest" },
  speed: { unit: "m/s", default: 60 / 3.6, doc: "of the carriage" },
  angle: {
    unit: "deg",
    default: 4,
    least: -90,
    doc: "side-slip angle of the sweeps slip (0 there unless given), load and camber",
  },
  friction: { unit: "", default: 0.8, doc: "coefficient of friction of the road" },
  range: { unit: "", default: 0, least: 0, doc: "largest slip, or angle [deg]; 0: the usual one of the sweep" },
  duration: { unit: "s", default: 20, doc: "of a sweep; longer is steadier" },
} as const satisfies OptionFields;

type Options = ValuesOf<typeof fields>;

/** Before its range a sweep takes this part of it, in which the wheel settles. */
const LEAD_IN = 0.1;
const STEP = 1e-3;
const ROWS = 800;
/** Of the sweep standing: a locked wheel is dragged so slowly [m/s]. */
const CREEP = 0.01;

/** What a sweep plots over what. */
const plots: Readonly<
  Record<Sweep, { readonly over: string; readonly xLabel: string; readonly parts: readonly string[] }>
> = {
  slip: { over: "kappa", xLabel: "longitudinal slip", parts: ["fx", "fy", "mz"] },
  angle: { over: "alpha", xLabel: "side-slip angle [deg]", parts: ["fy", "mz", "mx", "fx"] },
  load: { over: "fz", xLabel: "wheel load [N]", parts: ["fy", "mz"] },
  camber: { over: "camber", xLabel: "inclination [deg]", parts: ["fy", "mz", "mx"] },
  standing: { over: "x", xLabel: "displacement [m]", parts: ["fx"] },
};
const units: Readonly<Record<string, string>> = { fx: "N", fy: "N", mz: "N m", mx: "N m" };

/** Motion of the carriage for a sweep; it starts before its range. */
function motionOf(sweep: Sweep, options: Options): CarriageMotion {
  const { speed, duration } = options;
  const angle = sweep === "slip" ? 0 : -radians(options.angle);
  const load = [options.load, 0] as const;
  const still = { speed, angle: [angle, 0] as const, camber: [0, 0] as const, spin: null, load };
  const from = (least: number, most: number): readonly [number, number] => {
    const rate = (most - least) / (duration * (1 - LEAD_IN));
    return [least - LEAD_IN * duration * rate, rate];
  };
  switch (sweep) {
    case "slip": {
      const most = options.range || 1;
      const rolling = speed / (tyreSizes.radius - options.load / tyreSizes.stiffness / 3);
      return { ...still, spin: from(rolling * (1 - most), rolling * (1 + most)) };
    }
    case "angle": {
      const most = radians(options.range || 20);
      return { ...still, angle: from(-most, most) };
    }
    case "load":
      return { ...still, load: from(Math.min(1000, options.load / 4), options.load) };
    case "camber": {
      const most = radians(options.range || 10);
      return { ...still, angle: [0, 0], camber: from(-most, most) };
    }
    case "standing":
      return { ...still, speed: CREEP, angle: [0, 0], spin: [0, 0] };
  }
}

interface Swept {
  readonly name: string;
  readonly time: Float64Array;
  readonly column: (part: string) => Float64Array;
}

function sweepOnce(name: string, law: TyreLaw, sweep: Sweep, options: Options): Swept {
  const { model, start } = tyreCarriage(law, motionOf(sweep, options), options.duration, options.friction);
  const simulation = createSimulation(model, {
    integrator: "rk4",
    step: STEP,
    channels: ["tyre.tyre", "pos.carriage.x"],
    energyBalance: false,
  });
  const result = simulation.run(options.duration, { state: start, sampleEvery: options.duration / ROWS });
  // At a standstill the lead-in belongs to the curve.
  const first = sweep === "standing" ? 0 : Math.round(LEAD_IN * ROWS);
  const column = (part: string): Float64Array =>
    result.column(part === "x" ? "pos.carriage.x" : `tyre.tyre.${part}`).subarray(first);
  return { name, time: result.t.subarray(first), column };
}

/** Curves of a tyre on a carriage. */
export const tyreRig: Rig = Object.freeze({
  name: "tyre",
  title: "Tyre rig",
  summary:
    "a wheel on a carriage: forces and moments over slip, side-slip angle, load or inclination, and of a dragged wheel",
  options: fields,
  run: (given: Partial<OptionValues> = {}, { onProgress }: TestContext = {}): TestReport => {
    const options = readOptions('rig "tyre"', fields, given);
    const sweep = options.sweep as Sweep;
    const names = options.tyre === "all" ? Object.keys(tyreLawsByName) : [options.tyre];
    const swept = names.map((name, i) => {
      onProgress?.(i / names.length, `sweeping ${name}`);
      return sweepOnce(name, tyreLawNamed(name), sweep, options);
    });
    const { over, xLabel, parts } = plots[sweep];
    const x = ({ column }: Swept): readonly number[] => xOf(over, column(over));
    return {
      test: "tyre",
      title: `Tyre rig, sweep of ${sweep}`,
      norm: "single wheel on a carriage",
      subject: options.tyre,
      options: { ...options },
      numbers: swept.flatMap((each) => numbersOf(each, sweep)),
      tables: [],
      plots: parts.map((part): TestPlot => ({
        name: part,
        title: `${part} over ${sweep}`,
        xLabel,
        yLabel: `${part} [${units[part]}]`,
        curves: swept.map((each): TestCurve => ({ name: each.name, x: x(each), y: Array.from(each.column(part)) })),
      })),
      notes: ["Axes are those of ISO-W at the contact: x forward, y to the left, z up; forces act on the wheel."],
      channels: swept.length === 1 ? channelsOf(swept[0], parts, over) : null,
      isPassed: null,
    };
  },
});

const xOf = (over: string, values: Float64Array): readonly number[] =>
  Array.from(values, (value) => (over === "alpha" || over === "camber" ? degrees(value) : value));

const channelsOf = ({ time, column }: Swept, parts: readonly string[], over: string): TestReport["channels"] => {
  const names = [over, "fz", ...parts].filter((name, i, all) => all.indexOf(name) === i);
  const unit = (name: string): string => ({ ...units, fz: "N", alpha: "rad", camber: "rad", x: "m" })[name] ?? "";
  return {
    names,
    units: names.map(unit),
    time: Array.from(time),
    columns: names.map((name) => Array.from(column(name))),
  };
};

/** Peaks, and slopes where the slip is none. */
function numbersOf(swept: Swept, sweep: Sweep): readonly TestNumber[] {
  const { name, column } = swept;
  const largest = (part: string): number => column(part).reduce((most, f) => Math.max(most, Math.abs(f)), 0);
  const fz = column("fz").reduce((most, f) => Math.max(most, f), 0);
  switch (sweep) {
    case "slip":
      return [
        plain(`${name}PeakForce`, `${name}: largest longitudinal force over load`, largest("fx") / fz, ""),
        plain(`${name}Stiffness`, `${name}: slope at no slip`, slopeAtZero(swept, "kappa", "fx"), "N"),
      ];
    case "angle":
      return [
        plain(`${name}PeakForce`, `${name}: largest side force over load`, largest("fy") / fz, ""),
        plain(`${name}Stiffness`, `${name}: cornering stiffness`, -slopeAtZero(swept, "alpha", "fy"), "N/rad"),
      ];
    case "camber":
      return [plain(`${name}Stiffness`, `${name}: camber stiffness`, slopeAtZero(swept, "camber", "fy"), "N/rad")];
    case "standing":
      return [
        plain(`${name}PeakForce`, `${name}: largest force over load`, largest("fx") / fz, ""),
        plain(`${name}Stiffness`, `${name}: stiffness of the carcass`, -slopeAtZero(swept, "x", "fx"), "N/m"),
      ];
    case "load":
      return [plain(`${name}PeakForce`, `${name}: largest side force`, largest("fy"), "N")];
  }
}

/** Slopes are those of a straight line through the samples up to this slip, angle [rad] or displacement [m]. */
const NEAR = { kappa: 0.01, alpha: radians(1), camber: radians(1), x: 0.004 } as const;

function slopeAtZero({ column }: Swept, over: keyof typeof NEAR, part: string): number {
  const [x, y] = [column(over), column(part)];
  const near = (_: number, i: number): boolean => Math.abs(x[i]) <= NEAR[over];
  return fitLine(x.filter(near), y.filter(near)).slope;
}
