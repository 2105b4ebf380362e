import { expect, it } from "vitest";
import { largeChecks } from "../../src/pendulum/checks.js";

it("time by body is judged by the dearest and the cheapest size", () => {
  const cost = (n: number, perBody: number) => ({ n, perBody, ms: 1, result: {} as never });
  expect(largeChecks([cost(10, 2), cost(100, 2.5)])[0]).toMatchObject({ measured: 1.25, isMet: true });
  expect(largeChecks([cost(10, 3), cost(100, 2)])[0]).toMatchObject({ measured: 1.5, isMet: false });
  expect(largeChecks([cost(10, 3)])).toEqual([]);
});
