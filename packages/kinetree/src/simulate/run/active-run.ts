import type { RunWarning } from "./run-warnings.js";
import { integratedState, jointState } from "../lanes/lane-state.js";
import { tauOfBodies } from "../../evaluate/closed-dynamics.js";
import { parametersByName } from "../../state/parameter-values.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import type { RunCheckpoint } from "./checkpoint.js";
import type { CompiledRun } from "./compiled-run.js";
import type { State } from "../../state/state.js";
import type { LoopChooser, ClosureReselection } from "./loop-chooser.js";
import { controllersOfRun } from "./controllers.js";
import type { ControllerClock } from "../lanes/controller-clock.js";
import { failureOf, RunFailedError } from "./failure.js";
import { watchQuality } from "../lanes/closure-quality.js";
import { keepGiven } from "../lanes/keep-given.js";
import { LaneRun, type RunEnd } from "../lanes/lane-run.js";
import { requirePositive } from "../../evaluate/option-checks.js";
import type { SingleRunOptions } from "../options/options.js";
import { Recorder, SampleTimes } from "./recorder.js";
import type { RunCounts, SimulationResult } from "./result.js";
import {
  groundsHash,
  requireAccelerations,
  requirePlan,
  requireRoom,
  startIn,
  startOf,
  type RunStart,
} from "./run-start.js";
import { checkedInput } from "./start-state.js";
import { requireStableStep } from "../stiffness/step-advice.js";
import { AUTO_EXPLICIT } from "../stiffness/auto-plans.js";
import { integratorIn, type IntegratorUse } from "../stiffness/auto-switch.js";
import type { RunAdvice } from "../stiffness/integrator-advice.js";
import { stiffnessMonitor, stiffnessNow, type StiffnessMonitor } from "./stiffness-monitor.js";
import type { Stiffness } from "../stiffness/stiffness.js";
import { VERSION } from "./version.js";

/** Samples of one step that are recorded per call of `advance`. */
const SAMPLES_AT_A_TIME = 1024;

/** Residual of the closures beyond which projection has failed. */
const OPEN = 1e-6;

/** A run in progress, advanced and inspected by the caller. The steps do not depend on how they are divided into calls. */
export class ActiveRun {
  readonly #compiled: CompiledRun;
  readonly #start: RunStart;
  readonly #run: LaneRun;
  readonly #recorder: Recorder;
  readonly #samples: SampleTimes;
  readonly #controllers: ControllerClock | null;
  readonly #monitor: StiffnessMonitor;
  readonly #release: () => void;
  #attempts = 0;
  /** Time, coordinates and internal states for which the closures were planned. */
  #chosenAt: Float64Array = new Float64Array(0);
  readonly #rechoices: ClosureReselection[] = [];
  #result: SimulationResult | null = null;
  /** Arguments of `push`, until the current step is done. */
  #pushed: { readonly tau: Float64Array; readonly maxStep: number } | null = null;

