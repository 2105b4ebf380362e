import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { halfAxes, principalAxes } from "../../src/scene/shapes/ellipsoid.js";

describe("inertia ellipsoids", () => {
  test("a homogeneous ellipsoid gets its own half-axes back", () => {
    const [mass, a, b, c] = [3, 0.2, 0.5, 1.1];
    const moments = new Vector3(b * b + c * c, c * c + a * a, a * a + b * b).multiplyScalar(mass / 5);
    const { x, y, z } = halfAxes(mass, moments);
    expect([x, y, z].map((axis) => Number(axis.toFixed(12)))).toEqual([a, b, c]);
  });

  test("principal axes make a tensor diagonal again", () => {
    const tensor = [2, 3, 5, 0.4, -0.3, 0.7];
    const { moments, turn } = principalAxes(tensor);
    const [xx, yy, zz, xy, xz, yz] = tensor;
    const times = ({ x, y, z }: Vector3): Vector3 =>
      new Vector3(xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z);
    for (const [axis, moment] of [
      [new Vector3(1, 0, 0), moments.x],
      [new Vector3(0, 1, 0), moments.y],
      [new Vector3(0, 0, 1), moments.z],
    ] as const) {
      const direction = axis.clone().applyQuaternion(turn);
      expect(times(direction).distanceTo(direction.clone().multiplyScalar(moment))).toBeLessThan(1e-12);
    }
  });

  test("moments that no body can have give no axis below zero", () => {
    expect(halfAxes(1, new Vector3(10, 1, 1)).x).toBe(0);
  });
});
