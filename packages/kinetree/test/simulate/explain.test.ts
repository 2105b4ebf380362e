import { describe, expect, test } from "vitest";
import { formulations } from "../../src/formulation/formulations.js";
import { explainFormulations } from "../../src/simulate/compare/explain.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { namedSystem } from "../../src/systems/registry.js";
import { sliderCrank } from "../../src/systems/linkages/slider-crank.js";

describe("a four-bar linkage", () => {
  const found = explainFormulations(fourBar(), { state: { v: { crank: 5 } } });

  test("sizes / those of the drawing", () => {
    expect(found.sizes).toMatchObject({
      bodies: 3,
      joints: 4,
      speeds: 3,
      loops: 1,
      closureRows: 5,
      degreesOfFreedom: 1,
    });
  });

  test("what says nothing new / named by joint and direction", () => {
    expect(found.sizes.redundant.map(({ closure, direction }) => `${closure}, ${direction}`)).toEqual([
      'joint "pin", displacement along z',
      'joint "pin", tilt about x',
      'joint "pin", tilt about y',
    ]);
  });

  test("its loop / one compound that moves in one way", () => {
    expect(found.compounds).toMatchObject([{ bodies: ["crank", "coupler", "rocker"], closures: ["pin"] }]);
    expect(found.compounds[0].independent).toHaveLength(1);
  });

  test("every formulation / there, with a reason if it refuses", () => {
    expect(found.formulations.map(({ name }) => name)).toEqual(formulations.map(({ name }) => name));
    expect(found.formulations.find(({ name }) => name === "articulated")?.refusal).toContain(
      'joint "pin" closes a loop',
    );
  });

  test("drift after a second / below 1e-9 m, for all that take it", () => {
    const taking = found.formulations.filter(({ refusal }) => refusal === null);
    expect(taking.length).toBeGreaterThan(0);
    for (const { drift, problem } of taking) {
      expect(problem).toBeNull();
      expect(drift?.duration).toBe(1);
      expect(drift?.closure).toBeLessThan(1e-9);
    }
  });

  test("without a clock / nothing is measured", () => {
    for (const { measuredUs } of found.formulations) expect(measuredUs).toBeNull();
  });
});

test("a tree / neither closures nor drift, and a choice with its reason", () => {
  const { sizes, compounds, formulations: all, chosen } = explainFormulations(doublePendulum());
  expect(compounds).toEqual([]);
  expect(sizes).toMatchObject({ loops: 0, closureRows: 0, redundant: [], degreesOfFreedom: 2 });
  for (const { drift } of all) expect(drift).toBeNull();
  expect(chosen).toEqual({ name: "articulated", reason: expect.stringContaining("tree") as string });
});

test("couplers / count as rows", () => {
  const { sizes } = explainFormulations(namedSystem("quarter-car").build(), { duration: 0.01 });
  expect(sizes.degreesOfFreedom).toBe(sizes.speeds - sizes.closureRows + sizes.redundant.length);
});

test("a clock / what it shows, by calls", () => {
  let ms = 0;
  const { formulations: all } = explainFormulations(fourBar(), {
    now: () => (ms += 3),
    measureFor: 20,
    duration: 0.01,
  });
  expect(all.map(({ measuredUs }) => (measuredUs ?? 0) > 0)).toEqual(all.map(({ refusal }) => refusal === null));
});

test("a motion that takes too long / cut off, with the time reached", () => {
  let ms = 0;
  const options = { state: { v: { crank: 30 } }, now: () => (ms += 3), measureFor: 20, driftFor: 4 };
  const taking = explainFormulations(sliderCrank(), options).formulations.filter(({ drift }) => drift !== null);
  expect(taking.length).toBeGreaterThan(0);
  for (const { drift } of taking) expect(drift?.duration).toBeLessThan(1);
});

test("progress / from the first formulation on", () => {
  const told: [number, string][] = [];
  explainFormulations(doublePendulum(), { onProgress: (part, name) => told.push([part, name]) });
  expect(told).toEqual(formulations.map(({ name }, i) => [i / formulations.length, name]));
});
