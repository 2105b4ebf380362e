import { chain, lander, sphericalChain, type BenchModel } from "./models.js";

/** The mechanisms of the dynamics benchmark, in the order of the table. */
export const benchmarkModels: readonly BenchModel[] = [
  lander(),
  sphericalChain(10),
  chain(20),
  chain(100),
  chain(1000),
  chain(10_000),
];
