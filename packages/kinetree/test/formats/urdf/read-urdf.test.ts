import { describe, expect, test } from "vitest";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import type { FormatIssue } from "../../../src/formats/format-error.js";
import { readUrdf, type UrdfOptions } from "../../../src/formats/urdf/read-urdf.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { jointsFromSpeeds, stateFromJoints } from "../../../src/state/state.js";
import { modelDefaults } from "../../../src/model/defaults.js";
import { rpy } from "../../../src/model/rotation.js";
import type { Body, Joint, Model } from "../../../src/model/types.js";
import { matrixOfQuaternion, product, transpose, type M3 } from "../../support/numbers.js";

const mass = `<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`;
const link = (name: string, inside = mass): string => `<link name="${name}">${inside}</link>`;
const joint = (name: string, type: string, parent: string, child: string, inside = ""): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const robot = (...inside: string[]): string => `<robot name="r">${inside.join("\n")}</robot>`;

const modelOf = (text: string, options?: UrdfOptions): Model => readUrdf(text, options).model;
const warningsOf = (text: string, options?: UrdfOptions): readonly FormatIssue[] => readUrdf(text, options).warnings;
const bodyOf = (model: Model, name: string): Body => found(model.bodies.find((body) => body.name === name));
const jointOf = (model: Model, name: string): Joint => found(model.joints.find((one) => one.name === name));

function found<T>(item: T | undefined): T {
  if (item === undefined) throw new Error("not in the model");
  return item;
}

const limit = `<limit lower="-1" upper="2" effort="30" velocity="4"/>`;