  /** Use `simulation.begin` or `simulation.resume`. */
  constructor(
    compiled: CompiledRun,
    from: { readonly tEnd: number } | { readonly checkpoint: RunCheckpoint },
    options: SingleRunOptions,
    release: () => void,
  ) {
    this.#compiled = compiled;
    this.#release = release;
    const { model, pair } = compiled;
    const start = "tEnd" in from ? startOf(compiled, from.tEnd, options) : startIn(compiled, from.checkpoint);
    const { spec, sampleEvery } = start;
    this.#start = start;
    if (!options.onRow) requireRoom(compiled, start);
    // The previous run may have switched the integrator.
    compiled.auto?.take("checkpoint" in from ? integratorIn(from.checkpoint.numbers["stiffness"]) : AUTO_EXPLICIT);
    if (compiled.loops) this.#chooseLoops(compiled.loops, start, "checkpoint" in from ? from.checkpoint : null);
    this.#recorder = new Recorder(compiled, spec.parameters, options.onRow ?? null);
    this.#samples = new SampleTimes(spec.t, spec.tEnd, sampleEvery);
    const controllers = controllersOfRun(model, pair, spec, options.controllers ?? {}, compiled.settings.tick);
    this.#controllers = controllers;
    const leastPivot = compiled.loops?.leastPivot;
    this.#run = new LaneRun(pair, 0, spec, {
      nextSample: (after) => this.#samples.next(after),
      sample: (t) => this.#recorder.sample(t),
      event: (event) => this.#recorder.event(event),
      ...(controllers ? { nextAction: () => controllers.next(), act: (t: number) => controllers.act(t) } : {}),
      ...(leastPivot ? { leastPivot } : {}),
    });
    this.#monitor = stiffnessMonitor(compiled, spec);
    this.#run.load();
    if ("checkpoint" in from) {
      requirePlan(compiled, from.checkpoint);
      this.#restore(from.checkpoint);
    }
    pair.idle(1);
    pair.setParameters(spec.parameters, 1);
    if ("tEnd" in from) {
      if (options.allowUnstableStep !== true) requireStableStep(model, compiled.topology, pair, spec);
      this.#begin();
    }
  }

  /** Plans the closures for the start, or for the state at which an interrupted run had planned them. */
  #chooseLoops(loops: LoopChooser, { spec }: RunStart, checkpoint: RunCheckpoint | null): void {
    const { model } = this.#compiled;
    loops.setParameters(parametersByName(model, spec.parameters));
    const chosenAt = checkpoint?.numbers["chosenAt"];
    this.#chosenAt = chosenAt ?? Float64Array.of(spec.t, ...Array.from(spec.q), ...Array.from(spec.z ?? []));
    const [t, ...rest] = this.#chosenAt;
    const [q, z] = [rest.slice(0, spec.q.length), rest.slice(spec.q.length)].map((x) => Float64Array.from(x));
    const state = { t, q, v: Float64Array.from(spec.v), ...(z.length > 0 ? { z } : {}) };
    loops.rank = checkpoint?.numbers["rank"][0] ?? loops.rankAt(state);
    loops.choose(state);
  }

  /** Plans closures again that have become ill conditioned, at the state reached. */
  #chooseAgain(): void {
    const chosen = this.#compiled.loops?.chooseAgain(this.#run);
    if (!chosen) return;
    const { state, rechoice } = chosen;
    if (rechoice) this.#rechoices.push(rechoice);
    this.#chosenAt = Float64Array.of(state.t, ...state.q, ...(state.z ?? []));
  }

  #begin(): void {
    const { pair } = this.#compiled;
    this.#monitor.begin();
    // In a singular pose there are no accelerations to start with: the first step leads away from it.
    const isSingular = this.#compiled.loops?.isAtSingularPose(0) === true;
    const showAsGiven = isSingular ? keepGiven(pair, 0) : null;
    pair.run("start");
    if (this.#compiled.loops) watchQuality(pair, 0);
    showAsGiven?.();
    this.#recorder.start();
    if (!isSingular) requireAccelerations(this.#compiled, this.#start.spec);
    const refused = isSingular ? null : pair.startError(0);
    if (refused) throw refused;
    this.#run.ready(isSingular);
    if (this.#run.end === "closures-singular") this.#chooseAgain();
  }

  #restore({ numbers }: RunCheckpoint): void {
    this.#compiled.pair.restore(0, numbers["lane"]);
    this.#recorder.restore(numbers);
    this.#samples.restore(numbers["samples"]);
    this.#controllers?.restore(numbers["controllers"]);
    this.#run.restore(numbers["run"]);
    [this.#attempts] = numbers["attempts"];
    this.#rechoices.push(...(this.#compiled.loops?.unpack(numbers["rechoices"]) ?? []));
    this.#monitor.restore(numbers["stiffness"]);
  }

  get t(): number {
    return this.#run.end === "finished" ? this.#start.spec.tEnd : this.#compiled.pair.clock("t", 0);
  }

  get tEnd(): number {
    return this.#start.spec.tEnd;
  }

  /** How it ended; null while it runs. */
  get end(): RunEnd | null {
    return this.#run.end;
  }

  state(): State {
    return jointState(this.#compiled.pair, 0, "accepted");
  }

  /** Accepted and rejected steps so far. */
  get counts(): RunCounts {
    const { pair } = this.#compiled;
    return { accepted: pair.clock("accepted", 0), rejected: pair.clock("rejected", 0) };
  }

  /** Work of implicit integrators so far; null if there were none. */
  get implicit(): ImplicitCounts | null {
    return this.#recorder.implicit;
  }

  /** Integrators used so far, each with its start time and the reason. */
  get integrators(): readonly IntegratorUse[] {
    return this.#monitor.uses();
  }

  /** Advice found so far: an integrator that would be faster, and why. */
  get advice(): readonly RunAdvice[] {
    return this.#monitor.advice();
  }

  /** Reasons not to trust what was computed so far: energy or closures beyond the tolerance, ground that fixed steps may have missed. */
  get warnings(): readonly RunWarning[] {
    return this.#recorder.warnings;
  }

  /** Attempted steps, rejected ones included. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Whether a step is done in part: its samples are still being recorded, and what is pushed acts from the next attempt on. */
  get isInStep(): boolean {
    return this.#run.isInspecting;
  }

  /**
   * Attempts up to so many steps; true if there is more to do. A step with thousands of samples counts as several attempts, so
   * that every call returns soon; except with implicit integrators, which cannot resume recording in the middle of a step.
   */
  advance(attempts: number): boolean {
    const { pair, settings } = this.#compiled;
    const run = this.#run;
    for (let i = 0; i < attempts && run.end === null; i++) {
      if (this.#pushed && !run.isInspecting) this.#push(this.#pushed);
      if (!run.isInspecting) pair.run("attempt");
      if (!run.inspect(pair.plan.implicit ? Infinity : SAMPLES_AT_A_TIME)) continue;
      pair.run("commit");
      if (run.settle()) pair.run("start");
      if (run.end === "closures-singular" && !run.isStuck) this.#chooseAgain();
      // Closures that are open in spite of projection have lost a row that was taken for redundant.
      if (settings.drift === "projection" && this.#recorder.closure > OPEN) run.end ??= "closures-singular";
      if (run.end === null && this.#monitor.after()) pair.run("start");
      this.#attempts++;
    }
    return run.end === null;
  }

  /** How stiff the equations are at the state reached; refused by runs of implicit integrators. */
  stiffness(): Stiffness {
    return stiffnessNow(this.#compiled);
  }

  /**
   * Sets the generalised forces on top of the model's own loads from the next step on, for an interactive pull (mouse drag). The
   * same forces before the same `attempts` give the same run.
   * @param maxStep longest step from here on [s], so that the forces take effect in time; default: that of the run
   */
  push(tau: ArrayLike<number>, maxStep = Infinity): void {
    const { pair } = this.#compiled;
    if (pair.view) throw tauOfBodies(tau);
    if (maxStep !== Infinity) requirePositive("maxStep", maxStep, "Give it in seconds, or leave it out.");
    this.#pushed = { tau: Float64Array.from(checkedInput("tau", tau, pair.plan.nv)), maxStep };
  }

  #push({ tau, maxStep }: { readonly tau: Float64Array; readonly maxStep: number }): void {
    const { pair } = this.#compiled;
    this.#pushed = null;
    pair.write(pair.layout.tau, tau, 0);
    this.#run.limitStep(maxStep);
    pair.setClock("restart", 0, 1);
    pair.run("start");
  }

  stop(): void {
    this.#run.end ??= "stopped";
  }

  /** The run as it stands. Rows recorded so far are not part of it. */
  checkpoint(): RunCheckpoint {
    const { model, pair, modelHash, planHash } = this.#compiled;
    const { t, tEnd, q, v, tau, u, parameters } = this.#start.spec;
    return {
      version: VERSION,
      model: modelHash,
      plan: planHash(),
      ...groundsHash(model),
      t: this.t,
      tEnd,
      numbers: {
        span: Float64Array.of(t, tEnd, this.#start.sampleEvery),
        q: Float64Array.from(q),
        v: Float64Array.from(v),
        tau: Float64Array.from(tau ?? []),
        u: Float64Array.from(u ?? []),
        parameters: Float64Array.from(parameters),
        lane: pair.snapshot(0),
        run: this.#run.snapshot(),
        samples: this.#samples.snapshot(),
        controllers: this.#controllers?.snapshot() ?? new Float64Array(0),
        attempts: Float64Array.of(this.#attempts),
        stiffness: this.#monitor.snapshot(),
        chosenAt: this.#chosenAt,
        rank: Float64Array.of(this.#compiled.loops?.rank ?? 0),
        rechoices: this.#compiled.loops?.pack(this.#rechoices) ?? new Float64Array(0),
        ...this.#recorder.snapshot(),
      },
    };
  }

  /** The result; stops a run in progress. A run that failed throws a `RunFailedError` with the recorded part. */
  finish(): SimulationResult {
    if (this.#result) return this.#result;
    this.stop();
    const { pair } = this.#compiled;
    const end = this.#run.end as RunEnd;
    const result = this.#recorder.finish(end, this.#rechoices, this.#monitor);
    this.#release();
    if (end !== "finished" && end !== "event" && end !== "stopped") {
      const weakest =
        end === "closures-singular" ? this.#compiled.loops?.weakest(integratedState(pair, 0, "accepted")) : null;
      throw new RunFailedError(failureOf(this.#compiled, 0, end, weakest ?? null, result), result);
    }
    return (this.#result = result);
  }
}
