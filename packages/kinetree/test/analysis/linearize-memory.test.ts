import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize, linearizeDescriptor } from "../../src/analysis/linearize.js";
import { createForwardDerivatives } from "../../src/analysis/derivatives.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { lu, luSolveInto } from "../../src/linalg/lu.js";
import { matVec, newMatrix, normMax, type Matrix } from "../../src/linalg/matrix.js";
import { stateFromJoints } from "../../src/state/state.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, bristles, ice } from "../contact/bodies.js";
import { footedFourBar, rememberingCases } from "./remembering-systems.js";

/* A and B with internal states: x = [δ, δv, δz]. */

const [, , geared, loop] = rememberingCases();

describe.each([geared, loop])("$name", ({ model, point }) => {
  const { A, B, states, independent, vdot, zdot } = linearize(model, point);
  const { tree } = buildTopology(model);
  const n = independent.length;
  const names = Array.from(independent, (i) => model.joints[tree[i].joint].name);
  const derivatives = createForwardDerivatives(model, ["t"]);

  /** Rates of [y, ẏ, z] beside the point, with loops and couplers kept. */
  const rates = (x: Float64Array, u: number): Float64Array => {
    const [q, v] = [{}, {}] as Record<string, number>[];
    names.forEach((name, k) => {
      q[name] = point.q[independent[k]] + x[k];
      v[name] = point.v[independent[k]] + x[n + k];
    });
    const isLoop = model.joints.length > model.bodies.length;
    const open = { ...point, q: Float64Array.from(point.q), v: Float64Array.from(point.v) };
    independent.forEach((i, k) => {
      open.q[i] += x[k];
      open.v[i] += x[n + k];
    });
    const beside: OperatingPoint = isLoop
      ? assemble(model, open, { pinned: names, pinnedSpeeds: names }).state
      : stateFromJoints(model, { q, v });
    const z = point.z.map((value, i) => value + x[2 * n + i]);
    derivatives.at({ ...beside, z, u: new Float64Array(model.actuators.length).fill(u) });
    const all = derivatives.valueInto(new Float64Array(point.v.length));
    return Float64Array.from([
      ...Array.from(independent, (i) => beside.v[i]),
      ...Array.from(independent, (i) => all[i]),
      ...derivatives.stateRates(),
    ]);
  };
  const size = A.rows;
  const zero = new Float64Array(size);

  it("names its states and gives the rates of the motion", () => {
    expect(states).toHaveLength(size);
    expect(states.slice(2 * n).every((name) => /foot|toe/.test(name))).toBe(true);
    const undisturbed = rates(zero, 0);
    independent.forEach((i, k) => expect(vdot[i]).toBeCloseTo(undisturbed[n + k], 9));
    expect([...zdot]).toEqual([...undisturbed.subarray(2 * n)]);
  });

  it("A and B / differences of motions beside it, block by block", () => {
    const starts = [0, n, 2 * n, size];
    const found = newMatrix(size, size);
    for (let j = 0; j < size; j++) {
      const h = j < n ? 2e-5 : j < 2 * n ? 1e-3 : 2e-6;
      setColumn(
        found,
        j,
        difference((x) => rates(unit(size, j, x), 0), h),
      );
    }
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const cut = (M: Matrix): Matrix => part(M, starts[i], starts[i + 1], starts[j], starts[j + 1]);
        expect(apart(cut(A), cut(found))).toBeLessThan(1e-7);
      }
    const byInput = newMatrix(size, 1);
    setColumn(
      byInput,
      0,
      difference((x) => rates(zero, x), 1e-3),
    );
    expect(apart(B, byInput)).toBeLessThan(1e-7);
  });
});

