import { Box3, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { Orbit, type CameraView } from "../../src/scene/base/orbit.js";

const box = new Box3(new Vector3(-1, -2, 0), new Vector3(3, 1, 5));

function corners({ min, max }: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z),
  );
}

describe("the eye", () => {
  test.each(["perspective", "orthographic"] as const)(
    "a fitted box is seen as a whole, and fills the picture (%s)",
    (projection) => {
      for (const aspect of [0.5, 1, 2.4]) {
        const orbit = new Orbit();
        orbit.setAspect(aspect);
        orbit.setProjection(projection);
        orbit.fit(box, null);
        const seen = corners(box).map((corner) => corner.project(orbit.camera));
        const most = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
        expect(most).toBeLessThan(0.95);
        expect(most).toBeGreaterThan(0.7);
      }
    },
  );

  test("a view that is read and set again is the same view", () => {
    const orbit = new Orbit();
    orbit.fit(box, null);
    orbit.turn(0.4, -0.2);
    orbit.pan(30, -12, 600);
    orbit.setProjection("orthographic");
    const view = orbit.getView();
    const other = new Orbit();
    other.setView(view);
    const again = other.getView();
    for (const key of ["position", "target"] as const)
      for (let k = 0; k < 3; k++) expect(again[key][k]).toBeCloseTo(view[key][k], 10);
    expect(again.projection).toBe("orthographic");
  });

  test("a view without sense is left alone", () => {
    const orbit = new Orbit();
    const before = orbit.getView();
    const nowhere: CameraView = { position: [1, 1, 1], target: [1, 1, 1], up: [0, 0, 1], projection: "perspective" };
    orbit.setView(nowhere);
    orbit.setView({ ...nowhere, position: [NaN, 0, 0] });
    expect(orbit.getView()).toEqual(before);
  });

  test("z stays up, however far it is turned", () => {
    const orbit = new Orbit();
    orbit.turn(0, 100);
    const { position, target } = orbit.getView();
    expect(position[2]).toBeGreaterThan(target[2]);
    expect(Number.isFinite(orbit.camera.matrixWorld.determinant())).toBe(true);
  });

  test("zooming towards a point keeps it under the pointer", () => {
    const orbit = new Orbit();
    orbit.fit(box, null);
    const point = orbit.target.clone().add(new Vector3(0.3, 0.2, 0.1));
    // In the plane of the target, where zooming is exact.
    const away = new Vector3().setFromMatrixColumn(orbit.camera.matrixWorld, 2);
    point.addScaledVector(away, -point.clone().sub(orbit.target).dot(away));
    const before = point.clone().project(orbit.camera);
    orbit.zoom(0.5, before.x, before.y);
    const after = point.clone().project(orbit.camera);
    expect(after.x).toBeCloseTo(before.x, 10);
    expect(after.y).toBeCloseTo(before.y, 10);
  });

  test("a glide ends where it was sent, the short way round", () => {
    const orbit = new Orbit();
    orbit.turn(7, 0);
    orbit.preset("top", 0);
    orbit.tick(100, false);
    expect(orbit.isGliding).toBe(true);
    orbit.tick(1000, false);
    expect(orbit.isGliding).toBe(false);
    const { position, target } = orbit.getView();
    expect(Math.hypot(position[0] - target[0], position[1] - target[1])).toBeLessThan(1e-3 * position[2]);
  });
});
