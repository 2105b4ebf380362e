import { describe, expect, test } from "vitest";
import type { Study } from "../../src/description/study.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";

const study: Study = {
  name: "draws",
  scenario: { model: "pendulum", inputs: { angle: "30 deg" }, start: { q: { hinge: "= angle" } }, tEnd: 1 },
  parameters: {
    length: { normal: { mean: 1, std: 0.1 } },
    mass: { uniform: { min: 1, max: 2 } },
    angle: { truncatedNormal: { mean: "10 deg", std: "5 deg", min: "0 deg", max: "20 deg" } },
  },
  samples: 50,
  seed: 3,
  outputs: { last: { final: "q.hinge" } },
};
const samplers = ["monte-carlo", "latin-hypercube", "sobol"] as const;

describe.each(samplers)("%s", (sampler) => {
  test("a sample / the same alone, in any order, and in another study object", async () => {
    const [a, b] = [await prepareStudy({ ...study, sampler }), await prepareStudy({ ...study, sampler })];
    const forward = Array.from({ length: 50 }, (_, i) => a.valuesOf(0, i));
    for (const i of [49, 0, 17, 17]) expect(b.valuesOf(0, i)).toEqual(forward[i]);
  });

  test("another parameter at the end / leaves the draws of the others alone", async () => {
    const more = { ...study.parameters, gravity: { uniform: { min: 9, max: 10 } } };
    const [a, b] = [
      await prepareStudy({ ...study, sampler }),
      await prepareStudy({ ...study, sampler, parameters: more }),
    ];
    const { length, mass, angle } = b.valuesOf(0, 7);
    expect(a.valuesOf(0, 7)).toMatchObject({ length, mass, angle });
  });

  test("another seed / other draws", async () => {
    const [a, b] = [await prepareStudy({ ...study, sampler }), await prepareStudy({ ...study, sampler, seed: 4 })];
    expect(a.valuesOf(0, 0)).not.toEqual(b.valuesOf(0, 0));
  });
});

describe("cases", () => {
  const cases = [
    { name: "short", fixed: { gravity: 1 } },
    { name: "long", parameters: { length: { normal: { mean: 2, std: 0.1 } } } },
    { name: "still", fixed: { length: 3 } },
  ];

  test("common draws / each case has the same normal score, and its own fixed values", async () => {
    const prepared = await prepareStudy({ ...study, cases });
    const [short, long, still] = [0, 1, 2].map((c) => prepared.valuesOf(c, 5));
    expect((long["length"] - 2) / 0.1).toBeCloseTo((short["length"] - 1) / 0.1, 12);
    expect([short["gravity"], long["gravity"], still["length"]]).toEqual([1, 9.81, 3]);
    expect(new Set([short["mass"], long["mass"], still["mass"]]).size).toBe(1);
  });

  test("independent draws / differ from case to case", async () => {
    const prepared = await prepareStudy({ ...study, cases, draws: "independent" });
    expect(new Set([0, 1, 2].map((c) => prepared.valuesOf(c, 5)["mass"])).size).toBe(3);
  });

  test("cases with equal options / share one model", async () => {
    const prepared = await prepareStudy({ ...study, cases });
    expect(new Set(prepared.cases.map(({ scenario }) => scenario)).size).toBe(1);
    const apart = await prepareStudy({
      ...study,
      cases: [
        { name: "a", options: { damping: 1 } },
        { name: "b", options: { damping: 2 } },
      ],
    });
    expect(new Set(apart.cases.map(({ modelHash }) => modelHash)).size).toBe(2);
  });
});

describe("full factorial", () => {
  test("levels from end to end, from lists and of discrete values", async () => {
    const prepared = await prepareStudy({
      name: "grid",
      scenario: study.scenario,
      sampler: "full-factorial",
      levels: 3,
      parameters: {
        mass: { uniform: { min: 1, max: 2 } },
        length: { discrete: { values: [1, 1.5] } },
        angle: { normal: { mean: 0, std: 1 }, levels: ["1 rad", "90 deg"] },
      },
      outputs: study.outputs,
    });
    expect(prepared.samples).toBe(12);
    const values = Array.from({ length: 12 }, (_, i) => prepared.valuesOf(0, i));
    expect([...new Set(values.map((v) => v["mass"]))]).toEqual([1, 1.5, 2]);
    expect([...new Set(values.map((v) => v["length"]))]).toEqual([1, 1.5]);
    expect([...new Set(values.map((v) => v["angle"]))]).toEqual([1, Math.PI / 2]);
    expect(new Set(values.map((v) => JSON.stringify(v))).size).toBe(12);
  });
});

test("latin hypercube with 50 samples / one in each fiftieth of the uniform parameter", async () => {
  const prepared = await prepareStudy({ ...study, sampler: "latin-hypercube" });
  const strata = Array.from({ length: 50 }, (_, i) => Math.floor((prepared.valuesOf(0, i)["mass"] - 1) * 50));
  expect(strata.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
});
