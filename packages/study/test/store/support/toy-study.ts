import { setTimeout as wait } from "node:timers/promises";
import { SimulationError } from "kinetree";
import type { ColumnValues } from "@kinetree/results";
import type { RowRange, StudyColumn } from "../../../src/prepare/prepared-study.js";
import type { StoredStudy } from "../../../src/store/stored-study.js";

/* A study whose samples are arithmetic: what the files do with rows does not depend on where rows come from. */

const columns: readonly StudyColumn[] = [
  { name: "sample", kind: "integer", unit: "", role: "sample" },
  { name: "case", kind: "text", unit: "", role: "case" },
  { name: "length", kind: "number", unit: "m", role: "parameter" },
  { name: "peak load", kind: "number", unit: "N", role: "output" },
  { name: "rolled", kind: "boolean", unit: "", role: "output" },
  { name: "end", kind: "text", unit: "", role: "end" },
];

/** What a test may vary. */
export interface ToyOptions {
  readonly cases?: readonly string[];
  readonly samples?: number;
  readonly seed?: number;
  readonly std?: number;
  readonly modelHash?: string;
  /** Milliseconds a chunk takes. */
  readonly slowness?: number;
  /** Called before the rows of a chunk are handed over. */
  readonly before?: (range: RowRange) => void;
}

export function toyStudy(options: ToyOptions = {}): StoredStudy {
  const { cases = ["stiff", "soft"], samples = 100, seed = 1, std = 0.1, modelHash = "00ff", slowness = 0 } = options;
  return {
    name: "toy",
    description: {
      name: "toy",
      samples,
      seed,
      cases: [...cases],
      parameters: { length: { normal: { mean: 1, std } } },
    },
    seed,
    cases: cases.map((name) => ({ name, modelHash })),
    samples,
    columns,
    run: async ({ chunks, workers = 0, onRows, signal }) => {
      const queue = [...chunks];
      // Workers finish in an order of their own.
      const work = async (number: number): Promise<void> => {
        for (let range = queue.shift(); range; range = queue.shift()) {
          if (slowness > 0) await wait(slowness * (1 + 0.3 * number), undefined, signal ? { signal } : {});
          else await Promise.resolve();
          signal?.throwIfAborted();
          options.before?.(range);
          onRows(range, rowsOf(range, cases[range.caseIndex], seed, std));
        }
      };
      await Promise.all(Array.from({ length: Math.max(1, workers) }, (_, i) => work(i)));
      return { laneUse: 1 };
    },
  };
}

export const brokenWorker = (): SimulationError =>
  new SimulationError({ code: "worker-failed", subject: "batch worker", message: "a batch worker ended by itself" });

export function rowsOf(range: RowRange, name: string, seed: number, std: number): readonly ColumnValues[] {
  const { caseIndex, firstSample, count } = range;
  const numbers = (make: (sample: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => make(firstSample + i));
  const fails = (sample: number): boolean => sample % 23 === 7;
  return [
    numbers((sample) => sample),
    new Array<string>(count).fill(name),
    numbers((sample) => 1 + std * Math.sin(sample + seed)),
    numbers((sample) => (fails(sample) ? NaN : (caseIndex + 1) * Math.sqrt(sample + seed))),
    numbers((sample) => (fails(sample) ? NaN : sample % 3 === 0 ? 1 : 0)),
    Array.from({ length: count }, (_, i) => (fails(firstSample + i) ? "step-too-small" : "finished")),
  ];
}
