import type { ActiveRun, Simulation, SingleRunOptions } from "kinetree";

/** A stretch of motion that is walked through again and again, while the steps are timed; starting over is not. */
export interface Stretch {
  readonly simulation: Simulation;
  /** Fixed step [s], as the simulation was made with. */
  readonly step: number;
  /** Steps from its start to its end. */
  readonly steps: number;
  readonly state?: NonNullable<SingleRunOptions["state"]>;
  readonly parameters?: NonNullable<SingleRunOptions["parameters"]>;
}

/** What can be timed: so many steps of something. */
export interface Stepper {
  /** Steps that it can take at once. */
  readonly steps: number;
  /** Takes so many, and returns how long that took [ms]. */
  readonly time: (steps: number) => number;
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
class Walker implements Stepper {
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
    const { simulation, step, steps, state, parameters = {} } = this.#stretch;
    const length = step * steps;
    return simulation.begin(length, { sampleEvery: length, parameters, ...(state === undefined ? {} : { state }) });
  }

  get steps(): number {
    return this.#stretch.steps;
  }

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

/** Least time of a step [us] of each stretch, with as many others beside them. */
export function timePerStep(
  stretches: readonly Stretch[],
  now: () => number,
  patience: Patience,
  beside: readonly Stepper[] = [],
): readonly number[] {
  const walkers = stretches.map((stretch) => new Walker(stretch, now));
  const times = leastTimes([...walkers, ...beside], now, patience);
  for (const walker of walkers) walker.leave();
  return times;
}

/**
 * Least time of a step [us] of each of them. All take their slices in turn: whatever slows the machine down for a while
 * slows all of them down, and the least of many short slices is what the machine does when it is let alone.
 */
export function leastTimes(steppers: readonly Stepper[], now: () => number, patience: Patience): readonly number[] {
  const slices = steppers.map((stepper) => sliceOf(stepper, patience, now));
  const least = steppers.map(() => Infinity);
  for (let round = 0; round < patience.rounds; round++)
    steppers.forEach((stepper, i) => {
      least[i] = Math.min(least[i], stepper.time(slices[i]) / slices[i]);
    });
  return least.map((ms) => 1000 * ms);
}

/** Steps of a slice, found while warming up. */
function sliceOf(stepper: Stepper, { warmUp, slice }: Patience, now: () => number): number {
  const until = now() + warmUp;
  let steps = 1;
  do {
    const took = stepper.time(steps);
    if (took < slice / 2) steps = Math.min(2 * steps, stepper.steps);
    else if (took > 2 * slice) steps = Math.max(1, Math.floor(steps / 2));
  } while (now() < until);
  return steps;
}
