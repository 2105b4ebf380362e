import { Matrix4, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { BeamSweep, cornersOf, facesOf, outlineOf } from "../../src/scene/shapes/beam-sweep.js";
import { easyBeam } from "./flexible-support.js";

const POINTS = 9;

/** Sweeps a beam with some amplitudes, and gives what was written. */
function swept(amplitudes: readonly number[], scale = 1, isRound = true, matrix = new Matrix4()) {
  const shape = easyBeam(POINTS, isRound);
  const outline = outlineOf(shape, 12);
  const count = cornersOf(POINTS, outline);
  const target = { positions: new Float32Array(3 * count), normals: new Float32Array(3 * count) };
  const sweep = new BeamSweep(POINTS);
  sweep.bend(shape, Float64Array.from(amplitudes), 0, scale);
  sweep.write(target, 0, outline, matrix.elements);
  const corners = outline.length / 4;
  const at = (list: Float32Array, i: number): Vector3 => new Vector3().fromArray(list, 3 * i);
  const centre = (ring: number): Vector3 => {
    const sum = new Vector3();
    for (let i = 0; i < corners; i++) sum.add(at(target.positions, ring * corners + i));
    return sum.divideScalar(corners);
  };
  return { shape, outline, sweep, corners, count, ...target, at, centre };
}

describe("the skin of a beam", () => {
  test("without amplitudes it lies about the axis at the radius", () => {
    const { positions, corners, at } = swept([0, 0, 0]);
    for (let k = 0; k < POINTS; k++)
      for (let i = 0; i < corners; i++) {
        const { x, y, z } = at(positions, k * corners + i);
        expect(x).toBeCloseTo((2 * k) / (POINTS - 1), 6);
        expect(Math.hypot(y, z)).toBeCloseTo(0.1, 6);
      }
  });

  test.each([1, 10, 100])("multiplied by %d the tip goes that many times as far", (scale) => {
    const { centre, sweep } = swept([0.01, -0.02, 0], scale);
    expect(sweep.axisAt(POINTS - 1)[1]).toBeCloseTo(0.01 * scale, 12);
    expect(sweep.axisAt(POINTS - 1)[2]).toBeCloseTo(-0.02 * scale, 12);
    expect(centre(POINTS - 1).distanceTo(new Vector3(2, 0.01 * scale, -0.02 * scale))).toBeLessThan(1e-5);
  });

  test.each([
    [true, 100],
    [false, 100],
    [true, 1],
  ])("however bent, it stays as thick as it is and its normals stand on it (round: %s, times %d)", (isRound, scale) => {
    const { positions, normals, corners, at, centre, outline, sweep } = swept([0.02, 0.01, 0.003], scale, isRound);
    for (let k = 0; k < POINTS; k++) {
      const axis = new Vector3(...sweep.axisAt(k));
      expect(centre(k).distanceTo(axis)).toBeLessThan(1e-5);
      for (let i = 0; i < corners; i++) {
        const corner = at(positions, k * corners + i);
        expect(corner.distanceTo(axis)).toBeCloseTo(Math.hypot(outline[4 * i], outline[4 * i + 1]), 5);
        expect(at(normals, k * corners + i).length()).toBeCloseTo(1, 5);
      }
    }
  });

  test("a twist turns the last section by its angle, and the clamped one not at all", () => {
    const { positions, corners, at } = swept([0, 0, 0.5]);
    expect(at(positions, 0).distanceTo(new Vector3(0, 0.1, 0))).toBeLessThan(1e-6);
    const first = at(positions, (POINTS - 1) * corners);
    expect(Math.atan2(first.z, first.y)).toBeCloseTo(0.5, 5);
  });

  test.each([true, false])("faces look outwards (round: %s)", (isRound) => {
    const { positions, normals, outline, at } = swept([0.05, 0, 0], 1, isRound);
    const faces = facesOf(POINTS, outline, isRound, 0);
    const inwards = [];
    for (let f = 0; f < faces.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => at(positions, faces[f + k]));
      const normal = b.sub(a).cross(c.sub(a));
      const meant = [0, 1, 2].reduce((sum, k) => sum.add(at(normals, faces[f + k])), new Vector3());
      // Corners of flat sides coincide in pairs: the triangles of the ends between them have no area.
      if (normal.length() > 1e-9 && normal.dot(meant) <= 0) inwards.push(f);
    }
    expect(inwards).toEqual([]);
  });

  test("it is moved with its body", () => {
    const matrix = new Matrix4().makeRotationZ(Math.PI / 2).setPosition(1, 2, 3);
    const { centre, normals, at } = swept([0, 0, 0], 1, true, matrix);
    expect(centre(POINTS - 1).distanceTo(new Vector3(1, 4, 3))).toBeLessThan(1e-5);
    expect(at(normals, 0).distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-6);
  });

  test("amplitudes that are not finite leave no error, only nothing to see", () => {
    expect(() => swept([NaN, Infinity, 0])).not.toThrow();
  });

  test("a beam that would be too thin to be seen is drawn thicker, in its proportions", () => {
    const flat = outlineOf(easyBeam(POINTS, false), 12, 0.4);
    expect(Math.max(...flat.filter((_, i) => i % 4 === 0))).toBeCloseTo(0.4, 12);
    expect(Math.max(...flat.filter((_, i) => i % 4 === 1))).toBeCloseTo(0.2, 12);
  });
});
