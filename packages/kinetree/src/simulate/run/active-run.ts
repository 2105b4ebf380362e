import { createEvaluator } from "../../evaluate/evaluator.js";
import { tauOfBodies } from "../../evaluate/closed-dynamics.js";
import { parameterValues } from "../../state/parameter-values.js";
import { RequestError } from "../../errors/kinetree-error.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import type { RunCheckpoint } from "./checkpoint.js";
import type { CompiledRun } from "./compiled-run.js";
import type { State } from "../../state/state.js";
import type { LoopChooser, ClosureReselection } from "./loop-chooser.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { controllerActions, type ControllerActions } from "./controllers.js";
import { failureOf, RunFailedError, largeDeflection } from "./failure.js";
import { LaneRun, type RunEnd, type RunSpec } from "../lanes/lane-run.js";
import { requirePositive } from "../options/checked-number.js";
import { requireSpan, type SingleRunOptions } from "../options/options.js";
import { Recorder, SampleTimes } from "./recorder.js";
import type { RunCounts, SimulationResult } from "./result.js";
import { checkedInput, startState } from "./start-state.js";
import { requireStableStep } from "../stiffness/step-advice.js";
import { AUTO_EXPLICIT } from "../stiffness/auto-plans.js";
import { integratorIn, type IntegratorUse } from "../stiffness/auto-switch.js";
import type { RunAdvice } from "../stiffness/integrator-advice.js";
import { stiffnessMonitor, stiffnessNow, type StiffnessMonitor } from "./stiffness-monitor.js";
import type { Stiffness } from "../stiffness/stiffness.js";
import { VERSION } from "./version.js";

/** Samples of one step that are recorded without a pause. */
const SAMPLES_AT_A_TIME = 1024;

/** Residuals of closures beyond which a run that keeps them closed has failed to. */
const OPEN = 1e-6;

/** Numbers that a run keeps in memory at most: two gigabytes. */
const MOST_KEPT = 2 ** 28;

/** What follows from the options of a run and from nothing else. */
interface RunStart {
  readonly spec: RunSpec;
  readonly sampleEvery: number;
}

/**
 * A run on its way. Whoever holds it decides how far it goes at a time, and may look up in between: for a progress bar, a
 * checkpoint, a key that was pressed. The steps are the same however they are dealt out.
 */
export class ActiveRun {
  readonly #compiled: CompiledRun;
  readonly #start: RunStart;
  readonly #run: LaneRun;
  readonly #recorder: Recorder;
  readonly #samples: SampleTimes;
  readonly #controllers: ControllerActions;
  readonly #monitor: StiffnessMonitor;
  readonly #release: () => void;
  #attempts = 0;
  /** Time and coordinates for which the closures were planned. */
  #chosenAt = new Float64Array(0);
  readonly #rechoices: ClosureReselection[] = [];
  #result: SimulationResult | null = null;
  /** What `push` was given, until the step under way is done. */
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
    // Another run may have left another integrator behind.
    compiled.auto?.take("checkpoint" in from ? integratorIn(from.checkpoint.numbers["stiffness"]) : AUTO_EXPLICIT);
    if (compiled.loops) this.#chooseLoops(compiled.loops, start, "checkpoint" in from ? from.checkpoint : null);
    this.#recorder = new Recorder(compiled, spec.parameters, options.onRow ?? null);
    this.#samples = new SampleTimes(spec.t, spec.tEnd, sampleEvery);
    this.#controllers = controllerActions(model, pair, spec.t, options);
    const { nextAction, act } = this.#controllers;
    this.#run = new LaneRun(pair, 0, spec, {
      nextSample: (after) => this.#samples.next(after),
      sample: (t) => this.#recorder.sample(t),
      event: (event) => this.#recorder.event(event),
      ...(nextAction && act ? { nextAction, act } : {}),
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

