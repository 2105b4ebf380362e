/* Published comparisons that kinetree repeats, as far as they need neither files nor threads. */

// The n-body pendulum in its own equations, with four ways to solve them
export {
  nBodyPendulum,
  type EulerParameters,
  type Pendulum,
  type PendulumBody,
  type PendulumOptions,
  type Triple,
} from "./pendulum/equations/pendulum.js";
export {
  pendulumSchemes,
  publishedOperations,
  type OperationPair,
  type PendulumOperations,
  type PendulumScheme,
} from "./pendulum/run/operations.js";
export {
  countPendulumOperations,
  pendulumSystem,
  type PendulumSystem,
  type PendulumSystemOptions,
} from "./pendulum/run/system.js";
export {
  simulatePendulum,
  type PendulumCounts,
  type PendulumResult,
  type PendulumRunOptions,
} from "./pendulum/run/simulate.js";
export type { PendulumRow } from "./pendulum/run/rows.js";
export { pendulumModel, type PendulumAsModel } from "./pendulum/run/model.js";
export { pendulumDrawing, type PendulumDrawingOptions } from "./pendulum/drawing/drawing.js";

// Landings on Europa as Wachlin found them
export { PUBLISHED_SAMPLES, publishedLandings, publishedSource, type PublishedLanding } from "./lander/published.js";