describe("a point mass that rests on a slope of ice", () => {
  const slope = 0.2;
  const model = ball(ice, bristles, { slope });
  const { point } = equilibrium(model, stateFromJoints(model, above(slope, -0.001)));
  const { A } = linearize(model, point);

  it("the ground's modes have the roots of its law", () => {
    // m s² + k_e (1 − k_e / (c s + k_e + k_v)) = 0 across the slope.
    const [m, ke, kv, c] = [1, 22000, 920, 5550];
    const { re, im } = eigenGeneral(A);
    const value = (s: { re: number; im: number }): number => {
      const [a, b] = [c * s.re + ke + kv, c * s.im];
      const d = a * a + b * b;
      const [x, y] = [1 - (ke * a) / d, (ke * b) / d];
      return Math.hypot(m * (s.re * s.re - s.im * s.im) + ke * x, 2 * m * s.re * s.im + ke * y);
    };
    const roots = Array.from(re, (x, j) => ({ re: x, im: im[j] })).filter((s) => value(s) < 1e-6 * ke);
    expect(roots).toHaveLength(3);
  });

  it("a small disturbance across the slope decays as e^(At) has it", () => {
    const size = 1e-5;
    const x0 = new Float64Array(A.rows);
    x0[11] = size; // speed along the body's z, across the slope, with the bristles at rest
    const v = new Float64Array(6);
    v[5] = size;
    const { final } = simulate(model, 0.2, { state: { ...point, v }, tolerance: 1e-12 });
    const x = evolved(A, x0, 0.2);
    const dz = (final.z ?? new Float64Array()).map((z, i) => z - (point.z ?? [])[i]);
    expect(Math.abs(final.v[5] - x[11]) / size).toBeLessThan(1e-3);
    expect(Math.abs(dz[0] - x[12])).toBeLessThan(1e-3 * Math.abs(x[12]));
  });
});

describe("a four-bar that rests on a foot", () => {
  const model = footedFourBar();
  const { point } = equilibrium(model);

  it("the descriptor system has the same eigenvalues", () => {
    const { A } = linearize(model, point);
    const { E, A: whole, states } = linearizeDescriptor(model, point);
    expect(states).toHaveLength(E.rows);
    // 1 / (s − s₀) are the eigenvalues of (A − s₀ E)⁻¹ E, infinite s become 0.
    const shift = 0.37 * Math.max(1, normMax(A));
    const shifted = newMatrix(E.rows, E.cols);
    for (let k = 0; k < E.data.length; k++) shifted.data[k] = whole.data[k] - shift * E.data[k];
    const factors = lu(shifted);
    const inverse = newMatrix(E.rows, E.cols);
    for (let j = 0; j < E.cols; j++) {
      const column = matVec(E, unit(E.cols, j, 1));
      setColumn(inverse, j, luSolveInto(new Float64Array(E.rows), factors, column));
    }
    const [found, own] = [eigenGeneral(inverse), eigenGeneral(A)];
    for (let k = 0; k < A.rows; k++) {
      const [re, im] = [own.re[k] - shift, own.im[k]];
      const [wantedRe, wantedIm] = [re / (re * re + im * im), -im / (re * re + im * im)];
      const nearest = Math.min(...Array.from(found.re, (x, i) => Math.hypot(x - wantedRe, found.im[i] - wantedIm)));
      expect(nearest * shift).toBeLessThan(1e-6);
    }
  });
});

/** e^(At) x by Runge and Kutta's method with steps far below the fastest time constant. */
function evolved(A: Matrix, x0: Float64Array, t: number): Float64Array {
  const steps = 20000;
  const h = t / steps;
  let x = x0;
  const plus = (a: Float64Array, b: Float64Array, s: number): Float64Array => a.map((value, i) => value + s * b[i]);
  for (let k = 0; k < steps; k++) {
    const k1 = matVec(A, x);
    const k2 = matVec(A, plus(x, k1, h / 2));
    const k3 = matVec(A, plus(x, k2, h / 2));
    const k4 = matVec(A, plus(x, k3, h));
    x = x.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return x;
}

/** Central differences with steps h and h/2, extrapolated. */
function difference(f: (x: number) => Float64Array, h: number): Float64Array {
  const [wide, narrow] = [h, h / 2].map((step) => {
    const [up, down] = [f(step), f(-step)];
    return up.map((x, i) => (x - down[i]) / (2 * step));
  });
  return narrow.map((x, i) => (4 * x - wide[i]) / 3);
}

const unit = (n: number, j: number, x: number): Float64Array => new Float64Array(n).fill(x, j, j + 1);

function setColumn(A: Matrix, j: number, values: Float64Array): void {
  values.forEach((x, i) => (A.data[i * A.cols + j] = x));
}

function part(A: Matrix, top: number, bottom: number, left: number, right: number): Matrix {
  const out = newMatrix(bottom - top, right - left);
  for (let i = top; i < bottom; i++)
    out.data.set(A.data.subarray(i * A.cols + left, i * A.cols + right), (i - top) * out.cols);
  return out;
}

const apart = (A: Matrix, B: Matrix): number =>
  A.data.reduce((most, x, k) => Math.max(most, Math.abs(x - B.data[k])), 0) / Math.max(1e-3, normMax(A));
