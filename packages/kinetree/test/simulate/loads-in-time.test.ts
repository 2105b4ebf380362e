import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { constant, piecewise, sine, table } from "../../src/model/signals.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { methods } from "../../src/integrate/method.js";
import { simulate } from "../../src/simulate/simulate.js";
import { pushedSlider } from "./slider.js";

type Points = readonly (readonly [number, number])[];

/** x and v of 1 kg from rest under a staircase of forces, piece by piece. */
function underSteps(points: Points, t: number): { x: number; v: number } {
  let [x, v] = [0, 0];
  points.forEach(([from, force], i) => {
    const h = Math.min(points[i + 1]?.[0] ?? Infinity, t) - from;
    if (h <= 0) return;
    x += v * h + (force * h * h) / 2;
    v += force * h;
  });
  return { x, v };
}

/** The same under a force that is linear between points and held beyond them. */
function underTable(points: Points, t: number): { x: number; v: number } {
  let [x, v] = [0, 0];
  const pieces = [[Math.min(0, points[0][0]), points[0][1]] as const, ...points, [Infinity, NaN] as const];
  for (let i = 0; i + 1 < pieces.length; i++) {
    const [from, a] = [Math.max(0, pieces[i][0]), pieces[i][1]];
    const h = Math.min(pieces[i + 1][0], t) - from;
    if (h <= 0) continue;
    const slope =
      i === 0 || i + 2 === pieces.length ? 0 : (pieces[i + 1][1] - pieces[i][1]) / (pieces[i + 1][0] - pieces[i][0]);
    x += v * h + (a * h * h) / 2 + (slope * h ** 3) / 6;
    v += a * h + (slope * h * h) / 2;
  }
  return { x, v };
}

const jumps: Points = [
  [0.3, 2],
  [0.7, -1],
  [0.7001, 5],
  [1.9, 0],
];

const modes = Object.values(methods)
  .filter(({ tableau }) => tableau.order >= 4)
  .flatMap(({ name: integrator, adaptive }) => [
    { name: `${integrator}, fixed`, options: { integrator, step: 0.0937 } },
    ...(adaptive ? [{ name: `${integrator}, adaptive`, options: { integrator, tolerance: 1e-6 } }] : []),
  ]);

/**
 * All methods here are exact for the cubic polynomials below. What remains is some hundred roundings of numbers up to 10,
 * and within steps the cancellation in the interpolant of dop853, 1e-12 of the step's change (nested-interpolant.ts).
 */
const ROUNDING = 1e-12;

describe.each(modes)("$name", ({ options }) => {
  it("force that jumps / parabolas joined at the jumps, whatever the tolerance or step", () => {
    const { t, column } = simulate(pushedSlider(piecewise(jumps)), 2.5, { ...options, sampleEvery: 0.05 });
    const [x, v] = [column("q.rail"), column("v.rail")];
    t.forEach((time, row) => {
      const exact = underSteps(jumps, time);
      expect(Math.abs(x[row] - exact.x)).toBeLessThan(ROUNDING);
      expect(Math.abs(v[row] - exact.v)).toBeLessThan(ROUNDING);
    });
  });

  it("force that jumps / not one step repeated", () => {
    expect(simulate(pushedSlider(piecewise(jumps)), 2.5, options).counts.rejected).toBe(0);
  });

  it("force by a table / cubics joined at its points", () => {
    const points: Points = [
      [0.25, 1],
      [1.1, -3],
      [1.5, 4],
    ];
    const { t, column } = simulate(pushedSlider(table(points)), 2.5, { ...options, sampleEvery: 0.05 });
    const [x, v] = [column("q.rail"), column("v.rail")];
    t.forEach((time, row) => {
      const exact = underTable(points, time);
      expect(Math.abs(x[row] - exact.x)).toBeLessThan(ROUNDING);
      expect(Math.abs(v[row] - exact.v)).toBeLessThan(ROUNDING);
    });
  });
});

