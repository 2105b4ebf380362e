import type { Pendulum } from "../equations/pendulum.js";
import type { PendulumOperations, PendulumScheme } from "./operations.js";
import { pendulumSystem } from "./system.js";

/** Any σ = a few over the step will do: the operations are the same for all. */
const SIGMA = 1000;

/** Counts the operations of one Newton iteration at the start of a pendulum, by running it. */
export function countPendulumOperations(pendulum: Pendulum, scheme: PendulumScheme): PendulumOperations {
  const system = pendulumSystem(pendulum, { scheme });
  const rates = new Float64Array(system.size);
  const r = new Float64Array(system.size);
  system.residual(0, pendulum.state, rates, r);
  system.linearize(0, pendulum.state, rates);
  system.factor(SIGMA);
  system.solve(r);
  return system.operations();
}
