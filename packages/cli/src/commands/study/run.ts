import {
  beginStudy,
  openFolder,
  openStudy,
  readOrigin,
  resumeStudy,
  type StudyOutcome,
  type StudyRunOptions,
} from "@kinetree/study/node";
import { availableParallelism } from "node:os";
import type { CommandAction } from "../../command-spec.js";
import { usage } from "../../failure/errors.js";
import { EXIT } from "../../failure/exit-code.js";
import { readAssignments } from "../../input/assignments.js";
import { plainNumber } from "../../input/plain-number.js";
import { brief, count } from "../../output/number-text.js";
import { print, printJson, tell } from "../../output/streams.js";
import { rateText, StudyBar } from "../../output/study-bar.js";
import { table } from "../../output/table.js";
import { watchSignals } from "../../run/signals.js";
import { failureText, totalOf } from "./failures.js";

interface RunFlags {
  readonly workers?: string;
  readonly progress?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

interface BeginFlags extends RunFlags {
  readonly out?: string;
  readonly samples?: string;
  readonly seed?: string;
  readonly option?: readonly string[];
  readonly set?: readonly string[];
  readonly force?: boolean;
}

/** `kinetree study run` */
export const runStudy: CommandAction = async ([reference], flags: BeginFlags) => {
  const workers = workersOf(flags);
  const origin = readOrigin(reference, {
    ...(flags.samples === undefined ? {} : { samples: wholeNumber("--samples", flags.samples, 1) }),
    ...(flags.seed === undefined ? {} : { seed: wholeNumber("--seed", flags.seed, 0) }),
    ...(flags.option === undefined ? {} : { options: optionsOf(flags.option) }),
    ...(flags.set === undefined ? {} : { fixed: fixedOf(flags.set) }),
  });
  const study = await openStudy(origin);
  const folder = flags.out ?? `${study.name.replace(/[/\\]/g, "-")}.study`;
  const { force = false } = flags;
  return carryOut(flags, workers, (options) => beginStudy(folder, study, origin, { ...options, force }));
};

/** `kinetree study resume` */
export const resumeStudyFolder: CommandAction = async ([folder], flags: RunFlags) => {
  const workers = workersOf(flags);
  const { study } = await openFolder(folder);
  return carryOut(flags, workers, (options) => resumeStudy(folder, study, options));
};

/** Runs with a bar, ends at a signal, and says how it went. */
async function carryOut(
  flags: RunFlags,
  workers: number,
  work: (options: StudyRunOptions) => Promise<StudyOutcome>,
): Promise<number> {
  // Without workers this thread computes and hears nothing: a signal then ends the program, which loses no chunk either.
  const signals = workers > 0 ? watchSignals() : null;
  const received = (): number | null => signals?.received() ?? null;
  const stop = new AbortController();
  const look = setInterval(() => received() !== null && stop.abort(), 50);
  const began = performance.now();
  const bar = new StudyBar(flags.progress !== false && flags.quiet !== true, began);
  try {
    const outcome = await work({
      workers,
      signal: stop.signal,
      onProgress: ({ failures, ...progress }) =>
        bar.show(performance.now(), { ...progress, failed: totalOf(failures) }),
      onWarning: (message) => {
        bar.clear();
        if (flags.quiet !== true) tell(`kinetree: warning: ${message}`);
      },
    });
    bar.clear();
    return report(outcome, (performance.now() - began) / 1000, workers, flags, received());
  } finally {
    bar.clear();
    clearInterval(look);
    signals?.stop();
  }
}

function report(outcome: StudyOutcome, wall: number, workers: number, flags: RunFlags, signal: number | null): number {
  const { manifest, rows, done, doneBefore, failures, folder, complete, laneUse } = outcome;
  const rate = (done - doneBefore) / wall;
  if (flags.json === true)
    printJson({
      study: manifest.name,
      folder,
      complete,
      rows,
      done,
      doneBefore,
      failed: totalOf(failures),
      failures,
      workers,
      laneUse,
      wallTime: wall,
      samplesPerSecond: rate,
      hash: manifest.hash,
      version: manifest.versions.kinetree,
      seed: manifest.seed,
      files: complete ? [`${folder}/results.parquet`, `${folder}/manifest.json`] : [`${folder}/manifest.json`],
    });
  else if (complete)
    print(
      table([
        ["study", `${manifest.name}, seed ${manifest.seed}`],
        ["samples", `${count(rows, "sample")}${manifest.cases.length > 1 ? ` in ${manifest.cases.length} cases` : ""}`],
        ["failed", failureText(failures)],
        [
          "speed",
          `${brief(wall, 3)} s of wall time${done > doneBefore ? `, ${rateText(rate)} on ${threadText(workers)}` : ""}`,
        ],
        ["written", `${folder}/results.parquet`],
      ]),
    );
  if (complete) return EXIT.fine;
  const how = signal === EXIT.hungUp ? "hung up" : signal === EXIT.terminated ? "terminated" : "interrupted";
  tell(`kinetree: ${how} after ${done} of ${rows} samples, which are kept. kinetree study resume ${folder} goes on.`);
  return signal ?? EXIT.interrupted;
}

const threadText = (workers: number): string => (workers === 0 ? "no worker" : count(workers, "worker"));

const workersOf = ({ workers }: RunFlags): number =>
  workers === undefined ? availableParallelism() : wholeNumber("--workers", workers, 0);

function wholeNumber(option: string, text: string, least: number): number {
  const value = plainNumber(text);
  if (value !== null && Number.isSafeInteger(value) && value >= least) return value;
  throw usage(
    "not-a-count",
    option,
    text,
    `${option} ${text} is no whole number of at least ${least}. Give one such as ${option} ${Math.max(least, 1)}.`,
  );
}

/** Values of parameters: numbers in SI, or texts with a unit. */
const fixedOf = (given: readonly string[]): Record<string, string | number> =>
  Object.fromEntries([...readAssignments("--set", given)].map(([name, text]) => [name, plainNumber(text) ?? text]));

/** Options of a scenario are numbers, switches or words. */
const optionsOf = (given: readonly string[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    [...readAssignments("--option", given)].map(([name, text]): [string, string | number | boolean] => [
      name,
      text === "true" || text === "false" ? text === "true" : (plainNumber(text) ?? text),
    ]),
  );
