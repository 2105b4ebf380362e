import type { RowRange } from "@kinetree/study";
import type { BenchContext } from "../bench/bench-study.js";
import { prepareLandings } from "./landings.js";

/** Landings to a range: as many as the folder of the study has to a file. */
const RANGE = 16;

/** The same landings on one worker and on two. */
export interface SpeedUp {
  readonly landings: number;
  /** From the first landing that a worker was given to the last that came back [ms]. */
  readonly one: number;
  readonly two: number;
  /** Rows of which any number differs between the two. */
  readonly different: number;
}

/** Runs the first landings of every combination twice. */
export async function measureSpeedUp(
  { now }: BenchContext,
  samples: number,
  tolerance: number,
  progress: (part: number) => void,
): Promise<SpeedUp> {
  const runOn = async (
    workers: number,
    from: number,
    part: number,
  ): Promise<{ rows: readonly string[]; span: number }> => {
    const { study, timed } = await prepareLandings(samples, tolerance, now);
    const landings = samples * study.cases.length;
    const rows = new Array<string>(landings);
    let done = 0;
    await study.run({
      chunks: study.cases.flatMap((_, caseIndex) => rangesOf(caseIndex, samples)),
      workers,
      onRows: ({ caseIndex, firstSample, count }, columns) => {
        for (let i = 0; i < count; i++) {
          // As text, in which every bit of a number shows and NaN equals itself.
          rows[caseIndex * samples + firstSample + i] = columns.map((column) => String(column[i])).join(" ");
        }
        progress(from + (part * (done += count)) / landings);
      },
    });
    return { rows, span: timed().span() };
  };
  const one = await runOn(1, 0, 2 / 3);
  const two = await runOn(2, 2 / 3, 1 / 3);
  return {
    landings: one.rows.length,
    one: one.span,
    two: two.span,
    different: one.rows.filter((row, i) => row !== two.rows[i]).length,
  };
}

const rangesOf = (caseIndex: number, samples: number): readonly RowRange[] =>
  Array.from({ length: Math.ceil(samples / RANGE) }, (_, k) => {
    const firstSample = k * RANGE;
    return { caseIndex, firstSample, count: Math.min(RANGE, samples - firstSample) };
  });
