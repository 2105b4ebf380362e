import { describe, expect, it, test } from "vitest";
import {
  bendingEigenfunction,
  clampedFreeRoot,
  rodEigenfunction,
} from "../../../src/elements/flexible/clamped-free.js";
import { composite, gaussLegendre } from "../../../src/elements/flexible/gauss-legendre.js";
import { relative, simpson } from "./beams.js";

const length = 1.7;
const orders = [1, 2, 3, 4, 7, 12, 20, 40];

// Blevins, Formulas for Natural Frequency and Mode Shape (1979), table 8-1.
const published = [1.87510406871, 4.69409113297, 7.85475743824, 10.9955407349, 14.137168391];

/** σ as the tables define it; only for orders where cosh and sinh still differ. */
const tableSigma = (b: number): number => (Math.cosh(b) + Math.cos(b)) / (Math.sinh(b) + Math.sin(b));

describe("points of Gauss and Legendre", () => {
  test("16 of them integrate every power up to 31", () => {
    const { points, weights } = gaussLegendre(16);
    for (let power = 0; power <= 31; power++) {
      const sum = points.reduce((total, x, i) => total + weights[i] * x ** power, 0);
      expect(Math.abs(sum - (power % 2 === 0 ? 2 / (power + 1) : 0))).toBeLessThan(1e-15);
    }
  });

  test("a kink at a break costs nothing", () => {
    const { points, weights } = composite(0, 2, 0.5, [0.3]);
    const sum = points.reduce((total, x, i) => total + weights[i] * Math.abs(x - 0.3), 0);
    expect(sum).toBeCloseTo((0.3 ** 2 + 1.7 ** 2) / 2, 14);
  });
});

