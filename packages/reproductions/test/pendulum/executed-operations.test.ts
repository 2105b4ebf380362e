import { expect, test } from "vitest";
import type { OperationPair, PendulumScheme } from "../../src/pendulum/run/operations.js";
import type * as SystemModule from "../../src/pendulum/run/system.js";
import { loadCounted } from "./executed-operations.js";
import { nearbyPoint, randomPendulum } from "./random-pendulum.js";

const { exports, executed } = await loadCounted<typeof SystemModule>("run/system.ts");

/** What one call executes. */
function during(call: () => void): OperationPair {
  const { times, plus } = executed;
  call();
  return { multiplications: executed.times - times, additions: executed.plus - plus };
}

const cases = [1, 2, 4].flatMap((n) =>
  (["reduced", "linear", "full-numerical"] as const).map((scheme) => [scheme, n] as const),
);

test.each(cases)("%s, n = %i: operations are those that the code executes", (scheme: PendulumScheme, n) => {
  const pendulum = randomPendulum(n, n);
  const { y, yDot } = nearbyPoint(pendulum, n, 0.01);
  const system = exports.pendulumSystem(pendulum, { scheme });
  const r = new Float64Array(system.size);
  const residual = during(() => system.residual(0, y, yDot, r));
  const point = during(() => system.linearize(0, y, yDot));
  const factored = during(() => system.factor(123.4));
  const substitution = during(() => system.solve(r));
  const told = system.operations();
  expect(told.residual).toEqual(residual);
  // Elimination in the whole matrix meets zeros and ones, which the oracle takes for places in arrays.
  if (scheme === "full-numerical") return;
  expect(told.substitution).toEqual(substitution);
  expect(told.blocks.multiplications + told.elimination.multiplications).toBe(
    point.multiplications + factored.multiplications,
  );
  expect(told.blocks.additions + told.elimination.additions).toBe(point.additions + factored.additions);
});
