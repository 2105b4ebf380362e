import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  buildTopology,
  type DriftControl,
  type LoopClosing,
  type FormulationName,
  type ImplicitOptions,
  type Model,
  type RunOptions,
} from "kinetree";
import { usage } from "../failure/errors.js";
import { requireChoice } from "../input/choices.js";
import { requireCount, requireNumber, requirePositive, requireRate, requireTime } from "../input/quantities.js";
import { splitChannels } from "./split-channels.js";

/** Options of `kinetree run` that say how to run, as they were typed. */
export interface RunFlags {
  readonly tEnd?: string;
  readonly out?: string;
  readonly formulation?: string;
  readonly integrator?: string;
  readonly tolerance?: string;
  readonly dt?: string;
  readonly maxStep?: string;
  readonly maxSteps?: string;
  readonly closure?: string;
  readonly drift?: string;
  readonly driftRate?: string;
  readonly maxOrder?: string;
  readonly rho?: string;
  readonly alpha?: string;
  readonly jacobian?: string;
  readonly channels?: readonly string[];
  readonly rate?: string;
  readonly every?: string;
  readonly checkpoint?: string;
  readonly checkpointEvery?: string;
  readonly json?: boolean;
}

/** Options of a run. JSON data: a checkpoint carries it. */
export interface RunSettings {
  /** Where the model came from, for a reader. */
  readonly source: string;
  readonly tEnd: number;
  readonly sampleEvery: number;
  readonly formulation: string | null;
  readonly integrator: string | null;
  readonly tolerance: number | null;
  readonly step: number | null;
  /** Longest step [s], and attempts after which the run gives up; null for the default. */
  readonly maxStep?: number | null;
  readonly maxSteps?: number | null;
  /** How "embedded" closes loops; null for the default. */
  readonly closure?: string | null;
  /** What is done about drift of loops; null for the default. */
  readonly drift?: string | null;
  /** At which rate Baumgarte's terms take it back [1/s]; null for the default. */
  readonly driftRate?: number | null;
  /** What implicit integrators are told. */
  readonly implicit?: ImplicitOptions;
  readonly channels: readonly string[];
  /** The result file, as typed and as found from everywhere; null for none. */
  readonly out: { readonly shown: string; readonly path: string } | null;
  /** Wall time between checkpoints [s]. */
  readonly checkpointEvery: number;
}

/** Where `--out -` writes to. */
export const STANDARD_OUTPUT = "/dev/stdout";

const defaultEnd = 10;
const defaultCheckpointEvery = 10;
const defaultIntervals = 1000;

export function readSettings(flags: RunFlags, source: string, start: number): RunSettings {
  const tEnd = flags.tEnd === undefined ? start + defaultEnd : requireTime("--t-end", flags.tEnd);
  if (tEnd < start)
    throw usage(
      "end-before-start",
      "--t-end",
      tEnd,
      `--t-end ${tEnd} s is before the start, ${start} s. Give a later time.`,
    );
  const step = flags.dt === undefined ? null : positive("--dt", requireTime("--dt", flags.dt));
  if (step !== null && flags.tolerance !== undefined)
    throw usage(
      "step-and-tolerance",
      "--dt",
      flags.dt,
      "--dt and --tolerance exclude each other: a fixed step follows no tolerance. Leave one out.",
    );
  const tolerance = flags.tolerance === undefined ? null : requirePositive("--tolerance", flags.tolerance, "1e-8");
  const { out } = flags;
  if (out !== undefined) requireResultFile(out);
  refuseMixedOutput(flags);
  // Moving frames are what a viewer of MCAP files draws.
  const poses = out !== undefined && /\.mcap$/i.test(out) ? ["pos", "quat"] : ["pos"];
  return {
    source,
    tEnd,
    sampleEvery: sampleInterval(flags, tEnd - start, step),
    formulation: flags.formulation ?? null,
    integrator: flags.integrator ?? null,
    tolerance,
    step,
    ...readStepLimits(flags),
    closure: flags.closure ?? null,
    drift: flags.drift ?? null,
    driftRate: flags.driftRate === undefined ? null : requirePositive("--drift-rate", flags.driftRate, "20"),
    implicit: readImplicit(flags),
    channels: [...poses, ...splitChannels(flags.channels)],
    out: out === undefined ? null : { shown: out, path: isStandardOutput(out) ? STANDARD_OUTPUT : resolve(out) },
    checkpointEvery: checkpointInterval(flags.checkpointEvery) ?? defaultCheckpointEvery,
  };
}

/** The library refuses what the integrator does not listen to. */
function readImplicit({ maxOrder, rho, alpha, jacobian }: RunFlags): ImplicitOptions {
  return {
    ...(maxOrder === undefined ? {} : { maxOrder: requireCount("--max-order", maxOrder, "2") }),
    ...(rho === undefined ? {} : { rho: requireNumber("--rho", rho, "0.8") }),
    ...(alpha === undefined ? {} : { alpha: requireNumber("--alpha", alpha, "-0.1") }),
    ...(jacobian === undefined ? {} : { jacobian: requireChoice("--jacobian", jacobian, ["exact", "difference"]) }),
  };
}

const isStandardOutput = (out: string | undefined): boolean =>
  out === "-" || out === STANDARD_OUTPUT || out === "/dev/fd/1";

