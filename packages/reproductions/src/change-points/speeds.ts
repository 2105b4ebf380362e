import { isWithinBar, type Comparison } from "./bar.js";
import { formulations } from "./grid.js";
import { pass, runner, type Method } from "./passing.js";

/** Runs of one method from several starts. */
export interface SpeedRuns {
  readonly formulation: Method["formulation"];
  readonly runs: readonly (Comparison & { readonly speed: number })[];
}

/** Speeds in equal distances from -most to most, none of them zero. */
export const startSpeeds = (count: number, most: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => ((2 * i + 1 - count) / (count - 1)) * most);

/** One four-bar from many start speeds, against one reference each, by tree-augmented. */
export function runSpeeds(
  speeds: readonly number[],
  time: number,
  progress: (text: string, part: number) => void,
): readonly SpeedRuns[] {
  const options = { integrator: "dormand-prince", tolerance: 1e-8 } as const;
  const still = runner("reference", 1, { formulation: "tree-augmented", ...options });
  const references = speeds.map((speed) => pass(still, { speed, time }));
  return formulations.map((formulation, i) => {
    progress(`${formulation}: ${speeds.length} start speeds`, i / formulations.length);
    const row = runner("row", 1, { formulation, ...options });
    return {
      formulation,
      runs: speeds.map((speed, k) => ({
        speed,
        passing: pass(row, { speed, time }),
        reference: references[k],
        isBorrowed: formulation !== "tree-augmented",
      })),
    };
  });
}

/** One pass is enough: slow starts fall late. */
export const isSpeedGood = (run: Comparison): boolean => isWithinBar(run, 1);

/** A long row, by each formulation. */
export interface LongRow extends Comparison {
  readonly formulation: Method["formulation"];
  readonly n: number;
  /** Wall time with compilation [s]. */
  readonly seconds: number;
}

export function runLongRows(
  n: number,
  time: number,
  now: () => number,
  progress: (text: string, part: number) => void,
): readonly LongRow[] {
  const options = { integrator: "dop853", tolerance: 1e-6 } as const;
  progress(`${n} four-bars: reference`, 0);
  const reference = pass(runner("reference", n, { formulation: "tree-augmented", ...options }), { speed: 1, time });
  return formulations.map((formulation, i) => {
    progress(`${n} four-bars: ${formulation}`, (i + 1) / (formulations.length + 1));
    const from = now();
    const passing = pass(runner("row", n, { formulation, ...options }), { speed: 1, time });
    return {
      formulation,
      n,
      passing,
      reference,
      isBorrowed: formulation !== "tree-augmented",
      seconds: (now() - from) / 1000,
    };
  });
}
