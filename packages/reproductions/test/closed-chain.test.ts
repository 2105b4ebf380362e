import { buildTopology, createSimulation } from "kinetree";
import { quarterCar, suspendedVehicle, systems } from "kinetree/systems";
import { beforeAll, describe, expect, it } from "vitest";
import type { BenchReport, BenchTable } from "../src/bench/bench-study.js";
import { evaluationOperations } from "../src/bench/operations.js";
import { closedChain } from "../src/closed-chain/closed-chain.js";
import { denseOperations, handCount } from "../src/closed-chain/count.js";
import { column, raggedTables, tableIn } from "./support/bench-report.js";

/** Compiles five formulations of two models, beside other tests. */
const PATIENCE = 300_000;

describe("kinetree bench closed-chain --quick", () => {
  let report: BenchReport;
  const parts: number[] = [];

  beforeAll(async () => {
    let clock = 0;
    // A clock that goes on by a millisecond whenever it is looked at: counts and errors are what is tested here, not times.
    report = await closedChain.run({
      now: () => (clock += 1),
      processorTime: () => clock,
      quick: true,
      progress: (_, part) => parts.push(part ?? 0),
    });
  }, PATIENCE);

  const tableOf = (name: string): BenchTable => tableIn(report, name);

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("says how far it is, never backwards", () => {
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  it("has the coordinates and constraints of the source for the vehicle", () => {
    const table = tableOf("vehicle");
    expect(column(table, "in the source").slice(0, 3)).toEqual(["CE", "TA", "FA"]);
    expect(column(table, "coordinates").slice(0, 3)).toEqual([15, 45, 216]);
    expect(column(table, "constraints").slice(0, 3)).toEqual([0, 30, 201]);
    expect(column(table, "size").slice(0, 3)).toEqual([15, 75, 417]);
    expect(report.checks.filter(({ name }) => /coordinates|constraints/.test(name)).every(({ isMet }) => isMet)).toBe(
      true,
    );
  });

  it.each(["vehicle", "quarter-car"])("%s: coordinates less constraints are the same by every method", (name) => {
    const [coordinates, constraints] = ["coordinates", "constraints"].map((head) => column(tableOf(name), head));
    const free = coordinates.map((x, i) => Number(x) - Number(constraints[i]));
    expect(new Set(free).size).toBe(1);
  });

  // Over these steps of 1e-3 s, half the step moves the motion by about 1e-7 m.
  it.each(["vehicle", "quarter-car"])("%s: all methods move alike, within the error of the step", (name) => {
    for (const distance of column(tableOf(name), "difference of motion [m]")) expect(distance).toBeLessThan(1e-7);
  });

  it("closes loops to rounding where the formulation or drift control does", () => {
    for (const name of ["vehicle", "quarter-car"])
      for (const error of column(tableOf(name), "its closure error")) expect(error).toBeLessThan(1e-11);
    for (const error of column(tableOf("long-runs"), "largest closure error")) expect(error).toBeLessThan(1e-11);
  });

  it("closes the loops of both models by formulas and by Newton's method, once a step", () => {
    const table = tableOf("closing");
    expect(column(table, "embedded")).toEqual(["analytic", "iterative", "analytic", "iterative"]);
    const [toClose, evaluation] = ["operations to close", "operations of an evaluation"].map((head) =>
      column(table, head).map(Number),
    );
    // Either way less than an evaluation, of which rk4 has four.
    toClose.forEach((operations, i) => expect(operations).toBeLessThan(evaluation[i]));
  });

  it("has checks for all that the source and the claims say", () => {
    expect(report.checks.map(({ published }) => published).filter((x) => x !== null)).toEqual([
      15, 0, 45, 30, 216, 201, 4.1,
    ]);
    expect(report.checks.filter(({ name }) => name.includes("hand count"))).toHaveLength(2);
    expect(report.checks.filter(({ name }) => name.includes("time by loop"))).toHaveLength(2);
    expect(report.checks.filter(({ name }) => name.includes("closure error"))).toHaveLength(4);
  });
});

describe("the hand count of tree-augmented", () => {
  const total = (model: Parameters<typeof handCount>[0]): number =>
    handCount(model, buildTopology(model)).reduce((sum, { operations }) => sum + operations, 0);

  it.each([quarterCar(), suspendedVehicle()])("$name: compiled code takes at most twice as many", (model) => {
    const { plan } = createSimulation(model, { formulation: "tree-augmented", energyBalance: false, drift: "none" });
    const rows = plan.loopPlan?.rows.length ?? 0;
    const compiled = evaluationOperations(plan.artifact.flops) + denseOperations(rows);
    expect(compiled).toBeLessThan(2 * total(model));
    expect(compiled).toBeGreaterThan(total(model) / 4);
  });

  it("counts every named system, with no part below zero", () => {
    for (const { build } of systems) {
      const model = build();
      for (const { operations } of handCount(model, buildTopology(model))) expect(operations).toBeGreaterThanOrEqual(0);
    }
  });

  it("counts the dense solve as m³/3 and smaller powers", () => {
    for (const m of [10, 100, 1000]) {
      expect(denseOperations(m)).toBeGreaterThan(m ** 3 / 3);
      expect(denseOperations(m)).toBeLessThan(m ** 3 / 3 + 4 * m ** 2);
    }
  });

  it("grows by the same with every ten bodies of a chain without closures", () => {
    const of = (name: string, n: number): number => {
      const system = systems.find((each) => each.name === name);
      if (!system) throw new Error(`no system is called ${name}`);
      return total(system.build({ n }));
    };
    const [short, middle, long] = [10, 20, 30].map((n) => of("hinge-chain", n));
    expect(long - middle).toBe(middle - short);
  });
});
