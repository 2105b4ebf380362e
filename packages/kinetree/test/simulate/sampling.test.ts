import { describe, expect, it, test } from "vitest";
import { methods } from "../../src/integrate/method.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { hashNumbers } from "../../src/model/hash.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { refusal } from "../support/refusal.js";

const swing = { q: { hinge: 1 } };
const modes = Object.values(methods).flatMap(({ name: integrator, adaptive }) => [
  { name: `${integrator}, fixed`, options: { integrator, step: 0.013 } },
  ...(adaptive ? [{ name: `${integrator}, adaptive`, options: { integrator, tolerance: 1e-7 } }] : []),
]);

describe.each(modes)("$name", ({ options }) => {
  const simulation = createSimulation(pendulum(), options);

  it.each([
    { t: 0, tEnd: 1 },
    { t: 0, tEnd: 0.1 + 0.2 },
    { t: -1 / 3, tEnd: 1 / 7 },
    { t: 1e6, tEnd: 1e6 + 0.7 },
    { t: 0, tEnd: 1e-9 },
  ])("time of the final state / tEnd, to the bit, from $t to $tEnd", ({ t, tEnd }) => {
    const result = simulation.run(tEnd, { state: { t, ...swing } });
    expect(result.final.t).toBe(tEnd);
    expect(result.t.at(-1)).toBe(tEnd);
    expect(result.end).toBe("finished");
  });

  it("sampling instants / start + k × interval, to the bit", () => {
    const [start, interval, tEnd] = [0.1, 0.0371, 1.3];
    const { t } = simulation.run(tEnd, { state: { t: start, ...swing }, sampleEvery: interval });
    const count = Math.floor((tEnd - start) / interval) + 1;
    expect(Array.from(t)).toEqual([...Array.from({ length: count }, (_, k) => start + k * interval), tEnd]);
  });

  it("last sample / final state, to the bit", () => {
    const result = simulation.run(0.9, { state: swing });
    expect(result.stateAt(result.t.length - 1)).toEqual(result.final);
  });

  it("final state / does not depend on who looks on the way", () => {
    const finals = [0.9, 0.01, 0.37].map((sampleEvery) => simulation.run(0.9, { state: swing, sampleEvery }).final);
    expect(finals[1]).toEqual(finals[0]);
    expect(finals[2]).toEqual(finals[0]);
  });
});

describe("recorded rows", () => {
  test("number without an interval / a hundred and the start", () => {
    expect(simulate(pendulum(), 2, { state: swing }).t.length).toBe(101);
  });

  test("an interval that divides the run but for rounding / has no row of rounding size at the end", () => {
    const { t } = simulate(pendulum(), 0.3, { state: swing, sampleEvery: 0.1 });
    expect(Array.from(t)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  test("an interval longer than the run / start and end", () => {
    const { t } = simulate(pendulum(), 0.3, { state: swing, sampleEvery: 5 });
    expect(Array.from(t)).toEqual([0, 0.3]);
  });

  test("a run of no length / one row, the start", () => {
    const result = simulate(pendulum(), 3, { state: { t: 3, ...swing } });
    expect(Array.from(result.t)).toEqual([3]);
    expect(result.final).toEqual({ t: 3, q: Float64Array.of(1), v: Float64Array.of(0) });
    expect(result.counts).toEqual({ accepted: 0, rejected: 0 });
  });

  test("more rows than the recording begins with / none lost", () => {
    const result = simulate(pendulum(), 1, { state: swing, sampleEvery: 1 / 1000 });
    expect(result.t.length).toBe(1001);
    expect(result.rows.length).toBe(1001 * 2);
    expect(hashNumbers(result.stateAt(1000).q)).toBe(hashNumbers(result.final.q));
  });
});

test("progress / rising times, the last one tEnd", () => {
  const seen: number[] = [];
  simulate(pendulum(), 50, { state: swing, onProgress: (t) => seen.push(t) });
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(50);
});

test("a model that cannot move / stands still to the end", () => {
  const welded = simulate(still(), 5);
  expect(welded.final).toEqual({ t: 5, q: new Float64Array(0), v: new Float64Array(0) });
});

function still(): Model {
  return mechanism("statue")
    .body("block", { mass: 1, inertia: [1, 1, 1] })
    .weld("foot", { parent: "ground", child: "block" })
    .build();
}

test("an interval below the resolution of the clock is refused", () => {
  const run = (): unknown => simulate(pendulum(), 1e6 + 1, { state: { t: 1e6, ...swing }, sampleEvery: 1e-12 });
  const { code, subject, value } = refusal(run);
  expect({ code, subject, value }).toEqual({
    code: "sample-below-resolution",
    subject: "sampleEvery",
    value: 1e-12,
  });
});
