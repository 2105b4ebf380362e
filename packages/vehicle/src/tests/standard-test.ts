import { SimulationError } from "kinetree";
import { createBench, type DriveOptions } from "../drive/bench.js";
import type { Drive } from "../drive/drive.js";
import type { Driver } from "../drive/driver.js";
import { readOptions, type OptionFields, type ValuesOf } from "../report/options.js";
import { verdictOf, type OptionValues, type TestChannels, type TestReport } from "../report/report.js";
import type { TestVehicle } from "../vehicles/test-vehicle.js";

/** Who is told how far a test is, and who may stop it. */
export interface TestContext {
  /** The part that is done, 0 to 1, and what is being done. */
  readonly onProgress?: (part: number, doing: string) => void;
  readonly signal?: { readonly aborted: boolean };
}

/** What a test finds; name, title, vehicle and options are added to it. */
export type Findings = Pick<TestReport, "numbers" | "tables" | "plots" | "notes" | "channels">;

/** A standard test of vehicles. */
export interface StandardTest {
  readonly name: string;
  readonly title: string;
  /** Which norm it follows. */
  readonly norm: string;
  /** One line for a list. */
  readonly summary: string;
  readonly options: OptionFields;
  /** @param options by name; those left out have their defaults */
  readonly run: (vehicle: TestVehicle, options?: Partial<OptionValues>, context?: TestContext) => TestReport;
}

/** What a test works with: drives of one vehicle after another. */
export interface Session {
  readonly vehicle: TestVehicle;
  /** @param doing for the progress bar */
  readonly drive: (doing: string, duration: number, driver: Driver, options?: DriveOptions) => Drive;
  /** Another vehicle, such as the same on other ground. */
  readonly with: (vehicle: TestVehicle) => Session;
}

interface Definition<F extends OptionFields> extends Omit<StandardTest, "options" | "run"> {
  readonly options: F;
  /** How many drives there are, about: for the progress bar. */
  readonly drives: (options: ValuesOf<F>) => number;
  readonly run: (session: Session, options: ValuesOf<F>) => Findings;
}

/** A test from what is its own. */
export function defineTest<const F extends OptionFields>({ run, drives, ...rest }: Definition<F>): StandardTest {
  const { name, title, norm } = rest;
  return Object.freeze({
    ...rest,
    run: (vehicle: TestVehicle, given: Partial<OptionValues> = {}, context: TestContext = {}) => {
      const options = readOptions(`test "${name}"`, rest.options, given);
      const progress = { done: 0, total: Math.max(1, drives(options)) };
      const findings = run(sessionOf(name, vehicle, context, progress), options);
      return {
        test: name,
        title,
        norm,
        subject: vehicle.name,
        options: { ...options } as OptionValues,
        ...findings,
        isPassed: verdictOf(findings.numbers),
      };
    },
  });
}

function sessionOf(
  test: string,
  vehicle: TestVehicle,
  context: TestContext,
  progress: { done: number; readonly total: number },
): Session {
  const { onProgress, signal } = context;
  const tell = (part: number, doing: string): void => onProgress?.(Math.min(1, part), doing);
  tell(progress.done / progress.total, "compiling");
  const bench = createBench(vehicle);
  return {
    vehicle,
    drive: (doing, duration, driver, options) => {
      const drive = bench.drive(duration, driver, {
        ...options,
        onProgress: (t) => {
          tell((progress.done + t / duration) / progress.total, doing);
          return signal?.aborted !== true;
        },
      });
      if (signal?.aborted === true) {
        const message = `test "${test}" was stopped while ${doing}. Start it again for its results.`;
        throw new SimulationError({ code: "test-stopped", subject: test, message });
      }
      progress.done++;
      return drive;
    },
    with: (other) => sessionOf(test, other, context, progress),
  };
}

/** A speed that the vehicle did not have when a test needed it. */
export function requireSpeed(test: string, vehicle: TestVehicle, wanted: number, reached: number): void {
  if (Math.abs(reached - wanted) <= 0.03 * wanted + 0.1) return;
  const kmh = (speed: number): string => `${(3.6 * speed).toFixed(1)} km/h`;
  const message =
    `test "${test}": vehicle "${vehicle.name}" does not hold ${kmh(wanted)}, it ran at ${kmh(reached)}. ` +
    "Ask for a lower speed, or give it more power.";
  throw new SimulationError({ code: "speed-not-reached", subject: test, value: reached, message });
}

/** The channels of a drive as plain data. */
export const channelsOf = ({ t, names, units, column }: Drive): TestChannels => ({
  names,
  units,
  time: Array.from(t),
  columns: names.map((name) => Array.from(column(name))),
});
