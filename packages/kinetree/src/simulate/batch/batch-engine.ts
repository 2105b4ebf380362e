import { SimulationError } from "../../errors/kinetree-error.js";
import type { State } from "../../state/state.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { failureCodes, LaneRun, type RunEnd, type RunSpec, type StepLimits } from "../lanes/lane-run.js";
import { watchQuality } from "../lanes/closure-quality.js";
import { keepGiven } from "../lanes/keep-given.js";
import type { RunController } from "../clock/controllers.js";
import type { ControllerClock } from "../lanes/controller-clock.js";
import { clockOnLane, controllerSet, type ControllerSet } from "../lanes/controller-set.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";

/** Samples of one plan, packed: row i of each array belongs to sample i of the chunk. */
export interface SampleChunk {
  readonly first: number;
  readonly count: number;
  readonly t: Float64Array;
  readonly tEnd: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** States of contacts. */
  readonly z: Float64Array;
  readonly tau: Float64Array;
  readonly u: Float64Array;
  readonly parameters: Float64Array;
  /** Number of each sample's plan: samples with other selections of closures have other equations. */
  readonly plans: Float64Array;
  readonly limits: StepLimits;
}

/** Controllers in place of laws, or of controllers without. */
export type GivenControllers = Readonly<Record<string, RunController>>;

/** Ends of runs by their packed code. */
export const ENDS: readonly RunEnd[] = ["finished", "event", ...failureCodes.filter((code) => code !== null)];

export interface ChunkResult {
  readonly first: number;
  readonly count: number;
  /** Where each sample ended; for one that failed, its last good state. */
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly z: Float64Array;
  readonly measures: Float64Array;
  /** Extremes over the accepted steps, and their times. */
  readonly extremes: Float64Array;
  readonly extremeTimes: Float64Array;
  /** Instant of the first passage of each event; NaN if it did not happen. */
  readonly events: Float64Array;
  /** Index into `ENDS`. */
  readonly end: Uint8Array;
  readonly accepted: Float64Array;
  readonly rejected: Float64Array;
  /** Attempts of the pair, and of its lanes while they held a sample: their ratio is the lane use. */
  readonly attempts: number;
  readonly laneAttempts: number;
  /** Samples of the chunk that asked for another selection of closures, which a pair cannot give one of its lanes alone. */
  readonly leaving: readonly number[];
}

/** Attempts after which a pair returns even if no lane needs attention. */
const MOST_ATTEMPTS = 100_000;

/**
 * Runs the samples of a chunk in the two lanes of a pair, those of each plan after one another. A lane whose sample has ended takes
 * the next one at once. The result of a sample does not depend on its lane, its neighbour, or earlier samples.
 */
export function runChunk(pairs: readonly LanePair[], chunk: SampleChunk, given: GivenControllers = {}): ChunkResult {
  const result = emptyResult(pairs[0].plan, chunk);
  let [attempts, laneAttempts] = [0, 0];
  const leaving: number[] = [];
  for (const plan of new Set(chunk.plans)) {
    const samples = Array.from(chunk.plans.keys()).filter((i) => chunk.plans[i] === plan);
    const used = new ChunkRun(pairs[plan], chunk, samples, result, given, (sample) => leaving.push(sample)).run();
    attempts += used.attempts;
    laneAttempts += used.laneAttempts;
  }
  return { ...result, attempts, laneAttempts, leaving: leaving.sort((a, b) => a - b) };
}

/** What a sample that runs alone asks about its closures. */
export interface ClosureChoice {
  /** Gives the pair another selection where the run asks for it. */
  readonly chooseAgain: (run: LaneRun) => void;
  readonly isAtSingularPose: (lane: LaneIndex) => boolean;
}

/** Runs one sample again, in a pair of its own. */
export function runAlone(
  pair: LanePair,
  chunk: SampleChunk,
  sample: number,
  result: ChunkResult,
  given: GivenControllers,
  closures: ClosureChoice,
): void {
  result.events.fill(NaN, sample * pair.plan.eventCount, (sample + 1) * pair.plan.eventCount);
  const isAtPose = (lane: LaneIndex): boolean => closures.isAtSingularPose(lane);
  new ChunkRun(pair, chunk, [sample], result, given, (_, run) => closures.chooseAgain(run), isAtPose).run();
}

const lanes: readonly LaneIndex[] = [0, 1];

