import { agreementOf } from "./agreement.js";
import { benchmarkModels } from "./benchmark-models.js";
import { measure, type MeasurePlan } from "./measure.js";
import { measureStartup } from "./startup.js";
import { statesOf } from "./states.js";
import { isUnavailable, type StartupFigures, type Unavailable } from "./subject.js";
import { subjects } from "./subjects/index.js";

/**
 * One subject with one model, in a process of its own, so that no other model or subject has shaped what the compiler
 * knows about shared functions (this is worth up to 1.5x). Takes a `Job` as argument, prints a `Figures`.
 */
export interface Job {
  readonly what: "speed" | "startup";
  readonly model: string;
  readonly subject: string;
  readonly plan: MeasurePlan;
}

export type Figures = SpeedFigures | Unavailable;

export interface SpeedFigures {
  /** Nanoseconds per sample, one sample a call. */
  readonly single: number;
  /** Nanoseconds per sample, all states in one call. */
  readonly batch: number | null;
  readonly agreement: number | null;
  readonly flopsPerSample: number | null;
  readonly note: string | null;
}

async function speed(job: Job): Promise<Figures> {
  const { model, subject } = partsOf(job);
  const states = statesOf(model);
  const loaded = await subject.load(model, states);
  if (isUnavailable(loaded)) return loaded;
  const single = loaded.measureItself?.(job.plan) ?? measure((k) => loaded.forward(k), states.length, job.plan);
  const batchOf = loaded.forwardBatch;
  const batch = batchOf === undefined ? null : measure(() => batchOf.call(loaded), 1, job.plan) / states.length;
  const agreement = await agreementOf(loaded, model, states);
  loaded.close();
  return { single, batch, agreement, flopsPerSample: loaded.flopsPerSample ?? null, note: loaded.note ?? null };
}

function startup(job: Job): Promise<StartupFigures | Unavailable> {
  const { model, subject } = partsOf(job);
  return measureStartup(subject, model);
}

function partsOf(job: Job): { model: (typeof benchmarkModels)[number]; subject: (typeof subjects)[number] } {
  const model = benchmarkModels.find(({ name }) => name === job.model);
  const subject = subjects.find(({ name }) => name === job.subject);
  if (model === undefined || subject === undefined)
    throw new Error(`unknown model or subject in ${JSON.stringify(job)}`);
  return { model, subject };
}

if (process.argv[2] !== undefined) {
  const job = JSON.parse(process.argv[2]) as Job;
  const result = job.what === "speed" ? await speed(job) : await startup(job);
  process.stdout.write(JSON.stringify(result));
}
