import { nodeWorkers } from "kinetree/node";
import type { ColumnValues } from "@kinetree/results";
import { describe, expect, test } from "vitest";
import type { ScenarioDescription } from "../../src/description/scenario.js";
import type { Study } from "../../src/description/study.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import type { PreparedStudy } from "../../src/prepare/prepared-study.js";
import { replaySample } from "../../src/prepare/replay.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const SAMPLES = 4;
const study = (how: Partial<ScenarioDescription>): Study => ({
  name: "swing",
  scenario: {
    model: "pendulum",
    options: { damping: 0.1 },
    inputs: { angle: "30 deg" },
    start: { q: { hinge: "= angle" } },
    tEnd: "0.5 s",
    tolerance: 1e-6,
    ...how,
  },
  parameters: { angle: { uniform: { min: "20 deg", max: "80 deg" } } },
  sampler: "sobol",
  samples: SAMPLES,
  outputs: { last: { final: "q.hinge" } },
});

async function rowsOf(prepared: PreparedStudy, workers = 0): Promise<(number | string | null)[][]> {
  let found: readonly ColumnValues[] = [];
  const chunks = [{ caseIndex: 0, firstSample: 0, count: SAMPLES }];
  await prepared.run({ chunks, workers, onRows: (_, rows) => void (found = rows) });
  return found.map((column) => Array.from<number | string | null>(column));
}

const lastOf = (prepared: PreparedStudy, rows: (number | string | null)[][]): number[] =>
  rows[prepared.columns.findIndex(({ name }) => name === "last")].map(Number);

describe("samples by implicit integrators", async () => {
  const explicit = await prepareStudy(study({ tolerance: 1e-10 }));
  const exact = lastOf(explicit, await rowsOf(explicit));

  test.each(["bdf", "radau5", "generalized-alpha"] as const)(
    "%s / what an explicit one gives, to the tolerance",
    async (integrator) => {
      const prepared = await prepareStudy(study({ integrator }));
      const last = lastOf(prepared, await rowsOf(prepared));
      // Errors of a hundred steps add up to the tolerance; methods of order 2 take more steps than that.
      last.forEach((angle, i) => expect(Math.abs(angle - exact[i])).toBeLessThan(30 * 1e-6));
    },
  );

  test("on workers, and replayed / the same bits", async () => {
    const how = { integrator: "bdf", implicit: { maxOrder: 3 } } as const;
    const alone = await prepareStudy(study(how));
    const many = await prepareStudy(study(how), { workers: nodeWorkers });
    const rows = await rowsOf(alone);
    expect(await rowsOf(many, 2)).toEqual(rows);
    const { row, result } = await replaySample(alone, 2);
    expect(row).toEqual(rows.map((column) => column[2]));
    expect(result?.final.q[0]).toBe(lastOf(alone, rows)[2]);
  });

  test("the constrained equations of a mechanism with a loop / closed at the end", async () => {
    const prepared = await prepareStudy({
      name: "loop",
      scenario: {
        model: "four-bar",
        tEnd: "0.02 s",
        tolerance: 1e-6,
        formulation: "constrained",
        integrator: "generalized-alpha",
        implicit: { rho: 0.5 },
      },
      parameters: {},
      sampler: "sobol",
      samples: 1,
      outputs: { last: { final: "q.crank" } },
    });
    const { result, failure } = await replaySample(prepared, 0);
    expect(failure).toBeNull();
    expect(result?.loops?.closure).toBeLessThan(1e-9);
  });
});

test("names that are not known / refused where they are", async () => {
  expect(await refusalOf(prepareStudy(study({ integrator: "radau" as "radau5" })))).toEqual({
    code: "unknown-integrator",
    subject: 'study "swing": scenario.integrator',
    value: "radau",
  });
  const implicit = { maxorder: 2 } as object;
  expect(await refusalOf(prepareStudy(study({ integrator: "bdf", implicit })))).toEqual({
    code: "unknown-key",
    subject: 'study "swing": scenario.implicit.maxorder',
    value: "maxorder",
  });
});
