import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateReal } from "../../src/model/evaluate-real.js";
import { at, composePose, identityPose, pose } from "../../src/model/pose.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { QuatR, Real, Vec3R } from "../../src/model/real.js";
import { axisAngle, identityRotation, multiplyQuat, quaternion, rotateVec3, rpy } from "../../src/model/rotation.js";
import { unitVec3 } from "../../src/model/vector.js";

const none = new Map<string, number>();
const numbers = (list: readonly Real[], values = none): number[] => list.map((each) => evaluateReal(each, values));

/** Products and sums of a few numbers of size 1. */
const ROUNDING = 16 * Number.EPSILON;
const distance = (x: readonly number[], y: readonly number[]): number =>
  Math.max(...x.map((value, i) => Math.abs(value - y[i])));

const angle = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(angle, angle, angle);

/** Rotation matrices, the other road. */
const Rx = (t: number, [x, y, z]: readonly number[]): number[] => [
  x,
  Math.cos(t) * y - Math.sin(t) * z,
  Math.sin(t) * y + Math.cos(t) * z,
];
const Ry = (t: number, [x, y, z]: readonly number[]): number[] => [
  Math.cos(t) * x + Math.sin(t) * z,
  y,
  -Math.sin(t) * x + Math.cos(t) * z,
];
const Rz = (t: number, [x, y, z]: readonly number[]): number[] => [
  Math.cos(t) * x - Math.sin(t) * y,
  Math.sin(t) * x + Math.cos(t) * y,
  z,
];

describe("rotations", () => {
  test("rpy / Rz(yaw) Ry(pitch) Rx(roll) by matrices", () =>
    fc.assert(
      fc.property(angle, angle, angle, vector, (roll, pitch, yaw, v) => {
        const turned = numbers(rotateVec3(rpy(roll, pitch, yaw), v));
        expect(distance(turned, Rz(yaw, Ry(pitch, Rx(roll, v))))).toBeLessThanOrEqual(16 * ROUNDING);
      }),
    ));

  test("axis and angle leave the axis alone and are unit, whatever the axis's length", () =>
    fc.assert(
      fc.property(vector, angle, (axis, turn) => {
        fc.pre(Math.hypot(...axis) > 1e-3);
        const q = axisAngle(axis, turn);
        expect(Math.abs(Math.hypot(...numbers(q)) - 1)).toBeLessThanOrEqual(ROUNDING);
        expect(distance(numbers(rotateVec3(q, axis)), axis)).toBeLessThanOrEqual(16 * ROUNDING);
      }),
    ));

  test("a quarter turn has the zeros that the user sees", () => {
    const [w, x, y, z] = numbers(axisAngle([0, 0, 1], Math.PI / 2));
    expect([w * w - z * z, x, y]).toEqual([0, 0, 0]);
    expect(numbers(axisAngle([0, 5, 0], -Math.PI))).toEqual([0, 0, -1, 0]);
  });

  test("a zero axis is refused", () => expect(() => axisAngle([0, 0, 0], 1)).toThrowError(/\[0, 0, 0\].*Give it one/));

  test("a product turns by the right factor first", () =>
    fc.assert(
      fc.property(vector, vector, vector, (p, q, v) => {
        const [first, second]: QuatR[] = [rpy(...p), rpy(...q)];
        const both = numbers(rotateVec3(multiplyQuat(first, second), v));
        const oneByOne = numbers(rotateVec3(first, rotateVec3(second, v)));
        expect(distance(both, oneByOne)).toBeLessThanOrEqual(32 * ROUNDING);
      }),
    ));

  test("a parameter in an angle gives the numbers of the literal", () => {
    const turned = rpy(param("t"), 0, 0);
    expect(numbers(turned, new Map([["t", 0.4]]))).toEqual(numbers(rpy(0.4, 0, 0)));
  });

  test("along a frame axis a unit vector is exact", () => expect(unitVec3([0, 0, -3])).toEqual([0, 0, -1]));
  test("of other directions the unit vector has length 1", () =>
    expect(Math.abs(Math.hypot(...numbers(unitVec3([1, 2, 3]))) - 1)).toBeLessThanOrEqual(ROUNDING));
});

describe("poses", () => {
  test("a position alone is not turned", () => expect(pose([1, 2, 3])).toEqual(at(1, 2, 3)));
  test("nothing said is the identity", () => expect(pose({})).toEqual(identityPose));
  test("three ways to say one rotation", () => {
    const turned = pose({ rotation: axisAngle([1, 0, 0], 0.3) });
    expect(pose({ rpy: [0.3, 0, 0] })).toEqual(turned);
    expect(pose({ axisAngle: [[1, 0, 0], 0.3] })).toEqual(turned);
  });
  test("two ways at once neither compile nor run", () => {
    // @ts-expect-error: rotation and rpy contradict each other
    const twice = (): unknown => pose({ rotation: identityRotation, rpy: [0, 0, 0] });
    expect(twice).toThrowError(/\["rotation", "rpy"\], must be one way/);
  });
  test("an unknown part neither compiles nor runs", () => {
    // @ts-expect-error: it is called position
    expect(() => pose({ pos: [0, 0, 1] })).toThrowError(
      /"pos" of its description is unknown. Did you mean "position"\?/,
    );
  });
  test("composition / applying one after the other", () =>
    fc.assert(
      fc.property(vector, vector, vector, vector, vector, (p1, r1, p2, r2, v) => {
        const [X_a_b, X_b_c] = [pose({ position: p1, rpy: r1 }), pose({ position: p2, rpy: r2 })];
        const apply = (X: typeof X_a_b, point: Vec3R): Vec3R => {
          const turned = numbers(rotateVec3(X.rotation, point));
          const [x, y, z] = numbers(X.position).map((each, i) => each + turned[i]);
          return [x, y, z];
        };
        const oneByOne = numbers(apply(X_a_b, apply(X_b_c, v)));
        expect(distance(numbers(apply(composePose(X_a_b, X_b_c), v)), oneByOne)).toBeLessThanOrEqual(64 * ROUNDING);
      }),
    ));
  test("quaternions are w, x, y, z", () => expect(quaternion(1, 0, 0, 0)).toEqual(identityRotation));
});
