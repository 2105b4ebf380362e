import { describe, expect, it } from "vitest";
import { forward } from "../../../src/graph/derivative.js";
import { Graph } from "../../../src/graph/graph.js";
import { interpret } from "../../../src/graph/interpret.js";
import { stream } from "../../../src/random/stream.js";
import { hmmwvBrush, hmmwvFiala, hmmwvTmeasy } from "../../../src/systems/vehicles/tyre-data.js";
import { inputsOf, kernelOf, outputsOf } from "./kernel-tyre.js";
import { allLaws } from "./laws.js";
import { planOf, pointAt, type PlainPoint } from "./plain-tyre.js";

/** Slopes, offsets, peaks, forces and moments with their derivatives by one input. */
function tracedBy(law: (typeof allLaws)[number][1], input: number) {
  const graph = new Graph();
  const inputs = graph.newInputs(6);
  const outputs = outputsOf(planOf(law), inputs);
  return [...outputs, ...forward(outputs, new Map([[inputs[input], 1]]))];
}

const SIZE = 10;
const places = ["s_x", "s_y", "load", "camber", "friction"];

describe.each(allLaws)("%s", (_, law) => {
  const still: readonly PlainPoint[] = [
    pointAt({}),
    pointAt({ load: 0, depth: 0 }),
    pointAt({ slip: [0, 0.05] }),
    pointAt({ slip: [-0.05, 0], camber: 0.1 }),
    pointAt({ slip: [1e-160, -1e-170] }),
  ];

  it.each(places)(
    "has finite derivatives by %s without slip and load, and elsewhere those that differences approach",
    (name) => {
      const i = places.indexOf(name);
      const traced = tracedBy(law, i);
      const values = still.flatMap((at) => [...interpret(traced, inputsOf(at))]);
      expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
      const draws = stream(5, i);
      const between = (low: number, high: number): number => low + (high - low) * draws.next();
      for (let n = 0; n < 4; n++) {
        const at = pointAt({
          slip: [between(0.01, 0.3), between(-0.4, -0.02)],
          load: between(2000, 12_000),
          camber: between(0.01, 0.05),
          friction: between(0.5, 1),
        });
        const inputs = inputsOf(at);
        const h = 1e-6 * (name === "load" ? 1e4 : 1);
        const moved = (by: number) =>
          interpret(
            traced,
            inputs.map((value, j) => (j === i ? value + by : value)),
          );
        const [values, up, down] = [moved(0), moved(h), moved(-h)];
        for (let k = 0; k < SIZE; k++) {
          const difference = (up[k] - down[k]) / (2 * h);
          const scale = Math.abs(values[k]) + Math.abs(difference) + 10;
          expect(Math.abs(values[SIZE + k] - difference)).toBeLessThan(2e-4 * scale);
        }
      }
    },
  );

  it("is in a kernel what it is in plain numbers", () => {
    const at = kernelOf(law);
    for (const point of [...still, pointAt({ slip: [0.07, -0.1], camber: 0.04, friction: 0.6, load: 3000 })]) {
      const { slope, offset, peak, force, overturning, aligning } = at(point);
      const plain = outputsOf(planOf(law), inputsOf(point)).map(Number);
      const compiled = [...slope, ...offset, ...peak, ...force, overturning, aligning];
      for (const [k, value] of compiled.entries())
        expect(Math.abs(value - plain[k])).toBeLessThanOrEqual(1e-12 * Math.abs(plain[k]));
    }
  });
});

/** Slope of the force along direction i on both sides of a slip. */
function bend(law: (typeof allLaws)[number][1], i: 0 | 1, s: number, load: number): readonly [number, number] {
  const at = kernelOf(law);
  const h = 1e-6;
  const force = (x: number): number => at(pointAt({ slip: i === 0 ? [x, 0] : [0, x], load })).force[i];
  return [(force(s) - force(s - h)) / h, (force(s + h) - force(s)) / h];
}

describe("pieces of a curve meet without a bend", () => {
  const load = 8562.826609452499;
  // Peak, the parabolas' meeting, and the beginning of sliding.
  const steep = 152216.2309402714 * 0.10811;
  const curvature = (7703.54695919394 / 0.10811) ** 2 / steep;
  const meeting = 0.10811 + (7703.54695919394 - 3954.570213043448) / (curvature * (0.66667 - 0.10811));
  const grip = 0.8 * 6400;
  const elastic = (0.9835 * 6400) / (2 * 193_929);
  it.each([
    ["tmeasy at its peak", hmmwvTmeasy, 0, 0.10811, load],
    ["tmeasy between peak and sliding", hmmwvTmeasy, 0, meeting, load],
    ["tmeasy where it slides", hmmwvTmeasy, 0, 0.66667, load],
    ["tmeasy across at its peak", hmmwvTmeasy, 1, 0.33167, load],
    ["tmeasy across where it slides", hmmwvTmeasy, 1, 1.0296, load],
    ["brush where it slides", hmmwvBrush, 1, (3 * grip) / 80_000, 6400],
    // Its friction falls with the slip, hence a little later than at once.
    ["fiala past its elastic part", hmmwvFiala, 0, elastic, 6400],
  ] as const)("%s", (_, law, i, s, at) => {
    const [before, after] = bend(law, i, s, at);
    expect(Math.abs(after - before)).toBeLessThan(20 + 1e-3 * Math.abs(before));
  });
});
