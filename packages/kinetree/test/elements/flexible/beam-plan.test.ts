import { describe, expect, test } from "vitest";
import { beamGroups } from "../../../src/elements/flexible/beam-groups.js";
import type { FlexiblePlan } from "../../../src/elements/flexible/flexible-plan.js";
import { flexiblePlanner } from "../../../src/elements/flexible/plan-flexible.js";
import { planFlexible } from "../../../src/elements/flexible/plan-flexible.js";
import { composite } from "../../../src/elements/flexible/gauss-legendre.js";
import type { Beam, NumberTriple } from "../../../src/model/flexible.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { corrections, number, plain, relative, sectionOf, strip } from "./beams.js";
import { totals } from "./totals.js";

/** A correction is what is left of a static deflection without its modes, here some 1e-4 of it: so many times larger is rounding. */
const cases: readonly { readonly name: string; readonly beam: Beam; readonly rounding: number }[] = [
  { name: "modes only", beam: strip(), rounding: 1e-14 },
  { name: "with corrections", beam: strip({ corrections }), rounding: 1e-12 },
];

/** Displacement of each mode at a place, straight from stations; of the axis only, as modes that bend have no rotary inertia. */
function displacements(beam: Beam, plan: FlexiblePlan, [x, y, z]: NumberTriple): readonly NumberTriple[] {
  const { shapes, slopes } = plan.station([x, 0, 0]);
  return Array.from({ length: plan.modes }, (_, j) => {
    const turn = slopes[3 * j];
    return [shapes[3 * j], shapes[3 * j + 1] - z * turn, shapes[3 * j + 2] + y * turn] as const;
  });
}

describe.each(cases)("$name", ({ beam, rounding }) => {
  const plan = planFlexible(beam, plain());
  const m = plan.modes;
  const all = totals(plan);
  const { area, momentY, momentZ } = sectionOf(beam);
  const rho = beam.material.density as number;
  const breaks = [...new Set(beam.corrections.map(({ at }) => at))].sort((a, b) => a - b);
  /** Four points of a quarter of the mass each have the moments of the section, and no products. */
  const [ry, rz] = [Math.sqrt(momentZ / area), Math.sqrt(momentY / area)];
  const fibres = [
    [ry, rz],
    [ry, -rz],
    [-ry, rz],
    [-ry, -rz],
  ];
  // The rule has its own tests; what is integrated here comes through stations.
  const rule = composite(0, beam.length, beam.length / 3, breaks);
  const samples = rule.points.map((x, p) => ({ x, weight: rule.weights[p] }));
  const points = samples.flatMap(({ x, weight }) =>
    fibres.map(([y, z]) => {
      const place: NumberTriple = [x, y, z];
      return { place, phi: displacements(beam, plan, place), dm: (rho * area * weight) / 4 };
    }),
  );
  const over = (f: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + point.dm * f(point), 0);

  test("mass, translation, first and second moments / sums over 4 fibres along the beam", () => {
    const scale = rho * area * beam.length;
    for (let j = 0; j < m; j++) {
      for (let a = 0; a < 3; a++) {
        expect(Math.abs(all.translation[3 * j + a] - over(({ phi }) => phi[j][a])) / scale).toBeLessThan(rounding);
        for (let b = 0; b < 3; b++) {
          const first = over(({ place, phi }) => place[a] * phi[j][b]);
          expect(Math.abs(all.first[9 * j + 3 * a + b] - first) / scale).toBeLessThan(rounding);
          for (let i = 0; i < m; i++) {
            const second = over(({ phi }) => phi[i][a] * phi[j][b]);
            const found = all.second[9 * (i * m + j) + 3 * a + b];
            expect(Math.abs(found - second) / scale).toBeLessThan(rounding);
          }
        }
      }
    }
  });

  test("mass is the trace of the second moments", () => {
    for (let at = 0; at < m * m; at++) {
      const trace = all.second[9 * at] + all.second[9 * at + 4] + all.second[9 * at + 8];
      expect(Math.abs(trace - all.mass[at])).toBeLessThan(1e-15 * rho * area * beam.length);
    }
  });

  test("mass and stiffness are diagonal, positive, and their frequencies ascend in each group", () => {
    for (let at = 0; at < m * m; at++) {
      const onDiagonal = at % (m + 1) === 0;
      expect([all.mass[at] > 0, all.stiffness[at] > 0]).toEqual([onDiagonal, onDiagonal]);
      expect([all.mass[at] !== 0, all.stiffness[at] !== 0]).toEqual([onDiagonal, onDiagonal]);
    }
    for (const { start, basis } of beamGroups(beam)) {
      const squares = basis.mass.map((_, k) => all.stiffness[(start + k) * (m + 1)] / all.mass[(start + k) * (m + 1)]);
      expect(squares).toEqual([...squares].sort((a, b) => a - b));
    }
  });

  test("stiffness of each group / integrals of its curvatures", () => {
    for (const { direction, basis } of beamGroups(beam)) {
      const order = direction === "y" || direction === "z" ? 2 : 1;
      const tables = samples.map(({ x, weight }) => ({ f: basis.at(x), weight }));
      const { count, stiffness } = basis;
      for (let k = 0; k < count; k++) {
        for (let l = 0; l < count; l++) {
          const found = tables.reduce((sum, { f, weight }) => sum + weight * f[k][order] * f[l][order], 0);
          const size = Math.sqrt(stiffness[k] * stiffness[l]);
          expect(Math.abs(found - (k === l ? size : 0)) / size).toBeLessThan(1e-12);
        }
      }
    }
  });

  test("the largest displacement or turn of each mode is 1, and it is positive at the free end", () => {
    const places = [...Array.from({ length: 301 }, (_, k) => (beam.length * k) / 300), ...breaks];
    for (const { basis } of beamGroups(beam)) {
      const tables = places.map((x) => basis.at(x));
      for (let k = 0; k < basis.count; k++) {
        const largest = Math.max(...tables.map((f) => Math.abs(f[k][0])));
        expect(largest).toBeLessThan(1 + 1e-12);
        expect(largest).toBeGreaterThan(1 - 1e-3); // between the places
        expect(basis.at(beam.length)[k][0]).toBeGreaterThan(0);
      }
    }
  });

  test("shortening of the body / stations along it", () => {
    const tables = samples.map(({ x, weight }) => ({
      x,
      dm: rho * area * weight,
      H: plan.station([x, 0, 0]).shortening,
    }));
    for (let at = 0; at < m * m; at++) {
      const zeroth = tables.reduce((sum, { dm, H }) => sum + dm * H[3 * at], 0);
      const first = tables.reduce((sum, { x, dm, H }) => sum + dm * x * H[3 * at], 0);
      expect(Math.abs(all.shortening[3 * at] - zeroth)).toBeLessThan(1e-12 * (1 + Math.abs(zeroth)));
      expect(Math.abs(all.shorteningFirst[9 * at] - first)).toBeLessThan(1e-12 * (1 + Math.abs(first)));
    }
  });

  test("damping is twice the ratio of critical damping", () => {
    for (let j = 0; j < m; j++) {
      const at = j * m + j;
      expect(relative(number(plan.damping[at]), 0.02 * Math.sqrt(all.stiffness[at] * all.mass[at]))).toBeLessThan(
        1e-14,
      );
    }
  });
});

