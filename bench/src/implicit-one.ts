import type { RunOptions } from "kinetree";
import { implicitProblems, runOwn } from "./implicit-problems.js";

/**
 * Times one problem with one integrator in a process of its own, so that no other integrator has shaped what the compiler knows about
 * shared functions. Takes a `TimedRun` as argument, prints seconds.
 */
export interface TimedRun {
  readonly problem: string;
  readonly options: RunOptions;
  /** [s] */
  readonly budget: number;
}

const { problem, options, budget } = JSON.parse(process.argv[2]) as TimedRun;
const found = implicitProblems.find(({ name }) => name === problem);
if (!found) throw new Error(`unknown problem "${problem}"`);
console.log(runOwn(found, options, budget).seconds);
