import { RequestError } from "../errors/kinetree-error.js";
import type { Model, ShaftElement } from "../model/types.js";
import type { SimulationResult } from "../simulate/run/result.js";

/** What engines and motors take. */
export interface EnergyUseOptions {
  /** Fuel for the work of an engine [kg/J]; ours: 220 g/kWh, of a Diesel at a good operating point. */
  readonly consumption: number;
  /** Work of motors for what their battery gives, driving and, the other way, braking; ours. */
  readonly efficiency: number;
}

/** A Diesel, and motors with their converters. */
export const energyUseDefaults: EnergyUseOptions = Object.freeze({ consumption: 0.22 / 3.6e6, efficiency: 0.85 });

/** Where energy came from and went, from the first sample to the last [J]. */
export interface EnergyUse {
  /** Work of engines and motors: what they give less what they take while they drag. */
  readonly drive: number;
  /** [kg] */
  readonly fuel: number;
  /** What the battery gave; what it got back counts against it. */
  readonly charge: number;
  /** Heat of brakes, of converter, gearbox, differentials and half shafts, and of tyres. */
  readonly brakes: number;
  readonly driveline: number;
  readonly tyres: number;
}

/**
 * Energies of a run by the powers that it recorded: channels "drive.*.power" and "tyre.*.loss", by trapezoids between samples. What springs of
 * the driveline store for a moment counts as heat until they give it back.
 */
export function energyUse(
  { tyres, shaftElements }: Model,
  { t, names, column }: Pick<SimulationResult, "t" | "names" | "column">,
  options: Partial<EnergyUseOptions> = {},
): EnergyUse {
  const { consumption, efficiency } = { ...energyUseDefaults, ...options };
  const integral = (name: string, of: (power: number) => number): number => {
    if (!names.includes(name)) throw notRecorded(name);
    const power = column(name);
    let sum = 0;
    for (let i = 1; i < t.length; i++) sum += 0.5 * (t[i] - t[i - 1]) * (of(power[i - 1]) + of(power[i]));
    return sum;
  };
  const over = (is: (element: ShaftElement) => boolean, of: (power: number) => number): number =>
    shaftElements.filter(is).reduce((sum, { name }) => sum + integral(`drive.${name}.power`, of), 0);
  const same = (power: number): number => power;
  const lost = (power: number): number => -power;
  const rigid = ["gear", "differential"];
  const ofDrive = ["engine", "motor"];
  return {
    drive: over(({ kind }) => ofDrive.includes(kind), same),
    fuel:
      consumption *
      over(
        ({ kind }) => kind === "engine",
        (power) => Math.max(0, power),
      ),
    charge: over(
      ({ kind }) => kind === "motor",
      (power) => (power > 0 ? power / efficiency : power * efficiency),
    ),
    brakes: over(({ kind }) => kind === "brake", lost),
    driveline: over(({ kind }) => ![...ofDrive, ...rigid, "brake"].includes(kind), lost),
    tyres: tyres.reduce((sum, { name }) => sum + integral(`tyre.${name}.loss`, same), 0),
  };
}

const notRecorded = (name: string): RequestError =>
  new RequestError({
    code: "channel-not-recorded",
    subject: `channel "${name}"`,
    message: `channel "${name}" was not recorded. Give the run channels: ["drive.*.power", "tyre.*.loss"].`,
  });
