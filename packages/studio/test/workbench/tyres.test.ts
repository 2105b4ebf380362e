import { mechanism } from "kinetree";
import { Matrix4 } from "three";
import { expect, it } from "vitest";
import { sceneColours } from "../../src/scene/base/palette.js";
import { Annotations } from "../../src/scene/shapes/annotations.js";
import { sheetOf } from "../../src/workbench/inspect/sheet-of.js";
import { modelTree, type ModelNode } from "../../src/workbench/tree/model-tree.js";
import { openedModel } from "./opened.js";

const opened = openedModel(
  mechanism("wheel")
    .body("fork", { mass: 10, inertia: [1, 1, 1] })
    .body("wheel", { mass: 20, inertia: [1, 2, 1] })
    .free("base", { parent: "ground", child: "fork" })
    .revolute("axle", { parent: "fork", child: "wheel", axis: [0, 1, 0] })
    .plane("road")
    .tyre("front", {
      body: "wheel",
      carrier: "fork",
      terrain: "road",
      radius: 0.3,
      width: 0.2,
      stiffness: 2e5,
      carcassStiffness: [1e5, 9e4],
      law: { kind: "brush", stiffness: 5e4, friction: 0.8, radius: 0.3 },
    })
    .build(),
);
const target = { kind: "tyre", name: "front" } as const;

it("a tyre has a sheet: current values, place, sizes and law", () => {
  const sheet = sheetOf(opened, target);
  expect(sheet?.subtitle).toBe("tyre, brush");
  const properties = sheet?.sections.flatMap((section) => section.properties) ?? [];
  const labelled = (label: string) => properties.find((each) => each.label === label);
  expect(labelled("carrier")).toMatchObject({ targets: [{ kind: "body", name: "fork" }] });
  expect(labelled("carcass along, across")).toMatchObject({ values: [1e5, 9e4], unit: "N/m" });
  expect(labelled("slip angle")).toMatchObject({ columns: ["tyre.front.alpha"] });
  expect(labelled("friction")).toMatchObject({ values: [0.8] });
  expect(labelled("law")).toMatchObject({ text: "brush" });
});

it("its wheel and its ground lead to it", () => {
  for (const of of [
    { kind: "body", name: "wheel" },
    { kind: "terrain", name: "road" },
  ] as const) {
    const links = sheetOf(opened, of)?.sections.flatMap(({ properties }) =>
      properties.flatMap((each) => (each.kind === "links" ? each.targets : [])),
    );
    expect(links).toContainEqual(target);
  }
  const flat = (nodes: readonly ModelNode[]): readonly ModelNode[] => nodes.flatMap((n) => [n, ...flat(n.children)]);
  expect(flat(modelTree(opened)).map((node) => node.target)).toContainEqual(target);
});

it("is drawn as a disc of its size, with its axis along y", () => {
  const scene = new Annotations(opened.numbers, 0.1, sceneColours.light, []);
  const [disc] = scene.pickable.flatMap(({ instances }) => instances).filter((each) => each.target?.kind === "tyre");
  expect(disc.X_body_instance).toEqual(new Matrix4().makeScale(0.3, 0.2, 0.3));
});