class ChunkRun {
  readonly #pair: LanePair;
  readonly #chunk: SampleChunk;
  /** Places in the chunk of the samples to run. */
  readonly #places: readonly number[];
  readonly #result: ChunkResult;
  readonly #controllers: ControllerSet | null;
  /** Told of a sample whose closures have become ill conditioned. The sample has ended unless this lets it go on. */
  readonly #onUnfit: (sample: number, run: LaneRun) => void;
  /** Asked where a sample is alone; others start again alone if they start in such a pose. */
  readonly #isAtSingularPose: (lane: LaneIndex) => boolean;
  readonly #runs: [LaneRun | null, LaneRun | null] = [null, null];
  readonly #samples: [number, number] = [-1, -1];
  #next = 0;

  constructor(
    pair: LanePair,
    chunk: SampleChunk,
    places: readonly number[],
    result: ChunkResult,
    given: GivenControllers,
    onUnfit: (sample: number, run: LaneRun) => void,
    isAtSingularPose: (lane: LaneIndex) => boolean = () => false,
  ) {
    this.#isAtSingularPose = isAtSingularPose;
    const { controllers, laws, tick } = pair.plan;
    this.#controllers = controllerSet(controllers, laws, given, tick);
    this.#pair = pair;
    this.#chunk = chunk;
    this.#places = places;
    this.#result = result;
    this.#onUnfit = onUnfit;
  }

  run(): Pick<ChunkResult, "attempts" | "laneAttempts"> {
    const [pair, runs] = [this.#pair, this.#runs];
    let [attempts, laneAttempts] = [0, 0];
    // A new pair holds zeros, which an idle lane must not step.
    for (const lane of lanes) pair.setClock("active", lane, 1);
    this.#refill();
    while (runs[0] || runs[1]) {
      if (this.#finishEnded()) {
        this.#refill();
        continue;
      }
      const holding = (runs[0] ? 1 : 0) + (runs[1] ? 1 : 0);
      const made = this.#step();
      attempts += made;
      laneAttempts += made * holding;
      const again = [runs[0]?.settle() ?? false, runs[1]?.settle() ?? false];
      if (again[0] || again[1]) pair.run("start");
      this.#reportUnfit(lanes);
    }
    return { attempts, laneAttempts };
  }

  #reportUnfit(among: readonly LaneIndex[]): void {
    for (const lane of among) {
      const run = this.#runs[lane];
      if (run?.end === "closures-singular" && !run.isStuck) this.#onUnfit(this.#samples[lane], run);
    }
  }

  /** Stores the results of samples that have ended; true if there were any. */
  #finishEnded(): boolean {
    let isAny = false;
    for (const lane of lanes) {
      const end = this.#runs[lane]?.end ?? null;
      if (end === null) continue;
      keep(this.#pair, lane, end, this.#result, this.#samples[lane]);
      this.#runs[lane] = null;
      isAny = true;
    }
    return isAny;
  }

