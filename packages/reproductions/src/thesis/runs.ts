import { createSimulation, jointsFromState, type Simulation, type State } from "kinetree";
import { jointEquationParts, predictAugmentedCost } from "kinetree/formulations";
import type { BenchContext } from "../bench/bench-study.js";
import { damping, stages, TOLERANCE, type Integrator, type Method } from "./methods.js";
import type { Start } from "./systems.js";

export interface Case {
  readonly start: Start;
  readonly method: Method;
  /** Default "rkf45". */
  readonly integrator?: Integrator;
  /** Of "rk4" [s]. */
  readonly step?: number;
  /** Of "rkf45"; default `TOLERANCE`. */
  readonly tolerance?: number;
}

export interface Timed {
  /** Fastest of several runs, without compiling and starting [ms]. */
  readonly ms: number;
  readonly evaluations: number;
  /** Predicted multiplications with an addition, for one evaluation. */
  readonly predicted: number;
  /** Where it ended, by joint. */
  readonly final: Ending;
}

/** Coordinates and speeds by the names of the joints. */
export type Ending = ReadonlyMap<string, readonly number[]>;

/** Runs are repeated for the sake of the clock, so often at most, and until they have taken so long together [ms]. */
const REPEATS = 8;
const LONG = 2500;

interface Timing {
  readonly each: Case;
  readonly simulation: Simulation;
  /** Fastest of every attempt at a step so far [ms]: all runs of a case make the same attempts. */
  readonly attempts: number[];
  spent: number;
  final: Ending;
}

/**
 * Runs the cases several times, step by step in turn, and adds up the fastest of each step: whatever else the machine does meets all of
 * them, and the fastest is the least disturbed.
 */
export function timeTogether(context: BenchContext, duration: number, cases: readonly Case[]): readonly Timed[] {
  const timings = cases.map((each): Timing => ({
    each,
    simulation: compile(each),
    attempts: [],
    spent: 0,
    final: new Map(),
  }));
  for (let round = 0; round < (context.quick ? 2 : REPEATS); round++)
    runInTurn(
      context.processorTime ?? context.now,
      duration,
      timings.filter(({ spent }) => spent < LONG),
    );
  return timings.map(({ each, attempts, final }) => ({
    ms: attempts.reduce((sum, ms) => sum + ms, 0),
    evaluations: attempts.length * stages[each.integrator ?? "rkf45"],
    predicted: predictAugmentedCost(each.start.model, each.method).total,
    final,
  }));
}

/** Assembling a start and its memory takes as long for all methods, and is no part of the comparison. */
function runInTurn(now: () => number, duration: number, timings: readonly Timing[]): void {
  let going = timings.map((timing) => ({
    timing,
    run: timing.simulation.begin(duration, { state: timing.each.start.state, sampleEvery: duration }),
  }));
  for (let attempt = 0; going.length > 0; attempt++) {
    going = going.filter(({ timing, run }) => {
      const from = now();
      const isGoing = run.advance(1);
      const ms = now() - from;
      timing.attempts[attempt] = Math.min(timing.attempts[attempt] ?? Infinity, ms);
      timing.spent += ms;
      if (!isGoing) timing.final = endingOf(timing.each, run.finish().final);
      return isGoing;
    });
  }
}

const compile = ({ start, method, integrator = "rkf45", step, tolerance = TOLERANCE }: Case): Simulation =>
  createSimulation(start.model, {
    formulation: "augmented",
    augmented: { ...method, ...damping },
    drift: "baumgarte",
    integrator,
    energyBalance: false,
    ...(step === undefined ? { tolerance } : { step }),
  });

function endingOf({ start }: Case, state: State): Ending {
  const { q, v } = jointsFromState(start.model, state);
  const all = (of: Readonly<Record<string, number | ArrayLike<number>>>): [string, readonly number[]][] =>
    Object.entries(of).map(([name, value]) => [name, typeof value === "number" ? [value] : Array.from(value)]);
  return new Map([
    ...all(q).map(([name, value]) => [`q.${name}`, value] as const),
    ...all(v).map(([name, value]) => [`v.${name}`, value] as const),
  ]);
}

/** Largest difference of two endings in the joints that both have, relative to the largest number. */
export function apart(a: Ending, b: Ending): number {
  let [difference, scale] = [0, 0];
  for (const [name, values] of a) {
    const others = b.get(name);
    if (!others) continue;
    values.forEach((value, i) => {
      difference = Math.max(difference, Math.abs(value - others[i]));
      scale = Math.max(scale, Math.abs(value));
    });
  }
  return scale > 0 ? difference / scale : difference;
}

/** Times of the two costly parts of one evaluation [ms]. */
export interface PartTimes {
  readonly product: number;
  readonly solve: number;
}

/** The product and the solver of a case on their own, on blocks of the same sizes and places. */
export function timeParts({ now, processorTime = now, quick }: BenchContext, { start, method }: Case): PartTimes {
  const parts = jointEquationParts(start.model, method);
  const room = quick ? 2 : 60;
  const [product, solve, restore] = [parts.product, parts.solve, parts.restore].map((call) =>
    fastest(processorTime, call, room),
  );
  return { product, solve: Math.max(0, solve - restore) };
}

/** Of one call, fastest of at least three groups of calls within so many milliseconds. */
function fastest(now: () => number, call: () => void, room: number): number {
  let [calls, best] = [1, Infinity];
  const started = now();
  for (let groups = 0; groups < 3 || now() - started < room;) {
    const from = now();
    for (let i = 0; i < calls; i++) call();
    const ms = now() - from;
    // Below this the clock itself counts.
    if (ms < room / 20 && calls < 1e6) calls *= 2;
    else {
      best = Math.min(best, ms / calls);
      groups++;
    }
  }
  return best;
}
