import { describe, expect, it, test } from "vitest";
import { generateGround } from "../../src/grounds/generate-ground.js";
import { heightOfCell } from "../../src/grounds/ground.js";
import { besselK1 } from "../../src/grounds/roads/bessel-k1.js";
import { inverseFourier } from "../../src/grounds/roads/fourier.js";
import { BAND, classRoughness, roughTracks, trackCoherence } from "../../src/grounds/roads/rough-tracks.js";

describe("K₁", () => {
  // NIST Digital Library of Mathematical Functions, and tables of Abramowitz and Stegun, chapter 9.
  test.each([
    [0.1, 9.853844780870606],
    [1, 0.6019072301972346],
    [5, 0.004044613445452164],
  ])("of %f / published", (x, published) => {
    expect(Math.abs(besselK1(x) / published - 1)).toBeLessThan(4 * Number.EPSILON);
  });

  it("goes to 1/x at 0, and to √(π/2x) exp(-x) (1 + 3/8x - 15/128x²) far out", () => {
    expect(besselK1(1e-6) * 1e-6).toBeCloseTo(1, 10);
    const [x, rest] = [200, 1 + 3 / 1600 - 15 / (128 * 200 * 200)];
    const asymptotic = Math.sqrt(Math.PI / (2 * x)) * Math.exp(-x) * rest;
    // The next term of the series is 105/1024/x³.
    expect(Math.abs(besselK1(x) / asymptotic - 1)).toBeLessThan(2e-8);
    expect(besselK1(0)).toBe(Infinity);
    expect(besselK1(-1)).toBeNaN();
  });
});

test("Fourier's sum / term by term", () => {
  const n = 32;
  const [re, im] = [0.3, 0.7].map((seed) => Float64Array.from({ length: n }, (_, k) => Math.sin(seed * (k + 1) * k)));
  const [outRe, outIm] = [re.slice(), im.slice()];
  inverseFourier(outRe, outIm);
  for (let m = 0; m < n; m++) {
    let [x, y] = [0, 0];
    for (let k = 0; k < n; k++) {
      const [c, s] = [Math.cos((2 * Math.PI * k * m) / n), Math.sin((2 * Math.PI * k * m) / n)];
      x += re[k] * c - im[k] * s;
      y += re[k] * s + im[k] * c;
    }
    expect(outRe[m]).toBeCloseTo(x, 12);
    expect(outIm[m]).toBeCloseTo(y, 12);
  }
});

const DX = 0.05;
const road = { seed: 1, track: 1.8, dx: DX };

describe("rms over one period / √(∫ G dn) of the standard", () => {
  test.each([
    ["A", 3.8064],
    ["B", 7.6129],
    ["C", 15.2257],
    ["D", 30.4514],
  ] as const)("class %s: %f mm", (name, millimetres) => {
    // 16384 heights are one period.
    const { left, right } = roughTracks({ ...road, roughness: classRoughness[name], length: 16383 * DX });
    expect(left).toHaveLength(16384);
    const rms = (z: Float64Array): number => 1e3 * Math.sqrt(z.reduce((sum, h) => sum + h * h, 0) / z.length);
    expect(rms(left)).toBeCloseTo(millimetres, 4);
    // At each frequency the part shared and the other one add up as their phases have it: right on the average only.
    expect(Math.abs(rms(right) / millimetres - 1)).toBeLessThan(0.1);
  });
});

/** Averaged spectra of both tracks and between them, by Welch's method: Hann windows that overlap by half. */
function welch(a: Float64Array, b: Float64Array, size: number) {
  const half = size / 2;
  const [aa, bb, abRe, abIm] = Array.from({ length: 4 }, () => new Float64Array(half));
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const power = window.reduce((sum, w) => sum + w * w, 0);
  let segments = 0;
  for (let first = 0; first + size <= a.length; first += half, segments++) {
    const re = window.map((w, i) => w * a[first + i]);
    const im = window.map((w, i) => w * b[first + i]);
    inverseFourier(re, im);
    for (let k = 1; k < half; k++) {
      const [pRe, pIm, mRe, mIm] = [re[k], im[k], re[size - k], im[size - k]];
      const [xRe, xIm] = [(pRe + mRe) / 2, (pIm - mIm) / 2];
      const [yRe, yIm] = [(pIm + mIm) / 2, (mRe - pRe) / 2];
      aa[k] += xRe * xRe + xIm * xIm;
      bb[k] += yRe * yRe + yIm * yIm;
      abRe[k] += xRe * yRe + xIm * yIm;
      abIm[k] += xIm * yRe - xRe * yIm;
    }
  }
  const scale = (2 * DX) / (power * segments);
  return { aa, bb, abRe, abIm, scale };
}

