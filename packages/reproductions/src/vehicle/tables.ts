import type { BenchCell, BenchTable } from "../bench/bench-study.js";
import { errorAt, longestStep, observedOrder, type ManoeuvreErrors } from "./accuracy.js";
import type { Guest } from "./peer.js";
import { chrono } from "./source.js";
import { costOf, realTimes, type VariantCost } from "./speed.js";
import { STEP } from "./start.js";
import { FULL, POSTS } from "./variants.js";

/** Largest error that counts as accurate. */
export const BOUND = 0.002;

export function speedTable(costs: readonly VariantCost[]): BenchTable {
  const full = costOf(costs, FULL);
  return {
    name: "speed",
    title: `The HMMWV by steps of ${1000 * STEP} ms: simulated time by processor time`,
    columns: [
      "vehicle",
      "bodies",
      "speeds",
      "compile [ms]",
      "begin [ms]",
      "step [us]",
      "one vehicle",
      "goal",
      "step of a pair [us]",
      "both of a pair",
      "goal of both",
      "step by that of TMeasy, shafts",
    ],
    rows: costs.map((cost): readonly BenchCell[] => {
      const { variant, bodies, speeds, compileMs, beginMs, single, pair } = cost;
      const times = realTimes(cost);
      return [
        variant.name,
        bodies,
        speeds,
        compileMs,
        beginMs,
        single,
        times.single,
        variant.goal?.single ?? null,
        pair,
        times.pair,
        variant.goal?.pair ?? null,
        single / full.single,
      ];
    }),
    notes: [
      "One core, processor time. Speeds are those of bodies; shafts, tyres and drives have states beside them. A pair is two vehicles in the two lanes of a register.",
      `Project Chrono's HMMWV, whose data ours has but for the powertrain, TMeasy and shafts, ran ${chrono.realTime} times real time by steps of 1 ms with its default solver and ${chrono.realTimeSparse} times with sparse LU, in C++ on a machine of this kind; not a part of this run.`,
    ],
  };
}

export function operationTable(costs: readonly VariantCost[]): BenchTable {
  const posts = costOf(costs, POSTS);
  return {
    name: "operations",
    title: "Operations of one evaluation of the accelerations",
    columns: ["vehicle", "operations", "by those on posts", "step by that on posts"],
    rows: costs.map(({ variant, operations, single }) => [
      variant.name,
      operations,
      operations / posts.operations,
      single / posts.single,
    ]),
    notes: ["Closing the loops, which a step does once, is counted once an evaluation. A step by rk4 has four."],
  };
}

/** Steps against errors, a column for each manoeuvre. */
export function errorTable(all: readonly ManoeuvreErrors[]): BenchTable {
  const [{ errors, reference }] = all;
  return {
    name: "errors",
    title: "Error by step",
    columns: ["step [ms]", ...all.map(({ manoeuvre }) => `${manoeuvre.name}: ${manoeuvre.what}`)],
    rows: errors.map(({ step }, i) => [1000 * step, ...all.map((each) => each.errors[i].error)]),
    notes: [
      `Largest difference at any time from the run by steps of ${1000 * reference} ms, by the largest value. "-": the run failed, as the step is too long for the equations.`,
    ],
  };
}

/** What accuracy takes, and how fast the vehicle is then. */
export function accuracyTable(all: readonly ManoeuvreErrors[], costs: readonly VariantCost[]): BenchTable {
  const { single } = costOf(costs, FULL);
  return {
    name: "accuracy",
    title: "What accuracy takes",
    columns: [
      "manoeuvre",
      "what",
      "largest value",
      "observed order",
      `longest step within ${100 * BOUND}% [ms]`,
      "simulated by processor time then",
    ],
    rows: all.map((each): readonly BenchCell[] => {
      const longest = longestStep(each, BOUND);
      return [
        each.manoeuvre.name,
        each.manoeuvre.what,
        each.largest,
        observedOrder(each),
        ...(longest === null ? [null, null] : [1000 * longest, (1e6 * longest) / single]),
      ];
    }),
    notes: [
      "Of the steps that were tried. At kinks, such as those of curves that are linear between points, no method keeps its order.",
      `Errors of Project Chrono at 1 ms in manoeuvres of this kind: yaw rate of a step steer ${chrono.errors.yawRate}%, distance by full acceleration ${chrono.errors.distance}%; not a part of this run.`,
    ],
  };
}

/** Ours beside those of the guest. */
export function peerTable(
  costs: readonly VariantCost[],
  all: readonly ManoeuvreErrors[],
  others: readonly Guest[],
  times: readonly number[],
): BenchTable {
  const full = costOf(costs, FULL);
  const ours = realTimes(full);
  const [steer] = all;
  const accuracy = [steer.largest, errorAt(steer, STEP)];
  const name = "kinetree, TMeasy, shafts";
  return {
    name: "peer",
    title: "Beside MuJoCo: a step steer at 20 m/s",
    columns: [
      "who",
      "speeds",
      "step [ms]",
      "step [us]",
      "simulated by processor time",
      "by ours",
      "yaw rate [rad/s]",
      "its error",
    ],
    rows: [
      [`${name}, one vehicle`, full.speeds, 1000 * STEP, full.single, ours.single, 1, ...accuracy],
      [`${name}, both of a pair`, full.speeds, 1000 * STEP, full.pair, ours.pair, ours.pair / ours.single, ...accuracy],
      ...others.map(({ version, shape, speeds, step, yawRate, error }, i): readonly BenchCell[] => {
        const realTime = (1e6 * step) / times[i];
        return [
          `MuJoCo ${version}, ${shape}s`,
          speeds,
          1000 * step,
          times[i],
          realTime,
          realTime / ours.single,
          yawRate,
          error,
        ];
      }),
    ],
    notes: [
      "MuJoCo's vehicle is a simpler one: chassis, and each wheel on a slide with spring and damper, a hinge that steers in front, and a hinge that spins; rigid wheels on a plane by its own contacts, without a driveline. Its solver and integrator are its defaults. Errors are each by its own limit for small steps.",
    ],
  };
}