/** Standard output takes one thing, and nothing that was written there can be taken back. */
function refuseMixedOutput({ out, json, checkpoint }: RunFlags): void {
  if (checkpoint === "-")
    throw usage("no-file", "--checkpoint", "-", "--checkpoint - is no file. Name the file to keep the run in.");
  if (!isStandardOutput(out)) return;
  if (json === true)
    throw usage(
      "two-outputs",
      "--json",
      out,
      `--out ${out} and --json both write to standard output. Name a file with --out, or leave --json out: the summary goes to standard error then.`,
    );
  if (checkpoint !== undefined)
    throw usage(
      "checkpoint-without-file",
      "--checkpoint",
      checkpoint,
      `--out ${out} cannot be resumed: what went to standard output cannot be cut back to a checkpoint. Name a file with --out, or leave --checkpoint out.`,
    );
}

function requireResultFile(out: string): void {
  if (isStandardOutput(out)) return;
  const device = out;
  if (!device.startsWith("/dev/")) {
    if (/\.(csv|parquet|mcap)$/i.test(out)) return;
    const message = `--out "${out}" has no format that is known. End it in .csv, .parquet or .mcap; - is CSV on standard output.`;
    throw usage("unknown-format", "--out", out, message);
  }
  // Files next to the result would land in /dev.
  if (statSync(device, { throwIfNoEntry: false })?.isFile() !== true) return;
  throw usage(
    "redirected-result",
    "--out",
    out,
    `--out ${out} is redirected to a file. Name that file with --out instead.`,
  );
}

export const checkpointInterval = (given: string | undefined): number | null =>
  given === undefined ? null : positive("--checkpoint-every", requireTime("--checkpoint-every", given));

/** Rows of a file beyond which a rate is taken for a mistake: hundreds of gigabytes. */
const MOST_ROWS = 1e9;

function sampleInterval(flags: RunFlags, span: number, step: number | null): number {
  const interval = wantedInterval(flags, span, step);
  const rows = span / interval;
  if (!(rows > MOST_ROWS)) return interval;
  const { rate, every } = flags;
  const option = rate === undefined ? "--every" : "--rate";
  const message =
    `${option} ${rate ?? every ?? ""} asks for ${rows.toPrecision(2)} rows over ${span} s, must be at most ${MOST_ROWS}. ` +
    `Give at most ${rate === undefined ? `one row every ${span / MOST_ROWS} s` : `${MOST_ROWS / span} Hz`}.`;
  throw usage("too-many-rows", option, rate ?? every, message);
}

function wantedInterval({ rate, every }: RunFlags, span: number, step: number | null): number {
  if (rate !== undefined && every !== undefined)
    throw usage("rate-and-every", "--rate", rate, "--rate and --every say the same thing in two ways. Leave one out.");
  if (rate !== undefined) return 1 / positive("--rate", requireRate("--rate", rate), "Hz");
  if (every !== undefined) return positive("--every", requireTime("--every", every));
  const interval = span / defaultIntervals;
  // Rows at steps need no interpolation.
  return step === null ? interval : Math.max(1, Math.round(interval / step)) * step;
}

function positive(option: string, value: number, unit = "s"): number {
  if (value > 0) return value;
  const fix = "Give a positive number, with a unit if you like.";
  throw usage("not-positive", option, value, `${option} is ${value} ${unit}, must be more than 0. ${fix}`);
}

/** The bounds of steps and of their number. */
export function readStepLimits({ dt, maxStep, maxSteps }: Pick<RunFlags, "dt" | "maxStep" | "maxSteps">): {
  readonly maxStep: number | null;
  readonly maxSteps: number | null;
} {
  if (dt !== undefined && maxStep !== undefined)
    throw usage(
      "step-and-max-step",
      "--max-step",
      maxStep,
      "--dt and --max-step exclude each other: a fixed step needs no bound. Leave one out.",
    );
  return {
    maxStep: maxStep === undefined ? null : positive("--max-step", requireTime("--max-step", maxStep)),
    maxSteps: maxSteps === undefined ? null : requireCount("--max-steps", maxSteps, "1000000"),
  };
}

/** What the engine takes. A model without bodies has no positions to record. */
export function engineOptions(model: Model, settings: RunSettings): RunOptions {
  const {
    formulation,
    integrator,
    tolerance,
    step,
    maxStep = null,
    maxSteps = null,
    closure = null,
    drift = null,
    driftRate = null,
    implicit = {},
    channels,
  } = settings;
  const hasBodies = buildTopology(model).counts.bodies > 0;
  return {
    channels: hasBodies ? channels : channels.filter((channel) => channel !== "pos" && channel !== "quat"),
    ...(formulation === null ? {} : { formulation: formulation as FormulationName }),
    ...(integrator === null ? {} : { integrator: integrator as NonNullable<RunOptions["integrator"]> }),
    ...(tolerance === null ? {} : { tolerance }),
    ...(step === null ? {} : { step }),
    ...(maxStep === null ? {} : { maxStep }),
    ...(maxSteps === null ? {} : { maxSteps }),
    ...(closure === null ? {} : { closure: closure as LoopClosing }),
    ...(drift === null ? {} : { drift: drift as DriftControl }),
    ...(driftRate === null ? {} : { driftRate }),
    ...(Object.keys(implicit).length === 0 ? {} : { implicit }),
  };
}
