import { VERSION, type DriftControl, type FormulationName } from "kinetree";
import { compareFormulations, type Comparison, type CompareOptions } from "kinetree/formulations";
import { usage } from "../../failure/errors.js";
import { EXIT } from "../../failure/exit-code.js";
import { requireChoice } from "../../input/choices.js";
import { modelFile, optionFile, requireDistinct, stateFiles } from "../../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../../input/load-model.js";
import { requireCount } from "../../input/quantities.js";
import { readState } from "../../input/state-file.js";
import { announceCompiling } from "../../output/announce-work.js";
import { PartBar } from "../../output/part-bar.js";
import { print, printJson, tell } from "../../output/streams.js";
import type { CommandAction } from "../../command-spec.js";
import { readSettings, type RunSettings } from "../../run/run-settings.js";
import { comparisonText } from "./text.js";

interface Options extends ModelOptions {
  readonly tEnd?: string;
  readonly state?: string;
  readonly formulations?: string;
  readonly integrator?: string;
  readonly tolerance?: string;
  readonly dt?: string;
  readonly maxStep?: string;
  readonly maxSteps?: string;
  readonly drift?: string;
  readonly samples?: string;
  readonly plot?: readonly string[];
  readonly progress?: boolean;
  readonly json?: boolean;
}

/** Default duration of motions [s]: formulations that agree do so at once, and slow ones are run too. */
const DEFAULT_DURATION = 1;

/** `kinetree compare` */
export const compare: CommandAction = async ([source], options: Options) => {
  const pictures = picturesOf(options.plot);
  requireDistinct(
    [...modelFile(source), ...stateFiles(options.state)],
    pictures.flatMap((file) => optionFile("--plot", file)),
  );
  const { model, start: usual, source: shown } = await loadModel(source, options);
  const { tau, u, ...state } = readState(model, options.state, usual ?? {});
  const { tEnd = String(state.t + DEFAULT_DURATION), tolerance, dt, maxStep, maxSteps, integrator } = options;
  const flags = {
    tEnd,
    ...given("tolerance", tolerance),
    ...given("dt", dt),
    ...given("maxStep", maxStep),
    ...given("maxSteps", maxSteps),
    ...given("integrator", integrator),
  };
  const settings = readSettings(flags, shown, state.t);
  announceCompiling(model.bodies.length, options.quiet);
  const bar = new PartBar(options.progress !== false && options.quiet !== true, performance.now());
  const found = compareFormulations(model, settings.tEnd, {
    ...accuracyOf(settings, options),
    state,
    tau,
    u,
    now: () => performance.now(),
    onProgress: (part, formulation) => bar.show(performance.now(), part, formulation),
  });
  bar.clear();
  const files = await drawPictures(pictures, found, options.quiet);
  if (options.json === true) printJson(asData(found, settings, files));
  else {
    print(comparisonText(found, settings));
    if (files.length > 0) print(`\nwritten to ${files.join(", ")}`);
  }
  return found.verdict.outcome === "disagree" || found.verdict.outcome === "failed" ? EXIT.failed : EXIT.fine;
};

const given = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

function accuracyOf(
  { tolerance, step, maxStep = null, maxSteps = null, integrator }: RunSettings,
  options: Options,
): CompareOptions {
  return {
    ...(tolerance === null ? {} : { tolerance }),
    ...(step === null ? {} : { step }),
    ...(maxStep === null ? {} : { maxStep }),
    ...(maxSteps === null ? {} : { maxSteps }),
    ...(integrator === null ? {} : { integrator: integrator as NonNullable<CompareOptions["integrator"]> }),
    ...(options.drift === undefined
      ? {}
      : { drift: requireChoice<DriftControl>("--drift", options.drift, ["projection", "baumgarte", "none"]) }),
    ...(options.samples === undefined ? {} : { samples: requireCount("--samples", options.samples, "200") }),
    ...(options.formulations === undefined ? {} : { formulations: listOf(options.formulations) }),
  };
}

/** The library refuses what it does not know, with the nearest name. */
const listOf = (text: string): readonly FormulationName[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "") as FormulationName[];

function picturesOf(plot: readonly string[] = []): readonly string[] {
  const wrong = plot.find((file) => !/\.(svg|png)$/i.test(file));
  if (wrong === undefined) return plot;
  throw usage("unknown-format", "--plot", wrong, `--plot "${wrong}" is no picture. End it in .svg or .png.`);
}

async function drawPictures(
  files: readonly string[],
  found: Comparison,
  quiet: boolean | undefined,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const { writeComparison } = await import("./picture.js");
  if (await writeComparison(files, found)) return files;
  if (quiet !== true) tell("kinetree: warning: no picture is drawn, because there is nothing to compare.");
  return [];
}

const asData = (
  { model, ...found }: Comparison,
  { source, tEnd, tolerance, step, integrator }: RunSettings,
  files: readonly string[],
): Record<string, unknown> => ({
  model,
  source,
  version: VERSION,
  integrator: integrator ?? "dormand-prince",
  ...(step === null ? { tolerance: tolerance ?? 1e-8 } : { step }),
  tEnd,
  agree: found.verdict.outcome === "agree",
  ...found,
  files,
});