  #refill(): void {
    const [pair, runs] = [this.#pair, this.#runs];
    const fresh: LaneIndex[] = [];
    for (const lane of lanes) {
      if (runs[lane] || this.#next >= this.#places.length) continue;
      this.#take(lane);
      fresh.push(lane);
    }
    for (const lane of fresh) runs[lane]?.load();
    for (const lane of lanes) if (!runs[lane] && pair.clock("active", lane) !== 0) pair.idle(lane);
    if (fresh.length === 0) return;
    const singular = fresh.filter((lane) => this.#isAtSingularPose(lane));
    const showAsGiven = singular.map((lane) => keepGiven(pair, lane));
    pair.run("start");
    if (pair.plan.loopPlan) for (const lane of fresh) watchQuality(pair, lane);
    for (const show of showAsGiven) show();
    for (const lane of fresh) runs[lane]?.ready(singular.includes(lane));
    this.#reportUnfit(fresh);
  }

  #take(lane: LaneIndex): void {
    const [pair, result] = [this.#pair, this.#result];
    const { plan } = pair;
    const sample = this.#places[this.#next++];
    this.#samples[lane] = sample;
    const spec = specOf(plan, this.#chunk, sample);
    const clock = this.#controllers && clockOnLane(this.#controllers, pair, lane, spec.t, namedParameters(plan, spec));
    this.#runs[lane] = new LaneRun(pair, lane, spec, {
      ...(clock ? { nextAction: () => clock.next(), act: (t: number) => actOrFail(pair, lane, clock, t) } : {}),
      event: ({ index, ...state }) => {
        const at = sample * plan.eventCount + index;
        if (Number.isNaN(result.events[at])) result.events[at] = state.t;
        if (plan.eventRules[index].terminal) keepState(result, plan, sample, state);
      },
    });
  }

  /** Steps both lanes until one needs attention; returns the number of attempts. */
  #step(): number {
    const [pair, runs] = [this.#pair, this.#runs];
    // Runs near a dead point are looked at after every so many attempts, which have to be the same as in a single run.
    if (pair.plan.eventCount === 0) return pair.advance(pair.plan.loopPlan ? 1 : MOST_ATTEMPTS);
    pair.run("attempt");
    runs[0]?.inspect();
    runs[1]?.inspect();
    pair.run("commit");
    return 1;
  }
}

const namedParameters = ({ parameters }: SimulationPlan, spec: RunSpec): Readonly<Record<string, number>> =>
  Object.fromEntries(parameters.map(({ name }, i) => [name, spec.parameters[i]]));

/** A controller that computes NaN fails its own sample only. */
function actOrFail(pair: LanePair, lane: LaneIndex, clock: ControllerClock, t: number): boolean {
  try {
    return clock.act(t);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    pair.setClock("failure", lane, failureCodes.indexOf("not-finite"));
    return false;
  }
}

function specOf(plan: SimulationPlan, chunk: SampleChunk, i: number): RunSpec {
  const row = (values: Float64Array, width: number): Float64Array => values.subarray(i * width, (i + 1) * width);
  return {
    t: chunk.t[i],
    tEnd: chunk.tEnd[i],
    q: row(chunk.q, plan.nq),
    v: row(chunk.v, plan.nv),
    z: row(chunk.z, plan.layout.shown.kept.count),
    tau: row(chunk.tau, plan.nv),
    u: row(chunk.u, plan.nu),
    parameters: row(chunk.parameters, plan.parameters.length),
    ...chunk.limits,
  };
}

/** Numbers per sample in each array of a result. */
export const resultWidths = ({ nq, nv, layout, eventCount, measureCount, extremesBefore }: SimulationPlan) => ({
  t: 1,
  q: nq,
  v: nv,
  z: layout.shown.kept.count,
  measures: measureCount,
  extremes: extremesBefore.length,
  extremeTimes: extremesBefore.length,
  events: eventCount,
  accepted: 1,
  rejected: 1,
});

/** One array per width, with room for so many samples. */
export const arraysOf = <K extends string>(
  widths: Readonly<Record<K, number>>,
  count: number,
): Record<K, Float64Array> =>
  Object.fromEntries(
    Object.entries<number>(widths).map(([name, width]) => [name, new Float64Array(count * width)]),
  ) as Record<K, Float64Array>;

function emptyResult(plan: SimulationPlan, { first, count }: SampleChunk): ChunkResult {
  const arrays = arraysOf(resultWidths(plan), count);
  arrays.events.fill(NaN);
  return { first, count, ...arrays, end: new Uint8Array(count), attempts: 0, laneAttempts: 0, leaving: [] };
}

function keepState(result: ChunkResult, plan: SimulationPlan, i: number, { t, q, v, z }: State): void {
  result.t[i] = t;
  result.q.set(q, i * plan.nq);
  result.v.set(v, i * plan.nv);
  if (z) result.z.set(z, i * z.length);
}

function keep(pair: LanePair, lane: LaneIndex, end: RunEnd, result: ChunkResult, i: number): void {
  const { plan } = pair;
  const { nq, nv, layout } = plan;
  const { accepted, shown, extremes, extremeTimes, measures } = layout;
  const nInternal = shown.kept.count;
  result.end[i] = ENDS.indexOf(end);
  result.accepted[i] = pair.clock("accepted", lane);
  result.rejected[i] = pair.clock("rejected", lane);
  if (end !== "event") {
    result.t[i] = pair.clock("t", lane);
    pair.read(accepted.q, lane, result.q, i * nq);
    pair.read(accepted.v, lane, result.v, i * nv);
    pair.read(accepted.kept, lane, result.z, i * nInternal);
  }
  pair.read(extremes, lane, result.extremes, i * extremes.count);
  pair.read(extremeTimes, lane, result.extremeTimes, i * extremes.count);
  if (measures.count === 0) return;
  pair.write(shown.t, [result.t[i]], lane);
  pair.write(shown.q, result.q.subarray(i * nq, (i + 1) * nq), lane);
  pair.write(shown.v, result.v.subarray(i * nv, (i + 1) * nv), lane);
  pair.write(shown.kept, result.z.subarray(i * nInternal, (i + 1) * nInternal), lane);
  pair.run("measures");
  pair.read(measures, lane, result.measures, i * measures.count);
}
