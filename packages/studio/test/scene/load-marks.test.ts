import { mechanism } from "kinetree";
import { InstancedMesh, Matrix4 } from "three";
import { expect, test } from "vitest";
import { sceneColours } from "../../src/scene/base/palette.js";
import { LoadMarks } from "../../src/scene/shapes/load-marks.js";

const link = { mass: 1, inertia: [1, 1, 1] as [number, number, number] };

test("a spring between two coordinates / a bar between their joints", () => {
  const model = mechanism("axle")
    .body("left", link)
    .body("right", link)
    .prismatic("l", { parent: "ground", child: "left", axis: [0, 0, 1] })
    .prismatic("r", { parent: "ground", child: "right", axis: [0, 0, 1], childAt: [0, 0.5, 0] })
    .coordinateSpring("bar", { a: "l", b: "r", stiffness: 1 })
    .build();
  const marks = new LoadMarks(model, 0.1, sceneColours.light);
  marks.place([new Matrix4(), new Matrix4().makeTranslation(0, 1, 0)], new Matrix4());
  expect(marks.group.children.filter((child) => child instanceof InstancedMesh)).toHaveLength(1);
  const { min, max } = marks.bounds();
  expect([min.y, max.y]).toEqual([0, 1.5]);
  marks.dispose();
});
