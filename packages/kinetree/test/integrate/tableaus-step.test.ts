import { describe, expect, it, test } from "vitest";
import { dop853 } from "../../src/integrate/tableaus/dop853.js";
import { dormandPrince54 } from "../../src/integrate/tableaus/dormand-prince-54.js";
import { nestedInterpolantWeights } from "../../src/integrate/tableaus/nested-interpolant.js";
import { rk4 } from "../../src/integrate/tableaus/rk4.js";
import { rkf45 } from "../../src/integrate/tableaus/rkf45.js";
import type { Tableau } from "../../src/integrate/tableaus/tableau.js";

const tableaus: readonly Tableau[] = [rk4, rkf45, dormandPrince54, dop853];

/** y' = y cos t, y(0) = 1, with solution exp(sin t): nonautonomous, so that c matters as well as a. */
const f = (t: number, y: number): number => y * Math.cos(t);
const solution = (t: number): number => Math.exp(Math.sin(t));

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, x_i, i) => sum + x_i * y[i], 0);

/** Starts all over a period: at a single one the leading term of the error may happen to be small. */
const starts = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);
const rms = (error: (t: number) => number): number => Math.sqrt(starts.reduce((sum, t) => sum + error(t) ** 2, 0) / 16);

/** One step from t, on the solution: all stages, the extra ones included. */
function stages(tableau: Tableau, t: number, h: number): { y: number; k: number[] } {
  const a = [...tableau.a, ...(tableau.dense?.extraStages.a ?? [])];
  const c = [...tableau.c, ...(tableau.dense?.extraStages.c ?? [])];
  const y = solution(t);
  const k: number[] = [];
  for (let i = 0; i < a.length; i++) k.push(f(t + c[i] * h, y + h * dot(a[i], k)));
  return { y, k };
}

const stepError = (tableau: Tableau, b: readonly number[], h: number): number =>
  rms((t) => {
    const { y, k } = stages(tableau, t, h);
    return y + h * dot(b, k) - solution(t + h);
  });

const denseError = (tableau: Tableau, theta: number, h: number): number => {
  const weights = (tableau.dense?.weights ?? []).map((w) => w.reduceRight((sum, p) => (sum + p) * theta, 0));
  return rms((t) => {
    const { y, k } = stages(tableau, t, h);
    return y + h * dot(weights, k) - solution(t + theta * h);
  });
};

/** Slope of the error between h and h/2; the steps are so chosen that the error is far above rounding. */
const slope = (error: (h: number) => number, h: number): number => Math.log2(error(h) / error(h / 2));

describe.each(tableaus)("$name", (tableau) => {
  // The error is h^(p+1) (C + O(h)): with h = 1/8 the rest bends the slope by < 0.15. For order 8 that would be all rounding.
  const h = tableau.order > 5 ? 1 / 3 : 1 / 8;

  it("observed order of the local error / stated order + 1", () => {
    expect(Math.abs(slope((step) => stepError(tableau, tableau.b, step), h) - (tableau.order + 1))).toBeLessThan(0.15);
  });

  it("observed order of the local error of dense output at θ = 0.4 / stated order + 1", () => {
    const order = tableau.dense?.order ?? NaN;
    expect(Math.abs(slope((step) => denseError(tableau, 0.4, step), h) - (order + 1))).toBeLessThan(0.15);
  });
});

describe.each(tableaus.filter((tableau) => tableau.bHat))("companion of $name", (tableau) => {
  it("observed order of the local error / stated order + 1", () => {
    const order = tableau.embeddedOrder ?? NaN;
    const observed = slope((step) => stepError(tableau, tableau.bHat ?? [], step), 1 / 8);
    expect(Math.abs(observed - (order + 1))).toBeLessThan(0.15);
  });
});

test("low companion of dop853: observed order of the local error / 3 + 1", () => {
  const observed = slope((step) => stepError(dop853, dop853.bHatLow ?? [], step), 1 / 8);
  expect(Math.abs(observed - 4)).toBeLessThan(0.15);
});

test("interpolant of dormand-prince-54 / its weights as published by Shampine, as fractions", () => {
  // Shampine, Math. Comp. 46 (1986) 135-150; coefficients of θ, θ², θ³, θ⁴.
  const published = [
    [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
    [0, 0, 0, 0],
    [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
    [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
    [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
    [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
    [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
  ];
  const weights = dormandPrince54.dense?.weights ?? [];
  // Four operations on numbers below 12.
  published.forEach((row, i) =>
    row.forEach((p, k) => expect(Math.abs(weights[i][k] - p)).toBeLessThan(4 * 12 * Number.EPSILON)),
  );
});

test("multiplied-out interpolant / the nest evaluated from inside out", () => {
  const b = [0.1, -0.4, 1.3];
  const d = [
    [5, -7, 2, 3],
    [-11, 13, 1, 0.5],
    [17, 3, -19, 4],
  ];
  const weights = nestedInterpolantWeights(b, 4, 3, d);
  const bAll = [...b, 0];
  for (const theta of [0.2, 0.5, 0.9]) {
    for (let i = 0; i < 4; i++) {
      const first = i === 0 ? 1 : 0;
      const end = i === 3 ? 1 : 0;
      const r2 = first - bAll[i];
      const r3 = bAll[i] - end - r2;
      const s = 1 - theta;
      const inner = d[0][i] + theta * (d[1][i] + s * d[2][i]);
      const nested = theta * (bAll[i] + s * (r2 + theta * (r3 + s * inner)));
      const plain = weights[i].reduceRight((sum, p) => (sum + p) * theta, 0);
      // Six coefficients below 3 · 19 each, a few operations on each.
      expect(Math.abs(plain - nested)).toBeLessThan(6 * 57 * 4 * Number.EPSILON);
    }
  }
});

test("cubic Hermite weights of rk4 / the Hermite polynomials", () => {
  const weights = rk4.dense?.weights ?? [];
  for (const theta of [0.3, 0.8]) {
    const value = (i: number): number => weights[i].reduceRight((sum, p) => (sum + p) * theta, 0);
    const h01 = theta * theta * (3 - 2 * theta);
    const h10 = theta * (1 - theta) * (1 - theta);
    const h11 = theta * theta * (theta - 1);
    // Values below 1 from coefficients below 3: ten roundings.
    expect(Math.abs(value(0) - (h01 / 6 + h10))).toBeLessThan(30 * Number.EPSILON);
    expect(Math.abs(value(1) - h01 / 3)).toBeLessThan(30 * Number.EPSILON);
    expect(Math.abs(value(4) - h11)).toBeLessThan(30 * Number.EPSILON);
  }
});
