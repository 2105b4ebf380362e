import { describe, expect, test } from "vitest";
import { formulations } from "../../src/formulation/formulations.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { coordinateDifferences } from "../../src/simulate/compare/compare-motion.js";
import { compareFormulations } from "../../src/simulate/compare/compare.js";
import type {
  ComparedRun,
  CompareOptions,
  Comparison,
  FailedFormulation,
} from "../../src/simulate/compare/compare-types.js";
import { verdictOf, type Evidence } from "../../src/simulate/compare/compare-verdict.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { namedSystem } from "../../src/systems/registry.js";

const swing = { state: { q: { shoulder: 2, elbow: 1 } } };

const runsOf = ({ formulations: all }: Comparison): readonly ComparedRun[] =>
  all.filter((each): each is ComparedRun => each.outcome === "ran");

const runOf = (found: Comparison, name: string): ComparedRun => {
  const run = runsOf(found).find((each) => each.name === name);
  if (run === undefined) throw new Error(`${name} did not run`);
  return run;
};

describe.each([
  ["double-pendulum", 1],
  ["lander", 0.5],
  ["four-bar", 0.5],
  ["spatial-slider-crank", 0.2],
  ["bricard", 0.3],
  ["quarter-car", 0.2],
  ["andrews", 0.01],
])("%s", (name, tEnd) => {
  const { build, start } = namedSystem(name);
  const model = build();
  const found = compareFormulations(model, tEnd, { state: start, samples: 20 });

  test("formulations / agree", () => {
    expect(found.verdict).toMatchObject({
      outcome: runsOf(found).length > 1 ? "agree" : "nothing-to-compare",
    });
  });

  test("every formulation / is there, and runs if it takes the model", () => {
    const topology = buildTopology(model);
    expect(found.formulations.map(({ name: each, outcome }) => [each, outcome])).toEqual(
      formulations.map((each) => [each.name, each.refuses(model, topology) === null ? "ran" : "refused"]),
    );
  });

  test("closures / stay closed to 1e-9 m", () => {
    for (const { closure } of runsOf(found)) expect(closure?.value ?? 0).toBeLessThan(1e-9);
  });
});

describe("what is compared", () => {
  const found = compareFormulations(doublePendulum(), 1, { ...swing, samples: 50 });

  test("the plain oracle is the reference, and does not differ from itself", () => {
    expect(found.reference).toBe("mass-matrix");
    const { accelerations, coordinates, positions, loads } = runOf(found, "mass-matrix");
    expect([accelerations, coordinates.value, positions.value, loads?.value]).toEqual([0, 0, 0, 0]);
  });

  test("accelerations and loads at one state agree to rounding", () => {
    const { accelerations, loads } = runOf(found, "articulated");
    expect(accelerations).toBeLessThan(1e-14);
    expect(loads?.value).toBeLessThan(1e-13);
  });

  test("states are compared at start, end, and so many intervals between", () => {
    expect(found.t).toHaveLength(51);
    expect([found.t[0], found.t[50]]).toEqual([0, 1]);
    expect(runOf(found, "articulated").positionsOverTime).toHaveLength(51);
  });

  test("a largest difference is the largest over time, at its instant", () => {
    const { positions, positionsOverTime } = runOf(found, "articulated");
    expect(positions.value).toBe(Math.max(...positionsOverTime));
    expect(positionsOverTime[found.t.indexOf(positions.t)]).toBe(positions.value);
  });

  test("without a clock there are no times; everything else is the same twice", () => {
    expect(runsOf(found).map(({ compileMs, runMs }) => [compileMs, runMs])).toEqual(
      runsOf(found).map(() => [null, null]),
    );
    expect(compareFormulations(doublePendulum(), 1, { ...swing, samples: 50 })).toEqual(found);
  });

  test("with a clock the times are what it shows", () => {
    let ms = 0;
    const timed = compareFormulations(doublePendulum(), 0.1, { ...swing, now: () => (ms += 5) });
    for (const { compileMs, runMs } of runsOf(timed)) expect([compileMs, runMs]).toEqual([5, 5]);
  });

  test("progress goes from 0 to 1 and never back", () => {
    const parts: number[] = [];
    compareFormulations(doublePendulum(), 0.1, { ...swing, onProgress: (part) => parts.push(part) });
    expect([parts[0], parts.at(-1)]).toEqual([0, 1]);
    expect([...parts].sort((a, b) => a - b)).toEqual(parts);
  });

  test("a comparison of no length is one of states", () => {
    const { t, verdict } = compareFormulations(doublePendulum(), 0, swing);
    expect([t.length, verdict.outcome]).toEqual([1, "agree"]);
  });

  test("parameters count in runs and in states", () => {
    const longer = compareFormulations(doublePendulum(), 0.5, { ...swing, parameters: { length1: 3 } });
    expect(longer.verdict.outcome).toBe("agree");
  });

  test("fixed steps / agree to rounding", () => {
    const fixed = compareFormulations(doublePendulum(), 1, { ...swing, step: 1e-3, integrator: "rk4" });
    expect(fixed.verdict.outcome).toBe("agree");
    expect(fixed.sensitivity?.growth).toBeNull();
    expect(runOf(fixed, "articulated").positions.value).toBeLessThan(1e-11);
  });
});

