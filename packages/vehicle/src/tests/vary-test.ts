import { KinetreeError, RequestError } from "kinetree";
import type { OptionValues, TestReport, TestTable } from "../report/report.js";
import type { NamedVehicle } from "../vehicles/vehicles.js";
import { vehicleDefaults, type VehicleOptions } from "../vehicles/vehicle-options.js";
import type { StandardTest, TestContext } from "./standard-test.js";

/** An option of the test or of the vehicle ("tyre", "friction", "load"), and the values that it takes in turn. */
export interface Variation {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** One combination of the values, and what the test found with it. */
export interface VariedRun {
  readonly values: OptionValues;
  /** null where the test could not be carried out, such as a speed that was not reached; `error` says why. */
  readonly report: TestReport | null;
  readonly error: string | null;
}

/** A test over all combinations. */
export interface VariedTest {
  readonly runs: readonly VariedRun[];
  /** A row for each combination: its values, then the numbers of the test. */
  readonly table: TestTable;
}

/** What stays the same in all combinations. */
export interface VariedBase {
  readonly vehicle?: Partial<VehicleOptions>;
  readonly options?: OptionValues;
}

/** More of them are a study, which resumes and uses all cores. */
const MOST = 10_000;

/** Runs a test over all combinations of values, the last variation changing fastest. A combination that fails stops nothing. */
export function varyTest(
  test: StandardTest,
  vehicle: NamedVehicle,
  variations: readonly Variation[],
  { vehicle: ofVehicle = {}, options = {} }: VariedBase = {},
  { onProgress, signal }: TestContext = {},
): VariedTest {
  const combinations = variations.reduce<readonly OptionValues[]>(
    (soFar, { name, values }) => soFar.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
  if (combinations.length > MOST) {
    const message = `${combinations.length} combinations are too many, at most ${MOST}. Give fewer values.`;
    throw new RequestError({ code: "too-many-combinations", subject: test.name, value: combinations.length, message });
  }
  const runs = combinations.map((values, i): VariedRun => {
    const shown = Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
    const context: TestContext = {
      onProgress: (part) => onProgress?.((i + part) / combinations.length, shown),
      ...(signal ? { signal } : {}),
    };
    const own = Object.entries(values);
    const ofTest = own.filter(([name]) => Object.hasOwn(test.options, name) || !isOfVehicle(name));
    const others = own.filter((entry) => !ofTest.includes(entry));
    try {
      const made = vehicle.make({ ...ofVehicle, ...(Object.fromEntries(others) as Partial<VehicleOptions>) });
      return { values, report: test.run(made, { ...options, ...Object.fromEntries(ofTest) }, context), error: null };
    } catch (error) {
      // A mistake in a name or a value is the same for all combinations.
      if (!(error instanceof KinetreeError) || error instanceof RequestError || error.code === "test-stopped")
        throw error;
      return { values, report: null, error: error.message };
    }
  });
  return { runs, table: tableOf(test, variations, runs) };
}

const isOfVehicle = (name: string): boolean => name === "friction" || Object.hasOwn(vehicleDefaults, name);

function tableOf(test: StandardTest, variations: readonly Variation[], runs: readonly VariedRun[]): TestTable {
  const numbers = runs.find(({ report }) => report !== null)?.report?.numbers ?? [];
  return {
    name: "varied",
    title: `${test.title} over ${variations.map(({ name }) => name).join(", ")}`,
    columns: [
      ...variations.map(({ name }) => name),
      ...numbers.map(({ name, unit }) => (unit === "" ? name : `${name} [${unit}]`)),
    ],
    rows: runs.map(({ values, report }) => [
      ...variations.map(({ name }) => values[name]),
      ...numbers.map(({ name }) => report?.numbers.find((each) => each.name === name)?.value ?? null),
    ]),
  };
}
