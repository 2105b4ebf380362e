import { namedStudy } from "@kinetree/study";
import type { Manifest } from "@kinetree/study/node";
import { tablesOf, type CaseData, type StudyData } from "@kinetree/study/report";
import { inverseNormalCdf } from "kinetree/random";
import { europaGrounds, europaLegs } from "kinetree/systems";
import { describe, expect, test } from "vitest";
import { publishedLandings } from "../../src/lander/published.js";
import { demandsOf } from "../../src/lander/report/acceptance.js";
import { differencesBeyond } from "../../src/lander/report/differences.js";
import { landerStudy, type LanderStudy } from "../../src/lander/report/landings.js";
import { effectsOf } from "../../src/lander/report/sensitivity.js";
import { makeReport } from "../../src/report.js";

/* Results made up so that what the report must say about them is known. */

const SAMPLES = 400;

type Columns = Readonly<Record<string, Float64Array>>;

const data = (
  cases: readonly (Pick<CaseData, "name" | "factors"> & { columns: Columns })[],
  factors: string[],
): StudyData => {
  const columns = Object.keys(cases[0].columns).map((name) => ({
    name,
    kind: name === "rolledOver" ? ("boolean" as const) : ("number" as const),
    unit: "",
    role: name === "vz" ? ("parameter" as const) : ("output" as const),
  }));
  const manifest: Manifest = {
    format: 1,
    name: "europa-lander",
    versions: { kinetree: "0" },
    hash: "0",
    seed: 1,
    source: null,
    cases: cases.map(({ name }) => ({ name, modelHash: "0" })),
    samples: SAMPLES,
    rows: SAMPLES * cases.length,
    chunkSize: SAMPLES,
    columns: [
      ...factors.map((name) => ({ name, kind: "text" as const, unit: "", role: "factor" as const })),
      ...columns,
    ],
    study: { scenario: { named: "europa-lander" } },
  };
  return {
    folder: "x.study",
    label: "x",
    manifest,
    rows: manifest.rows,
    failures: [],
    cases: cases.map(({ name, factors: own, columns: values }) => ({
      name,
      factors: own,
      rows: SAMPLES,
      failed: 0,
      numbers: (column) => values[column] ?? new Float64Array(SAMPLES).fill(NaN),
    })),
  };
};

/** Evenly spread normal numbers of a mean and a standard deviation. */
const normal = (mean: number, std: number): Float64Array =>
  Float64Array.from({ length: SAMPLES }, (_, i) => mean + std * inverseNormalCdf((i + 0.5) / SAMPLES));

/** So many ones, those of the largest numbers. */
const flags = (rate: number): Float64Array =>
  Float64Array.from({ length: SAMPLES }, (_, i) => (i >= SAMPLES - Math.round(rate * SAMPLES) ? 1 : 0));

/** The published numbers, some of them changed. */
const landings = (
  factor: (legs: string, ground: string) => { mean?: number; std?: number; rollover?: number },
): LanderStudy => {
  const found = landerStudy(
    data(
      publishedLandings.map(({ legs, ground, mean, std, rollover }) => {
        const change = factor(legs, ground);
        return {
          name: `${legs}-${ground}`,
          factors: { legs, ground },
          columns: {
            vz: normal(3, 1.5),
            peakAcceleration: normal(mean * (change.mean ?? 1), std * (change.std ?? 1)),
            rolledOver: flags(rollover + (change.rollover ?? 0)),
          },
        };
      }),
      ["legs", "ground"],
    ),
  );
  if (found === null) throw new Error("not taken for a study of the lander");
  return found;
};

test("the published numbers themselves / every demand is met, no difference exceeds sampling error", () => {
  const study = landings(() => ({}));
  expect(demandsOf(study).map(({ verdict }) => verdict.text)).toEqual(new Array(7).fill("met"));
  expect(differencesBeyond(study)).toEqual([]);
});

