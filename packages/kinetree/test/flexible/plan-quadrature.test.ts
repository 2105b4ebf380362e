import { describe, expect, it } from "vitest";
import type { Beam } from "../../src/model/flexible.js";
import { dice, type Dice } from "../support/dice.js";
import { bodyKinetic, firstMoment, type BodyMotion } from "../support/flexible-body.js";
import { beamPoints, lumpedPoints, oracleBodyOf, pointsKinetic, type MassPoint } from "../support/flexible-field.js";
import { beamMass, randomBeam, randomModalBody } from "../support/flexible-random-bodies.js";
import { add, relativeError, scale, type V3 } from "../support/numbers.js";

/* The integrals of flexible bodies against sums over points of mass that move by the displacement field itself. */

/** Gauss's rule of eight points over 1/8 of a beam, whose mode 4 has a phase of 11: nothing but rounding is left. */
const TOLERANCE = 1e-14;

function randomMotion(d: Dice, modes: number): BodyMotion {
  const triple = (): V3 => [d.between(-2, 2), d.between(-2, 2), d.between(-2, 2)];
  const list = (size: number): number[] => Array.from({ length: modes }, () => d.between(-size, size));
  return { V: triple(), W: triple(), eta: list(0.1), etadot: list(1) };
}

/** Σ m a bᵀ over points, of all pairs of two lists of vectors, nine numbers each. */
function products(
  points: readonly MassPoint[],
  lists: (point: MassPoint) => readonly [readonly V3[], readonly V3[]],
): number[] {
  const total: number[] = [];
  for (const point of points) {
    let at = 0;
    const [left, right] = lists(point);
    for (const a of left)
      for (const b of right)
        for (let entry = 0; entry < 9; entry++, at++)
          total[at] = (total[at] ?? 0) + point.mass * a[Math.floor(entry / 3)] * b[entry % 3];
  }
  return total;
}

const beams = Array.from({ length: 6 }, (_, i) => {
  const d = dice(550, i, false);
  const { body, flexible } = randomBeam(d, `beam${i}`);
  const beam = flexible as Beam;
  const oracle = oracleBodyOf({ ...body, ...beamMass(beam) });
  return { name: body.name, beam, oracle, points: beamPoints(oracle, beam, 8), motion: randomMotion(d, oracle.modes) };
});

