import type { ActiveRun, Simulation, SingleRunOptions } from "kinetree";

/** A stretch of motion that is walked through again and again, while the steps are timed; starting over is not. */
export interface Stretch {
  readonly simulation: Simulation;
  /** Fixed step [s], as the simulation was made with. */
  readonly step: number;
  /** Steps from its start to its end. */
  readonly steps: number;
  readonly state?: NonNullable<SingleRunOptions["state"]>;
}

/** How long to measure. */
export interface Patience {
  /** For compilers to notice what is called often [ms], each. */
  readonly warmUp: number;
  /** Of one slice [ms]: shorter than what other processes leave undisturbed. */
  readonly slice: number;
  /** Slices of each. */
  readonly rounds: number;
}

/** Walks through a stretch, and times what it is told to. */
class Walker {
  readonly #stretch: Stretch;
  readonly #now: () => number;
  #run: ActiveRun;
  #left: number;

  constructor(stretch: Stretch, now: () => number) {
    this.#stretch = stretch;
    this.#now = now;
    this.#run = this.#begin();
    this.#left = stretch.steps;
  }

  #begin(): ActiveRun {
    const { simulation, step, steps, state } = this.#stretch;
    const length = step * steps;
    return simulation.begin(length, { sampleEvery: length, ...(state === undefined ? {} : { state }) });
  }

  /** Wall time of so many steps [ms], never more than the stretch has. */
  time(steps: number): number {
    if (this.#left < steps) {
      this.leave();
      this.#run = this.#begin();
      this.#left = this.#stretch.steps;
    }
    const from = this.#now();
    this.#run.advance(steps);
    this.#left -= steps;
    return this.#now() - from;
  }

  leave(): void {
    this.#run.stop();
    this.#run.finish();
  }
}

/**
 * Least wall time of a step [us] of each of them. All take their slices in turn: whatever slows the machine down for a while
 * slows all of them down, and the least of many short slices is what the machine does when it is let alone.
 */
export function timePerStep(stretches: readonly Stretch[], now: () => number, patience: Patience): readonly number[] {
  const walkers = stretches.map((stretch) => new Walker(stretch, now));
  const slices = walkers.map((walker, i) => sliceOf(walker, stretches[i].steps, patience, now));
  const least = stretches.map(() => Infinity);
  for (let round = 0; round < patience.rounds; round++)
    walkers.forEach((walker, i) => {
      least[i] = Math.min(least[i], walker.time(slices[i]) / slices[i]);
    });
  for (const walker of walkers) walker.leave();
  return least.map((ms) => 1000 * ms);
}

/** Steps of a slice, found while warming up. */
function sliceOf(walker: Walker, most: number, { warmUp, slice }: Patience, now: () => number): number {
  const until = now() + warmUp;
  let steps = 1;
  do {
    const took = walker.time(steps);
    if (took < slice / 2) steps = Math.min(2 * steps, most);
    else if (took > 2 * slice) steps = Math.max(1, Math.floor(steps / 2));
  } while (now() < until);
  return steps;
}