describe("one number off", () => {
  const only = (change: { mean?: number; std?: number; rollover?: number }): LanderStudy =>
    landings((legs, ground) => (legs === "conforming" && ground === "snow" ? change : {}));

  test.each([
    { change: { mean: 1.1 }, demand: 0, met: true, quantity: "mean" },
    { change: { mean: 1.2 }, demand: 0, met: false, quantity: "mean" },
    { change: { std: 0.78 }, demand: 1, met: false, quantity: "std" },
    { change: { rollover: 0.08 }, demand: 2, met: true, quantity: "rollover" },
  ])("$change / its demand is met: $met, and it exceeds sampling error", ({ change, demand, met, quantity }) => {
    const study = only(change);
    expect(demandsOf(study)[demand].verdict.holds).toBe(met);
    expect(differencesBeyond(study).map((each) => [each.quantity, each.of.legs, each.of.ground])).toEqual([
      [quantity, "conforming", "snow"],
    ]);
  });

  test("a rollover rate 9.5 points off / met, but 400 landings cannot tell: its interval holds the bar", () => {
    const [, , demand] = demandsOf(
      landings((legs, ground) => (legs === "stiff" && ground === "sand" ? { rollover: 0.095 } : {})),
    );
    expect([demand.verdict.text, demand.missed, demand.undecided]).toEqual(["met", [], ["stiff on sand"]]);
  });

  test("one 20 points off / missed by name with its interval, and decided", () => {
    const [, , demand] = demandsOf(
      landings((legs, ground) => (legs === "stiff" && ground === "sand" ? { rollover: 0.2 } : {})),
    );
    // Wilson's interval of 220 of 400 is 50.1 to 59.8 %.
    expect([demand.verdict.text, demand.undecided]).toEqual(["not met", []]);
    expect(demand.missed).toEqual(["+20.0 points (+15.1 to +24.8), stiff on sand"]);
  });

  test("2 % of a mean / within sampling error: 400 landings on each side cannot tell", () => {
    expect(differencesBeyond(only({ mean: 1.02 }))).toEqual([]);
  });

  test("stiff legs that roll over less than others on snow / that demand alone is not met", () => {
    const study = landings((legs, ground) => (legs === "stiff" && ground === "snow" ? { rollover: -0.13 } : {}));
    const unmet = demandsOf(study).filter(({ verdict }) => !verdict.holds);
    expect(unmet.map(({ what }) => what)).toEqual([
      "rollover rates within 10 points",
      "stiff legs roll over most on snow",
    ]);
  });
});

test("a choice that adds 1 to every landing / an effect of 1, known exactly", () => {
  const base = normal(20, 5);
  const columns = { vz: normal(3, 1.5), peakAcceleration: base, rolledOver: flags(0.3) };
  const place = { legs: "stiff", ground: "ice" };
  const choices = data(
    [
      { name: "stiff-ice", factors: { ...place, choice: "none", value: "as fitted" }, columns },
      {
        name: "stiff-ice, bellyFactor 1",
        factors: { ...place, choice: "bellyFactor", value: "1" },
        columns: { ...columns, peakAcceleration: base.map((x) => x + 1) },
      },
    ],
    ["legs", "ground", "choice", "value"],
  );
  const [effect, ...others] = effectsOf(choices);
  expect(others).toEqual([]);
  expect(effect.mean.value).toBeCloseTo(1, 12);
  expect(effect.mean.high - effect.mean.low).toBeLessThan(1e-12);
  expect(effect.percent.value).toBeCloseTo(5, 12);
  expect(effect.rollover.value).toBe(0);
  const study = landings((legs, ground) => (legs === "stiff" && ground === "ice" ? { mean: 0.92 } : {}));
  const tables = tablesOf(makeReport(study.data, [choices]));
  expect(tables.map(({ name }) => name)).toContain("sensitivity");
  const differences = tables.find(({ name }) => name === "differences");
  expect(differences?.rows).toHaveLength(1);
  expect(differences?.rows[0].at(-1)).toBe("bellyFactor 1 (+5.0 %)");
});

test("a study of the lander with other outputs / gets a report like any other", () => {
  const other = data(
    [{ name: "a", factors: { legs: "stiff", ground: "ice" }, columns: { vz: normal(3, 1), depth: normal(1, 0.1) } }],
    ["legs", "ground"],
  );
  expect(landerStudy(other)).toBeNull();
  expect(makeReport(other).sections.map(({ name }) => name)).toEqual([
    "summary",
    "outputs",
    "causes",
    "failures",
    "origin",
    "methods",
  ]);
});

test("a study of something else beside the lander / is compared like any other, not left out", () => {
  const study = landings(() => ({}));
  const other = data(
    [{ name: "stiff-ice", factors: { legs: "stiff", ground: "ice" }, columns: { depth: normal(1, 0.1) } }],
    ["legs", "ground"],
  );
  expect(makeReport(study.data, [other]).sections.map(({ name }) => name)).toContain("comparison");
  expect(makeReport(study.data, [study.data]).sections.map(({ name }) => name)).not.toContain("comparison");
});

test("the combinations are those of the library", () => {
  expect(publishedLandings).toHaveLength(europaGrounds.length * europaLegs.length);
});

test("published rows / twelve, one of each combination", () => {
  expect(publishedLandings.map(({ legs, ground }) => `${legs}-${ground}`)).toEqual(
    namedStudy("europa-lander").cases?.map(({ name }) => name),
  );
  for (const { mean, std, rollover } of publishedLandings) {
    expect(mean).toBeGreaterThan(std);
    expect(rollover * 400).toBeCloseTo(Math.round(rollover * 400), 9);
  }
});
