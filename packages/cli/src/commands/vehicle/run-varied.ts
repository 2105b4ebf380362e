import { varyTest, type NamedVehicle, type StandardTest, type VariedBase, type VariedTest } from "@kinetree/vehicle";
import { VERSION } from "kinetree";
import { usage } from "../../failure/errors.js";
import { EXIT } from "../../failure/exit-code.js";
import { readAssignments } from "../../input/assignments.js";
import { PartBar } from "../../output/part-bar.js";
import { print } from "../../output/streams.js";
import { readValues } from "./read-values.js";
import type { ReportOptions } from "./run-report.js";
import { tableText } from "./report-text.js";
import { watchedRun } from "./watched-run.js";

/** A test over all combinations of the values that --vary gives. */
export async function runVaried(
  test: StandardTest,
  vehicle: NamedVehicle,
  base: VariedBase,
  options: ReportOptions & { readonly vary?: readonly string[] },
): Promise<number> {
  for (const [flag, given] of [
    ["--plots", options.plots],
    ["--measured", options.measured],
  ] as const) {
    if (given === undefined) continue;
    throw usage("option-without-effect", flag, given, `${flag} has no effect with --vary. Leave one of them out.`);
  }
  const variations = [...readAssignments("--vary", options.vary)].map(([name, list]) => ({
    name,
    values: list.split(",").map((text) => valueOf(test, name, text.trim())),
  }));
  const bar = new PartBar(options.progress !== false && options.quiet !== true, performance.now());
  const outcome = watchedRun<VariedTest>(bar, (context) => varyTest(test, vehicle, variations, base, context));
  if (typeof outcome === "number") return outcome;
  const { runs, table } = outcome;
  const facts = {
    version: VERSION,
    test: test.name,
    vehicle: vehicle.name,
    runs: runs.map(({ values, report, error }) => ({
      values,
      numbers: report?.numbers ?? null,
      isPassed: report?.isPassed ?? null,
      error,
    })),
  };
  const json = JSON.stringify(facts, null, 2);
  let count = 0;
  if (options.out !== undefined) {
    // Loaded here: files bring the drawing of curves with them.
    const { tableFile } = await import("./report-files.js");
    count = tableFile(options.out, table, `${json}\n`, options.force);
  }
  if (options.json === true) print(json);
  else {
    print(tableText(table));
    for (const { values, error } of runs) if (error !== null) print(`\n${Object.values(values).join(", ")}: ${error}`);
    if (count > 0) print(`\n${count} files written to ${options.out}`);
  }
  return EXIT.fine;
}

/** Of the test as --set reads it; of the vehicle, a number where it is one. */
function valueOf(test: StandardTest, name: string, text: string): number | string {
  if (Object.hasOwn(test.options, name)) return readValues(test.options, [`${name}=${text}`])[name];
  return name === "tyre" ? text : readValues({ [name]: vehicleField }, [`${name}=${text}`])[name];
}

const vehicleField = { unit: "", default: 1, doc: "", least: 0 } as const;
