import { standardTestNamed, standardTests, tyreLawsByName, vehicleNamed, vehicles } from "@kinetree/vehicle";
import type { CommandAction } from "../../command-spec.js";
import { usage } from "../../failure/errors.js";
import { requireNumber, requirePositive } from "../../input/quantities.js";
import { print, printJson } from "../../output/streams.js";
import { fieldsText, namesText } from "./list-text.js";
import { readValues } from "./read-values.js";
import { runVaried } from "./run-varied.js";
import { runReport, type ReportOptions } from "./run-report.js";

interface Options extends ReportOptions {
  readonly vehicle?: string;
  readonly tyre?: string;
  readonly friction?: string;
  readonly load?: string;
  readonly vary?: readonly string[];
}

/** `kinetree test` */
export const test: CommandAction = async ([name], options: Options) => {
  if (options.list === true) return list(name, options.json === true);
  if (name === undefined)
    throw usage(
      "missing-test",
      "NAME",
      undefined,
      "kinetree test needs the name of a test. kinetree test --list shows them.",
    );
  const found = standardTestNamed(name);
  // Tests that vary the road on their own have an option of that name, which would hide the vehicle's.
  const isOfTest = options.friction !== undefined && Object.hasOwn(found.options, "friction");
  const values = readValues(found.options, [
    ...(isOfTest ? [`friction=${options.friction}`] : []),
    ...(options.set ?? []),
  ]);
  const vehicle = vehicleNamed(options.vehicle ?? "hmmwv");
  const ofVehicle = {
    ...(options.tyre === undefined ? {} : { tyre: options.tyre }),
    ...(options.friction === undefined ? {} : { friction: requirePositive("--friction", options.friction, "0.8") }),
    ...(options.load === undefined ? {} : { load: requireNumber("--load", options.load, "500") }),
  };
  if (options.vary !== undefined)
    return await runVaried(found, vehicle, { vehicle: ofVehicle, options: values }, options);
  const made = vehicle.make(ofVehicle);
  return await runReport(options, (context) => found.run(made, values, context));
};

function list(name: string | undefined, isJson: boolean): number {
  const tests = name === undefined ? standardTests : [standardTestNamed(name)];
  const laws = Object.entries(tyreLawsByName).map(([law, { kind }]) => ({ name: law, summary: kind }));
  if (isJson) {
    const facts = tests.map(({ run: _run, ...rest }) => rest);
    printJson({
      tests: facts,
      vehicles: vehicles.map(({ make: _make, ...rest }) => rest),
      tyres: laws.map((each) => each.name),
    });
  } else if (name === undefined)
    print([namesText("Tests", tests), namesText("Vehicles", vehicles), namesText("Tyres", laws)].join("\n\n"));
  else print(`${tests[0].title} (${tests[0].norm}): ${tests[0].summary}\n${fieldsText(tests[0].options)}`);
  return 0;
}
