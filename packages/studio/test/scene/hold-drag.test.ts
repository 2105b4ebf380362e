import { Matrix4, PerspectiveCamera, Ray, Vector3 } from "three";
import { expect, test } from "vitest";
import { HoldDrag } from "../../src/scene/input/view-pointer.js";
import { isSame } from "../../src/scene/base/highlight.js";

const camera = new PerspectiveCamera();
camera.position.set(0, -10, 0);
camera.up.set(0, 0, 1);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld(true);

test("a body is held at the point where it was touched, in its own frame", () => {
  const X_world_body = new Matrix4().makeRotationZ(Math.PI / 2).setPosition(1, 0, 0);
  const drag = new HoldDrag("arm", X_world_body, new Vector3(1, 2, 0), camera);
  const { body, point, target } = drag.hold;
  expect(body).toBe("arm");
  expect(new Vector3(...point).distanceTo(new Vector3(2, 0, 0))).toBeLessThan(1e-12);
  expect(target).toEqual([1, 2, 0]);
});

test("the target moves in the plane that faces the eye", () => {
  const drag = new HoldDrag("arm", new Matrix4(), new Vector3(0, 2, 0), camera);
  const { target } = drag.move(new Ray(camera.position.clone(), new Vector3(1, 12, 3).normalize()));
  expect(new Vector3(...target).distanceTo(new Vector3(1, 2, 3))).toBeLessThan(1e-12);
});

test("a ray that does not meet the plane leaves the target where it is", () => {
  const drag = new HoldDrag("arm", new Matrix4(), new Vector3(0, 2, 0), camera);
  expect(drag.move(new Ray(camera.position.clone(), new Vector3(0, -1, 0))).target).toEqual([0, 2, 0]);
});

test("a loop is pointed at by the joint that closes it", () => {
  expect(isSame({ kind: "loop", name: "pin" }, { kind: "joint", name: "pin" })).toBe(true);
  expect(isSame({ kind: "body", name: "pin" }, { kind: "joint", name: "pin" })).toBe(false);
});
