import { systems } from "kinetree/systems";
import { describe, expect, it } from "vitest";
import type { Target } from "../../src/engine/protocol.js";
import { sortedPrincipalAxes } from "../../src/workbench/inspect/body-sheet.js";
import type { Property, PropertySheet } from "../../src/workbench/inspect/property-sheet.js";
import { sheetOf } from "../../src/workbench/inspect/sheet-of.js";
import { openedSystem } from "./opened.js";

const properties = (sheet: PropertySheet | null): readonly Property[] =>
  (sheet?.sections ?? []).flatMap((section) => section.properties);
const labelled = (sheet: PropertySheet | null, label: string): Property | undefined =>
  properties(sheet).find((each) => each.label === label);

describe.each(systems.map(({ name }) => name))("properties of %s", (name) => {
  const opened = openedSystem(name);
  const { numbers: model } = opened;
  const targets: readonly Target[] = [
    ...model.bodies.map((each): Target => ({ kind: "body", name: each.name })),
    ...model.joints.map((each): Target => ({ kind: "joint", name: each.name })),
    ...model.loads.map((each): Target => ({ kind: "load", name: each.name })),
    ...model.actuators.map((each): Target => ({ kind: "actuator", name: each.name })),
    ...model.controllers.map((each): Target => ({ kind: "controller", name: each.name })),
    ...model.contacts.map((each): Target => ({ kind: "contact", name: each.name })),
    ...model.tyres.map((each): Target => ({ kind: "tyre", name: each.name })),
    ...model.terrains.map((each): Target => ({ kind: "terrain", name: each.name })),
    ...model.constraints.map((each): Target => ({ kind: "constraint", name: each.name })),
  ];

  const sheets = targets.map((target) => sheetOf(opened, target));
  const all = sheets.flatMap(properties);

  it("are there for everything", () => {
    expect(sheets.map((sheet) => sheet?.title)).toEqual(targets.map((target) => target.name));
  });

  it("have finite numbers", () => {
    const numbers = all.flatMap((property) => (property.kind === "numbers" ? property.values : []));
    expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  });

  it("lead somewhere", () => {
    const links = all.flatMap((property) => (property.kind === "links" ? property.targets : []));
    expect(links.filter((link) => sheetOf(opened, link)?.title !== link.name)).toEqual([]);
  });
});

it("what follows from parameters says so", () => {
  const opened = openedSystem("pendulum", { mass: 2 });
  expect(labelled(sheetOf(opened, { kind: "body", name: opened.model.bodies[0].name }), "mass")).toMatchObject({
    values: [2],
    unit: "kg",
    expression: "mass",
    parameters: ["mass"],
  });
});

it("something that is not there has no properties", () => {
  expect(sheetOf(openedSystem("pendulum"), { kind: "body", name: "no such body" })).toBeNull();
});

it("loads of a joint can be recorded", () => {
  const { sections } = sheetOf(openedSystem("pendulum"), { kind: "joint", name: "hinge" }) ?? { sections: [] };
  expect(sections.find(({ recordable }) => recordable)?.recordable?.channels).toContain("load.hinge.fx");
});

describe("principal axes", () => {
  it("of a diagonal tensor are the axes, the smallest moment first", () => {
    expect(sortedPrincipalAxes([3, 1, 2, 0, 0, 0])).toEqual({
      moments: [1, 2, 3],
      axes: [
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
    });
  });

  it("solve I a = moment a", () => {
    const [xx, yy, zz, xy, xz, yz] = [3, 4, 5, 0.4, -0.3, 0.2];
    const { moments, axes } = sortedPrincipalAxes([xx, yy, zz, xy, xz, yz]);
    axes.forEach(([x, y, z], i) => {
      const product = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
      // A few roundings of numbers near 5.
      [x, y, z].forEach((part, k) => expect(product[k]).toBeCloseTo(moments[i] * part, 13));
    });
  });
});
