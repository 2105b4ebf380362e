import { describe, expect, test } from "vitest";
import { clampedFrequencies } from "../../../src/elements/flexible/clamped-frequencies.js";
import { planFlexible } from "../../../src/elements/flexible/plan-flexible.js";
import type { Beam, ModalBody, NumberTriple } from "../../../src/model/flexible.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { number, plain, relative, strip } from "./beams.js";
import { refusal } from "../../support/refusal.js";

/** A beam as data, with modes T η instead of η: T is square, row by row. */
function asData(beam: Beam, T: readonly (readonly number[])[], changes: Partial<ModalBody> = {}): ModalBody {
  const plan = planFlexible(beam, plain());
  const m = plan.modes;
  const congruent = (A: readonly number[]): number[][] =>
    T.map((_, i) =>
      T.map((__, j) => {
        let sum = 0;
        for (let k = 0; k < m; k++) for (let l = 0; l < m; l++) sum += T[k][i] * A[k * m + l] * T[l][j];
        return sum;
      }),
    );
  const total = (lists: readonly { readonly scale: number; readonly list: readonly number[] }[]): number[] =>
    lists[0].list.map((_, at) => lists.reduce((sum, { scale, list }) => sum + scale * list[at], 0));
  const mixed = (rows: readonly number[], size: number): number[][] =>
    T.map((_, j) =>
      Array.from({ length: size }, (__, a) => T.reduce((sum, row, k) => sum + row[j] * rows[size * k + a], 0)),
    );
  const tip = plan.station([beam.length, 0, 0]);
  const integrals = (key: "mass" | "translation" | "first"): number[] =>
    total(plan.inertia.map(({ scale, integrals }) => ({ scale: number(scale), list: integrals[key] })));
  return {
    kind: "modal",
    mass: congruent(integrals("mass")),
    stiffness: congruent(total(plan.stiffness.map(({ scale, matrix }) => ({ scale: number(scale), list: matrix })))),
    damping: { ratio: 0.01 },
    translation: mixed(integrals("translation"), 3) as unknown as NumberTriple[],
    firstMoments: mixed(integrals("first"), 9),
    secondMoments: null,
    nodes: [
      { name: "root", position: [0, 0, 0], shapes: T.map(() => [0, 0, 0]), slopes: T.map(() => [0, 0, 0]) },
      {
        name: "tip",
        position: [beam.length, 0, 0],
        shapes: mixed(tip.shapes, 3) as unknown as NumberTriple[],
        slopes: mixed(tip.slopes, 3) as unknown as NumberTriple[],
      },
    ],
    stiffnessScale: 1,
    ...changes,
  };
}

const beam = strip({ modes: { y: 2, z: 1, axial: 0, torsion: 0 }, geometricStiffness: false });
const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const mixing = [
  [1, 0.5, -0.2],
  [0, 2, 0.3],
  [0.4, 0, 1.5],
];

describe("a beam given as data", () => {
  const reference = planFlexible(beam, plain());
  const plan = planFlexible(asData(beam, identity), plain());

  test("integrals, stiffness, damping and the station at its tip / those of the beam", () => {
    const scale = number(reference.inertia[0].scale);
    const { integrals } = plan.inertia[0];
    const expected = reference.inertia[0].integrals;
    for (const key of ["mass", "translation", "first"] as const)
      expect(integrals[key]).toEqual(expected[key].map((x) => x * scale));
    plan.damping.forEach((x, at) => expect(relative(number(x), number(reference.damping[at]))).toBeLessThan(1e-14));
    expect(plan.station([1.7, 0, 0]).shapes.map((x) => x + 0)).toEqual(
      reference.station([1.7, 0, 0]).shapes.map((x) => x + 0),
    );
  });

  test("lists have the lengths of the contract", () => {
    const { integrals } = plan.inertia[0];
    expect(Object.values(integrals).map((list) => list.length)).toEqual([9, 9, 27, 81, 27, 81, 0, 0]);
    expect([plan.stiffness[0].matrix.length, plan.damping.length]).toEqual([9, 9]);
    const { shapes, slopes, shortening } = plan.station([0, 0, 0]);
    expect([shapes.length, slopes.length, shortening.length]).toEqual([9, 9, 27]);
  });

  test("mixed modes have the same frequencies", () => {
    const found = clampedFrequencies(asData(beam, mixing));
    const expected = [...clampedFrequencies(beam)].sort((a, b) => a - b);
    found.forEach((omega, k) => expect(relative(omega, expected[k])).toBeLessThan(1e-12));
  });

  test("mixed modes are damped by the same matrix, mixed", () => {
    const found = planFlexible(asData(beam, mixing), plain()).damping.map(number);
    const D = reference.damping.map(number);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        let expected = 0;
        for (let k = 0; k < 3; k++) expected += mixing[k][i] * D[k * 3 + k] * mixing[k][j];
        expect(Math.abs(found[i * 3 + j] - expected)).toBeLessThan(1e-12 * Math.max(...D));
      }
  });

  test("stiffness scaled by a parameter / data of that stiffness", () => {
    const scaled = asData(beam, mixing, { stiffnessScale: param("k") });
    const written = asData(beam, mixing, {
      stiffness: asData(beam, mixing).stiffness.map((row) => row.map((x) => 2 * x)),
    });
    const values = new Map([["k", 2]]);
    const a = clampedFrequencies(scaled, values);
    clampedFrequencies(written).forEach((omega, k) => expect(relative(a[k], omega)).toBeLessThan(1e-14));
    const b = planFlexible(scaled, plain(values)).damping.map(number);
    planFlexible(written, plain()).damping.forEach((x, k) =>
      expect(Math.abs(b[k] - number(x))).toBeLessThan(1e-13 * Math.max(...b)),
    );
  });

  test("a place without a node is refused", () => {
    expect(refusal(() => plan.station([1.6, 0, 0]))).toEqual({
      code: "station-without-node",
      subject: "station at [1.6, 0, 0]",
      value: [1.6, 0, 0],
    });
    expect(plan.station([1.7 + 1e-10, 0, 0])).toEqual(plan.station([1.7, 0, 0]));
  });

  test("a damping matrix is taken as it is", () => {
    const damping = [
      [3, 1, 0],
      [1, 2, 0],
      [0, 0, 1],
    ];
    expect(planFlexible(asData(beam, identity, { damping }), plain()).damping).toEqual(damping.flat());
  });
});