describe("staircase forces", () => {
  test("any jumps, any run / parabolas joined at the jumps", () => {
    const instants = fc.uniqueArray(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 6 });
    const anyJumps = instants.chain((times) =>
      fc.tuple(
        fc.constant(times.sort((a, b) => a - b)),
        fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: times.length, maxLength: times.length }),
      ),
    );
    fc.assert(
      fc.property(anyJumps, fc.double({ min: 1e-3, max: 4, noNaN: true }), ([times, forces], tEnd) => {
        const points = times.map((time, i) => [time, forces[i]] as const);
        const { final } = simulate(pushedSlider(piecewise(points)), tEnd, { tolerance: 1e-6 });
        const exact = underSteps(points, tEnd);
        expect(Math.abs(final.q[0] - exact.x)).toBeLessThan(ROUNDING);
        expect(Math.abs(final.v[0] - exact.v)).toBeLessThan(ROUNDING);
      }),
      { seed: 20, numRuns: 150 },
    );
  });

  test("a run that starts at a jump / under the later force; one that ends there / under the earlier", () => {
    const model = pushedSlider(
      piecewise([
        [1, 3],
        [2, 100],
      ]),
    );
    const { final } = simulate(model, 2, { state: { t: 1 } });
    expect(Math.abs(final.v[0] - 3)).toBeLessThan(ROUNDING);
  });

  test("half a run, then the rest from its end / the whole run", () => {
    const model = pushedSlider(piecewise(jumps));
    const half = simulate(model, 0.7, {}).final;
    const rest = simulate(model, 2.5, { state: half }).final;
    const exact = underSteps(jumps, 2.5);
    expect(Math.abs(rest.q[0] - exact.x)).toBeLessThan(ROUNDING);
  });
});

describe("oscillator x'' = -16 x + force", () => {
  const stiffness = { stiffness: 16 };

  test("square wave / sinusoids joined at the jumps", () => {
    const wave: Points = Array.from({ length: 20 }, (_, i) => [0.5 * i, i % 2 === 0 ? 3 : -2]);
    const options = { tolerance: 1e-10, sampleEvery: 0.1 };
    const { t, column, counts } = simulate(pushedSlider(piecewise(wave), stiffness), 10, options);
    const x = column("q.rail");
    let worst = 0;
    t.forEach((time, row) => {
      // About the rest position of each piece, x - f/16 turns by 4 h.
      let [now, speed] = [0, 0];
      for (const [from, force] of wave) {
        const h = Math.min(from + 0.5, time) - from;
        if (h <= 0) break;
        const rest = force / 16;
        const [c, s] = [Math.cos(4 * h), Math.sin(4 * h)];
        [now, speed] = [rest + (now - rest) * c + (speed / 4) * s, speed * c - 4 * (now - rest) * s];
      }
      worst = Math.max(worst, Math.abs(x[row] - now));
    });
    // 1,000 steps of a hundredth of the tolerance each.
    expect(worst).toBeLessThan(1e-9);
    // 19 jumps: at most one step tried in vain at each.
    expect(counts.rejected).toBeLessThanOrEqual(19);
  });

  test("sine of another frequency / forced oscillation in closed form", () => {
    const force = sine({ amplitude: 2, angularFrequency: 3, phase: 0.4, offset: 1 });
    const { t, column } = simulate(pushedSlider(force, stiffness), 10, { tolerance: 1e-11 });
    const x = column("q.rail");
    // x = 1/16 + 2/(16 - 9) sin(3 t + 0.4) + A cos 4 t + B sin 4 t, from rest at 0.
    const gain = 2 / 7;
    const a = -1 / 16 - gain * Math.sin(0.4);
    const b = (-3 * gain * Math.cos(0.4)) / 4;
    t.forEach((time, row) => {
      const exact = 1 / 16 + gain * Math.sin(3 * time + 0.4) + a * Math.cos(4 * time) + b * Math.sin(4 * time);
      expect(Math.abs(x[row] - exact)).toBeLessThan(1e-10);
    });
  });
});

test("wrench that jumps on a free body / the same motion as a joint force that jumps", () => {
  const force = piecewise(jumps);
  const free = mechanism("block")
    .gravity(0, 0, 0)
    .body("block", { mass: 1, inertia: [1, 1, 1] })
    .free("root", { parent: "ground", child: "block" })
    .wrench("push", { at: "block", along: "world", force: [force, constant(0), constant(0)] })
    .build();
  const { final, counts } = simulate(free, 2.5, { tolerance: 1e-6 });
  const exact = underSteps(jumps, 2.5);
  expect(Math.abs(final.q[0] - exact.x)).toBeLessThan(ROUNDING);
  expect(counts.rejected).toBe(0);
});
