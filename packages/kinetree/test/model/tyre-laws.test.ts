import { describe, expect, it } from "vitest";
import type { ErrorFacts } from "../../src/errors/kinetree-error.js";
import { thingAt } from "../../src/model/part.js";
import { tyreLaws, type TyreLaw } from "../../src/model/tyre-laws.js";
import { checkTyreLaw } from "../../src/model/validate/tyre-laws.js";
import {
  hmmwvBrush,
  hmmwvFiala,
  hmmwvPac2002,
  hmmwvPac89,
  hmmwvTmeasy,
  hmmwvTmeasyMeasured,
} from "../../src/systems/vehicles/tyre-data.js";

function mistakesIn(law: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const check = {
    values: new Map([["grip", 0.8]]),
    bodies: new Set<string>(),
    joints: new Map(),
    actuators: new Set<string>(),
    terrains: new Set<string>(),
    shafts: new Set<string>(),
    shaftElements: new Map(),
    report: (issue: ErrorFacts) => found.push(issue),
    reportUnphysical: () => {},
  };
  checkTyreLaw(check, { ...thingAt(["tyres", 0, "law"], 'tyre "left"'), name: "law" }, law as TyreLaw);
  return found;
}

const grip = { parameter: "grip" };

describe("tyre laws", () => {
  it("are listed by their kinds", () => {
    for (const [kind, definition] of Object.entries(tyreLaws)) expect(definition.kind).toBe(kind);
  });

  it.each([
    hmmwvBrush,
    hmmwvFiala,
    hmmwvTmeasy,
    hmmwvTmeasyMeasured,
    { ...hmmwvTmeasy, slips: "normalised" },
    hmmwvPac2002,
    hmmwvPac89,
    { ...hmmwvBrush, friction: grip },
    { ...hmmwvPac2002, combined: "ellipse", coefficients: { ...hmmwvPac2002.coefficients, LMUX: grip } },
  ])("of the HMMWV are in order, also with parameters: $kind", (law) => {
    expect(mistakesIn(law)).toEqual([]);
  });

  const coefficients = (given: object): object => ({
    ...hmmwvPac2002,
    coefficients: { ...hmmwvPac2002.coefficients, ...given },
  });
  it.each([
    ["wrong-shape", [], 3],
    ["unknown-kind", ["kind"], { ...hmmwvBrush, kind: "brosh" }],
    ["not-positive", ["stiffness"], { ...hmmwvBrush, stiffness: 0 }],
    ["negative-value", ["friction"], { ...hmmwvBrush, friction: -0.1 }],
    ["static-below-kinetic", ["staticFriction"], { ...hmmwvFiala, staticFriction: 0.1 }],
    ["missing-option", ["lateralRelaxation"], { ...hmmwvFiala, lateralRelaxation: undefined }],
    ["not-positive", ["lateralPeak", 1], { ...hmmwvTmeasy, lateralPeak: [1, -1] }],
    ["reversed-limits", ["lateralPeakSlip"], { ...hmmwvTmeasy, lateralPeakSlip: [2, 2] }],
    ["reversed-limits", ["longitudinalSliding"], { ...hmmwvTmeasy, longitudinalSliding: [9000, 18_000] }],
    // Between the loads all is well, beyond twice the load the parabola falls below 0.
    ["not-positive", ["lateralSlope"], { ...hmmwvTmeasy, lateralSlope: [63_000, 20_000] }],
    ["unknown-kind", ["slips"], { ...hmmwvTmeasy, slips: "normal" }],
    ["unknown-option", ["coefficients", "PCX2"], coefficients({ PCX2: 1 })],
    ["not-a-number", ["coefficients", "PHX1"], coefficients({ PHX1: "0.1" })],
    ["unknown-parameter", ["coefficients", "LMUX"], coefficients({ LMUX: { parameter: "grp" } })],
    ["not-positive", ["coefficients"], coefficients({ PCX1: 0 })],
    ["not-positive", ["coefficients"], coefficients({ PKY1: 10 })],
    ["missing-option", ["verticalStiffness"], coefficients({ DREFF: 0.2 })],
    ["wrong-shape", ["coefficients"], { ...hmmwvPac2002, coefficients: [1] }],
    ["not-positive", ["coefficients"], { ...hmmwvPac89, coefficients: {} }],
  ])("are refused: %s at %j", (code, path, law) => {
    const [first, ...others] = mistakesIn(law);
    expect([first?.code, first?.path]).toEqual([code, ["tyres", 0, "law", ...path]]);
    expect(others).toEqual([]);
  });

  it("names a coefficient that may be meant", () => {
    expect(mistakesIn(coefficients({ PCX2: 1 }))[0]?.message).toBe(
      'tyre "left": PCX2 in coefficients of law is 1, but coefficients of law has no such number. Did you mean "PCX1"?',
    );
  });
});
