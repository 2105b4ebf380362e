import { nBodyPendulum, type Pendulum } from "./equations/pendulum.js";
import { simulatePendulum, type PendulumResult } from "./run/simulate.js";
import { pendulumSystem } from "./run/system.js";
import { PUBLISHED_STEP, PUBLISHED_TOLERANCE } from "./source.js";

export interface LargeSettings {
  readonly tEnd: number;
  /** Bodies that one slice of time gets through, each with all of an iteration, and slices. */
  readonly slice: number;
  readonly rounds: number;
  /** [ms] An iteration of a large pendulum is longer than a busy machine leaves undisturbed, so that a clock would not do. */
  readonly processorTime: () => number;
}

/** What a pendulum costs by the scheme of linear cost. */
export interface LargeCost {
  readonly n: number;
  /** Least time of an iteration by body: residual, blocks of the Jacobian, elimination, corrections [ns]. */
  readonly perBody: number;
  /** Processor time of the run [ms]. */
  readonly ms: number;
  readonly result: PendulumResult;
}

/** From rest: kilometres of chain that turn by 1 rad/s would have waves in it that are faster than sound in air, and steps to match. */
const longPendulum = (n: number): Pendulum => nBodyPendulum({ n, angularVelocity: [0, 0, 0] });

/** 1/σ is of the size of the method's steps [1/s]. */
const SIGMA = 200;

/** All of an iteration, again and again at the start of a pendulum. */
function iterationOf(n: number): (count: number) => void {
  const pendulum = longPendulum(n);
  const system = pendulumSystem(pendulum, { scheme: "linear", tolerance: PUBLISHED_TOLERANCE });
  const rates = new Float64Array(system.size);
  const corrections = new Float64Array(system.size);
  return (count) => {
    for (let i = 0; i < count; i++) {
      system.residual(0, pendulum.state, rates, corrections);
      system.linearize(0, pendulum.state, rates);
      system.factor(SIGMA);
      system.solve(corrections);
    }
  };
}

/**
 * Processor time of an iteration by body for each size. All take their slices in turn, with the same number of bodies in each slice, and the
 * least of many slices is what the machine does when it is let alone.
 */
export function timePerBody(
  sizes: readonly number[],
  { slice, rounds, processorTime }: LargeSettings,
): readonly number[] {
  const iterations = sizes.map(iterationOf);
  const counts = sizes.map((n) => Math.max(1, Math.round(slice / n)));
  const least = sizes.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    iterations.forEach((iterate, i) => {
      const from = processorTime();
      iterate(counts[i]);
      least[i] = Math.min(least[i], (1e6 * (processorTime() - from)) / (counts[i] * sizes[i]));
    });
  return least;
}

/** Iterations timed, then a run of each size. */
export function measureLarge(
  sizes: readonly number[],
  settings: LargeSettings,
  progress: (text: string, part: number) => void,
): readonly LargeCost[] {
  progress(`iterations of up to ${sizes[sizes.length - 1]} bodies`, 0);
  const times = timePerBody(sizes, settings);
  const total = sizes.reduce((sum, n) => sum + n, 0);
  let done = 0;
  return sizes.map((n, i) => {
    progress(`a run of ${n} bodies`, done / total);
    done += n;
    const pendulum = longPendulum(n);
    const from = settings.processorTime();
    const result = simulatePendulum(pendulum, {
      scheme: "linear",
      tEnd: settings.tEnd,
      step: PUBLISHED_STEP,
      tolerance: PUBLISHED_TOLERANCE,
      report: [],
    });
    return { n, perBody: times[i], ms: settings.processorTime() - from, result };
  });
}
