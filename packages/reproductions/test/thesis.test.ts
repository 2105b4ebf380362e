import { simulate } from "kinetree";
import { jointEquationParts, predictAugmentedCost } from "kinetree/formulations";
import { numberedChain } from "kinetree/systems";
import { describe, expect, test } from "vitest";
import { improved, integratorCases, naive, numbered, TOLERANCE } from "../src/thesis/methods.js";
import { chainOf, edgeCount, stubbyOf, stubbySplitByCost } from "../src/thesis/systems.js";
import { runThesis, thesis } from "../src/thesis/thesis.js";
import { column, raggedTables, tableIn } from "./support/bench-report.js";
import { refusal } from "../../kinetree/test/support/refusal.js";

let clock = 0;
/** A clock that ticks at every look: what is measured is how often it is looked at, the same on every machine. */
const now = (): number => (clock += 1);

const told: { text: string; part: number }[] = [];
const report = runThesis(
  { now, processorTime: now, quick: true, progress: (text, part = NaN) => told.push({ text, part }) },
  {
    chains: [5, 6],
    worstFrom: 5,
    sweepTo: 6,
    landerLegs: [1, 2],
    caseBodies: 5,
    caseLegs: 1,
    stubbyLegs: 6,
    duration: 0.002,
  },
);
describe("the study", () => {
  test("goes by its name", () => expect(thesis.name).toBe("thesis"));

  test("has every figure from 5.7 to 5.21 as a plot", () => {
    const figures = Array.from({ length: 15 }, (_, i) => `figure-5.${7 + i}`);
    expect(report.plots.map(({ name }) => name).sort()).toEqual(figures.sort());
  });

  test("names every figure in the title of a table", () => {
    const titles = report.tables.map(({ title }) => title).join("\n");
    for (let i = 7; i <= 21; i++) expect(titles).toMatch(new RegExp(`\\b5\\.${i}\\b`));
  });

  test("has as many cells in each row as heads", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  test("tells progress that never goes back", () => {
    const parts = told.map(({ part }) => part);
    expect(parts[0]).toBe(0);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(Math.max(...parts)).toBeLessThan(1);
  });

  test("ends in the same state by every method", () => {
    const check = report.checks.find(({ published }) => published === null);
    expect(check?.isMet).toBe(true);
    expect(check?.measured).toBeLessThan(TOLERANCE);
  });

  test("direct methods differ by rounding alone, steps being the same", () => {
    // Some hundred operations in a row, whose rounding the solve for the loads may magnify a thousandfold.
    const few = 1e5 * Number.EPSILON;
    for (const difference of column(tableIn(report, "figure-5.7"), "final states apart"))
      expect(difference).toBeLessThan(few);
    for (const difference of column(tableIn(report, "figure-5.12"), "final states apart"))
      expect(difference).toBeLessThan(few);
  });

  test("checks published figures at the published sizes only", () => {
    expect(report.checks.filter(({ published }) => published !== null)).toEqual([]);
  });

  test("says that nothing hits the ground", () => expect(report.notes.join(" ")).toContain("fall freely"));
});

describe("the methods", () => {
  test("cases are those of table 5.1", () => {
    expect(
      integratorCases(numbered).map(({ number, integrator, method }) => [number, integrator, method.solve]),
    ).toEqual([
      [1, "rkf45", "lu"],
      [2, "rkf45", "banded"],
      [3, "rkf45", "fom"],
      [4, "rkf45", "rnsd"],
      [5, "rk4", "lu"],
      [6, "rk4", "banded"],
      [7, "rk4", "fom"],
      [8, "rk4", "rnsd"],
    ]);
  });

  test("predicted reduction passes the published one at 45 and 50 bodies", () => {
    const ratio = (bodies: number): number => {
      const { model } = chainOf(bodies, "optimal");
      return predictAugmentedCost(model, naive).total / predictAugmentedCost(model, numbered).total;
    };
    expect(ratio(45)).toBeGreaterThan(19);
    expect(ratio(50)).toBeGreaterThan(140);
  });

  test("predicted cost of naive methods is blind to the order, that of improved ones is not", () => {
    const [optimal, worst] = [chainOf(20, "optimal").model, chainOf(20, "worst").model];
    expect(predictAugmentedCost(worst, naive).product).toBe(predictAugmentedCost(optimal, naive).product);
    expect(predictAugmentedCost(worst, numbered).solve).toBeGreaterThan(
      2 * predictAugmentedCost(optimal, numbered).solve,
    );
    expect(predictAugmentedCost(worst, improved).solve).toBe(predictAugmentedCost(optimal, numbered).solve);
  });

  test("stubby lander: joints and edges are those of section 5.2.3", () => {
    expect(edgeCount(stubbyOf(40, 1).model)).toBe(780);
    // Twenty hips and the weld on each half: two complete graphs of 21. The source says 421.
    expect(edgeCount(stubbyOf(40, 2).model)).toBe(420);
  });

  test("the split by predicted cost is predicted to cost less than two halves", () => {
    const cost = (model: ReturnType<typeof stubbyOf>["model"]): number => predictAugmentedCost(model, improved).total;
    const ours = stubbySplitByCost(40);
    expect(ours.parts).toBeGreaterThan(2);
    expect(cost(ours.model)).toBeLessThan(cost(stubbyOf(40, 2).model));
    expect(cost(stubbyOf(40, 2).model)).toBeLessThan(cost(stubbyOf(40, 1).model) / 1.25);
  });
});

describe("options of the augmented formulation in a run", () => {
  const model = numberedChain({ n: 5 });
  const run = (augmented: object, formulation: "augmented" | "articulated" = "augmented") =>
    simulate(model, 0.001, { formulation, augmented, integrator: "rkf45" });

  test("are refused by other formulations", () => {
    expect(refusal(() => run({ solve: "lu" }, "articulated"))).toEqual({
      code: "option-without-effect",
      subject: "augmented",
      value: "articulated",
    });
  });

  test("are refused by name if unknown", () => {
    const option = refusal(() => run({ solver: "lu" }));
    expect(option).toMatchObject({ code: 'unknown-option of formulation "augmented"', value: "solver" });
    const solver = refusal(() => run({ solve: "bandet" }));
    expect(solver).toEqual({ code: "unknown-solver", subject: 'solver "bandet"', value: "bandet" });
  });

  test("change the way, not the motion", () => {
    const [full, banded] = [run({ product: "dense", solve: "lu" }), run({ product: "block", solve: "banded" })];
    expect(banded.counts).toEqual(full.counts);
  });
});

test("parts of an evaluation have as many rows as the joints hold", () => {
  const parts = jointEquationParts(numberedChain({ n: 7 }), { product: "dense", solve: "gauss-jordan" });
  expect(parts.rows).toBe(5 * 6);
  for (const part of [parts.product, parts.solve, parts.restore]) expect(part).not.toThrow();
});