describe("joints", () => {
  test.each([
    { type: "revolute", kind: "revolute", speeds: 1 },
    { type: "continuous", kind: "continuous", speeds: 1 },
    { type: "prismatic", kind: "prismatic", speeds: 1 },
    { type: "fixed", kind: "weld", speeds: 0 },
    { type: "floating", kind: "free", speeds: 6 },
    { type: "planar", kind: "planar", speeds: 3 },
  ])("$type is $kind", ({ type, kind, speeds }) => {
    const inside = type === "revolute" || type === "prismatic" ? limit : "";
    const { model, warnings } = readUrdf(robot(link("a"), link("b"), joint("j", type, "a", "b", inside)));
    expect(jointOf(model, "j")).toMatchObject({ kind, parent: "a", child: "b" });
    expect(jointOf(model, "j").coordinates).toHaveLength(speeds);
    expect(warnings).toEqual([]);
  });

  test("spherical, which Bullet and MuJoCo add to URDF, is read and told", () => {
    const { model, warnings } = readUrdf(robot(link("a"), link("b"), joint("j", "spherical", "a", "b", limit)));
    expect(jointOf(model, "j")).toMatchObject({ kind: "spherical", parent: "a", child: "b" });
    expect(jointOf(model, "j").coordinates).toHaveLength(3);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ["extra-kind", 3],
      ["unsupported-element", 3],
    ]);
  });

  test("origin places the joint frame on the parent, with fixed-axis angles; link frame and joint frame coincide", () => {
    const origin = `<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>`;
    const model = modelOf(robot(link("a"), link("b"), joint("j", "fixed", "a", "b", origin)));
    expect(jointOf(model, "j").X_parent_joint).toEqual({ position: [1, 2, 3], rotation: rpy(0.1, 0.2, 0.3) });
    expect(jointOf(model, "j").X_child_joint).toEqual(modelDefaults.pose);
  });

  test("the axis is x where nothing is said, and any length will do", () => {
    const text = (axis: string): string => robot(link("a"), link("b"), joint("j", "continuous", "a", "b", axis));
    expect(jointOf(modelOf(text("")), "j")).toMatchObject({ axis: [1, 0, 0] });
    expect(jointOf(modelOf(text(`<axis xyz="0 -3 4"/>`)), "j")).toMatchObject({ axis: [0, -3, 4] });
  });

  test("the axis of a planar joint is its normal, and its first direction lies in the plane", () => {
    const text = (axis: string): string =>
      robot(link("a"), link("b"), joint("j", "planar", "a", "b", `<axis xyz="${axis}"/>`));
    expect(jointOf(modelOf(text("0 0 1")), "j")).toMatchObject({ axis: [0, 0, 1], xAxis: [1, 0, 0] });
    expect(jointOf(modelOf(text("1 0 0")), "j")).toMatchObject({ axis: [1, 0, 0], xAxis: [0, 1, 0] });
    expect(() => modelOf(text("0.3 -0.5 0.9"))).not.toThrow();
  });

  test("limits, drive limits and dynamics become properties of the coordinate", () => {
    const inside = `${limit}<dynamics damping="0.5" friction="0.25"/>`;
    const model = modelOf(robot(link("a"), link("b"), joint("j", "revolute", "a", "b", inside)));
    expect(jointOf(model, "j").coordinates).toEqual([
      { ...modelDefaults.coordinate, lower: -1, upper: 2, maxForce: 30, maxSpeed: 4, damping: 0.5, friction: 0.25 },
    ]);
  });

  test("a mimic joint is a coupler called like it: offset + multiplier × driving", () => {
    const mimic = `${limit}<mimic joint="j" multiplier="-2" offset="0.5"/>`;
    const parts = [link("a"), link("b"), link("c")];
    const model = modelOf(
      robot(...parts, joint("k", "revolute", "b", "c", mimic), joint("j", "revolute", "a", "b", limit)),
    );
    const k = { joint: "k", coordinate: 0 };
    const j = { joint: "j", coordinate: 0 };
    expect(model.constraints).toEqual([{ kind: "coupler", name: "k", driven: k, driving: j, polynomial: [0.5, -2] }]);
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, { q: { j: 0.3, k: -0.1 }, v: { j: 1, k: -2 } });
    const vdot = jointsFromSpeeds(model, evaluator.forwardDynamics(state));
    expect(vdot.k).toBeCloseTo(-2 * Number(vdot.j), 12);
  });

  test("a simple transmission with an effort interface is an actuator whose gain is the reduction", () => {
    const transmission = `<transmission name="t"><type>transmission_interface/SimpleTransmission</type>
      <joint name="j"><hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface></joint>
      <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>`;
    const text = robot(link("a"), link("b"), joint("j", "revolute", "a", "b", limit), transmission);
    expect(modelOf(text).actuators).toEqual([
      { kind: "joint", name: "motor", gain: 50, lower: null, upper: null, joint: "j", coordinate: 0 },
    ]);
    const position = text.replace("EffortJointInterface", "PositionJointInterface");
    expect(modelOf(position).actuators).toEqual([]);
    expect(warningsOf(position)).toMatchObject([{ code: "unsupported-element", value: "t", line: 4 }]);
  });
});