  /** Plans the closures for the start, or for where the plan of an interrupted run was made. */
  #chooseLoops(loops: LoopChooser, { spec }: RunStart, checkpoint: RunCheckpoint | null): void {
    const { model } = this.#compiled;
    loops.setParameters(Object.fromEntries(model.parameters.map(({ name }, i) => [name, spec.parameters[i]])));
    const chosenAt = checkpoint?.numbers["chosenAt"];
    const [t, ...q] = chosenAt ?? [spec.t, ...Array.from(spec.q)];
    this.#chosenAt = Float64Array.of(t, ...q);
    loops.choose({ t, q: Float64Array.from(q), v: Float64Array.from(spec.v) });
  }

  /** Closures that have become unfit on the way are planned again, where the run stands; false if that does not help. */
  #chooseAgain(): boolean {
    const { pair, loops } = this.#compiled;
    const state = pair.raw(0, "accepted");
    if (!loops) return false;
    const rechoice = loops.choose(state);
    if (rechoice) {
      this.#rechoices.push(rechoice);
      this.#chosenAt = Float64Array.of(state.t, ...state.q);
    } else if (!loops.keepCurrentChoice(0)) return false;
    // Before the start, which may fail in its turn.
    this.#run.goOn();
    pair.setClock("restart", 0, 1);
    pair.run("start");
    if (rechoice) loops.watch(0);
    return true;
  }

  #begin(): void {
    const { pair } = this.#compiled;
    this.#monitor.begin();
    pair.run("start");
    this.#compiled.loops?.watch(0);
    this.#recorder.start();
    requireAccelerations(this.#compiled, this.#start.spec);
    const refused = pair.startError(0);
    if (refused) throw refused;
    this.#run.ready();
  }

  #restore({ numbers }: RunCheckpoint): void {
    this.#compiled.pair.restore(0, numbers["lane"]);
    this.#recorder.restore(numbers);
    this.#samples.restore(numbers["samples"]);
    this.#controllers.restore(numbers["controllers"]);
    this.#run.restore(numbers["run"]);
    [this.#attempts] = numbers["attempts"];
    this.#rechoices.push(...(this.#compiled.loops?.unpack(numbers["rechoices"]) ?? []));
    this.#compiled.pair.view?.restore(numbers["near"]);
    this.#monitor.restore(numbers["stiffness"]);
  }

  /** Time reached [s]. */
  get t(): number {
    return this.#run.end === "finished" ? this.#start.spec.tEnd : this.#compiled.pair.clock("t", 0);
  }

  get tEnd(): number {
    return this.#start.spec.tEnd;
  }

  /** How it ended; null as long as it goes on. */
  get end(): RunEnd | null {
    return this.#run.end;
  }

  /** A copy of the state reached. */
  state(): State {
    return this.#compiled.pair.stateOf(0, "accepted");
  }

  /** Steps that were taken, and attempts that were discarded, so far. */
  get counts(): RunCounts {
    const { pair } = this.#compiled;
    return { accepted: pair.clock("accepted", 0), rejected: pair.clock("rejected", 0) };
  }

  /** What implicit integrators have taken so far; null if there were none. */
  get implicit(): ImplicitCounts | null {
    return this.#recorder.implicit;
  }

  /** Integrators that made the run so far and why, each from its time on. */
  get integrators(): readonly IntegratorUse[] {
    return this.#monitor.uses();
  }

  /** What the run has found out about itself so far: an integrator that would be faster, and why. */
  get advice(): readonly RunAdvice[] {
    return this.#monitor.advice();
  }

  /** Steps tried so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * Makes up to so many attempts at a step; true if there is more to do. A step with thousands of samples in it takes several,
   * so that a call always comes back soon; not one of an implicit integrator, which remembers no step that is half looked at.
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
      // What is kept closed and is open all the same has lost a row that it took for redundant.
      if (settings.drift === "projection" && this.#recorder.closure > OPEN) run.end ??= "closures-singular";
      if (run.end === null && this.#monitor.after()) pair.run("start");
      this.#attempts++;
    }
    return run.end === null;
  }

  /** How stiff the equations are at the state reached; refused by runs of implicit integrators, which do not mind. */
  stiffness(): Stiffness {
    return stiffnessNow(this.#compiled);
  }

  /**
   * Other generalised forces on top of the model's own loads, from the next step on: a hand that pulls. The same forces before
   * the same `attempts` give the same run.
   * @param maxStep longest step from here on [s], so that the forces are felt in time; that of the run if left out
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

  /** Ends the run where it is. */
  stop(): void {
    this.#run.end ??= "stopped";
  }

  /** The run as it stands. Rows recorded so far are not part of it: who continues has them, or has written them. */
  checkpoint(): RunCheckpoint {
    const { pair, modelHash, planHash } = this.#compiled;
    const { t, tEnd, q, v, tau, u, parameters } = this.#start.spec;
    return {
      version: VERSION,
      model: modelHash,
      plan: planHash(),
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
        controllers: this.#controllers.snapshot(),
        attempts: Float64Array.of(this.#attempts),
        stiffness: this.#monitor.snapshot(),
        chosenAt: this.#chosenAt,
        rechoices: this.#compiled.loops?.pack(this.#rechoices) ?? new Float64Array(0),
        ...(pair.view ? { near: pair.view.snapshot() } : {}),
        ...this.#recorder.snapshot(),
      },
    };
  }

  /** The result; a run that still goes on is stopped. One that failed throws a `RunFailedError`, which holds what was recorded. */
  finish(): SimulationResult {
    if (this.#result) return this.#result;
    this.stop();
    const { pair } = this.#compiled;
    const end = this.#run.end as RunEnd;
    const result = this.#recorder.finish(end, this.#rechoices, this.#monitor);
    this.#release();
    if (end !== "finished" && end !== "event" && end !== "stopped") {
      const weakest = end === "closures-singular" ? this.#compiled.loops?.weakest(pair.raw(0, "accepted")) : null;
      const [advice] = result.advice;
      const note =
        largeDeflection(this.#compiled.model, this.#compiled.topology, result.final.q) +
        (advice ? ` ${sentence(advice.message)}` : "");
      throw new RunFailedError(failureOf(pair.plan, pair, 0, end, weakest ?? null, note), result);
    }
    return (this.#result = result);
  }
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function startOf({ model, topology, pair, settings }: CompiledRun, tEnd: number, options: SingleRunOptions): RunStart {
  const { nv, nu } = pair.plan;
  const { limits } = settings;
  const joints = startState(model, topology, options.state ?? {}, options.parameters ?? {});
  const start = absoluteStart(pair, joints, options);
  requireSpan("tEnd", start.t, tEnd, limits.step);
  const sampleEvery = options.sampleEvery ?? (tEnd - start.t) / 100;
  if (tEnd > start.t)
    requirePositive(
      "sampleEvery",
      sampleEvery,
      "Give the interval in seconds, or leave it out for a hundredth of the run.",
    );
  return {
    sampleEvery,
    spec: {
      t: start.t,
      tEnd,
      q: start.q,
      v: start.v,
      ...(joints.z ? { z: joints.z } : {}),
      tau: pair.view ? new Float64Array(nv) : checkedInput("tau", options.tau ?? new Float64Array(nv), nv),
      u: checkedInput("u", options.u ?? new Float64Array(nu), nu),
      parameters: parameterValues(model, options.parameters ?? {}),
      ...limits,
    },
  };
}

function requireRoom({ names }: CompiledRun, { sampleEvery, spec: { t, tEnd } }: RunStart): void {
  const rows = (tEnd - t) / sampleEvery;
  if (!(rows * names.length > MOST_KEPT)) return;
  throw new RequestError({
    code: "too-many-rows",
    subject: "sampleEvery",
    value: sampleEvery,
    message:
      `sampleEvery is ${sampleEvery} s, which makes ${rows} rows of ${names.length} numbers, more than a run keeps in memory. ` +
      `Take a longer interval, or take the rows as they come with onRow.`,
  });
}

const foreign = (what: string, value: string, expected: string): RequestError =>
  new RequestError({
    code: "foreign-checkpoint",
    subject: "checkpoint",
    value,
    message: `the checkpoint was made ${what} ${value}, this run is ${expected}. Resume with the same model, options and version of kinetree.`,
  });

/** The same start in the coordinates that are integrated. */
function absoluteStart({ view }: LanePair, joints: State, { parameters = {}, tau }: SingleRunOptions): State {
  if (!view) return joints;
  if (tau && Array.from(tau).some((x) => x !== 0)) throw tauOfBodies(tau);
  view.setParameters(parameters);
  return view.start(joints);
}

/** Refuses a checkpoint of other equations, once those of this run are planned. */
function requirePlan({ planHash }: CompiledRun, { plan }: RunCheckpoint): void {
  if (plan !== planHash()) throw foreign("with the compiled plan", plan, planHash());
}

/** The start of the run that a checkpoint belongs to; refused if it belongs to another model or other options. */
function startIn({ modelHash, settings }: CompiledRun, checkpoint: RunCheckpoint): RunStart {
  if (checkpoint.version !== VERSION) throw foreign("by version", checkpoint.version, VERSION);
  if (checkpoint.model !== modelHash) throw foreign("of the model with hash", checkpoint.model, modelHash);
  const { span, q, v, tau, u, parameters } = checkpoint.numbers;
  const [t, tEnd, sampleEvery] = span;
  return { sampleEvery, spec: { t, tEnd, q, v, tau, u, parameters, ...settings.limits } };
}

/** A start without accelerations (a hinge without inertia, a dead point) is explained, not stepped at. */
function requireAccelerations({ model, pair }: CompiledRun, { t, q, v, z, tau, u, parameters }: RunSpec): void {
  const vdot = new Float64Array(pair.plan.nv);
  pair.read(pair.layout.startRates.v, 0, vdot);
  if (vdot.every(Number.isFinite)) return;
  if (pair.view) return; // bodies on their own always accelerate; what does not close is found by the closures
  const evaluator = createEvaluator(model);
  evaluator.setParameters(Object.fromEntries(model.parameters.map(({ name }, i) => [name, parameters[i]])));
  const state = { t, q: Float64Array.from(q), v: Float64Array.from(v), ...(z ? { z: Float64Array.from(z) } : {}) };
  evaluator.forwardDynamics(state, { tau: Float64Array.from(tau ?? []), u: Float64Array.from(u ?? []) });
}
