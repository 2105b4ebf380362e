import { describe, expect, test } from "vitest";
import { measureKinds as k } from "../../src/units/measure-kinds.js";
import { coherentUnit, parseQuantity, quantityOf } from "../../src/units/quantity.js";
import { parseUnit } from "../../src/units/parse-unit.js";
import { UnitError } from "../../src/units/unit-error.js";
import { refusal } from "../support/refusal.js";

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof UnitError) return error.code;
    throw error;
  }
  return "none";
};

describe("a quantity / its value in SI", () => {
  test.each([
    ["65 deg", 65 * (Math.PI / 180)],
    ["12 kN/m", 12_000],
    ["900 kg", 900],
    ["-3.5e2 N*m/rad", -350],
    ["10 N.m", 10],
    ["9.81 m/s^2", 9.81],
    ["9.81 m/s2", 9.81],
    ["9.81 m/s²", 9.81],
    ["2 kg m^2", 2],
    ["2 kg·m²", 2],
    ["1/s", 1],
    ["4 s⁻¹", 4],
    ["5 %", 0.05],
    ["0.1 mm", 0.0001],
    ["3000rpm", (3000 * 2 * Math.PI) / 60],
    ["90 km/h", 25],
    ["1 in", 0.0254],
    ["1 lb", 0.45359237],
    ["1 lbf", 4.4482216152605],
    ["1 g0", 9.80665],
    ["2 min", 120],
    ["3 kNm", 3000],
    ["1 psi", 6894.757293168361],
    ["1 hp", 745.6998715822702],
    ["5 N/(m*s)", 5],
    ["−3 µm", -3e-6],
  ])("%s", (text, value) => {
    // One product and one quotient, each rounded once, and the reference rounded too.
    expect(Math.abs(parseQuantity(text).value - value)).toBeLessThanOrEqual(2 * Number.EPSILON * Math.abs(value));
  });

  test("a decimal prefix / the double that its digits name", () => {
    for (let i = 1; i <= 1000; i++) {
      expect(parseQuantity(`${i / 1000} mm`).value).toBe(Number(`${i / 1000}e-3`));
      expect(parseQuantity(`${i} kN`).value).toBe(i * 1000);
    }
  });
});

describe("a quantity / the field that it stands in", () => {
  test.each([
    ["65 deg", k.angle],
    ["65 deg", k.ratio],
    ["3 N*m", k.angularStiffness],
    ["3 J", k.torque],
    ["30 rev/s", k.angularSpeed],
    ["5 mm/rev", k.pitch],
  ])("%s fits", (text, kind) => expect(codeOf(() => quantityOf(text, [kind]))).toBe("none"));

  test.each([
    ["3 m", k.angle],
    ["65 deg", k.length],
    ["3 lbf", k.mass],
    ["1 N", k.torque],
    ["2 Hz", k.angularSpeed],
    ["1 g", k.acceleration],
  ])("%s does not fit", (text, kind) => {
    const attempt = (): unknown => quantityOf(text, [kind]);
    expect(attempt).toThrow(UnitError);
    expect(refusal(attempt)).toEqual({ code: "wrong-dimension", subject: `quantity "${text}"`, value: text });
  });
});

test.each([
  ["5", "missing-unit"],
  ["x", "quantity-syntax"],
  ["", "quantity-syntax"],
  ["NaN m", "quantity-syntax"],
  ["5 degg", "unknown-unit"],
  ["5 N/m s", "unit-syntax"],
  ["5 m..s", "unit-syntax"],
  ["5 (m", "unit-syntax"],
  ["5 m)", "unit-syntax"],
  ["5 m^99", "unit-syntax"],
  [`5 ${"(".repeat(150)}`, "unit-syntax"],
  ["5 m^2^2", "unit-syntax"],
  ["1e999 m", "number-range"],
  [`5 ${"m".repeat(1e6)}`, "quantity-syntax"],
])("no quantity: %s", (text, code) => expect(codeOf(() => parseQuantity(text))).toBe(code));

test.each(["degg", "Newton", "KG"])("an unknown unit is named: %s", (value) => {
  expect(refusal(() => parseQuantity(`5 ${value}`))).toEqual({
    code: "unknown-unit",
    subject: `quantity "${value}"`,
    value,
  });
});

test("coherent units / what numbers without a unit are in", () => {
  expect(["deg", "kN/m", "rpm", "N*mm", "V", "%"].map((unit) => coherentUnit(parseUnit(unit)))).toEqual([
    "rad",
    "N/m",
    "rad/s",
    "N*m",
    "m^2*kg/(s^3*A)",
    "1",
  ]);
});