describe("links", () => {
  test("the inertia is turned from the inertial frame into the link frame: R I Rᵀ", () => {
    const inertial = `<inertial><origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 0.6"/><mass value="2"/>
      <inertia ixx="1" iyy="1.5" izz="2" ixy="0.1" ixz="-0.2" iyz="0.3"/></inertial>`;
    const { com, inertia, mass: kilograms } = bodyOf(modelOf(robot(link("a", inertial))), "a");
    const R = matrixOfQuaternion(rpy(0.4, -0.5, 0.6) as readonly [number, number, number, number]);
    const I: M3 = [
      [1, 0.1, -0.2],
      [0.1, 1.5, 0.3],
      [-0.2, 0.3, 2],
    ];
    const turned = product(product(R, I), transpose(R));
    expect([kilograms, com]).toEqual([2, [0.1, 0.2, 0.3]]);
    const expected = [turned[0][0], turned[1][1], turned[2][2], turned[0][1], turned[0][2], turned[1][2]];
    inertia.forEach((entry, i) => expect(entry).toBeCloseTo(expected[i], 14));
    // The trace is the same from every side.
    expect(Number(inertia[0]) + Number(inertia[1]) + Number(inertia[2])).toBeCloseTo(4.5, 14);
  });

  test("a link without inertial, or with zeros only, is a massless carrier", () => {
    const zeros = mass.replaceAll(/"1"/g, '"0"');
    const text = robot(link("a", ""), link("b", zeros), joint("j", "fixed", "a", "b"));
    const { model, warnings } = readUrdf(text);
    for (const name of ["a", "b"]) expect(bodyOf(model, name)).toMatchObject({ massless: true, mass: 0 });
    expect(warnings).toEqual([]);
  });

  test("visuals are for display, collisions for contact, colours come from materials wherever they are defined", () => {
    const shapes = `
      <visual name="plate"><origin xyz="1 0 0"/><geometry><box size="1 2 3"/></geometry><material name="red"/></visual>
      <visual><geometry><sphere radius="0.5"/></geometry><material name="own"><color rgba="0 0 1 0.5"/></material></visual>
      <visual><geometry><cylinder radius="0.1" length="2"/></geometry><material name="own"/></visual>
      <collision><geometry><capsule radius="0.1" length="2"/></geometry></collision>
      <collision><geometry><mesh filename="package://x/y.stl" scale="1 2 3"/></geometry></collision>`;
    const text = robot(link("a", shapes), `<material name="red"><color rgba="1 0 0 1"/></material>`);
    const { model, warnings } = readUrdf(text);
    expect(warnings).toEqual([]);
    expect(bodyOf(model, "a").shapes).toMatchObject([
      {
        name: "plate",
        kind: "box",
        size: [1, 2, 3],
        use: "display",
        color: [1, 0, 0, 1],
        pose: { position: [1, 0, 0] },
      },
      { name: "sphere-1", kind: "sphere", radius: 0.5, use: "display", color: [0, 0, 1, 0.5] },
      { name: "cylinder-2", kind: "cylinder", radius: 0.1, length: 2, color: [0, 0, 1, 0.5] },
      { name: "capsule-3", kind: "capsule", radius: 0.1, length: 2, use: "contact", color: null },
      { name: "mesh-4", kind: "mesh", uri: "package://x/y.stl", scale: [1, 2, 3] },
    ]);
  });
});

describe("the base", () => {
  const text = robot(link("a"), link("b"), joint("j", "revolute", "a", "b", limit));

  test("fixed, which is the default: the root link is welded to the ground", () => {
    expect(modelOf(text)).toEqual(modelOf(text, { base: "fixed" }));
    expect(modelOf(text).joints[0]).toMatchObject({ name: "root", kind: "weld", parent: "ground", child: "a" });
  });

  test("free: the root link floats on a joint called root", () => {
    const model = modelOf(text, { base: "free" });
    expect(model.joints[0]).toMatchObject({ name: "root", kind: "free", parent: "ground", child: "a" });
    expect(model.joints[0].coordinates).toHaveLength(6);
  });

  test("anything else is refused with the nearest that there is", () => {
    expect(() => modelOf(text, { base: "fixd" as never })).toThrow(RequestError);
    expect(() => modelOf(text, { base: "fixd" as never })).toThrow('Did you mean "fixed"?');
  });

  test.each(["world", "ground"])("a bare root link called %s is the ground itself", (name) => {
    const world = robot(link(name, ""), link("a"), joint("stand", "revolute", name, "a", limit));
    const { model, warnings } = readUrdf(world);
    expect(model.bodies.map((body) => body.name)).toEqual(["a"]);
    expect(model.joints).toMatchObject([{ name: "stand", parent: "ground", child: "a" }]);
    expect(warnings).toEqual([]);
  });

  test("a world that is to be free moves with the robot, with a warning", () => {
    const world = robot(link("world", ""), link("a"), joint("stand", "fixed", "world", "a"));
    const { model, warnings } = readUrdf(world, { base: "free" });
    expect(model.joints[0]).toMatchObject({ name: "root", kind: "free", child: "world" });
    expect(warnings.map(({ code }) => code)).toEqual(["moving-world"]);
  });

  test("a robot that floats on the world already gets no second free joint", () => {
    const world = robot(link("world", ""), link("a"), joint("float", "floating", "world", "a"));
    const { model, warnings } = readUrdf(world, { base: "free" });
    expect(model.joints).toMatchObject([{ name: "float", kind: "free", parent: "ground" }]);
    expect(warnings.map(({ code }) => code)).toEqual(["base-already-free"]);
  });
});
