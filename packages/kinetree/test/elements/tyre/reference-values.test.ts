import { describe, expect, it } from "vitest";
import { pac2002At } from "../../../src/elements/tyre/laws/pac2002-point.js";
import { relaxationLengths } from "../../../src/elements/tyre/laws/pac2002-relaxation.js";
import type { BrushTyre } from "../../../src/model/tyre-laws/brush.js";
import type { Pac2002Tyre } from "../../../src/model/tyre-laws/pac2002.js";
import { pac2002Coefficients } from "../../../src/model/tyre-laws/pac2002-coefficients.js";
import { hmmwvFiala, hmmwvPac2002, hmmwvPac89, hmmwvTmeasy } from "../../../src/systems/vehicles/tyre-data.js";
import { alphaOf, forceAt, momentAt, planOf, pointAt } from "./plain-tyre.js";

/* Values computed independently, from the formulas as published; the printed digits hold. */

describe("brush", () => {
  const law: BrushTyre = { kind: "brush", stiffness: 80_000, friction: 0.9, radius: 0.47, halfContact: 0.12 };
  it.each([
    [0, 0.05, 0, -2933.521877, 55.743461],
    [0.1, 0, 4058.322916, 0, 0],
    [0.05, 0.08, 2139.185589, -3430.017436, 24.844828],
    [0, 0.3, 0, -4500, 0],
  ])("κ %f, α %f", (kappa, alpha, fx, fy, mz) => {
    const at = pointAt({ slip: alphaOf(kappa, alpha), load: 5000 });
    const force = forceAt(law, at);
    expect(force[0]).toBeCloseTo(fx, 6);
    expect(force[1]).toBeCloseTo(fy, 6);
    expect(momentAt(law, at, force).aligning).toBeCloseTo(mz, 6);
  });
});

describe("fiala", () => {
  it.each([
    [0.01, 0.05, 1939.29, -2178.3582, 171.3555],
    [0.1, 0.2, 5261.644, -5300.2957, 71.3134],
    [-0.05, -0.1, -5063.7144, 3746.1978, -199.1013],
  ])("κ %f, α %f", (kappa, alpha, fx, fy, mz) => {
    const at = pointAt({ slip: alphaOf(kappa, alpha), load: 6400 });
    const force = forceAt(hmmwvFiala, at);
    expect(force[0]).toBeCloseTo(fx, 4);
    expect(force[1]).toBeCloseTo(fy, 4);
    expect(momentAt(hmmwvFiala, at, force).aligning).toBeCloseTo(mz, 4);
  });
});

describe("tmeasy", () => {
  it.each([
    [0.05, 0, 4435.912, 0, 0],
    [0.3, 0, 4058.76, 0, 0],
    [0, 0.1, 0, 3083.466, -67.481],
    [0, 0.5, 0, 4436.226, 19.481],
    [0.05, 0.1, 1709.839, 3419.678, -74.839],
    [-0.1, 0.1, -3376.411, 3376.411, -73.892],
  ])("s_x %f, s_y %f", (sx, sy, fx, fy, mz) => {
    const at = pointAt({ slip: [sx, sy], load: 6000, depth: 6000 / 411120.9242103178 });
    const force = forceAt(hmmwvTmeasy, at);
    expect(force[0]).toBeCloseTo(fx, 3);
    expect(force[1]).toBeCloseTo(fy, 3);
    expect(momentAt(hmmwvTmeasy, at, force).aligning).toBeCloseTo(mz, 3);
  });

  it("leans against the camber by -(width²/12) c_z γ", () => {
    const at = pointAt({ load: 6000, camber: 0.05 });
    const wanted = (-(0.3175 ** 2) / 12) * 411120.9242103178 * 0.05;
    expect(momentAt(hmmwvTmeasy, at, [0, 0]).overturning).toBeCloseTo(wanted, 9);
  });
});

describe("pac2002", () => {
  /** Without s F_x. */
  const withoutLever: Pac2002Tyre = {
    ...hmmwvPac2002,
    coefficients: { ...hmmwvPac2002.coefficients, LS: 0 },
  };
  /** One slip only: the other one has no weight. */
  const pure: Pac2002Tyre = {
    ...withoutLever,
    coefficients: { ...withoutLever.coefficients, RBX1: 0, RBY1: 0, RVY1: 0, RVY2: 0 },
  };

  it.each([
    [6400, 0.1, 5997.7457],
    [12000, 0.05, 8116.8703],
  ])("pure slip along: F_z %f, κ %f", (load, kappa, fx) => {
    expect(forceAt(pure, pointAt({ slip: [kappa, 0], load }))[0]).toBeCloseTo(fx, 4);
  });

  it.each([
    [6400, 0.1, -3299.2426, 31.177],
    [6400, -0.02, 648.3711, -16.618],
  ])("pure slip across: F_z %f, α %f", (load, alpha, fy, mz) => {
    const at = pointAt({ slip: alphaOf(0, alpha), load });
    const force = forceAt(pure, at);
    expect(force[1]).toBeCloseTo(fy, 4);
    expect(momentAt(pure, at, force).aligning).toBeCloseTo(mz, 4);
  });

  it.each([
    [6400, 0.05, 0.05, 4218.4459, -1578.0103, -35.0519],
    [6400, -0.1, 0.1, -4831.8303, -2467.4601, 50.1351],
  ])("combined slip: F_z %f, κ %f, α %f", (load, kappa, alpha, fx, fy, mz) => {
    const at = pointAt({ slip: alphaOf(kappa, alpha), load });
    const force = forceAt(hmmwvPac2002, at);
    expect(force[0]).toBeCloseTo(fx, 4);
    expect(force[1]).toBeCloseTo(fy, 4);
    expect(momentAt(hmmwvPac2002, at, force).aligning).toBeCloseTo(mz, 4);
  });

  it("has the relaxation lengths σ at 6400 N", () => {
    const { coefficients, nominalLoad, radius } = hmmwvPac2002;
    const values = { ...pac2002Coefficients, ...(coefficients as Record<string, number>) };
    const sizes = {
      nominalLoad: nominalLoad as number,
      radius: radius as number,
      largestLoad: null,
      largestCamber: null,
    };
    const [along, across] = relaxationLengths(pac2002At(values, sizes, { load: 6400, camber: 0, friction: 1 }));
    expect(along).toBeCloseTo(0.0403065, 7);
    expect(across).toBeCloseTo(0.0812003, 7);
  });

  it("has the slopes K at 6400 N", () => {
    const { carcass, numbers } = planOf(hmmwvPac2002);
    // σ below 0.1 m is taken as 0.1 m, so the slopes show in the stiffness.
    const [kx, ky] = carcass === null ? [NaN, NaN] : carcass(6400, 0, numbers).stiffness.map(Number);
    expect(0.1 * kx).toBeCloseTo(123891.6677, 4);
    expect(0.1 * ky).toBeCloseTo(39149.3826, 4);
  });
});

describe("pac89", () => {
  it.each([
    [6400, 0.05, 0, 4634.135, 0],
    [6400, 0, 0.05, 0, -1831.8632],
    [12000, 0.1, 0, 9719.0378, 0],
    [12000, 0, 0.1, 0, -5804.0546],
  ])("F_z %f, κ %f, α %f", (load, kappa, alpha, fx, fy) => {
    const force = forceAt(hmmwvPac89, pointAt({ slip: alphaOf(kappa, alpha), load }));
    expect(force[0]).toBeCloseTo(fx, 4);
    expect(force[1]).toBeCloseTo(fy, 4);
  });
});
