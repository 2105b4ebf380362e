import { describe, expect, test } from "vitest";
import { rotateAbout, screwAlong, slideAlong } from "../../src/model/builder/joint.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { jointSizes } from "../../src/model/joint-sizes.js";
import { at, identityPose, pose } from "../../src/model/pose.js";
import { param } from "../../src/model/real-arithmetic.js";
import { box, capsule, cylinder, mesh, sphere } from "../../src/model/bodies/shapes.js";
import { curve, piecewise, sine, table } from "../../src/model/signals.js";
import { solidBox } from "../../src/model/bodies/solids.js";
import type { Joint, Model } from "../../src/model/types.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const place = { parent: "ground", child: "b" } as const;
const one = mechanism("m").body("b", link);
const jointOf = (model: Model): Joint => model.joints[0];

describe("what is left out takes its default", () => {
  const model = one.revolute("j", { ...place, axis: [0, 0, 1] }).build();
  test("gravity", () => expect(model.gravity).toEqual(modelDefaults.gravity));
  test("body", () => {
    const { com, massless, frames, shapes, inertia } = model.bodies[0];
    expect({ com, massless, frames, shapes }).toEqual(modelDefaults.body);
    expect(inertia).toEqual([1, 1, 1, 0, 0, 0]);
  });
  test("joint", () => {
    const { X_parent_joint, X_child_joint, role, coordinates } = jointOf(model);
    expect([X_parent_joint, X_child_joint]).toEqual([identityPose, identityPose]);
    expect(role).toBe("auto");
    expect(coordinates).toEqual([modelDefaults.coordinate]);
  });
  test("the zero coordinate acts on nothing", () => {
    const { frictionSpeed, ...acting } = modelDefaults.coordinate;
    expect(frictionSpeed).toBeGreaterThan(0);
    expect(Object.values(acting).every((value) => value === 0 || value === null)).toBe(true);
  });
});

describe("every kind of joint has as many coordinate properties as speeds", () => {
  const axis = [0, 0, 1] as const;
  const made: [string, Model, number, number][] = [
    ["weld", one.weld("j", place).build(), 0, 0],
    ["revolute", one.revolute("j", { ...place, axis }).build(), 1, 1],
    ["continuous", one.continuous("j", { ...place, axis }).build(), 1, 1],
    ["prismatic", one.prismatic("j", { ...place, axis }).build(), 1, 1],
    ["screw", one.screw("j", { ...place, axis, pitch: 0.01 }).build(), 1, 1],
    ["cylindrical", one.cylindrical("j", { ...place, axis }).build(), 2, 2],
    ["universal", one.universal("j", { ...place, axis1: [1, 0, 0], axis2: [0, 1, 0] }).build(), 2, 2],
    ["constant-velocity", one.constantVelocity("j", { ...place, axis, xAxis: [1, 0, 0] }).build(), 2, 2],
    ["planar", one.planar("j", { ...place, axis, xAxis: [1, 0, 0] }).build(), 3, 3],
    ["spherical", one.spherical("j", place).build(), 4, 3],
    ["free", one.free("j", place).build(), 7, 6],
    ["general", one.general("j", { ...place, axes: [rotateAbout(axis), slideAlong(axis)] }).build(), 2, 2],
  ];
  test.each(made)("%s", (kind, model, nq, nv) => {
    expect(jointOf(model).kind).toBe(kind);
    expect(jointSizes(jointOf(model))).toEqual({ nq, nv });
    expect(jointOf(model).coordinates).toHaveLength(nv);
  });
});

