import { describe, expect, it } from "vitest";
import { deflectionShares } from "../../src/analysis/flexible-warnings.js";
import { modelWarnings } from "../../src/analysis/model-warnings.js";
import type { Model } from "../../src/model/types.js";
import { clamped, length, withTipMass } from "../formulation/flexible-beams.js";

const shareOf = (model: Model, load: string, station = "rod_tip"): number =>
  deflectionShares(model).find((each) => each.load === load && each.station === station)?.share ?? NaN;

describe("share of the static deflection that modes show", () => {
  // δ = Σ φₖ(L)² / kₖ with φ = 1 and k = E I β⁴ L / 4 against L³ / 3 E I: the share is Σ 12 / (β L)⁴.
  const waves = [1.87510407, 4.69409113, 7.85475744, 10.99554073];
  it.each([1, 2, 3, 4])("a force at the tip, %d modes / 12 Σ (β L)⁻⁴", (count) => {
    const expected = waves.slice(0, count).reduce((sum, x) => sum + 12 / x ** 4, 0);
    expect(Math.abs(shareOf(clamped({ modes: { y: count } }).build(), "force-y") - expected)).toBeLessThan(1e-8);
  });

  it("with a correction there / all of it", () => {
    const corrections = [{ at: length, load: "force-z" }] as const;
    expect(Math.abs(shareOf(clamped({ modes: { z: 1 }, corrections }).build(), "force-z") - 1)).toBeLessThan(1e-10);
  });

  it("in a direction without modes / nothing", () => {
    expect(shareOf(clamped({ modes: { y: 1 } }).build(), "force-z")).toBe(0);
  });

  it("axial and torsion: 8 / π² of the first mode", () => {
    const model = clamped({ modes: { axial: 1, torsion: 1 } }).build();
    for (const load of ["force-x", "torque-x"])
      expect(Math.abs(shareOf(model, load) - 8 / Math.PI ** 2)).toBeLessThan(1e-12);
  });
});

describe("said of a model before it runs", () => {
  const saidOf = (model: Model): string[] =>
    modelWarnings(model).flatMap(({ code, message }) => (code === "few-modes" ? [message] : []));

  it("one mode for a mass at the end: the estimate and the remedy", () => {
    const [said, ...more] = saidOf(withTipMass(1, { modes: { y: 1 } }));
    expect(said).toMatch(
      /beam "rod": its mode gives 97\.1 % of the static deflection at "rod_tip" under a force along y/,
    );
    expect(said).toMatch(/correction \{ at: 2, load: "force-y" \}/);
    expect(more).toEqual([]);
  });

  it("two modes, a correction, or nothing at the end: nothing", () => {
    expect(saidOf(withTipMass(1, { modes: { y: 2 } }))).toEqual([]);
    expect(saidOf(withTipMass(1, { modes: { y: 1 }, corrections: [{ at: length, load: "force-y" }] }))).toEqual([]);
    expect(saidOf(clamped({ modes: { y: 1 } }).build())).toEqual([]);
  });

  it("a torque at the end: the turn there", () => {
    const model = clamped({ modes: { y: 2 } })
      .wrench("twist", { at: "rod_tip", along: "body", torque: [0, 0, 1] })
      .build();
    expect(saidOf(model)).toHaveLength(1);
    expect(saidOf(model)[0]).toMatch(/its 2 modes give .* of the static turn at "rod_tip" under a torque about z/);
  });
});
