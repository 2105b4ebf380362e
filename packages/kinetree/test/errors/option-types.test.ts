import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as analysis from "../../src/analysis.js";
import { KinetreeError } from "../../src/errors/kinetree-error.js";
import * as formats from "../../src/formats.js";
import * as formulations from "../../src/formulations.js";
import * as root from "../../src/index.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { neutralState } from "../../src/state/state.js";
import { refusal, refusalOf } from "../support/refusal.js";
import { evaluatorOptionTypes } from "../../src/evaluate/option-checks.js";
import { batchOptionTypes } from "../../src/simulate/batch/batch-option-types.js";
import { simulateOptionTypes } from "../../src/simulate/options/option-types.js";

const model = pendulum();
const point = neutralState(model);
const vdot = new Float64Array(1);

type Call = (options: never) => unknown;

/** Every public function of the library that takes options, by its name. */
const calls: Readonly<Record<string, Call>> = {
  simulate: (options) => root.simulate(model, 0.1, options),
  createSimulation: (options) => root.createSimulation(model, options),
  assemble: (options) => root.assemble(model, point, options),
  createAssembler: (options) => root.createAssembler(model)(point, options),
  buildModel: (options) => root.buildModel(model, options),
  withParameters: (options) => root.withParameters(model, {}, options),
  createEvaluator: (options) => root.createEvaluator(model, options),
  createAccelerationBatch: (options) => root.createAccelerationBatch(model, 2, options),
  runBatch: (options) => root.runBatch(model, options),
  equilibrium: (options) => analysis.equilibrium(model, {}, options),
  createEquilibrium: (options) => analysis.createEquilibrium(model, options),
  modes: (options) => analysis.modes(model, point, options),
  createModes: (options) => analysis.createModes(model, options),
  linearize: (options) => analysis.linearize(model, point, options),
  createLinearize: (options) => analysis.createLinearize(model, options),
  linearizeDescriptor: (options) => analysis.linearizeDescriptor(model, point, options),
  createForwardDerivatives: (options) => analysis.createForwardDerivatives(model, ["q"], options),
  forwardDerivatives: (options) => analysis.forwardDerivatives(model, point, options),
  inverseDerivatives: (options) => analysis.inverseDerivatives(model, point, vdot, options),
  parameterSensitivity: (options) => analysis.parameterSensitivity(model, point, options),
  stiffnessOf: (options) => analysis.stiffnessOf(model, options),
  compareFormulations: (options) => formulations.compareFormulations(model, 0.1, options),
  explainFormulations: (options) => formulations.explainFormulations(model, options),
  readModel: (options) => formats.readModel("{}", options),
  readJsonModel: (options) => formats.readJsonModel("{}", options),
  readUrdf: (options) => formats.readUrdf("<robot/>", options),
  readTir: (options) => formats.readTir("", options),
  readMjcf: (options) => formats.readMjcf("<mujoco/>", options),
  readModalBody: (options) => formats.readModalBody({ nodes: "", shapes: "", mass: "", stiffness: "" }, options),
  writeUrdf: (options) => formats.writeUrdf(model, options),
};

/** As it is called from plain JavaScript, where no compiler looks; promises are awaited. */
const refused = (call: Call, options: unknown): Promise<{ readonly code: string; readonly subject: string }> =>
  refusalOf(Promise.resolve().then(() => call(options as never)));

/** Their options are part of a model and checked with it, or checked by tables of their own. */
const checkedElsewhere = ["box", "capsule", "cylinder", "mesh", "sphere", "rotateAbout", "screwAlong", "slideAlong"];

test("every public function with options is among the calls", () => {
  const report = readFileSync(new URL("../../api-report.txt", import.meta.url), "utf8");
  const found = [...report.matchAll(/^(?:function|const) (\w+)\b.*\boptions\?: (?!Partial)/gm)].map(([, name]) => name);
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !(name in calls) && !checkedElsewhere.includes(name) && name !== "list")).toEqual([]);
});

describe.each(Object.entries(calls))("%s", (_, call) => {
  test.each([[5], ["fast"], [true], [null], [[]], [() => 1]])("options that are %o are refused", async (options) => {
    expect(await refused(call, options)).toMatchObject({ code: "wrong-type", subject: "options" });
  });

  test("an option that nobody knows is refused", async () => {
    expect(await refused(call, { tolerence: 1e-3 })).toMatchObject({
      code: "unknown-option",
      subject: 'option "tolerence"',
    });
  });
});

/** Whatever a value may be by mistake. */
const strange: readonly unknown[] = [null, 7, "seven", "0.1", NaN, true, [], [null], {}, { a: null }, () => null, 7n];

/** "taken", or the subject of a named error; errors of the engine pass through. */
async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return "taken";
  } catch (error) {
    if (error instanceof KinetreeError) return error.subject;
    throw error;
  }
}

describe.each(Object.keys(simulateOptionTypes))("option %s of simulate", (name) => {
  // The compiler of equations and what it calls must never be the ones to stumble over a wrong type.
  test.each(strange.map((value) => [value]))("%o is taken, or refused by name", async (value) => {
    expect(await outcome(() => root.simulate(model, 0.01, { [name]: value, maxSteps: 5 }))).not.toBe("");
  });
});

describe.each(Object.keys(batchOptionTypes))("option %s of runBatch", (name) => {
  test.each(strange.map((value) => [value]))("%o is taken, or refused by name", async (value) => {
    const options = { tEnd: 0.01, samples: 1, sample: () => ({}), [name]: value };
    expect(await outcome(() => root.runBatch(model, options as never))).not.toBe("");
  });
});

test.each([
  [{ state: 7 }, "state"],
  [{ parameters: 7 }, "parameters"],
  [{ parameters: { length: "1 m" } }, "parameters.length"],
  [{ events: 7 }, "events"],
  [{ events: [{ name: "x", when: 7 }] }, "events[0].when"],
  [{ measures: { reach: 7 } }, "measures.reach"],
  [{ channels: "pos" }, "channels"],
  [{ channels: ["pos", 7] }, "channels[1]"],
  [{ implicit: 7 }, "implicit"],
  [{ tolerance: "1e-6" }, "tolerance"],
  [{ step: null }, "step"],
  [{ energyBalance: "no" }, "energyBalance"],
  [{ controllers: { one: 7 } }, "controllers.one"],
  [{ onRow: 7 }, "onRow"],
  [{ tau: 7 }, "tau"],
  [{ tau: ["1"] }, "tau[0]"],
])("simulate with %o names %s", (options, subject) => {
  expect(refusal(() => root.simulate(model, 1, options as never))).toMatchObject({ code: "wrong-type", subject });
});

test("options that are undefined count as left out", () => {
  const options = Object.fromEntries(Object.keys(simulateOptionTypes).map((name) => [name, undefined]));
  expect(root.simulate(model, 0.1, options).final).toEqual(root.simulate(model, 0.1).final);
  expect(Object.keys(evaluatorOptionTypes)).toEqual(["formulation"]);
});

test("a step and a tolerance exclude each other", () => {
  expect(refusal(() => root.simulate(model, 1, { step: 1e-3, tolerance: 1e-6 }))).toMatchObject({
    code: "step-with-tolerance",
    subject: "step",
    value: 1e-3,
  });
});
