import { describe, expect, test } from "vitest";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import { lu, luSolveInto } from "../../../src/linalg/lu.js";
import { newMatrix, type Matrix } from "../../../src/linalg/matrix.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { namedClosed, unlessRefused, type ClosedCase } from "../../support/closed-cases.js";
import { implicitLane, isApart, type ImplicitLane } from "../../support/implicit-lane.js";

/* Newton's matrix of formulations that find a part of the state from the rest before they evaluate. */

/** Relative to the largest entry of the matrix. */
const DIFFERENCES = 1e-7;
/** Change of a number around 1, halved once. */
const INCREMENT = 1e-4;

/** Columns of ∂f/∂y by central differences with two steps, extrapolated: the error is of the order h⁴. */
function differences({ system, t, y }: ImplicitLane): Matrix {
  const n = system.size;
  const out = newMatrix(n, n);
  const [above, below] = [new Float64Array(n), new Float64Array(n)];
  for (let j = 0; j < n; j++) {
    const at = y[j];
    const along = (h: number): Float64Array => {
      y[j] = at + h;
      system.rates(t, y, above);
      y[j] = at - h;
      system.rates(t, y, below);
      y[j] = at;
      return above.map((x, i) => (x - below[i]) / (2 * h));
    };
    const h = INCREMENT * Math.max(1, Math.abs(at));
    const [wide, narrow] = [along(h), along(h / 2)];
    narrow.forEach((x, i) => (out.data[i * n + j] = (4 * x - wide[i]) / 3));
  }
  return out;
}

/** J from solutions with σ − J. */
function matrixOf({ system, t, y }: ImplicitLane, sigma: number): Matrix {
  const n = system.size;
  const inverse = newMatrix(n, n);
  system.linearize(t, y);
  expect(system.factor(0, sigma, 0)).toBe(true);
  for (let j = 0; j < n; j++) {
    const x = new Float64Array(n).fill(1, j, j + 1);
    system.solve(0, x, null);
    x.forEach((value, i) => (inverse.data[i * n + j] = value));
  }
  const factors = lu(inverse);
  const out = newMatrix(n, n);
  for (let j = 0; j < n; j++) {
    const x = luSolveInto(new Float64Array(n), factors, new Float64Array(n).fill(1, j, j + 1));
    x.forEach((value, i) => (out.data[i * n + j] = (i === j ? sigma : 0) - value));
  }
  return out;
}

const largest = ({ data }: Matrix): number => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** A whole vehicle of separate bodies has 432 numbers, and as many columns of differences. */
const isCheap = (name: string, formulation: FormulationName): boolean =>
  name !== "suspended-vehicle" || formulation !== "partitioned";

const settled: readonly FormulationName[] = ["embedded", "partitioned"];
const flexibleLoops = ["slider-crank-flexible", "space-platform"];

describe.each(namedClosed.filter(({ name }) => !flexibleLoops.includes(name)))("$name", ({ name, model, state }) => {
  const lanes = settled
    .filter((formulation) => isCheap(name, formulation))
    .flatMap((formulation) =>
      unlessRefused(() => ({ formulation, lane: implicitLane(model, { formulation, state }) })),
    );

  test("is taken by one of them at least", () => expect(lanes.length).toBeGreaterThan(0));

  test.each(lanes)("$formulation: Newton's matrix / differences of the settled rates", ({ lane }) => {
    const J = differences(lane);
    const n = lane.system.size;
    const counts = (k: number): boolean => !isApart(lane, k % n) && !isApart(lane, Math.floor(k / n));
    J.data.forEach((_, k) => counts(k) || (J.data[k] = 0));
    const scale = largest(J);
    const found = matrixOf(lane, Math.max(1, Math.min(scale, 100)));
    const worst = found.data.reduce((most, x, k) => (counts(k) ? Math.max(most, Math.abs(x - J.data[k])) : most), 0);
    expect(worst / scale).toBeLessThan(DIFFERENCES);
  });
});

describe("steps of a method that counts on the matrix", () => {
  const runs = [
    { name: "spatial-slider-crank", tEnd: 0.1, tolerance: 1e-7 },
    { name: "andrews", tEnd: 0.003, tolerance: 1e-7 },
    { name: "flyball-governor", tEnd: 0.1, tolerance: 1e-7 },
    { name: "stewart-platform", tEnd: 0.1, tolerance: 1e-6 },
  ];
  test.each(runs)("$name by rosenbrock: as many as with tree-augmented", ({ name, tEnd, tolerance }) => {
    const { model, state } = namedClosed.find((each) => each.name === name) as ClosedCase;
    const stepsOf = (formulation: FormulationName): number =>
      simulate(model, tEnd, { formulation, integrator: "rosenbrock", tolerance, state }).counts.accepted;
    const usual = stepsOf("tree-augmented");
    expect(usual).toBeGreaterThan(15);
    for (const formulation of settled) expect(stepsOf(formulation) / usual).toBeLessThan(1.2);
  });
});
