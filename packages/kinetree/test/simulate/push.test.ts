import { expect, test } from "vitest";
import { box, createSimulation, mechanism, neutralState, type ActiveRun } from "../../src/index.js";
import { fourBar, pendulum } from "../../src/systems.js";

/** 2 kg on a rail without gravity. */
const trolley = mechanism("trolley")
  .gravity(0, 0, 0)
  .body("cart", { mass: 2, inertia: [1, 1, 1, 0, 0, 0], shapes: [box([1, 1, 1])] })
  .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
  .build();

/** Goes on until that time is reached; how many attempts that took. */
function until(run: ActiveRun, t: number): number {
  while (run.t < t && run.advance(1));
  return run.attempts;
}

test("a push of constant force accelerates a mass by force / mass, from the step after it", () => {
  const run = createSimulation(trolley).begin(10, { sampleEvery: 1 });
  until(run, 2);
  const from = run.t;
  expect(run.state()).toEqual({ t: from, q: Float64Array.of(0), v: Float64Array.of(0) });
  run.push([6]);
  while (run.advance(100));
  const { final } = run.finish();
  expect(Math.abs(final.v[0] - (6 / 2) * (10 - from))).toBeLessThan(1e-9); // the tolerance is 1e-8 of 24
  expect(Math.abs(final.q[0] - 1.5 * (10 - from) ** 2)).toBeLessThan(1e-7);
});

test("the same pushes after the same attempts give the same bits; no push, the run as it was", () => {
  const pushed = (at: number | null): Float64Array => {
    const run = createSimulation(pendulum()).begin(3, { state: { q: { hinge: 1 } }, sampleEvery: 0.01 });
    while (run.end === null) {
      if (run.attempts === at) run.push([0.7], 0.002);
      if (at !== null && run.attempts === at + 40) run.push([0]);
      run.advance(1);
    }
    return run.finish().rows;
  };
  expect(pushed(25)).toEqual(pushed(25));
  expect(pushed(25)).not.toEqual(pushed(26));
  expect(pushed(null)).toEqual(
    createSimulation(pendulum()).run(3, { state: { q: { hinge: 1 } }, sampleEvery: 0.01 }).rows,
  );
});

test("steps stay below the bound that comes with a push, until one without", () => {
  const times: number[] = [];
  const run = createSimulation(trolley).begin(100, { sampleEvery: 100 });
  run.push([1], 0.01);
  for (let i = 0; i < 50; i++) {
    run.advance(1);
    times.push(run.t);
  }
  const steps = times.slice(1).map((t, i) => t - times[i]);
  expect(Math.max(...steps)).toBeLessThanOrEqual(0.01 * (1 + 1e-12));
  run.push([1]);
  const before = run.t;
  run.advance(4);
  expect(run.t - before).toBeGreaterThan(0.05);
  run.stop();
});

test("a checkpoint knows what pushes", () => {
  const simulation = createSimulation(trolley);
  const run = simulation.begin(4, { sampleEvery: 1 });
  run.push([3], 0.01);
  until(run, 1);
  const checkpoint = run.checkpoint();
  while (run.advance(100));
  const whole = run.finish().final;
  const again = simulation.resume(checkpoint);
  while (again.advance(100));
  expect(again.finish().final).toEqual(whole);
});

test("bodies on their own take no generalised forces, and wrong sizes are refused", () => {
  const model = fourBar();
  const run = createSimulation(model, { formulation: "partitioned" }).begin(1);
  expect(() => run.push(new Float64Array(neutralState(model).v.length).fill(1))).toThrow(/tau/);
  run.stop();
  const other = createSimulation(trolley).begin(1);
  expect(() => other.push([1, 2])).toThrow(/tau has 2 entries, needs 1/);
  expect(() => other.push([NaN])).toThrow(/tau\[0\] is NaN/);
  expect(() => other.push([1], 0)).toThrow(/maxStep is 0/);
});