describe("beams", () => {
  it.each(beams)("$name: kinetic energy by integrals = by points", ({ oracle, points, motion }) => {
    const expected = pointsKinetic(points, motion);
    expect(relativeError([bodyKinetic(oracle, motion)], [expected])).toBeLessThan(TOLERANCE);
  });

  it("first moment of the bent beam = that of its points", () => {
    for (const { oracle, points, motion } of beams) {
      const expected = points.reduce<V3>(
        (total, { mass, position, shapes, shortening }) => {
          let r: V3 = position;
          motion.eta.forEach((x, i) => {
            r = add(r, scale(x, shapes[i]));
            motion.eta.forEach((y, j) => (r = add(r, scale((x * y) / 2, shortening[i * oracle.modes + j]))));
          });
          return add(total, scale(mass, r));
        },
        [0, 0, 0],
      );
      expect(relativeError(firstMoment(oracle, motion.eta), expected)).toBeLessThan(TOLERANCE);
    }
  });

  it("pairs = those modes that draw the tip in together", () => {
    for (const { oracle, beam } of beams) {
      const { shortening } = oracle.station([beam.length, 0, 0]);
      const range = Array.from({ length: oracle.modes }, (_, i) => i);
      const expected = range.flatMap((i) =>
        range.slice(i).flatMap((j) => (shortening[3 * (i * oracle.modes + j)] === 0 ? [] : [[i, j]])),
      );
      expect(oracle.pairs).toEqual(expected);
    }
  });

  it.each(beams)("$name: products of shortening with shapes and itself = by points", ({ oracle, points }) => {
    const { modes, pairs, integrals } = oracle;
    const drawnIn = ({ shortening }: MassPoint): readonly V3[] => pairs.map(([i, j]) => shortening[i * modes + j]);
    const mixed = products(points, (point) => [point.shapes, drawnIn(point)]);
    expect(relativeError(integrals.mixed, mixed)).toBeLessThan(TOLERANCE);
    const second = products(points, (point) => [drawnIn(point), drawnIn(point)]);
    expect(relativeError(integrals.shorteningSecond, second)).toBeLessThan(TOLERANCE);
  });

  it("slopes = derivatives of the shapes, and shortening = -∫ of their products", () => {
    for (const { oracle, beam } of beams) {
      const m = oracle.modes;
      const h = 1e-3 * beam.length;
      const at = [-2, -1, 0, 1, 2].map((k) => oracle.station([0.77 * beam.length + k * h, 0, 0]));
      const rate = (key: "shapes" | "shortening", k: number): number => {
        const [a, b, , c, d] = at.map((station) => station[key][k]);
        return (8 * (c - b) - (d - a)) / (12 * h);
      };
      const { slopes } = at[2];
      for (let i = 0; i < m; i++) {
        // About +z by dv/dx, about -y by dw/dx; the error of the differences is 1/30 f⁽⁵⁾ h⁴
        expect(Math.abs(slopes[3 * i + 2] - rate("shapes", 3 * i + 1))).toBeLessThan(1e-6);
        expect(Math.abs(-slopes[3 * i + 1] - rate("shapes", 3 * i + 2))).toBeLessThan(1e-6);
        for (let j = 0; j < m; j++) {
          const product = slopes[3 * i + 1] * slopes[3 * j + 1] + slopes[3 * i + 2] * slopes[3 * j + 2];
          const expected = beam.geometricStiffness ? -product : 0;
          expect(Math.abs(rate("shortening", 3 * (i * m + j)) - expected)).toBeLessThan(1e-5);
        }
      }
      const clamped = oracle.station([1e-9, 0, 0]);
      expect(Math.max(...[...clamped.shapes, ...clamped.slopes, ...clamped.shortening].map(Math.abs))).toBeLessThan(
        1e-6,
      );
    }
  });

  it("a section moves as a rigid plate: stations off the axis take part in its turns", () => {
    for (const { oracle, beam } of beams) {
      const x = 0.6 * beam.length;
      const [on, off] = [oracle.station([x, 0, 0]), oracle.station([x, 0.03, -0.07])];
      const expected = Array.from({ length: oracle.modes }, (_, j) => {
        const [u, v, w, tx, ty, tz] = [...on.shapes.slice(3 * j, 3 * j + 3), ...on.slopes.slice(3 * j, 3 * j + 3)];
        return [u + ty * -0.07 - tz * 0.03, v - tx * -0.07, w + tx * 0.03];
      }).flat();
      expect(relativeError(off.shapes, expected)).toBeLessThan(1e-14);
      expect(off.slopes).toEqual(on.slopes);
      expect(off.shortening).toEqual(on.shortening);
    }
  });
});

describe("modal bodies", () => {
  const bodies = Array.from({ length: 20 }, (_, i) => {
    const d = dice(560, i, false);
    const lumped = randomModalBody(d, `modal${i}`);
    return {
      lumped,
      motion: randomMotion(d, lumped.nodes[0].shapes.length),
    };
  });
  const complete = bodies.filter(({ lumped: { flexible } }) => flexible.kind === "modal" && flexible.secondMoments);

  it("kinetic energy by integrals = by its nodes", () => {
    expect(complete.length).toBeGreaterThan(10);
    for (const { lumped, motion } of complete) {
      const expected = pointsKinetic(lumpedPoints(lumped), motion);
      expect(relativeError([bodyKinetic(oracleBodyOf(lumped.body), motion)], [expected])).toBeLessThan(1e-13);
    }
  });
});
