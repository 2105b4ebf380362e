import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { modeCount } from "../../src/model/flexible.js";
import type { Model } from "../../src/model/types.js";
import { namedSystem, systemCases } from "../../src/systems/registry.js";
import { platformLoads, platformParts } from "../../src/systems/flexible/space-platform-table.js";
import { platformCases, spacePlatform } from "../../src/systems/flexible/space-platform.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { gapAtZero, posesAtZero } from "./assembled-poses.js";

const models: readonly Model[] = platformCases.map((options) => spacePlatform(options));
const modesOf = (model: Model): number =>
  model.bodies.reduce((sum, { flexible }) => sum + (flexible === undefined ? 0 : modeCount(flexible)), 0);

/** Table of the source, type by type: rigid and flexible degrees of freedom, loops when closed. */
const published = [
  { rigid: 24, flexible: 24, loops: 2 },
  { rigid: 24, flexible: 48, loops: 2 },
  { rigid: 27, flexible: 48, loops: 2 },
  { rigid: 41, flexible: 80, loops: 3 },
];

test("cases 1 to 16 / rigid open, flexible open, rigid closed, flexible closed, types 1 to 4 each", () => {
  expect(platformCases.map(({ type }) => type)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
  const kind = platformCases.filter(({ type }) => type === 1).map(({ booms, loops }) => `${booms} ${loops}`);
  expect(kind).toEqual(["rigid open", "flexible open", "rigid closed", "flexible closed"]);
});

describe.each(platformCases.map((options, i) => ({ ...options, number: i + 1 })))(
  "case $number: type $type, $booms, $loops",
  ({ type, booms, loops, number }) => {
    const model = models[number - 1];
    const { rigid, flexible, loops: closed } = published[type - 1];
    const { counts, tree } = buildTopology(model);
    test("degrees of freedom / the source's table", () => {
      const modes = booms === "flexible" ? flexible : 0;
      expect([counts.nv, modesOf(model), counts.loops]).toEqual([
        rigid + modes,
        modes,
        loops === "closed" ? closed : 0,
      ]);
    });
    test("six conditions a loop", () => expect(counts.constraints).toBe(6 * counts.loops));
    test("every body but the stations has mass and can turn", () => {
      const isStation = (name: string): boolean => name.endsWith("_tip");
      expect(model.bodies.filter(({ massless }) => massless).map(({ name }) => name)).toEqual(
        model.bodies.map(({ name }) => name).filter(isStation),
      );
      const massive = model.bodies.filter(({ name }) => !isStation(name));
      const least = massive.map(({ mass, inertia }) => Math.min(Number(mass), ...inertia.slice(0, 3).map(Number)));
      expect(Math.min(...least)).toBeGreaterThan(0);
    });
    test("loops are closed at zero coordinates", () => {
      const poses = posesAtZero(model);
      expect(poses.size).toBe(model.bodies.length + 1);
      // Poses along some fifteen joints, within 20 m.
      for (const joint of model.joints) expect(gapAtZero(poses, joint)).toBeLessThan(2e-14);
    });
    test("leg 1 carries the top plate, arm 1 the test object", () => {
      const carriers = tree.map(({ joint }) => model.joints[joint].name).filter((name) => name.endsWith("_hold"));
      expect(carriers).toEqual(type === 4 ? ["leg1_hold", "arm1_hold"] : ["leg1_hold"]);
    });
    test("by its name", () => expect(namedSystem(`platform-${number}`).build()).toEqual(model));
  },
);

describe("structure", () => {
  const axis = { roll: [1, 0, 0], yaw: [0, 0, 1], pitch: [0, 1, 0] };
  const hinges = (model: Model, limb: string): { name: string; axis: unknown }[] =>
    model.joints
      .filter((joint) => joint.kind === "revolute" && joint.name.startsWith(`${limb}_`))
      .map((joint) => ({ name: joint.name.slice(limb.length + 1, -1), axis: "axis" in joint ? joint.axis : null }));
  const six = ["roll", "yaw", "pitch", "pitch", "yaw", "roll"] as const;
  const seven = ["roll", "yaw", "pitch", "pitch", "pitch", "yaw", "roll"] as const;
  test.each([
    ["leg of type 1", models[0], "leg2", six],
    ["leg of type 2", models[13], "leg3", six],
    ["leg of type 3", models[6], "leg1", seven],
    ["arm of type 4", models[15], "arm2", seven],
  ] as const)("joints of a %s", (_, model, limb, order) =>
    expect(hinges(model, limb)).toEqual(order.map((name) => ({ name, axis: axis[name] }))),
  );
  test("rigid booms weigh what flexible ones do", () => {
    for (const type of [0, 1, 2, 3]) {
      const massOf = (model: Model): number => model.bodies.reduce((sum, { mass }) => sum + Number(mass), 0);
      // Sums of some fifty numbers of size 1000.
      expect(Math.abs(massOf(models[type]) / massOf(models[type + 4]) - 1)).toBeLessThan(1e-14);
    }
  });
  test("the top plate is level and above the base, its rim beyond the legs", () => {
    const poses = posesAtZero(models[12]);
    const top = poses.get("top");
    expect(
      top?.rotation
        .map(Number)
        .slice(1)
        .map(Math.abs)
        .every((each) => each < 1e-15),
    ).toBe(true);
    expect(top?.position.slice(0, 2).map((value) => Math.abs(Number(value)) < 1e-14)).toEqual([true, true]);
    const ends = models[12].joints.filter(({ name }) => name.endsWith("_hold"));
    expect(ends.length).toBe(3);
    for (const { X_child_joint } of ends)
      expect(Math.hypot(...X_child_joint.position.slice(0, 2).map(Number))).toBeLessThan(platformParts.topPlate.radius);
  });
  test("loads are held for 20 s and then change their sign", () => {
    const wrench = models[15].loads.find(({ name }) => name === "on_object");
    const force = platformLoads.objectForce[0];
    expect(wrench?.kind === "wrench" && wrench.force[0]).toEqual({
      kind: "piecewise",
      times: [0, 20, 40, 60, 80],
      values: [force, -force, force, -force, force],
    });
    const joints = models[15].loads.flatMap((load) => (load.kind === "joint-force" ? [load.joint] : []));
    expect(joints).toEqual(
      ["roll1", "yaw1", "pitch1", "pitch2", "pitch3", "yaw2", "roll2"].map((name) => `leg1_${name}`),
    );
  });
  test("sixteen names", () =>
    expect(systemCases.map(({ name }) => name)).toEqual(platformCases.map((_, i) => `platform-${i + 1}`)));
});

test.each([
  [{ type: 5 }, "option-range"],
  [{ type: 0 }, "option-count"],
  [{ booms: "rigd" as "rigid" }, "option-choice"],
  [{ loops: "close" as "closed" }, "option-choice"],
])("%j is refused", (options, code) => {
  expect(() => spacePlatform(options)).toThrowError(RequestError);
  expect(() => spacePlatform(options)).toThrowError(expect.objectContaining({ code }));
});