describe("chaotic motion", () => {
  const found = compareFormulations(doublePendulum(), 20, swing);

  test("is said to be so, with the time from which differences mean nothing", () => {
    expect(found.sensitivity?.until).toBeLessThan(20);
    expect(found.sensitivity?.growth).toBeGreaterThan(1e3);
    expect(found.verdict.remarks.join()).toContain("chaotic");
  });

  test("is judged until then and no longer", () => {
    const { allowed, t, sensitivity, verdict } = found;
    const until = sensitivity?.until ?? NaN;
    t.forEach((each, i) => expect(Number.isFinite(allowed?.positions[i])).toBe(each < until));
    expect(verdict.outcome).toBe("agree");
  });

  test("short of that, regular motion is judged throughout", () => {
    const { sensitivity, verdict } = compareFormulations(heavyTop(), 1, { state: { v: { pivot: [1, 2, 30] } } });
    expect(sensitivity?.until).toBe(1);
    expect(verdict.remarks.join()).not.toContain("chaotic");
  });
});

test("closures that drift / more than those that are projected", () => {
  const closureWith = (drift: NonNullable<CompareOptions["drift"]>): number => {
    const found = compareFormulations(fourBar(), 2, {
      state: { v: { crank: 5 } },
      drift,
      formulations: ["mass-matrix"],
    });
    return runOf(found, "mass-matrix").closure?.value ?? NaN;
  };
  expect(closureWith("none")).toBeGreaterThan(100 * closureWith("projection"));
});

test("opposite quaternions / the same orientation", () => {
  const model = heavyTop();
  const result = (sign: number): SimulationResult =>
    ({
      t: Float64Array.of(0),
      stateAt: () => ({ t: 0, q: Float64Array.of(sign, 0, 0, 0), v: new Float64Array(3) }),
    }) as unknown as SimulationResult;
  expect(coordinateDifferences(model, buildTopology(model), result(1), result(-1)).largest.value).toBe(0);
});

describe("the verdict", () => {
  const found = compareFormulations(doublePendulum(), 1, { ...swing, samples: 10 });
  const reference = runOf(found, "mass-matrix");
  const other = runOf(found, "articulated");
  const judge = (change: Partial<ComparedRun>, more: Partial<Evidence> = {}) => {
    if (found.sensitivity === null || found.allowed === null) throw new Error("nothing ran");
    const { t, sensitivity, allowed } = found;
    const compared = [{ ...other, ...change }, reference];
    return verdictOf({ t, compared, reference: "mass-matrix", sensitivity, allowed, redundantRows: 0, ...more });
  };
  const off = (at: number, by: number): Float64Array => Float64Array.from(found.t, (_, i) => (i === at ? by : 0));

  test("without differences / agree", () => expect(judge({}).outcome).toBe("agree"));

  test.each<[string, Partial<ComparedRun>, string]>([
    ["accelerations", { accelerations: 1e-8 }, "accelerations from mass-matrix by 1e-8"],
    ["accelerations that are no numbers", { accelerations: NaN }, "accelerations"],
    ["positions", { positionsOverTime: off(3, 1e-3) }, "positions by 0.001 m at 0.3 s"],
    ["coordinates", { coordinatesOverTime: off(3, NaN) }, "coordinates by NaN"],
    ["loads", { loads: { value: 1e-3, of: 'joint "elbow"', t: 0.5 } }, 'loads of joint "elbow" by 0.001'],
  ])("%s that differ / disagree, with the place", (_, change, words) => {
    const { outcome, message } = judge(change);
    expect(outcome).toBe("disagree");
    expect(message).toContain(`articulated differs in ${words}`);
  });

  test("loads along redundant rows / not unique, so not judged, and said", () => {
    const { outcome, remarks } = judge({ loads: { value: 1, of: "", t: 0 } }, { redundantRows: 2 });
    expect(outcome).toBe("agree");
    expect(remarks.join()).toContain("not unique");
  });

  test("what cannot be had / said", () => {
    const { outcome, remarks } = judge({ accelerations: null, loads: null });
    expect(outcome).toBe("agree");
    expect(remarks).toHaveLength(2);
  });

  describe("one that fails", () => {
    const error = { code: "not-finite", subject: "x", message: "the run stopped at 0.2 s" };
    const failed = (until: FailedFormulation["until"]): FailedFormulation => ({
      name: "embedded",
      outcome: "failed",
      error,
      until,
    });
    const until = (positions: number): NonNullable<FailedFormulation["until"]> => ({
      ...other,
      t: 0.2,
      coordinatesOverTime: Float64Array.of(0, 0),
      positionsOverTime: Float64Array.of(0, positions),
    });

    test.each([null, until(0)])("is no disagreement, and the others are judged (until %o)", (stopped) => {
      const { outcome, message } = judge({}, { compared: [other, reference, failed(stopped)] });
      expect(outcome).toBe("failed");
      expect(message).toMatch(
        /^embedded failed: the run stopped at 0.2 s; the others agree: mass-matrix, articulated: accelerations within /,
      );
    });

    test("disagrees where it differed before it stopped", () => {
      const { outcome, message, remarks } = judge({}, { compared: [other, reference, failed(until(1e-3))] });
      expect([outcome, remarks[0]]).toEqual(["disagree", "embedded failed: the run stopped at 0.2 s"]);
      expect(message).toContain("embedded differs in positions by 0.001 m at 0.1 s");
    });

    test("does not hide that others disagree", () => {
      const compared = [{ ...other, accelerations: 1e-8 }, reference, failed(null)];
      const { outcome, remarks } = judge({}, { compared });
      expect([outcome, remarks[0]]).toEqual(["disagree", "embedded failed: the run stopped at 0.2 s"]);
    });

    test("beside the only one that ran / failed, with nothing said of others", () => {
      const { outcome, message } = judge({}, { compared: [reference, failed(null)] });
      expect([outcome, message]).toEqual(["failed", "embedded failed: the run stopped at 0.2 s"]);
    });
  });
});

