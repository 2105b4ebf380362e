import type { WorkerPool, WorkerPort } from "kinetree";

type ToWorker = Parameters<WorkerPort["post"]>[0];
type Plan = Extract<ToWorker, { readonly kind: "plan" }>["plan"];

/** What workers have done of one model. */
export interface ModelWork {
  /** Time in which workers had samples [ms]. */
  readonly busy: number;
  /** Steps of all samples, rejected ones too. */
  readonly steps: number;
}

export interface TimedWorkers {
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
