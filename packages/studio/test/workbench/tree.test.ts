import { systems } from "kinetree/systems";
import { describe, expect, it } from "vitest";
import { modelTree, nodeId, type ModelNode } from "../../src/workbench/tree/model-tree.js";
import {
  ancestorsOf,
  matchingRows,
  openAtFirst,
  parentsOf,
  visibleRows,
} from "../../src/workbench/tree/visible-rows.js";
import { openedSystem } from "./opened.js";

const flat = (nodes: readonly ModelNode[]): readonly ModelNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

describe.each(systems.map(({ name }) => name))("tree of %s", (name) => {
  const opened = openedSystem(name);
  const nodes = flat(modelTree(opened));
  const { numbers: model } = opened;

  it("has everything of the model once", () => {
    const things = nodes.filter(({ target }) => target !== null).map(({ id }) => id);
    const expected = (
      [
        ["body", model.bodies],
        ["joint", model.joints],
        ["load", model.loads],
        ["actuator", model.actuators],
        ["controller", model.controllers],
        ["contact", model.contacts],
        ["tyre", model.tyres],
        ["terrain", model.terrains],
        ["constraint", model.constraints],
        ["shaft", model.shafts],
        ["drive", model.shaftElements],
      ] as const
    ).flatMap(([kind, list]) => list.map((each) => nodeId({ kind, name: each.name })));
    expect(things.toSorted()).toEqual(expected.toSorted());
  });

  it("puts every body under a joint, and that under the other body of the joint", () => {
    const parents = parentsOf(modelTree(opened));
    for (const { name: body } of model.bodies) {
      const joint = parents.get(`body:${body}`);
      const { parent, child } = model.joints.find((each) => `joint:${each.name}` === joint) ?? {
        parent: "",
        child: "",
      };
      expect([parent, child]).toContain(body);
      const other = parent === body ? child : parent;
      expect(parents.get(joint ?? "")).toBe(other === "ground" ? "ground:ground" : `body:${other}`);
    }
  });
});

describe("rows of a chain of 1000 links", () => {
  const roots = modelTree(openedSystem("hinge-chain", { n: 1000 }));

  it("are few at first", () => {
    expect(visibleRows(roots, openAtFirst(roots)).length).toBeLessThanOrEqual(120);
  });

  it("are all there when everything is unfolded", () => {
    const parents = parentsOf(roots);
    const all = new Set(parents.values());
    expect(visibleRows(roots, all).length).toBe(2001);
  });

  it("lead from a row back to ground", () => {
    expect(ancestorsOf(parentsOf(roots), "joint:joint999").at(-1)).toBe("ground:ground");
  });

  it("are found by search as a flat list", () => {
    const rows = matchingRows(roots, "joint99");
    expect(rows.map(({ node }) => node.label)).toContain("joint990");
    expect(rows.every(({ level }) => level === 1)).toBe(true);
  });
});

it("a loop and the joint that was cut are one row", () => {
  expect(nodeId({ kind: "loop", name: "pin" })).toBe(nodeId({ kind: "joint", name: "pin" }));
});

it("what a loop connects is told", () => {
  const { cuts } = openedSystem("four-bar");
  const loop = flat(modelTree(openedSystem("four-bar"))).find(({ id }) => id === `joint:${cuts[0]}`);
  expect(loop?.detail).toMatch(/^revolute: .+ – .+$/);
});
