import { describe, expect, it, test } from "vitest";
import { planFlexible } from "../../../src/elements/flexible/plan-flexible.js";
import { KinetreeError } from "../../../src/errors/kinetree-error.js";
import type { Beam, BeamCorrection } from "../../../src/model/flexible.js";
import { corrections, plain, relative, sectionOf, strip } from "./beams.js";
import { totals } from "./totals.js";
import { refusal } from "../../support/refusal.js";

describe("static deflections", () => {
  const force = 10; // N
  /** Displacement at `at` along an axis, and rotation, by the modes of a plan under a unit force or torque there. */
  function flexibility(beam: Beam, at: number, of: "shapes" | "slopes", axis: number): number {
    const plan = planFlexible(beam, plain());
    const { stiffness } = totals(plan);
    const rows = plan.station([at, 0, 0])[of];
    return Array.from({ length: plan.modes }, (_, j) => rows[3 * j + axis] ** 2 / stiffness[j * plan.modes + j]).reduce(
      (sum, x) => sum + x,
      0,
    );
  }
  const { momentZ, momentY, area, torsionConstant } = sectionOf(strip());
  const L = 1.7;
  const exact = (force * L ** 3) / (3 * 70e9 * momentZ);
  const four = strip({ modes: { y: 4, z: 0, axial: 0, torsion: 0 } });

  test("4 modes give 99.94 % of F L³ / 3EI at the tip", () => {
    expect(Math.abs(1 - (force * flexibility(four, L, "shapes", 1)) / exact - 6.2e-4)).toBeLessThan(2e-5);
  });

  it.each([0, 1, 4, 20])("%d modes and a correction give all of it, to 1e-10", (y) => {
    const corrected = strip({ modes: { y, z: 0, axial: 0, torsion: 0 }, corrections: [{ at: L, load: "force-y" }] });
    expect(relative(force * flexibility(corrected, L, "shapes", 1), exact)).toBeLessThan(1e-10);
  });

  it.each<[BeamCorrection["load"], "shapes" | "slopes", number, (a: number) => number]>([
    ["force-y", "shapes", 1, (a) => a ** 3 / (3 * 70e9 * momentZ)],
    ["torque-z", "slopes", 2, (a) => a / (70e9 * momentZ)],
    ["force-z", "shapes", 2, (a) => a ** 3 / (3 * 70e9 * momentY)],
    ["torque-y", "slopes", 1, (a) => a / (70e9 * momentY)],
    ["force-x", "shapes", 0, (a) => a / (70e9 * area)],
    ["torque-x", "slopes", 0, (a) => a / (26e9 * torsionConstant)],
  ])("%s at 0.8 m with a correction there, one at the tip and modes", (load, of, axis, expected) => {
    const beam = strip({
      corrections: [
        { at: 0.8, load },
        { at: L, load },
      ],
    });
    expect(relative(flexibility(beam, 0.8, of, axis), expected(0.8))).toBeLessThan(1e-10);
    expect(relative(flexibility(beam, L, of, axis), expected(L))).toBeLessThan(1e-10);
  });

  test("corrections at nearly the same place are refused", () => {
    const close = [0.8, 0.8 + 1e-9].map((at): BeamCorrection => ({ at, load: "force-y" }));
    expect(refusal(() => planFlexible(strip({ corrections: close }), plain()))).toMatchObject({
      code: "corrections-dependent",
      subject: "beam of 1.7 m",
    });
  });
});

describe("stations", () => {
  const plan = planFlexible(strip({ corrections }), plain());

  test("off the axis / the axis and the turn of the section", () => {
    const [y, z] = [0.4, -0.3];
    const axis = plan.station([1.1, 0, 0]);
    const off = plan.station([1.1, y, z]);
    for (let j = 0; j < plan.modes; j++) {
      const [rx, ry, rz] = axis.slopes.slice(3 * j);
      const expected = [ry * z - rz * y, -rx * z, rx * y].map((x, k) => x + axis.shapes[3 * j + k]);
      expect(off.shapes.slice(3 * j, 3 * j + 3).map((x) => x + 0)).toEqual(expected.map((x) => x + 0));
    }
    expect(off.slopes).toEqual(axis.slopes);
  });

  test("rotations / differences of displacements along the axis", () => {
    const h = 1e-5;
    const [before, at, after] = [-h, 0, h].map((d) => plan.station([1.1 + d, 0, 0]));
    const slope = (k: number): number => (after.shapes[k] - before.shapes[k]) / (2 * h);
    for (let j = 0; j < 9; j++) {
      expect(Math.abs(at.slopes[3 * j + 2] - slope(3 * j + 1))).toBeLessThan(1e-7);
      expect(Math.abs(-at.slopes[3 * j + 1] - slope(3 * j + 2))).toBeLessThan(1e-7);
    }
  });

  test("shapes, slopes and shortening vanish at the clamped end", () => {
    const { shapes, slopes, shortening } = plan.station([0, 0, 0]);
    expect([...shapes, ...slopes, ...shortening].every((x) => x === 0)).toBe(true);
  });

  test("beyond the end is refused, rounding is not", () => {
    expect(() => plan.station([1.8, 0, 0])).toThrow(KinetreeError);
    expect(refusal(() => plan.station([1.8, 0, 0]))).toEqual({
      code: "station-off-beam",
      subject: "station at [1.8, 0, 0]",
      value: 1.8,
    });
    expect(plan.station([1.7 * (1 + 1e-12), 0, 0])).toEqual(plan.station([1.7, 0, 0]));
  });

  test("without geometric stiffness nothing is shortened", () => {
    const stiff = planFlexible(strip({ geometricStiffness: false }), plain());
    expect(stiff.station([1, 0, 0]).shortening.every((x) => x === 0)).toBe(true);
    expect(stiff.inertia.every(({ integrals }) => integrals.shorteningFirst.every((x) => x === 0))).toBe(true);
  });
});
