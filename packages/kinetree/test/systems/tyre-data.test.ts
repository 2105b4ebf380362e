import { describe, expect, it } from "vitest";
import type { TmeasyTyre } from "../../src/model/tyre-laws/tmeasy.js";
import { tmeasyFromSize } from "../../src/systems/vehicles/tmeasy-from-size.js";
import { hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { refusal } from "../support/refusal.js";

/** 37x12.5R16.5 for 3850 pounds. */
const size = { load: 17125.653218904998, width: 0.3175, aspectRatio: 0.82, rimRadius: 0.20955, mass: 37.6 };

describe("a tyre guessed from its size", () => {
  it("is the HMMWV's, whose data were guessed so", () => {
    const { law, radius, verticalStiffness, verticalDamping } = tmeasyFromSize(size);
    const numbersOf = (given: TmeasyTyre): readonly number[] =>
      Object.values(given)
        .flat()
        .filter((value) => typeof value === "number");
    const ratios = numbersOf(law).map((value, i) => value / numbersOf(inOrderOf(law, hmmwvTmeasy))[i]);
    expect(ratios).toHaveLength(32);
    expect(Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)))).toBeLessThan(1e-9);
    expect(radius).toBeCloseTo(0.4699, 12);
    expect(verticalStiffness / 411120.9242103178).toBeCloseTo(1, 12);
    expect(verticalDamping / 3931.6849759750526).toBeCloseTo(1, 12);
  });

  it.each([
    ["not-positive", "load", { ...size, load: 0 }],
    ["not-positive", "width", { ...size, width: NaN }],
    ["wrong-type", "mass", { ...size, mass: "37.6" as never }],
  ])("refuses %s of %s", (code, subject, given) => {
    expect(refusal(() => tmeasyFromSize(given))).toMatchObject({ code, subject });
  });
});

/** The same law with its fields in the order of another. */
const inOrderOf = (order: TmeasyTyre, law: TmeasyTyre): TmeasyTyre =>
  Object.fromEntries(Object.keys(order).map((key) => [key, law[key as keyof TmeasyTyre]])) as unknown as TmeasyTyre;
