import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { benchmarkModels } from "./benchmark-models.js";
import { checksOf, type Check } from "./checks.js";
import { machine, machineText, type Machine } from "./machine.js";
import { fullPlan, quickPlan, type MeasurePlan } from "./measure.js";
import type { Figures, Job, SpeedFigures } from "./measure-one.js";
import type { BenchModel } from "./models.js";
import { peakGflops } from "./peak.js";
import { OWN, rowsOf, type Row } from "./rows.js";
import type { StartupFigures, Unavailable } from "./subject.js";
import { subjects } from "./subjects/index.js";
import { checksTable, rowsTable } from "./table.js";

export interface DynamicsOptions {
  /** Fewer and shorter windows: for a look while working, not for publishing. */
  readonly quick: boolean;
  /** Names of the models to run; null = all. */
  readonly models: readonly string[] | null;
  /** Called before each measurement. */
  readonly progress: (text: string) => void;
}

export interface DynamicsResult {
  readonly machine: Machine;
  readonly plan: MeasurePlan;
  readonly peakGflops: number;
  readonly rows: readonly Row[];
  readonly checks: readonly Check[];
}

/** Forward dynamics per sample, one thread, the same 64 states for every subject. */
export async function dynamics(options: DynamicsOptions): Promise<DynamicsResult> {
  const plan = options.quick ? quickPlan : fullPlan;
  const where = machine();
  const models = chosen(options.models);
  options.progress("peak");
  let peak = await peakGflops(plan);
  const rows = models.flatMap((model) => measureModel(model, plan, options.progress));
  // Again at the end: the clock rate may have risen or fallen in between, and the peak is a maximum.
  peak = Math.max(peak, await peakGflops(plan));
  const startup = subjects.some(({ name }) => name === OWN)
    ? startupOf(plan, options.progress)
    : { unavailable: `${OWN} is not among the subjects` };
  return { machine: where, plan, peakGflops: peak, rows, checks: checksOf({ rows, peakGflops: peak, startup }) };
}

export function dynamicsText(result: DynamicsResult): string {
  const { windows, windowMs, rounds } = result.plan;
  return [
    machineText(result.machine),
    `fastest of ${rounds} x ${windows} windows of ${windowMs} ms; f64x2 peak ${result.peakGflops.toFixed(1)} GFlop/s`,
    "x batch, x single: times the time of kinetree in a batch and for one sample",
    "",
    rowsTable(result.rows),
    "",
    checksTable(result.checks),
  ].join("\n");
}

function chosen(names: readonly string[] | null): readonly BenchModel[] {
  if (names === null) return benchmarkModels;
  return names.map((name) => {
    const model = benchmarkModels.find((candidate) => candidate.name === name);
    if (model === undefined) {
      throw new Error(`unknown model "${name}"; known: ${benchmarkModels.map((m) => m.name).join(", ")}`);
    }
    return model;
  });
}

function measureModel(model: BenchModel, plan: MeasurePlan, progress: (text: string) => void): Row[] {
  const figures = new Map<string, Figures>();
  for (let round = 0; round < plan.rounds; round++) {
    for (const subject of subjects) {
      const before = figures.get(subject.name);
      if (before !== undefined && "unavailable" in before) continue;
      progress(`${model.name}: ${subject.name}`);
      const now = run<Figures>({ what: "speed", model: model.name, subject: subject.name, plan });
      figures.set(subject.name, before === undefined || "unavailable" in now ? now : faster(before, now));
    }
  }
  return rowsOf(model, subjects, figures);
}

const faster = (a: SpeedFigures, b: SpeedFigures): SpeedFigures => ({
  ...b,
  single: Math.min(a.single, b.single),
  batch: a.batch === null || b.batch === null ? null : Math.min(a.batch, b.batch),
});

/** Times: the least of three processes; memory: the most. */
function startupOf(plan: MeasurePlan, progress: (text: string) => void): StartupFigures | Unavailable {
  const runs: StartupFigures[] = [];
  for (let i = 0; i < 3; i++) {
    progress("startup");
    const figures = run<StartupFigures | Unavailable>({ what: "startup", model: "lander", subject: OWN, plan });
    if ("unavailable" in figures) return figures;
    runs.push(figures);
  }
  return {
    firstResultMs: Math.min(...runs.map((figures) => figures.firstResultMs)),
    fullSpeedMs: Math.min(...runs.map((figures) => figures.fullSpeedMs)),
    memoryBytes: Math.max(...runs.map((figures) => figures.memoryBytes)),
  };
}

const script = fileURLToPath(new URL("measure-one.ts", import.meta.url));

/** A subject that fails gives a row that says so, and the others go on. */
function run<T>(job: Job): T | Unavailable {
  const child = spawnSync(process.execPath, ["--expose-gc", "--import", "tsx", script, JSON.stringify(job)], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (child.status === 0) return JSON.parse(child.stdout) as T;
  const reason = child.stderr.split("\n").find((line) => /error/i.test(line)) ?? `exit ${child.status ?? child.signal}`;
  return { unavailable: `failed: ${reason.trim()}` };
}