describe("what goes wrong", () => {
  test("runs that fail are answers, not exceptions", () => {
    const {
      reference,
      formulations: all,
      verdict,
    } = compareFormulations(doublePendulum(), 1, { ...swing, maxSteps: 3 });
    const failed = all.filter((each) => each.outcome === "failed");
    expect(failed.map(({ name }) => name)).toContain(reference);
    expect(failed.map(({ error }) => error.code)).toEqual(failed.map(() => "too-many-steps"));
    expect(failed.length).toBeGreaterThan(1);
    expect(verdict.outcome).toBe("failed");
  });

  test("runs that stop at different instants / compared as far as both go, with the one that got farthest", () => {
    // Formulations in other coordinates take other steps, so that as many of them lead elsewhere.
    const found = compareFormulations(fourBar(), 0.1, { state: { v: { crank: 5 } }, maxSteps: 12 });
    const failed = found.formulations.filter((each) => each.outcome === "failed");
    const ends = failed.map(({ until }) => until?.t ?? NaN);
    expect(new Set(ends).size).toBeGreaterThan(1);
    const farthest = failed.find(({ name }) => name === found.reference);
    expect(farthest?.until?.t).toBe(Math.max(...ends));
    for (const { until } of failed) {
      const rows = found.t.filter((t) => t <= (until?.t ?? NaN)).length;
      expect(until?.positionsOverTime.length).toBeGreaterThan(1);
      expect(Math.abs((until?.positionsOverTime.length ?? 0) - rows)).toBeLessThanOrEqual(1);
    }
    expect(found.verdict.outcome).toBe("failed");
  });

  test("a limit that some reach / failed for those, and the rest is still judged", () => {
    const { verdict, formulations: all } = compareFormulations(fourBar(), 0.034, {
      state: { v: { crank: 5 } },
      maxSteps: 12,
    });
    const outcomes = new Map(all.map(({ name, outcome }) => [name, outcome]));
    expect([...new Set(outcomes.values())].sort()).toEqual(["failed", "ran", "refused"]);
    expect(verdict.outcome).toBe("failed");
  });

  test("one formulation alone is not compared", () => {
    const { verdict, reference } = compareFormulations(doublePendulum(), 0.1, {
      ...swing,
      formulations: ["articulated"],
    });
    expect([reference, verdict.outcome]).toEqual(["articulated", "nothing-to-compare"]);
  });

  test("a formulation that refuses is listed with its reason", () => {
    const { formulations: all } = compareFormulations(fourBar(), 0.1, { formulations: ["articulated"] });
    expect(all).toMatchObject([{ name: "articulated", outcome: "refused" }]);
    expect(all[0].outcome === "refused" ? all[0].reason : "").toContain('joint "pin" closes a loop');
  });

  test.each<[string, CompareOptions, string]>([
    ["an unknown formulation", { formulations: ["mas-matrix" as "mass-matrix"] }, 'Did you mean "mass-matrix"?'],
    ["no formulation", { formulations: [] }, "empty list"],
    ["no sample", { samples: 0 }, "samples is 0"],
    ["a joint that is none", { state: { q: { sholder: 1 } } }, 'Did you mean "shoulder"?'],
  ])("%s is refused", (_, options, words) => {
    expect(() => compareFormulations(doublePendulum(), 1, options)).toThrow(words);
  });

  test("an end before the start is refused", () => {
    expect(() => compareFormulations(doublePendulum(), -1)).toThrow("tEnd is -1");
  });
});