describe("properties land on their coordinate", () => {
  const dampings = (model: Model): unknown[] => jointOf(model).coordinates.map(({ damping }) => damping);
  const axis = [0, 0, 1] as const;
  test("cylindrical: rotation, translation", () =>
    expect(
      dampings(one.cylindrical("j", { ...place, axis, rotation: { damping: 1 }, translation: { damping: 2 } }).build()),
    ).toEqual([1, 2]));
  test("universal: first, second", () =>
    expect(
      dampings(one.universal("j", { ...place, axis1: [1, 0, 0], axis2: [0, 1, 0], second: { damping: 2 } }).build()),
    ).toEqual([0, 2]));
  test("constant-velocity: first, second", () =>
    expect(
      dampings(one.constantVelocity("j", { ...place, axis, xAxis: [1, 0, 0], second: { damping: 2 } }).build()),
    ).toEqual([0, 2]));
  test("planar: x, y, rotation", () => {
    const options = {
      ...place,
      axis,
      xAxis: [1, 0, 0],
      x: { damping: 1 },
      y: { damping: 2 },
      rotation: { damping: 3 },
    } as const;
    expect(dampings(one.planar("j", options).build())).toEqual([1, 2, 3]);
  });
  test("spherical: one for all directions, or three", () => {
    expect(dampings(one.spherical("j", { ...place, damping: 2 }).build())).toEqual([2, 2, 2]);
    expect(dampings(one.spherical("j", { ...place, damping: [1, 2, 3] }).build())).toEqual([1, 2, 3]);
  });
  test("free: angular, then linear", () =>
    expect(dampings(one.free("j", { ...place, rotationDamping: 1, translationDamping: [2, 3, 4] }).build())).toEqual([
      1, 1, 1, 2, 3, 4,
    ]));
  test("general: each axis brings its own", () => {
    const axes = [rotateAbout(axis, { damping: 1 }), screwAlong([0, 1, 0], 0.01, { lower: -1 }), slideAlong([1, 0, 0])];
    const joint = jointOf(one.general("j", { ...place, axes }).build());
    expect(joint.kind === "general" && joint.axes).toEqual([
      { kind: "rotation", axis },
      { kind: "screw", axis: [0, 1, 0], pitch: 0.01 },
      { kind: "translation", axis: [1, 0, 0] },
    ]);
    expect(joint.coordinates.map(({ damping, lower }) => [damping, lower])).toEqual([
      [1, null],
      [0, -1],
      [0, null],
    ]);
  });
});

describe("places", () => {
  const tip = pose({ position: [0, 0, -1], rpy: [0.1, 0, 0] });
  const base = mechanism("m")
    .body("a", { ...link, frames: { tip } })
    .body("b", link);
  test("a named frame is its pose", () => {
    const model = base
      .free("root", { parent: "ground", child: "a" })
      .weld("j", { parent: "a", child: "b", at: "a/tip", childAt: [0, 0, 1] })
      .build();
    expect(model.joints[1].X_parent_joint).toEqual(tip);
    expect(model.joints[1].X_child_joint).toEqual(at(0, 0, 1));
  });
  test("four ways to say where a spring ends", () => {
    const ends = [
      ["a/tip", { body: "a", pose: tip }],
      ["a", { body: "a", pose: identityPose }],
      [
        { body: "a", at: [0, 0, -1] },
        { body: "a", pose: at(0, 0, -1) },
      ],
      [
        { body: "a", pose: tip },
        { body: "a", pose: tip },
      ],
    ] as const;
    for (const [end, attachment] of ends) {
      const { loads } = base.pointSpring("s", { a: "ground", b: end, stiffness: 1, freeLength: 0 }).build();
      expect(loads[0].kind === "point-spring" && loads[0].b).toEqual(attachment);
    }
  });
});

