import { namedScenario, namedStudy, prepareStudy, type PreparedStudy } from "@kinetree/study";
import { beginStudy } from "@kinetree/study/node";
import type { WorkerPool, WorkerPort } from "kinetree";
import { nodeWorkers } from "kinetree/node";
import type { BenchContext } from "../bench/bench-study.js";
import { MemoryWatch } from "./memory.js";
import { inScratchFolder } from "./scratch.js";

/** The study whose landings are timed. */
export const NAME = "europa-lander";

/** Default of the study. */
export const ownTolerance = Number(namedScenario(NAME).defaults["tolerance"]);

export interface CombinationResult {
  readonly name: string;
  /** Peak accelerations of the landings [m/s²]. */
  readonly accelerations: Float64Array;
  /** 1 where the lander rolled over, 0 where not. */
  readonly rolledOver: Float64Array;
  /** Of a landing, on the average. */
  readonly accepted: number;
  readonly rejected: number;
  /** Processor time of a landing [ms]: of the whole study, shared out by the time of the workers and by steps. */
  readonly time: number;
}

export interface LandingRun {
  readonly tolerance: number;
  readonly workers: number;
  readonly rows: number;
  readonly failed: number;
  readonly laneUse: number;
  /** From the study's description to its last file [ms]. */
  readonly wall: number;
  /** Of all threads together [ms]. */
  readonly processor: number;
  /** Time in which workers had samples, of all together [ms]. */
  readonly busy: number;
  /** [bytes] */
  readonly peak: number;
  readonly combinations: readonly CombinationResult[];
}

/** The named study with fewer landings, or another tolerance. */
export async function prepareLandings(
  samples: number,
  tolerance: number,
  now: () => number,
): Promise<{ readonly study: PreparedStudy; readonly timed: () => TimedWorkers }> {
  let timed: TimedWorkers | null = null;
  const named = namedStudy(NAME);
  const study = await prepareStudy(
    { ...named, samples, scenario: { named: NAME, options: { tolerance } } },
    { workers: (count) => (timed = timedWorkers(nodeWorkers(count), now)).pool },
  );
  return {
    study,
    timed: () => {
      if (!timed) throw new RangeError("no worker has been asked for");
      return timed;
    },
  };
}

/** Runs all combinations into a folder, as `kinetree study run` does. */
export async function runLandings(
  context: BenchContext,
  { samples, tolerance, workers }: { readonly samples: number; readonly tolerance: number; readonly workers: number },
  progress: (part: number) => void,
): Promise<LandingRun> {
  const { now, processorTime = now } = context;
  const watch = new MemoryWatch(context);
  const [began, processorBegan] = [now(), processorTime()];
  try {
    const { study, timed } = await prepareLandings(samples, tolerance, now);
    const kept = keepColumns(study);
    const origin = { named: NAME, samples, options: { tolerance } };
    const outcome = await inScratchFolder((folder) =>
      beginStudy(folder, kept.study, origin, { workers, onProgress: ({ done, rows }) => progress(done / rows) }),
    );
    const [wall, processor] = [now() - began, processorTime() - processorBegan];
    const { work } = timed();
    const busy = [...work.values()].reduce((sum, each) => sum + each.busy, 0);
    return {
      tolerance,
      workers,
      rows: outcome.rows,
      failed: Object.values(outcome.failures).reduce((sum, each) => sum + each, 0),
      laneUse: outcome.laneUse ?? 1,
      wall,
      processor,
      busy,
      peak: watch.takePeak(),
      combinations: study.cases.map(({ name, scenario }, k) => {
        const of = (column: KeptColumn): Float64Array => kept.values[column].subarray(k * samples, (k + 1) * samples);
        const [accepted, rejected] = [mean(of("accepted")), mean(of("rejected"))];
        const ofModel = work.get(parametersKey(scenario.model.parameters)) ?? { busy: NaN, steps: NaN };
        return {
          name,
          accelerations: of("peakAcceleration"),
          rolledOver: of("rolledOver"),
          accepted,
          rejected,
          time: (processor * (accepted + rejected) * ofModel.busy) / (busy * ofModel.steps),
        };
      }),
    };
  } finally {
    watch.stop();
  }
}

const keptColumns = ["peakAcceleration", "rolledOver", "accepted", "rejected"] as const;
type KeptColumn = (typeof keptColumns)[number];

/** Keeps a few columns on their way to the files. */
export function keepColumns(study: PreparedStudy): {
  readonly study: PreparedStudy;
  readonly values: Readonly<Record<KeptColumn, Float64Array>>;
} {
  const { samples, cases, columns } = study;
  const empty = (): Float64Array => new Float64Array(samples * cases.length).fill(NaN);
  const values = { peakAcceleration: empty(), rolledOver: empty(), accepted: empty(), rejected: empty() };
  const places = keptColumns.map((name) => [name, columns.findIndex((each) => each.name === name)] as const);
  const run: PreparedStudy["run"] = (request) =>
    study.run({
      ...request,
      onRows: (range, rows) => {
        const first = range.caseIndex * samples + range.firstSample;
        for (const [name, place] of places) values[name].set(rows[place] as Float64Array, first);
        request.onRows(range, rows);
      },
    });
  return { study: { ...study, run }, values };
}

const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length;

type ToWorker = Parameters<WorkerPort["post"]>[0];
type Plan = Extract<ToWorker, { readonly kind: "plan" }>["plan"];

/** What workers have done of one model. */
export interface ModelWork {
  /** Time in which workers had samples [ms]. */
  readonly busy: number;
  /** Steps of all samples, rejected ones too. */
  readonly steps: number;
}

interface TimedWorkers {
  readonly pool: WorkerPool;
  /** Of models by their parameters, as `parametersKey` writes them. */
  readonly work: ReadonlyMap<string, ModelWork>;
  /** From the first samples that were given out to the last that came back [ms]. */
  readonly span: () => number;
}

/** Tells models of one study apart. */
export const parametersKey = (parameters: readonly { readonly name: string }[]): string =>
  parameters.map(({ name }) => name).join(" ");

/** Notes for how long workers have samples, and of which model; what they compute stays as it is. */
export function timedWorkers({ count, spawn }: WorkerPool, now: () => number): TimedWorkers {
  const work = new Map<string, ModelWork>();
  let [first, last] = [NaN, NaN];
  const watched = (): WorkerPort => {
    const port = spawn();
    let plan: Plan | null = null;
    let given = 0;
    return {
      ...port,
      post: (message) => {
        if (message.kind === "plan") plan = message.plan;
        else {
          given = now();
          if (Number.isNaN(first)) first = given;
        }
        port.post(message);
      },
      onMessage: (listener) =>
        port.onMessage((message) => {
          if (message.kind === "result" && plan) {
            last = now();
            const key = parametersKey(plan.parameters);
            const { busy, steps } = work.get(key) ?? { busy: 0, steps: 0 };
            const { accepted, rejected } = message.result;
            work.set(key, { busy: busy + last - given, steps: steps + sum(accepted) + sum(rejected) });
          }
          listener(message);
        }),
    };
  };
  return { pool: { count, spawn: watched }, work, span: () => last - first };
}

const sum = (values: Float64Array): number => values.reduce((soFar, x) => soFar + x, 0);