describe("bending", () => {
  test("roots / published ones", () => {
    published.forEach((b, k) => expect(Math.abs(clampedFreeRoot(k + 1) - b)).toBeLessThan(1e-10));
  });

  it.each(orders)("order %d: clamped at 0 exactly, 1 at the free end and free there", (order) => {
    const { shape } = bendingEigenfunction(order, length);
    const beta = clampedFreeRoot(order) / length;
    expect(shape(0).slice(0, 2).map(Math.abs)).toEqual([0, 0]);
    const [value, , moment, shear] = shape(length);
    // An error of the root of some ε b shows in sines and cosines.
    const tolerance = 4 * Number.EPSILON * clampedFreeRoot(order);
    expect(Math.abs(value - 1)).toBeLessThan(tolerance);
    expect(Math.abs(moment) / beta ** 2).toBeLessThan(tolerance);
    expect(Math.abs(shear) / beta ** 3).toBeLessThan(tolerance);
  });

  it.each([1, 2, 3, 5])("order %d / hyperbolic functions", (order) => {
    const b = clampedFreeRoot(order);
    const sigma = tableSigma(b);
    const { shape } = bendingEigenfunction(order, length);
    for (const xi of [0.1, 0.35, 0.6, 0.9]) {
      const z = b * xi;
      const hyperbolic = Math.cosh(z) - Math.cos(z) - sigma * (Math.sinh(z) - Math.sin(z));
      // Growing terms cancel in the reference.
      const tolerance = 8 * Number.EPSILON * Math.cosh(z) + 1e-14;
      expect(Math.abs(shape(xi * length)[0] - ((order % 2 === 1 ? 1 : -1) * hyperbolic) / 2)).toBeLessThan(tolerance);
    }
  });

  it.each(orders)("order %d: each derivative / differences of the one before", (order) => {
    const { shape } = bendingEigenfunction(order, length);
    const beta = clampedFreeRoot(order) / length;
    const h = 1e-3 / beta;
    for (const x of [0.23 * length, 0.77 * length]) {
      for (const k of [0, 1, 2]) {
        const difference = (shape(x + h)[k] - shape(x - h)[k]) / (2 * h);
        expect(Math.abs(difference - shape(x)[k + 1]) / beta ** (k + 1)).toBeLessThan(1e-6); // h² β² / 6
      }
    }
  });

  it.each(orders)("order %d: mass L/4, stiffness β⁴ L/4, first integrals / closed forms", (order) => {
    const { shape, mass, stiffness } = bendingEigenfunction(order, length);
    const b = clampedFreeRoot(order);
    const beta = b / length;
    const sign = order % 2 === 1 ? 1 : -1;
    const { points, weights } = composite(0, length, length / order, []);
    const integral = (f: (x: number) => number): number => points.reduce((sum, x, p) => sum + weights[p] * f(x), 0);
    const tolerance = 1e-13 * order;
    expect(
      relative(
        integral((x) => shape(x)[0] ** 2),
        mass,
      ),
    ).toBeLessThan(tolerance);
    expect(
      relative(
        integral((x) => shape(x)[2] ** 2),
        stiffness,
      ),
    ).toBeLessThan(tolerance);
    expect(relative(mass, length / 4)).toBe(0);
    // From φ'''' = β⁴ φ: ∫ φ = -φ'''(0) / β⁴ = s σ / β, and ∫ x φ = φ''(0) / β⁴ = s / β².
    const sigma = order < 10 ? tableSigma(b) : 1;
    expect(
      relative(
        integral((x) => shape(x)[0]),
        (sign * sigma) / beta,
      ),
    ).toBeLessThan(10 * tolerance);
    expect(
      relative(
        integral((x) => x * shape(x)[0]),
        sign / beta ** 2,
      ),
    ).toBeLessThan(100 * tolerance);
  });

  test("∫ φᵢ' φⱼ' / its closed form", () => {
    // By parts from φ'''' = β⁴ φ, with 2 β² and -2 σ β³ for φ'' and φ''' at 0, 2 s and 2 s σ β for φ and φ' at L.
    const closed = (i: number, j: number): number => {
      const [bi, bj] = [clampedFreeRoot(i) / length, clampedFreeRoot(j) / length];
      const [si, sj] = [tableSigma(bi * length), tableSigma(bj * length)];
      if (i === j) return (si * bi * (2 + si * bi * length)) / 4;
      const sign = (i + j) % 2 === 0 ? 1 : -1;
      const bracket = si * bj ** 3 - sj * bi ** 3 - sign * bi * bj * (sj * bj - si * bi);
      return ((bi * bj) / (bj ** 4 - bi ** 4)) * bracket;
    };
    for (let i = 1; i <= 4; i++) {
      for (let j = 1; j <= 4; j++) {
        const [f, g] = [bendingEigenfunction(i, length).shape, bendingEigenfunction(j, length).shape];
        const { points, weights } = composite(0, length, length / 4, []);
        const found = points.reduce((sum, x, p) => sum + weights[p] * f(x)[1] * g(x)[1], 0);
        // σ of the tables loses digits with sinh and cosh.
        expect(relative(found, closed(i, j))).toBeLessThan(1e-13);
      }
    }
  });

  test("different orders are orthogonal, up to 20", () => {
    const { points, weights } = composite(0, length, length / 20, []);
    const tables = Array.from({ length: 20 }, (_, k) => points.map(bendingEigenfunction(k + 1, length).shape));
    let worst = 0;
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < i; j++)
        worst = Math.max(
          worst,
          Math.abs(weights.reduce((sum, w, p) => sum + w * tables[i][p][0] * tables[j][p][0], 0)),
        );
    expect(worst / (length / 4)).toBeLessThan(1e-13);
  });
});

describe("rods", () => {
  it.each([1, 2, 5])("order %d: 0 where it is held, 1 at the free end and free there; mass and stiffness", (order) => {
    const { shape, mass, stiffness } = rodEigenfunction(order, length);
    const kappa = ((order - 0.5) * Math.PI) / length;
    expect(Math.abs(shape(0)[0])).toBe(0);
    expect(shape(length)[0]).toBeCloseTo(1, 14);
    expect(shape(length)[1] / kappa).toBeCloseTo(0, 14);
    expect(
      relative(
        simpson((x) => shape(x)[0] ** 2, length, 200),
        mass,
      ),
    ).toBeLessThan(1e-12);
    expect(
      relative(
        simpson((x) => shape(x)[1] ** 2, length, 200),
        stiffness,
      ),
    ).toBeLessThan(1e-12);
  });
});