describe("loads, actuators, controllers", () => {
  const model = one
    .revolute("j", { ...place, axis: [0, 0, 1] })
    .pointSpring("strut", {
      a: "ground",
      b: "b",
      stiffness: curve([
        [0, 0],
        [1, 5],
      ]),
      freeLength: 1,
    })
    .torsionSpring("coil", { a: "ground", b: "b", stiffness: 2 })
    .bushing("rubber", { a: "ground", b: "b", stiffness: { rotation: [1, 2, 3], translation: [4, 5, 6] } })
    .wrench("wind", {
      at: "b",
      along: "world",
      force: [
        1,
        piecewise([
          [0, 1],
          [2, 0],
        ]),
        table([
          [0, 0],
          [1, 1],
        ]),
      ],
    })
    .jointForce("drive", { joint: "j", force: sine({ amplitude: 2, angularFrequency: 3 }) })
    .actuator("motor", { joint: "j", lower: -1, upper: 1 })
    .controller("loop", { period: 0.01, actuators: ["motor"] })
    .build();
  test("point spring", () =>
    expect(model.loads[0]).toMatchObject({ stiffness: { x: [0, 1], y: [0, 5], beyond: "extend" }, damping: 0 }));
  test("torsion spring", () => expect(model.loads[1]).toMatchObject({ kind: "torsion-spring", rest: 0, damping: 0 }));
  test("bushing: rotations first", () =>
    expect(model.loads[2]).toMatchObject({ stiffness: [1, 2, 3, 4, 5, 6], damping: [0, 0, 0, 0, 0, 0] }));
  test("wrench: numbers are constants", () =>
    expect(model.loads[3]).toMatchObject({
      force: [
        { kind: "constant", value: 1 },
        { kind: "piecewise", times: [0, 2], values: [1, 0] },
        { kind: "table", times: [0, 1], values: [0, 1] },
      ],
      torque: [{ value: 0 }, { value: 0 }, { value: 0 }],
    }));
  test("joint force", () =>
    expect(model.loads[4]).toMatchObject({
      joint: "j",
      coordinate: 0,
      signal: { kind: "sine", amplitude: 2, angularFrequency: 3, phase: 0, offset: 0 },
    }));
  test("actuator", () =>
    expect(model.actuators).toEqual([
      { name: "motor", kind: "joint", joint: "j", coordinate: 0, gain: 1, lower: -1, upper: 1 },
    ]));
  test("actuators on bodies: a force along an axis of the body unless said", () => {
    const { actuators } = one
      .actuator("jet", { at: { body: "b", at: [0, 0, 1] }, axis: [0, 0, 2] })
      .actuator("wheel", { at: "b", axis: [1, 0, 0], effect: "torque", along: "world", gain: 3, lower: 0 })
      .build();
    expect(actuators).toEqual([
      {
        name: "jet",
        kind: "body",
        at: { body: "b", pose: at(0, 0, 1) },
        axis: [0, 0, 2],
        effect: "force",
        along: "body",
        gain: 1,
        lower: null,
        upper: null,
      },
      {
        name: "wheel",
        kind: "body",
        at: { body: "b", pose: identityPose },
        axis: [1, 0, 0],
        effect: "torque",
        along: "world",
        gain: 3,
        lower: 0,
        upper: null,
      },
    ]);
  });
  test("bushing by six numbers", () => {
    const { loads } = one.bushing("r", { a: "ground", b: "b", stiffness: [1, 2, 3, 4, 5, 6] }).build();
    expect(loads[0]).toMatchObject({ stiffness: [1, 2, 3, 4, 5, 6], damping: [0, 0, 0, 0, 0, 0] });
  });
  test("controller", () => expect(model.controllers).toEqual([{ name: "loop", period: 0.01, actuators: ["motor"] }]));
});

describe("shapes and solids", () => {
  const shapes = [box([1, 1, 1]), sphere(1, { name: "ball" }), cylinder(1, 2), capsule(1, 2), mesh("a.stl")];
  const { bodies } = mechanism("m")
    .body("b", { ...solidBox(12, [1, 2, 3]), shapes })
    .build();
  test("shapes without a name are called by kind and place", () =>
    expect(bodies[0].shapes.map(({ name }) => name)).toEqual(["box-0", "ball", "cylinder-2", "capsule-3", "mesh-4"]));
  test("a solid spreads into a body", () => expect(bodies[0].inertia).toEqual([13, 10, 5, 0, 0, 0]));
  test("a massless body has no mass", () =>
    expect(mechanism("m").body("b", { massless: true }).build().bodies[0]).toMatchObject({
      mass: 0,
      inertia: [0, 0, 0, 0, 0, 0],
      massless: true,
    }));
});

test("a half-built mechanism can be finished in two ways", () => {
  const [left, right] = [one.free("j", place).build(), one.weld("j", place).build()];
  expect([jointOf(left).kind, jointOf(right).kind]).toEqual(["free", "weld"]);
  expect(one.build().joints).toEqual([]);
});

test("things keep the order in which they were added", () => {
  const model = mechanism("m").repeat(5, (soFar, i) =>
    soFar.parameter(`p${i}`, i).body(`b${i}`, { ...link, mass: param(`p${4 - i}`) }),
  );
  expect(() => model.build()).toThrowError(/mass is 0/); // b4 has p0 = 0
  const names = mechanism("m")
    .repeat(5, (soFar, i) => soFar.body(`b${i}`, link))
    .build()
    .bodies.map(({ name }) => name);
  expect(names).toEqual(["b0", "b1", "b2", "b3", "b4"]);
});
