import { describe, expect, it, test } from "vitest";
import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import { generateGround, type GroundDescription } from "../../src/grounds/generate-ground.js";
import { groundGenerators } from "../../src/grounds/generators.js";
import { isOnGround } from "../../src/grounds/ground.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { withGrounds } from "../../src/model/grounds/given-grounds.js";

/** Height and friction of the surface that runs see. */
function surfaceOn(description: GroundDescription) {
  const model = withGrounds(mechanism("ground").ground("road").build(), { road: generateGround(description) });
  const surface = planSurface(model.terrains[0], (real) => real as number);
  return {
    height: (x: number, y = 0): number => {
      const { depth, normal } = surface.touch([x, y, 0], 0, surface.numbers);
      return (depth as number) / (normal[2] as number);
    },
    slope: (x: number, y = 0): number => {
      const { normal } = surface.touch([x, y, 0], 0, surface.numbers);
      return -(normal[0] as number) / (normal[2] as number);
    },
    friction: (x: number, y = 0): number => surface.friction?.([x, y, 0], surface.numbers) as number,
  };
}

test.each(groundGenerators.map(({ kind }) => kind))("%s by its defaults / numbers that are finite", (kind) => {
  const ground = generateGround({ kind } as GroundDescription);
  expect(ground.numbers.every(Number.isFinite)).toBe(true);
});

describe("heights / their formulas", () => {
  test("plane", () => {
    const { height } = surfaceOn({ kind: "plane", slope: 0.1, bank: -0.05 });
    expect(height(3, 2)).toBeCloseTo(0.2, 12);
    expect(height(500, 0)).toBeCloseTo(50, 9);
  });

  test.each([0.1, 0.25])("half-round of radius %f: the circle", (radius) => {
    const { height } = surfaceOn({ kind: "half-round", radius, position: 2 });
    for (let s = -0.95; s <= 0.95; s += 0.05) {
      const circle = radius * Math.sqrt(1 - s * s);
      // The sides are upright, which a grid shows one cell wide; the arc itself is a hundredth of a cell off at most.
      expect(Math.abs(height(2 + s * radius) - circle)).toBeLessThan((Math.abs(s) > 0.9 ? 0.06 : 2e-3) * radius);
    }
    expect(height(2 + 1.1 * radius)).toBeCloseTo(0, 12);
  });

  test("the cap of a half-round, on one track", () => {
    const { height } = surfaceOn({ kind: "half-round", radius: 0.3, height: 0.1, position: 2, y: 0.9, width: 0.4 });
    expect(height(2, 0.9)).toBeCloseTo(0.1, 4);
    expect(height(2, -0.9)).toBe(0);
    // Half of its width: 0.3² - 0.2² = 0.05
    expect(height(2 + Math.sqrt(0.05) + 0.03, 0.9)).toBeCloseTo(0, 12);
  });

  test("washboard: whole waves, level before and behind", () => {
    const { height, slope } = surfaceOn({ kind: "washboard", amplitude: 0.03, wavelength: 0.8, start: 4, length: 5 });
    // Six waves of 0.8 m fit into 5 m.
    const wave = (x: number): number => (x < 4 || x > 8.8 ? 0 : 0.03 * (1 - Math.cos((2 * Math.PI * (x - 4)) / 0.8)));
    for (let x = 3.5; x < 9.5; x += 0.037) expect(Math.abs(height(x) - wave(x))).toBeLessThan(1e-3 * 0.06);
    expect(slope(4.2)).toBeCloseTo((0.03 * 2 * Math.PI) / 0.8, 2);
  });

  test("bump and sine at their crests", () => {
    expect(surfaceOn({ kind: "bump", height: 0.2, length: 3, position: 4 }).height(4)).toBeCloseTo(0.2, 6);
    expect(surfaceOn({ kind: "bump", height: 0.2, length: 3, position: 4, y: 1, width: 2 }).height(4, 1.5)).toBeCloseTo(
      0.1,
      4,
    );
    expect(surfaceOn({ kind: "sine", amplitude: 0.2, wavelength: 4 }).height(1)).toBeCloseTo(0.2, 6);
  });

  test.each([
    [1, 10, 1],
    [-2, 8, 3],
    [0.5, 6, 0],
  ])("ramp of %f m over %f m, radius %f", (rise, length, radius) => {
    const { height, slope } = surfaceOn({ kind: "ramp", start: 3, rise, length, radius });
    expect(height(2.5)).toBeCloseTo(0, 3);
    expect(height(3 + length / 2)).toBeCloseTo(rise / 2, 6);
    expect(height(3 + length + 0.7)).toBeCloseTo(rise, 3);
    // Steeper than the mean by what the rounded ends take away: s (length - r s) = rise.
    const s = Math.abs(slope(3 + length / 2));
    expect(s * (length - radius * s)).toBeCloseTo(Math.abs(rise), 6);
  });

  test("a ramp too short for its radius: ends that meet in the middle", () => {
    const { height, slope } = surfaceOn({ kind: "ramp", start: 3, rise: 1, length: 4, radius: 100 });
    // Twice the mean slope there, but for the cell that rounds the crest of the slope.
    expect(Math.abs(slope(5) / 0.5 - 1)).toBeLessThan(0.05);
    expect(height(4)).toBeCloseTo(1 / 8, 3);
    expect(height(5)).toBeCloseTo(1 / 2, 6);
    expect(height(7.5)).toBeCloseTo(1, 3);
  });

  test("a sum / the sum of its parts", () => {
    const parts = [
      { kind: "plane", slope: 0.05 },
      { kind: "bump", position: 3 },
    ] as const;
    const whole = surfaceOn({ kind: "sum", of: parts });
    const [a, b] = parts.map(surfaceOn);
    for (const x of [1, 2.7, 3, 3.2, 6]) expect(whole.height(x)).toBeCloseTo(a.height(x) + b.height(x), 4);
  });
});

