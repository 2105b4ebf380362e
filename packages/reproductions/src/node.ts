/* Published comparisons that run again and are measured, as `kinetree bench NAME` does. They need clock, threads and files of Node. */

import type { BenchStudy } from "./bench/bench-study.js";
import type { FlexibleOptions } from "./flexible/flexible.js";
import type { PendulumBenchOptions } from "./pendulum/pendulum-bench.js";

export type * from "./bench/bench-study.js";
export type { FlexibleOptions } from "./flexible/flexible.js";
export type { PendulumBenchOptions } from "./pendulum/pendulum-bench.js";

/** The comparisons by the names that they have on the command line; each is loaded when it is asked for. */
export const benchStudies = Object.freeze({
  thesis: async (): Promise<BenchStudy> => (await import("./thesis/thesis.js")).thesis,
  "closed-chain": async (): Promise<BenchStudy> => (await import("./closed-chain/closed-chain.js")).closedChain,
  "change-points": async (): Promise<BenchStudy> => (await import("./change-points/change-points.js")).changePoints,
  vehicle: async (): Promise<BenchStudy> => (await import("./vehicle/vehicle.js")).vehicle,
  flexible: async (options: FlexibleOptions = {}): Promise<BenchStudy> =>
    (await import("./flexible/flexible.js")).flexibleBodies(options),
  pendulum: async (options: PendulumBenchOptions = {}): Promise<BenchStudy> =>
    (await import("./pendulum/pendulum-bench.js")).pendulumBench(options),
  study: async (): Promise<BenchStudy> => (await import("./lander/landing-study.js")).landingStudy,
});
