// Runs built-in systems and prints what came out. Run one by name:
//   node examples/systems.mjs double-pendulum --t-end 20
//   node examples/systems.mjs n-pendulum --set n=10 --set joint=spherical
import { parseArgs } from "node:util";
import { assemble, createEvaluator, createSimulation, jointsFromState, KinetreeError, SimulationError } from "kinetree";
import { namedSystem, systems } from "kinetree/systems";
import { plotText } from "./support/plot.mjs";
import { startOf } from "./support/starts.mjs";
import { brief, tableText } from "./support/table.mjs";

const usage = `node examples/systems.mjs                     the lander and the double pendulum
node examples/systems.mjs SYSTEM [options]    one system
  --t-end SECONDS                             how long to run
  --set NAME=VALUE                            an option of the system, repeatable
  --help                                      this text`;

/** Rows of the table of final values; a chain of a hundred links has more than anyone reads. */
const MOST_ROWS = 15;
/** The first run also has WebAssembly compiled to its final form; the best of some more is what a study sees. */
const MORE_RUNS = 10;

/** A mistake in what was typed, told without a stack trace. */
class UserError extends Error {}

try {
  main();
} catch (error) {
  if (!(error instanceof KinetreeError || error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof SimulationError ? 1 : 2;
}

function main() {
  const { system, tEnd, options, help } = readArguments();
  if (help) {
    console.log(usage);
    return;
  }
  if (system !== undefined) {
    report(system, tEnd, options);
    return;
  }
  console.log("Built-in systems (node examples/systems.mjs NAME runs one):\n");
  console.log(tableText(systems.map(({ name, summary }) => [name, summary])));
  for (const name of ["lander", "double-pendulum"]) report(name, tEnd, options);
}

function readArguments() {
  const { values, positionals } = parse();
  if (positionals.length > 1) throw new UserError(`one system at a time, not ${positionals.join(", ")}.\n\n${usage}`);
  const [system] = positionals;
  const set = values.set ?? [];
  if (system === undefined && set.length > 0) throw new UserError(`--set needs a system to set it of.\n\n${usage}`);
  return {
    system,
    help: values.help ?? false,
    tEnd: values["t-end"] === undefined ? undefined : secondsOf(values["t-end"]),
    options: Object.fromEntries(set.map(optionOf)),
  };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        "t-end": { type: "string" },
        set: { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Node goes on about positional arguments; its first sentence is enough.
    const [reason] = String(error instanceof Error ? error.message : error).split(". ");
    throw new UserError(`${reason}.\n\n${usage}`);
  }
}

/** @param {string} text */
function secondsOf(text) {
  const seconds = Number(text);
  if (text.trim() !== "" && Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new UserError(`--t-end is "${text}", must be a positive number of seconds, such as --t-end 10.`);
}

/**
 * @param {string} text NAME=VALUE
 * @returns {[string, number | string]}
 */
function optionOf(text) {
  const at = text.indexOf("=");
  if (at < 1) throw new UserError(`--set is "${text}", must be NAME=VALUE, such as --set n=10.`);
  const value = text.slice(at + 1);
  const number = Number(value);
  return [text.slice(0, at), value.trim() !== "" && Number.isFinite(number) ? number : value];
}

/**
 * Builds, compiles and runs a system and prints what came out.
 * @param {string} name
 * @param {number | undefined} tEndAsked
 * @param {Readonly<Record<string, number | string>>} options
 */
function report(name, tEndAsked, options) {
  const model = namedSystem(name).build(options);
  const { story, state, plot, ...start } = startOf(name, model);
  const tEnd = tEndAsked ?? start.tEnd;

  const [simulation, compileMs] = timed(() => createSimulation(model));
  const run = () => simulation.run(tEnd, { state, sampleEvery: tEnd / 240 });
  const [result, firstMs] = timed(run);
  const bestMs = Math.min(firstMs, ...Array.from({ length: MORE_RUNS }, () => timed(run)[1]));

  const evaluator = createEvaluator(model);
  const energies = Array.from(result.t, (_, row) => evaluator.energy(result.stateAt(row)));
  const total = energies.map(({ kinetic, potential }) => kinetic + potential);
  const unexplained = Math.abs(result.energy?.residual ?? NaN);
  const swing = Math.max(...energies.map(({ kinetic }) => kinetic));
  const { bodies, joints, nq, nv, constraints } = simulation.topology.counts;
  // Rows of loops may say the same twice, so their number alone does not tell.
  const degreesOfFreedom = constraints === 0 ? nv : assemble(model, result.stateAt(0)).degreesOfFreedom;
  const { accepted, rejected } = result.counts;

  console.log(`\n── ${model.name}: ${story} ──\n`);
  console.log(
    tableText([
      ["bodies, joints", `${bodies}, ${joints}`],
      ["coordinates, speeds, degrees of freedom", `${nq}, ${nv}, ${degreesOfFreedom}`],
      ["equations, integrator", `${result.formulation}, ${result.integrator} at its default tolerance`],
      ["from model to machine code", `${compileMs.toFixed(0)} ms`],
      ["simulated", `${tEnd} s in ${accepted} steps, ${rejected} rejected`],
      ["time of the run, first and best", `${firstMs.toFixed(2)} ms, ${bestMs.toFixed(2)} ms`],
      ["real-time factor", `${brief((1000 * tEnd) / bestMs, 3)}`],
      ["energy at start and end", `${brief(total[0], 10)} J, ${brief(total[total.length - 1], 10)} J`],
      [
        "energy unaccounted for / largest kinetic energy",
        `${swing > 0 ? (unexplained / swing).toExponential(1) : "0"}`,
      ],
    ]),
  );
  console.log(`\n  ${plot} over time\n`);
  console.log(plotText(result.t, result.column(plot)));
  console.log(`\n${finalValues(model, result.final)}`);
}

/**
 * @param {import("kinetree").Model} model
 * @param {import("kinetree").State} state
 */
function finalValues(model, state) {
  const { q, v } = jointsFromState(model, state);
  const text = (/** @type {readonly number[]} */ values) => values.map((x) => x.toFixed(4).padStart(8)).join(" ");
  const rows = Object.keys(q).flatMap((joint) => {
    const [coordinates, speeds] = [q[joint], v[joint]].map((x) => (typeof x === "number" ? [x] : Array.from(x)));
    if (coordinates.length < 7) return [[joint, text(coordinates), text(speeds)]];
    return [
      [`${joint}, position`, text(coordinates.slice(0, 3)), text(speeds.slice(3))],
      [`${joint}, orientation`, text(coordinates.slice(3)), text(speeds.slice(0, 3))],
    ];
  });
  const rest = rows.length - MOST_ROWS;
  const shown = rest > 0 ? [...rows.slice(0, MOST_ROWS), [`and ${rest} more`, "", ""]] : rows;
  return tableText(shown, { head: [`joint at ${state.t} s`, "coordinates [m, rad]", "speeds [m/s, rad/s]"] });
}

/**
 * @template T
 * @param {() => T} work
 * @returns {[result: T, milliseconds: number]}
 */
function timed(work) {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}