describe("friction", () => {
  const zones = [
    { kind: "rectangle", x: [10, 20], y: [-2, 2], material: "wet-asphalt" },
    { kind: "polygon", corners: [[12, 0], [16, 0], [14, 2]], material: "ice" },
    { kind: "half-plane", point: [40, 0], towards: [1, 0], material: 0.42 },
  ] as const; // prettier-ignore
  const { friction } = surfaceOn({ kind: "plane", friction: { material: "dry-asphalt", zones } });

  test.each([
    ["outside", 5, 0, 0.9],
    ["rectangle", 11, -1, 0.6],
    ["beside the rectangle", 15, 3, 0.9],
    ["polygon over the rectangle", 14, 1, 0.1],
    ["beside the polygon", 12.2, 1.5, 0.6],
    ["half-plane", 45, 9, 0.42],
    ["half-plane, beyond the border", 4500, 900, 0.42],
    ["outside, beyond the border", -4500, -900, 0.9],
  ])("%s", (_, x, y, mu) => expect(friction(x, y)).toBeCloseTo(mu, 12));

  it("turns from one to the other along the width that is asked for", () => {
    const half = { kind: "half-plane", point: [0, 0], towards: [0, 1], material: "ice" } as const;
    const split = surfaceOn({ kind: "plane", friction: { material: "dry-asphalt", zones: [half], blend: 2 } });
    for (const y of [-1, -0.5, 0, 0.3, 1]) expect(split.friction(7, y)).toBeCloseTo(0.5 - 0.4 * y, 12);
  });

  it("is that of tyre measurements where nothing is said", () => {
    expect(surfaceOn({ kind: "plane" }).friction(0)).toBeCloseTo(0.8, 15);
  });
});

test("a place is on the ground, or beyond its border", () => {
  const ground = generateGround({ kind: "plane", area: { x: [0, 10], y: [-1, 1] } });
  expect([isOnGround(ground, 0, 0), isOnGround(ground, 10, 1), isOnGround(ground, -0.1, 0)]).toEqual([
    true,
    true,
    false,
  ]);
});

describe("refusals", () => {
  test.each<readonly [string, unknown, string]>([
    ["a kind", { kind: "isso-8608" }, 'Did you mean "iso-8608"'],
    ["a field", { kind: "ramp", rize: 1 }, 'Did you mean "rise"'],
    ["a text for a number", { kind: "ramp", rise: "1" }, "must be a finite number"],
    ["a length of 0", { kind: "ramp", length: 0 }, "must be > 0"],
    ["a class", { kind: "iso-8608", class: "K" }, 'one of "A"'],
    ["an empty sum", { kind: "sum", of: [] }, "a list of grounds"],
    ["too many cells", { kind: "sine", wavelength: 1e-4, length: 1e6 }, "at most 64000000"],
    ["an area the wrong way round", { kind: "plane", area: { x: [1, 0] } }, "from < to"],
    ["a material", { kind: "plane", friction: { material: "icy" } }, "is unknown"],
    [
      "a zone of two corners",
      { kind: "plane", friction: { zones: [{ kind: "polygon", corners: [[0, 0]], material: 1 }] } },
      "at least 3",
    ],
    ["nothing", null, "must be an object"],
  ])("%s", (_, description, text) => {
    expect(() => generateGround(description as GroundDescription)).toThrow(text);
  });
});
