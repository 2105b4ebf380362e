import type { BenchCheck } from "../bench/bench-study.js";
import type { Findings } from "./findings.js";
import { largestShift } from "./tolerance.js";

/** Time of one core for a landing, at most: 4,800 on two cores in three minutes [s]. */
const CORE_TIME = (180 * 2) / 4800;
const LEAST_LANE_USE = 0.9;
const LEAST_SPEED_UP = 1.8;
const LEAST_AGAINST_MUJOCO = 3;
const MOST_MEMORY = 500;

export function checksOf({ landings, shifts, speedUp, streamed, contact }: Findings): readonly BenchCheck[] {
  const { rows, workers, wall, laneUse, failed } = landings;
  const mostTime = (CORE_TIME * rows) / workers;
  const peak = Math.max(...streamed.parts.map((part) => part.peak)) / 1e6;
  return [
    check(
      `${rows} landings on ${workers} workers, wall time [s]`,
      `at most ${mostTime}`,
      wall / 1e3,
      (x) => x <= mostTime,
    ),
    check("lane use over the study", `above ${LEAST_LANE_USE}`, laneUse, (x) => x > LEAST_LANE_USE),
    check("samples that failed, short ones too", "0", failed + streamed.failed, (x) => x === 0),
    check(
      `${speedUp.landings} landings, time on one worker by that on two`,
      `at least ${LEAST_SPEED_UP}`,
      speedUp.one / speedUp.two,
      (x) => x >= LEAST_SPEED_UP,
    ),
    check("of these, rows that differ between the two", "0", speedUp.different, (x) => x === 0),
    check(
      "half the tolerance: largest shift of a table entry by the half-width of its 95 % interval",
      "below 1",
      largestShift(shifts),
      (x) => x < 1,
    ),
    ...(contact.mujoco
      ? [
          check(
            "contact stepping, time of MuJoCo by ours, both lanes filled",
            `at least ${LEAST_AGAINST_MUJOCO}`,
            contact.mujoco.time / contact.both,
            (x) => x >= LEAST_AGAINST_MUJOCO,
          ),
        ]
      : []),
    check(
      `${streamed.samples} short samples to a folder, peak memory [MB]`,
      `below ${MOST_MEMORY}`,
      peak,
      (x) => x < MOST_MEMORY,
    ),
  ];
}

const check = (name: string, bar: string, measured: number, isMet: (x: number) => boolean): BenchCheck => ({
  name,
  published: null,
  bar,
  measured,
  isMet: isMet(measured),
});
