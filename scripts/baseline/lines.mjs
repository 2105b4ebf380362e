import {
  createEvaluator,
  createSimulation,
  decodeCheckpoint,
  encodeCheckpoint,
  formulations,
  KinetreeError,
  modelHash,
  runBatch,
  startState,
  buildTopology,
} from "kinetree";
import { linearize } from "kinetree/analysis";
import { explainFormulations } from "kinetree/formulations";
import { everySystem } from "kinetree/systems";
import { writeJsonModel } from "kinetree/formats";
import { changedStudy, namedStudy, runStudy } from "@kinetree/study";
import { digest } from "./digest.mjs";
import { withEmitted } from "./emitted.mjs";

/** @typedef {ReturnType<typeof everySystem[number]["build"]>} Model */

/** Runs are short: equal code makes equal steps, and these only show that the host around it does the same. */
const T_END = 0.01;

const explicit = [
  { integrator: "rk4", step: 1e-3 },
  { integrator: "dormand-prince", tolerance: 1e-6, maxSteps: 100 },
];
/** For systems of up to this many speeds: implicit plans of larger ones take long to compile. */
const MOST_SPEEDS_IMPLICIT = 40;
const implicit = [{ integrator: "bdf", tolerance: 1e-4, maxSteps: 300 }];

/**
 * The lines of the baseline, one by one.
 * @param {(name: string) => boolean} isWanted by the first word of a line
 */
export async function* baselineLines(isWanted) {
  for (const system of everySystem) {
    if (!isWanted(system.name)) continue;
    const model = system.build();
    yield `${system.name} model=${modelHash(model)} json=${digest(writeJsonModel(model))}`;
    yield* evaluatorLine(system.name, model, system.start);
    for (const { name } of formulations) yield* runLines(system.name, model, system.start, name, explicit);
    if (buildTopology(model).counts.nv <= MOST_SPEEDS_IMPLICIT) {
      for (const name of [undefined, "constrained"]) yield* runLines(system.name, model, system.start, name, implicit);
    }
  }
  if (isWanted("explain")) yield* explainLines();
  if (isWanted("batch")) yield* batchLines();
  if (isWanted("checkpoint")) yield* checkpointLines();
  if (isWanted("study")) yield* studyLines();
}

/**
 * What a call gives, or the code of the error that it throws.
 * @template T
 * @param {() => T} call
 */
function attempt(call) {
  try {
    return { value: call(), refusal: null };
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    return { value: null, refusal: error.code };
  }
}

/**
 * @param {string} name
 * @param {Model} model
 * @param {import("kinetree/systems").SystemStart} start
 */
function* evaluatorLine(name, model, start) {
  const { value, refusal } = attempt(() =>
    withEmitted(() => {
      const evaluator = createEvaluator(model);
      const state = startState(model, evaluator.topology, start, {});
      const at = model.bodies.at(-1)?.name ?? "ground";
      const vdot = evaluator.forwardDynamics(state);
      return digest(
        vdot,
        evaluator.energy(state),
        evaluator.momentum(state),
        evaluator.bodies(state),
        attempt(() => evaluator.inverseDynamics(state, vdot)),
        attempt(() => evaluator.massMatrix(state)),
        attempt(() => evaluator.jointLoads(state)),
        attempt(() => evaluator.closureForces(state)),
        attempt(() => evaluator.pointJacobian(state, at)),
        vdot.length > 40 ? null : attempt(() => matricesOf(linearize(model, state))),
      );
    }),
  );
  yield value ? `${name} evaluator code=${value.code} values=${value.value}` : `${name} evaluator refused=${refusal}`;
}

/**
 * What the lines have recorded since linearisation exists; names of states are no result of arithmetic.
 * @param {import("kinetree/analysis").Linearization} linearization
 */
const matricesOf = ({ A, B, inputs, independent, vdot }) => ({ A, B, inputs, independent, vdot });

