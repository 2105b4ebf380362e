import { describe, expect, test } from "vitest";
import { colourGradient, colourMap, writeColour } from "../../src/scene/base/colour-map.js";

const colourOf = (part: number): readonly number[] => {
  const out = new Float32Array(3);
  writeColour(out, 0, part);
  return Array.from(out);
};

/** Lightness as eyes have it: CIE L* of the luminance. */
const lightness = ([r, g, b]: readonly number[]): number => 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;

describe("colours of stress", () => {
  test("get lighter all the way, in about equal steps", () => {
    const steps = Array.from({ length: 17 }, (_, i) => lightness(colourOf(i / 16)));
    const rises = steps.slice(1).map((value, i) => value - steps[i]);
    expect(Math.min(...rises)).toBeGreaterThan(0);
    const mean = (steps[16] - steps[0]) / 16;
    expect(Math.max(...rises)).toBeLessThan(2 * mean);
    expect(steps[16] - steps[0]).toBeGreaterThan(45);
  });

  test("are held at their ends, and what is no number counts as nothing", () => {
    expect(colourOf(-1)).toEqual(colourOf(0));
    expect(colourOf(7)).toEqual(colourOf(1));
    expect(colourOf(NaN)).toEqual(colourOf(0));
  });

  test("can all be shown on a screen", () => {
    expect(colourMap.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(colourGradient()).toMatch(/^linear-gradient\(to right, rgb\(\d+ \d+ \d+\), /);
  });
});