describe("frequencies", () => {
  const beam = strip();
  const all = totals(planFlexible(beam, plain()));
  const m = 9;
  const frequency = (j: number): number => Math.sqrt(all.stiffness[j * m + j] / all.mass[j * m + j]);
  const { area, momentZ, momentY, polar, torsionConstant } = sectionOf(beam);
  const {
    density: rho,
    youngsModulus: E,
    shearModulus: G,
  } = beam.material as Readonly<Record<keyof Beam["material"], number>>;
  const betas = [1.87510406871196, 4.69409113297417, 7.85475743823761];

  test("along y and z / (βL)² √(EI / ρA) / L²", () => {
    const of = (k: number, moment: number): number =>
      (betas[k] ** 2 * Math.sqrt((E * moment) / (rho * area))) / 1.7 ** 2;
    for (let k = 0; k < 3; k++) expect(relative(frequency(k), of(k, momentZ))).toBeLessThan(1e-13);
    for (let k = 0; k < 2; k++) expect(relative(frequency(3 + k), of(k, momentY))).toBeLessThan(1e-13);
  });

  test("along and about x / (2k - 1) π c / 2L", () => {
    const of = (k: number, c: number): number => ((2 * k + 1) * Math.PI * c) / 2 / 1.7;
    for (let k = 0; k < 2; k++) {
      expect(relative(frequency(5 + k), of(k, Math.sqrt(E / rho)))).toBeLessThan(1e-14);
      expect(relative(frequency(7 + k), of(k, Math.sqrt((G * torsionConstant) / (rho * polar))))).toBeLessThan(1e-14);
    }
  });

  test("first out-of-plane mode of a beam that spins rises by 1.193 Ω²", () => {
    // Southwell: ω² = ω₀² + a Ω², a = 1.193 for the first clamped-free mode in Rayleigh's estimate, without a hub.
    const rise = -all.shorteningFirst[9 * (3 * m + 3)] / all.mass[3 * m + 3];
    expect(Math.abs(rise - 1.193)).toBeLessThan(5e-4);
  });
});

test("equal modes in both planes: second moments between the planes are diagonal", () => {
  const same = strip({
    modes: { y: 2, z: 2, axial: 0, torsion: 0 },
    corrections: [
      { at: 1.7, load: "force-y" },
      { at: 0.8, load: "torque-z" },
      { at: 1.7, load: "force-z" },
      { at: 0.8, load: "torque-y" },
    ],
  });
  const { second } = planFlexible(same, plain()).inertia[0].integrals;
  const m = 8;
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) expect(second[9 * (i * m + 4 + j) + 5] !== 0).toBe(i === j);
});

test("a plan with parameters / the same with numbers", () => {
  const values = new Map(Object.entries({ width: 0.03, height: 0.012, density: 2700, E: 70e9, G: 26e9, zeta: 0.01 }));
  const varied = strip({
    corrections,
    section: { kind: "rectangle", width: param("width"), height: param("height") },
    material: { density: param("density"), youngsModulus: param("E"), shearModulus: param("G") },
    dampingRatio: param("zeta"),
  });
  const a = planFlexible(varied, plain(values));
  const b = planFlexible(strip({ corrections }), plain());
  const listOf = (plan: FlexiblePlan): readonly number[] => [
    ...Object.values(totals(plan)).flat(),
    ...plan.damping.map(number),
  ];
  const known = listOf(b);
  const worst = listOf(a).reduce((most, x, k) => Math.max(most, relative(x, known[k])), 0);
  expect(worst).toBeLessThan(1e-14);
});

test("a planner makes one plan of beams that are alike, the same as planFlexible", () => {
  const plan = flexiblePlanner(plain());
  const [one, other] = [plan(strip({ corrections })), plan(strip({ corrections }))];
  expect(one).toBe(other);
  expect(plan(strip({ length: 1.6 }))).not.toBe(one);
  const alone = planFlexible(strip({ corrections }), plain());
  expect(totals(one)).toEqual(totals(alone));
  expect(one.station([1, 0.1, 0])).toEqual(alone.station([1, 0.1, 0]));
  expect(one.station([1, 0.1, 0])).toBe(other.station([1, 0.1, 0]));
});