/**
 * @param {string} name
 * @param {Model} model
 * @param {import("kinetree/systems").SystemStart} start
 * @param {string | undefined} formulation
 * @param {readonly object[]} methods
 */
function* runLines(name, model, start, formulation, methods) {
  for (const method of methods) {
    const integrator = /** @type {{ integrator: string }} */ (method).integrator;
    const head = `${name} ${formulation ?? "default"} ${integrator}`;
    const options = /** @type {import("kinetree").RunOptions} */ ({ ...method, formulation });
    const compiled = attempt(() => withEmitted(() => createSimulation(model, options)));
    if (!compiled.value) {
      yield `${head} refused=${compiled.refusal}`;
      continue;
    }
    const simulation = compiled.value.value;
    const ran = attempt(() =>
      withEmitted(() => simulation.run(T_END, { state: start, sampleEvery: T_END / 5, allowUnstableStep: true })),
    );
    const { flops } = simulation.plan.artifact;
    const total = Object.values(flops).reduce((sum, x) => sum + x, 0);
    const result = ran.value ? ran.value.value : null;
    const outcome = result
      ? `run=${digest(result.names, result.rows, result.t, result.final, result.energy, result.counts, result.loops)} steps=${result.counts.accepted}`
      : `failed=${ran.refusal}`;
    yield `${head} code=${digest(compiled.value.code, ran.value?.code)} flops=${total}/${digest(flops)} ${outcome}`;
  }
}

/** @param {string} name */
function systemNamed(name) {
  const system = everySystem.find((each) => each.name === name);
  if (!system) throw new Error(`no system "${name}"`);
  return system;
}

/** Numbers alone: sentences may change. */
function* explainLines() {
  for (const name of ["pendulum", "four-bar", "stewart-platform", "europa-lander"]) {
    const system = systemNamed(name);
    const {
      sizes,
      formulations: each,
      chosen,
    } = explainFormulations(system.build(), {
      state: system.start,
      duration: T_END,
    });
    const numbers = each.map(({ name: formulation, predicted, drift }) => ({ formulation, predicted, drift }));
    yield `explain ${name} ${digest({ ...sizes, redundant: sizes.redundant.length }, numbers, chosen.name)}`;
  }
}

async function* batchLines() {
  for (const name of ["europa-lander", "slider-crank", "double-pendulum"]) {
    const system = systemNamed(name);
    const sample = (/** @type {number} */ i) => ({ state: system.start, tEnd: 0.05 + 0.01 * i });
    const result = await runBatch(system.build(), { samples: 5, tEnd: 0.05, tolerance: 1e-6, sample });
    yield `batch ${name} ${digest(result)}`;
  }
}

function* checkpointLines() {
  for (const [name, integrator] of /** @type {const} */ ([
    ["europa-lander", "dormand-prince"],
    ["four-bar", "dop853"],
    ["double-pendulum", "bdf"],
  ])) {
    const { build, start } = systemNamed(name);
    const simulation = createSimulation(build(), { integrator, tolerance: 1e-6 });
    const run = simulation.begin(0.05, { state: start });
    run.advance(5);
    const bytes = encodeCheckpoint(run.checkpoint());
    run.stop();
    run.finish();
    const resumed = simulation.resume(decodeCheckpoint(bytes));
    while (resumed.advance(100));
    const { rows, final, counts } = resumed.finish();
    yield `checkpoint ${name} ${integrator} bytes=${digest(bytes)} resumed=${digest(rows, final, counts)}`;
  }
}

async function* studyLines() {
  for (const [name, samples] of /** @type {const} */ ([
    ["pendulum", 4],
    ["europa-lander", 2],
  ])) {
    const { columns, rows, numbers, texts } = await runStudy(changedStudy(namedStudy(name), { samples }));
    const values = columns.map(({ name: column, kind }) => (kind === "text" ? texts(column) : numbers(column)));
    yield `study ${name} rows=${rows} ${digest(
      columns.map((column) => column.name),
      values,
    )}`;
  }
}
