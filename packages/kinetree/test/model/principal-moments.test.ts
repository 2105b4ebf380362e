import * as fc from "fast-check";
import { expect, test } from "vitest";
import { principalMoments, type Symmetric3 } from "../../src/model/bodies/principal-moments.js";

const entry = fc.double({ min: -1, max: 1, noNaN: true });
/** Six sweeps of three rotations on numbers up to 1. */
const TOLERANCE = 64 * Number.EPSILON;

test("roots of the characteristic polynomial: trace, sum of minors and determinant agree", () =>
  fc.assert(
    fc.property(fc.tuple(entry, entry, entry, entry, entry, entry), (tensor: Symmetric3) => {
      const [xx, yy, zz, xy, xz, yz] = tensor;
      const [p, q, r] = principalMoments(tensor);
      expect(p).toBeLessThanOrEqual(q);
      expect(q).toBeLessThanOrEqual(r);
      expect(Math.abs(p + q + r - (xx + yy + zz))).toBeLessThanOrEqual(TOLERANCE);
      const minors = xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz;
      expect(Math.abs(p * q + q * r + r * p - minors)).toBeLessThanOrEqual(4 * TOLERANCE);
      const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
      expect(Math.abs(p * q * r - determinant)).toBeLessThanOrEqual(4 * TOLERANCE);
    }),
    { numRuns: 1000 },
  ));

test("a diagonal tensor is only sorted", () => expect(principalMoments([3, 1, 2, 0, 0, 0])).toEqual([1, 2, 3]));
test("equal moments are no trouble", () => expect(principalMoments([2, 2, 2, 0, 0, 0])).toEqual([2, 2, 2]));
test("NaN comes back as NaN", () => expect(principalMoments([NaN, 1, 1, 0.1, 0, 0])).toEqual([NaN, NaN, NaN]));