describe("10 km of class C", () => {
  const { left, right } = roughTracks({ ...road, roughness: classRoughness.C, length: 10_000 });
  const size = 16384;
  const { aa, bb, abRe, abIm, scale } = welch(left, right, size);
  const step = 1 / (size * DX);
  const bands = Array.from({ length: 8 }, (_, i) => BAND.least * 2 ** i).filter((from) => 2 * from <= BAND.most);
  const over = (values: Float64Array, from: number, to: number): number => {
    let sum = 0;
    for (let k = Math.ceil(from / step); k * step < to; k++) sum += values[k] * step;
    return sum;
  };

  it("is cut into octaves up to the end of the band", () => expect(bands).toHaveLength(8));

  test.each(bands)("spectrum from %f /m, over an octave / the straight line, within 10 %%", (from) => {
    // The band of the standard is cut off sharply, which windows blur: the lowest octave loses some there.
    const start = from === BAND.least ? from + 2 * step : from;
    const first = Math.ceil(start / step);
    let line = 0;
    for (let k = first; k * step < 2 * from; k++) line += classRoughness.C * 0.01 * (k * step) ** -2 * step;
    for (const track of [aa, bb]) expect(Math.abs((scale * over(track, start, 2 * from)) / line - 1)).toBeLessThan(0.1);
  });

  test.each(bands.slice(2, 7))("coherence of the tracks from %f /m / y K₁(y)", (from) => {
    const [re, im] = [over(abRe, from, 2 * from), over(abIm, from, 2 * from)];
    const found = Math.sqrt(re * re + im * im) / Math.sqrt(over(aa, from, 2 * from) * over(bb, from, 2 * from));
    // Weighted as the power is, by n^-2.
    let [sum, weights] = [0, 0];
    for (let k = Math.ceil(from / step); k * step < 2 * from; k++) {
      sum += trackCoherence(k * step, 1.8) * (k * step) ** -2;
      weights += (k * step) ** -2;
    }
    expect(Math.abs(found - sum / weights)).toBeLessThan(0.05);
  });
});

describe("the generator", () => {
  const description = { kind: "iso-8608", class: "C", seed: 1, length: 100, track: 1.8 } as const;

  it("gives a grid of two rows that holds the heights as they are", () => {
    const ground = generateGround(description);
    expect([ground.nx, ground.ny, ground.dx, ground.dy]).toEqual([2001, 2, 0.05, 1.8]);
    const { left, right } = roughTracks({ ...road, roughness: classRoughness.C, length: 100 });
    for (const i of [0, 1, 777, 2000]) {
      expect(heightOfCell(ground, i, 1)).toBeCloseTo(left[i], 12);
      expect(heightOfCell(ground, i, 0)).toBeCloseTo(right[i], 12);
    }
  });

  it("gives the same numbers for the same seed, others for another", () => {
    expect(generateGround(description).numbers).toEqual(generateGround(description).numbers);
    expect(generateGround({ ...description, seed: 2 }).numbers).not.toEqual(generateGround(description).numbers);
  });

  it("scales with the root of the roughness", () => {
    const [plain, rough] = [256e-6, 1024e-6].map((roughness) => generateGround({ ...description, roughness }));
    expect(heightOfCell(rough, 500, 0) / heightOfCell(plain, 500, 0)).toBeCloseTo(2, 12);
  });

  it("grows from level ground where it is asked to", () => {
    const ground = generateGround({ ...description, fade: 20 });
    expect(heightOfCell(ground, 0, 0)).toBe(0);
    expect(heightOfCell(ground, 200, 0) / heightOfCell(generateGround(description), 200, 0)).toBeCloseTo(0.5, 9);
  });
});
