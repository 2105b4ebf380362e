import type { Model } from "kinetree";
import { namedSystem } from "kinetree/systems";
import { Box3, Vector3 } from "three";
import { expect, test } from "vitest";
import { addSwingRoom } from "../../src/scene/flexible/swing-room.js";

// Gravity of a system is a parameter; the picture is given plain numbers.
const modelOf = (name: string): Model => ({ ...namedSystem(name).build(), gravity: [0, 0, -9.81] });
const upright = (): Box3 => new Box3(new Vector3(0, 0, 0), new Vector3(1, 0, 1));

test("a pendulum is given room below its hinge and on the other side, none above", () => {
  const { min, max } = addSwingRoom(upright(), modelOf("double-pendulum"));
  expect(min.z).toBeCloseTo(-Math.SQRT2, 12);
  expect(min.x).toBeCloseTo(-1, 12);
  expect(max.z).toBe(1);
});

test("a linkage keeps its bounds", () => {
  expect(addSwingRoom(upright(), modelOf("four-bar"))).toEqual(upright());
});
