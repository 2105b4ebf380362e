import { describe, expect, it } from "vitest";
import { stream } from "../../../src/random/stream.js";
import { allLaws, centredLaws } from "./laws.js";
import { kernelOf, type Answer } from "./kernel-tyre.js";
import { planOf, pointAt, type PlainPoint } from "./plain-tyre.js";

const COUNT = 1000;

/** Points of a vehicle that drives, slides and lands; small slips as often as large ones. */
function randomPoints(seed: number, camber = 0.5): readonly PlainPoint[] {
  const draws = stream(seed, 0);
  const between = (low: number, high: number): number => low + (high - low) * draws.next();
  const slip = (): number => Math.sign(between(-1, 1)) * 10 ** between(-8, 1.7);
  return Array.from({ length: COUNT }, () => ({
    slip: [slip(), slip()] as const,
    load: 10 ** between(0, 4.9),
    camber: between(-camber, camber),
    friction: between(0.1, 1.3),
    depth: between(0, 0.1),
  }));
}

const numbersOf = ({ slope, offset, peak, force, overturning, aligning }: Answer): readonly number[] =>
  [...slope, ...offset, ...peak, ...force, overturning, aligning].map((value) => value + 0);

describe.each(allLaws)("%s", (_, law) => {
  const at = kernelOf(law);

  it("is a number everywhere", () => {
    const sizes = [0, 5e-324, 1e-200, 1e-12, 1e-3, 1, 50, 1e6, 1e12];
    const slips = [...sizes, ...sizes.map((s) => -s), -0.999, -1.001];
    const broken: (readonly number[])[] = [];
    const others = [
      [0, 1, 0.015],
      [0.5, 0.1, 0],
      [-0.5, 0, 0.2],
    ];
    for (const sx of slips)
      for (const sy of slips)
        for (const load of [0, 1e-9, 6400, 2e5])
          for (const [camber, friction, depth] of others)
            if (!numbersOf(at({ slip: [sx, sy], load, camber, friction, depth })).every(Number.isFinite))
              broken.push([sx, sy, load, camber, friction, depth]);
    expect(broken).toEqual([]);
  });

  it("exerts nothing where it is not pressed", () => {
    for (const slip of [
      [0, 0],
      [0.1, -0.05],
      [-3, 50],
    ] as const) {
      const { force, aligning, overturning } = at(pointAt({ slip, load: 0, camber: 0.2, depth: 0 }));
      const all = [...force, aligning, overturning];
      expect(all.map((value) => value + 0)).toEqual([0, 0, 0, 0]);
    }
  });

  it("never pulls along its slip, and stays within its peaks where one slip acts", () => {
    const points = randomPoints(1);
    const least = points.flatMap((point) => at(point).slope).sort((a, b) => a - b)[0];
    expect(least).toBeGreaterThanOrEqual(0);
    for (const i of [0, 1] as const) {
      const use = points.map((point) => {
        const { peak, force } = at({ ...point, slip: i === 0 ? [point.slip[0], 0] : [0, point.slip[1]] });
        return Math.abs(force[i]) / peak[i];
      });
      expect(Math.max(...use)).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("is smooth without slip: the slope hardly moves, however small the slip", () => {
    for (const other of [0, 0.03])
      for (const i of [0, 1] as const) {
        const slopeAt = (s: number): number =>
          at(pointAt({ slip: i === 0 ? [s, other] : [other, s], camber: 0.02, load: 6000 })).slope[i];
        const still = slopeAt(0);
        expect(still).toBeGreaterThan(0);
        for (const s of [1e-14, 1e-10, 1e-7, 1e-6])
          for (const signed of [s, -s]) expect(Math.abs(slopeAt(signed) / still - 1)).toBeLessThan(1e-12 + 60 * s);
      }
  });

  it("has no step along slip, load, camber or friction", () => {
    const h = 1e-8;
    let farthest = 0;
    for (const given of randomPoints(2, 0.25)) {
      const point = { ...given, load: 100 + given.load };
      const { force, peak } = at(point);
      const [sx, sy] = point.slip;
      for (const moved of [
        { ...point, slip: [sx + h, sy] as const },
        { ...point, slip: [sx, sy + h] as const },
        { ...point, load: point.load * (1 + h) },
        { ...point, camber: point.camber + h },
        { ...point, friction: point.friction + h },
      ]) {
        const other = at(moved).force;
        // The stiffest tyre reaches its peak within 1e-4 of slip.
        const far = Math.hypot(force[0] - other[0], force[1] - other[1]);
        farthest = Math.max(farthest, far / (10 + Math.max(...peak)));
      }
    }
    expect(farthest).toBeLessThan(1e-4);
  });

  it("resists rolling", () => {
    const plan = planOf(law);
    for (const load of [0, 1, 6400, 1e5]) expect(plan.rollingResistance(load, plan.numbers)).toBeGreaterThanOrEqual(0);
  });
});

describe.each(centredLaws)("%s", (_, law) => {
  const at = kernelOf(law);

  it("takes energy and gives none", () => {
    const answers = randomPoints(3).map((given) => {
      const { force, offset } = at({ ...given, camber: 0 });
      return { power: force[0] * given.slip[0] + force[1] * given.slip[1], offset };
    });
    expect(Math.min(...answers.map(({ power }) => power))).toBeGreaterThanOrEqual(0);
    expect(answers.every(({ offset }) => offset[0] === 0 && offset[1] === 0)).toBe(true);
  });

  it("does to the left what it does to the right", () => {
    const misses = randomPoints(4).map((point) => {
      const one = at(point);
      const other = at({ ...point, slip: [point.slip[0], -point.slip[1]], camber: -point.camber });
      const differences = [
        one.force[0] - other.force[0],
        one.force[1] + other.force[1],
        one.aligning + other.aligning,
        one.overturning + other.overturning,
      ];
      return Math.max(...differences.map(Math.abs)) / (1 + Math.max(...one.peak));
    });
    expect(Math.max(...misses)).toBeLessThan(1e-9);
  });

  it("turns the wheel towards its course at small slip", () => {
    expect(at(pointAt({ slip: [0, -0.02], load: 6000 })).aligning).toBeGreaterThanOrEqual(0);
  });
});
