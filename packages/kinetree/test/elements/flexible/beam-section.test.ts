import { describe, expect, it, test } from "vitest";
import {
  beamMassProperties,
  sectionProperties,
  type SectionProperties,
} from "../../../src/model/bodies/beam-section.js";
import { evaluateReal } from "../../../src/model/evaluate-real.js";
import { param } from "../../../src/model/real-arithmetic.js";
import type { Real } from "../../../src/model/real.js";
import { solidBox } from "../../../src/model/bodies/solids.js";
import { relative, strip } from "./beams.js";

const numbers = (properties: SectionProperties, values: ReadonlyMap<string, number>): readonly number[] =>
  Object.values(properties).map((real: Real) => evaluateReal(real, values));

/** Prandtl's series summed term by term, 4000 of them: the rest is below 1e-16 of the first. */
function torsionBySum(a: number, b: number): number {
  let sum = 0;
  for (let n = 8001; n >= 1; n -= 2) sum += Math.tanh((n * Math.PI * a) / (2 * b)) / n ** 5;
  return a * b ** 3 * (1 / 3 - (64 / Math.PI ** 5) * (b / a) * sum);
}

describe("sections", () => {
  test("a tube without a hole is a circle", () => {
    const circle = sectionProperties({ kind: "circle", radius: 0.2 });
    expect(sectionProperties({ kind: "tube", outerRadius: 0.2, innerRadius: 0 })).toEqual(circle);
    expect(circle.momentY).toBeCloseTo((Math.PI * 0.2 ** 4) / 4, 15);
    expect(circle.torsionConstant).toBe(circle.polar);
  });

  test("a circle is a tube and the circle in its hole", () => {
    const whole = numbers(sectionProperties({ kind: "circle", radius: 0.2 }), new Map());
    const tube = numbers(sectionProperties({ kind: "tube", outerRadius: 0.2, innerRadius: 0.15 }), new Map());
    const hole = numbers(sectionProperties({ kind: "circle", radius: 0.15 }), new Map());
    for (let k = 0; k < 5; k++) expect(relative(tube[k] + hole[k], whole[k])).toBeLessThan(1e-15);
  });

  it.each([
    [1, 1],
    [2, 1],
    [1, 10],
    [1e3, 1],
    [0.7, 0.69],
  ])("torsion constant of a rectangle %d by %d / its series term by term", (width, height) => {
    const { torsionConstant } = sectionProperties({ kind: "rectangle", width, height });
    const reference = torsionBySum(Math.max(width, height), Math.min(width, height));
    expect(relative(torsionConstant as number, reference)).toBeLessThan(1e-14);
  });

  // Timoshenko, Goodier, Theory of Elasticity (1970), section 109: k₁ = 0.1406 and 0.229.
  it.each([
    [1, 0.1406],
    [2, 0.229],
  ])("torsion constant of a rectangle %d by 1 / the table of Timoshenko", (width, factor) => {
    const { torsionConstant } = sectionProperties({ kind: "rectangle", width, height: 1 });
    expect(Math.abs((torsionConstant as number) / width - factor)).toBeLessThan(5e-4);
  });

  it.each([
    [0.03, 0.012],
    [0.012, 0.03],
    [0.02, 0.02],
  ])("a rectangle of parameters %d by %d / of numbers", (width, height) => {
    const values = new Map([
      ["w", width],
      ["h", height],
    ]);
    const known = numbers(sectionProperties({ kind: "rectangle", width, height }), values);
    const varied = numbers(sectionProperties({ kind: "rectangle", width: param("w"), height: param("h") }), values);
    known.forEach((x, k) => expect(relative(varied[k], x)).toBeLessThan(1e-14));
  });

  test("width lies along y and height along z", () => {
    const { momentY, momentZ, fibreY, fibreZ } = sectionProperties({ kind: "rectangle", width: 3, height: 2 });
    expect([momentY, momentZ, fibreY, fibreZ]).toEqual([(3 * 8) / 12, (2 * 27) / 12, 1.5, 1]);
  });
});

test("mass properties of a rectangular beam / of the box that it is", () => {
  const { length, section, material } = strip({ section: { kind: "rectangle", width: 0.03, height: 0.012 } });
  const found = beamMassProperties({ length, section, material });
  const box = solidBox(found.mass, [length, 0.03, 0.012], [length / 2, 0, 0]);
  expect(found.mass).toBeCloseTo(2700 * 0.03 * 0.012 * length, 12);
  expect(found.com).toEqual([length / 2, 0, 0]);
  found.inertia.forEach((x, k) => expect(relative(x as number, box.inertia[k] as number)).toBeLessThan(1e-14));
});
