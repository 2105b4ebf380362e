import { createSimulation, type Model } from "kinetree";
import { quarterCar, suspendedVehicle } from "kinetree/systems";
import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { analyticCheck, countCheck, longChecks, rowChecks, sizeChecks, speedCheck } from "./checks.js";
import { runLong } from "./drift.js";
import { compareMethods, farthest, methodOf, positionsOf, type MeasuredMethod } from "./methods.js";
import { measureRows } from "./row.js";
import { closingTable, longTable, methodTable, operationTable, ratioPlot, rowPlot, rowTable } from "./tables.js";

/** Fixed step of the two suspensions [s]. */
const STEP = 1e-3;

const full = {
  steps: 1000,
  patience: { warmUp: 1500, slice: 4, rounds: 60 },
  rows: [10, 30, 100, 300, 1000],
  long: { embedded: 1_000_000, partitioned: 1_000_000 },
};
const quick: typeof full = {
  steps: 20,
  patience: { warmUp: 50, slice: 1, rounds: 3 },
  rows: [3, 10],
  long: { embedded: 10_000, partitioned: 500 },
};

/** Closed chains in the ways of the source: embedded, tree augmented, fully augmented. */
export const closedChain: BenchStudy = {
  name: "closed-chain",
  run,
};

function run(context: BenchContext): BenchReport {
  const { now } = context;
  const { steps, patience, rows, long } = context.quick ? quick : full;
  const at =
    (part: number) =>
    (text: string): void =>
      context.progress(text, part);
  const compare = (model: Model, part: number): readonly MeasuredMethod[] =>
    compareMethods({ model, step: STEP, steps, patience, now, progress: at(part) });
  const [quarter, vehicle] = [quarterCar(), suspendedVehicle()];
  const ofQuarter = compare(quarter, 0);
  const ofVehicle = compare(vehicle, 0.1);
  const rowCosts = measureRows(rows, now, patience, at(0.3));
  const longRuns = runLong(long, now, at(0.6));
  return {
    title: "Closed chains: embedded, tree augmented and fully augmented",
    notes: [
      "After J. Cameron, S. Myint, C. Kuo, A. Jain, H. Grip, P. Jayakumar, J. Overholt, Real-time and high-fidelity simulation environment for autonomous ground vehicle dynamics, NDIA GVSETS (2013), table of the section on the performance of the dynamic model.",
      "Its list of bodies is not published: the vehicle has the same counts, with numbers of Project Chrono's HMMWV. As there, all methods take the same steps, and nothing is done about drift; with drift control is what a run does if it is not told otherwise.",
      `Steps of ${STEP} s by rk4. Times are the least of short slices that all methods take in turn, without the start of a run.`,
      ...(context.quick ? ["Quick: short and few measurements, whose times mean little."] : []),
    ],
    tables: [
      methodTable("quarter-car", "Quarter-car rig", ofQuarter, stepError(ofQuarter, steps)),
      methodTable("vehicle", `Vehicle of ${vehicle.bodies.length} bodies`, ofVehicle, stepError(ofVehicle, steps)),
      closingTable([
        ["quarter-car", ofQuarter],
        ["vehicle", ofVehicle],
      ]),
      operationTable("operations-quarter-car", quarter, ofQuarter),
      operationTable("operations-vehicle", vehicle, ofVehicle),
      rowTable(rowCosts),
      longTable(longRuns),
    ],
    plots: [ratioPlot(ofVehicle), rowPlot(rowCosts)],
    checks: [
      ...sizeChecks(ofVehicle),
      speedCheck(ofVehicle),
      analyticCheck("quarter-car", ofQuarter),
      analyticCheck("vehicle", ofVehicle),
      countCheck("quarter-car", quarter, ofQuarter),
      countCheck("vehicle", vehicle, ofVehicle),
      ...rowChecks(rowCosts),
      ...longChecks(longRuns),
    ],
  };
}

/** How far the embedded motion is from itself at half the step [m]: what the step alone does. */
function stepError(all: readonly MeasuredMethod[], steps: number): number {
  const { simulation: whole } = methodOf(all, "CE");
  const { model } = whole;
  const options = { formulation: "embedded", step: STEP / 2, integrator: "rk4", energyBalance: false } as const;
  const [a, b] = [whole, createSimulation(model, options)].map((simulation) =>
    positionsOf(model, simulation.run(STEP * steps, { sampleEvery: (STEP * steps) / 20 })),
  );
  return farthest(a, b);
}
