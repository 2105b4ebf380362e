// npm run bench -- dynamics | recording | command | studio | implicit | stiff-lander | derivatives [--json] [--quick] [--models lander,chain-20]
import { parseArgs } from "node:util";
import { commands, commandsText } from "./command.js";
import { derivatives, derivativesText } from "./derivatives.js";
import { dynamics, dynamicsText } from "./dynamics.js";
import { implicit, implicitText } from "./implicit.js";
import { recording, recordingText } from "./recording.js";
import { stiffLanderBench, stiffLanderText } from "./stiff-lander.js";
import { studio, studioText } from "./studio.js";

const usage = `usage: npm run bench -- <benchmark> [options]
  dynamics          forward dynamics beside other engines
  recording         what it costs to record a hundred channels a thousand times a second
  command           wall time of the kinetree command
  studio            the studio in a real Chromium: first view, physics share, filters
  implicit          mechanisms with loops by implicit integrators, beside IDA of SUNDIALS
  stiff-lander      the lander with stiff legs on ice by explicit and implicit integrators
  derivatives       exact derivatives of forward dynamics, in evaluations of the accelerations
options
  --json            one JSON object on standard output
  --quick           fewer and shorter windows; stiff-lander: one landing
  --models a,b      dynamics: only these models`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, quick: { type: "boolean" }, models: { type: "string" } },
  });
  const progress = (text: string): void => console.error(text);
  const print = <R>(result: R, text: (result: R) => string): number => {
    console.log(values.json ? JSON.stringify(result) : text(result));
    return 0;
  };
  switch (positionals.join(" ")) {
    case "dynamics":
      return print(
        await dynamics({ quick: values.quick ?? false, models: values.models?.split(",") ?? null, progress }),
        dynamicsText,
      );
    case "recording":
      return print(recording(progress), recordingText);
    case "command":
      return print(commands(), commandsText);
    case "studio":
      return print(await studio(progress), studioText);
    case "implicit":
      return print(implicit({ quick: values.quick ?? false, progress }), implicitText);
    case "stiff-lander":
      return print(stiffLanderBench({ quick: values.quick ?? false, progress }), stiffLanderText);
    case "derivatives":
      return print(derivatives(values.quick ?? false, progress), derivativesText);
    default:
      console.error(`unknown benchmark "${positionals.join(" ")}"\n${usage}`);
      return 2;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
