import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import type { FormatIssue } from "../../../src/formats/format-error.js";
import { fixedAngles } from "../../../src/formats/urdf/write-pose.js";
import { readUrdf } from "../../../src/formats/urdf/read-urdf.js";
import { writeUrdf } from "../../../src/formats/urdf/write-urdf.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { jointsFromSpeeds, stateFromJoints } from "../../../src/state/state.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { identityPose } from "../../../src/model/pose.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { rpy } from "../../../src/model/rotation.js";
import type { Model } from "../../../src/model/types.js";
import { pendulum } from "../../../src/systems/chains/pendulum.js";
import { dice, randomQuaternion } from "../../support/dice.js";

const robotText = (name: string): string =>
  readFileSync(new URL(`../../../../../examples/robots/${name}.urdf`, import.meta.url), "utf8");

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
  throw new Error("was not refused");
}

const everything = `<robot name="all &quot;kinds&quot; &lt;">
  <material name="red"><color rgba="0.8 0.1 0 0.5"/></material>
  <link name="base"><visual name="v"><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><geometry><box size="1 2 3"/></geometry><material name="red"/></visual>
    <collision><geometry><mesh filename="package://a/b.stl" scale="0.001 0.001 -0.001"/></geometry></collision></link>
  <link name="a"><inertial><origin xyz="0.1 0 0" rpy="0.4 -1.2 2.2"/><mass value="1.25"/><inertia ixx="0.1" iyy="0.2" izz="0.25" ixy="0.01" ixz="-0.02" iyz="0.003"/></inertial>
    <collision><geometry><capsule radius="0.1" length="0.3"/></geometry></collision></link>
  <link name="b"><inertial><mass value="0"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="c"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="d"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="e"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="f"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="g"/>
  <joint name="j1" type="revolute"><parent link="base"/><child link="a"/><origin xyz="0 0 1" rpy="1.5708 0 -0.7"/><axis xyz="0.3 0 2"/><limit lower="-1" upper="2" effort="10" velocity="3"/><dynamics damping="0.1" friction="0.02"/></joint>
  <joint name="j2" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
  <joint name="j3" type="prismatic"><parent link="b"/><child link="c"/><limit lower="0" upper="1" effort="5" velocity="1"/><mimic joint="j1" multiplier="-0.5" offset="0.25"/></joint>
  <joint name="j4" type="planar"><parent link="c"/><child link="d"/><axis xyz="0 0.6 0.8"/></joint>
  <joint name="j5" type="floating"><parent link="c"/><child link="e"/></joint>
  <joint name="j6" type="prismatic"><parent link="d"/><child link="f"/><limit lower="-inf" upper="1" effort="1e30" velocity="inf"/></joint>
  <joint name="j7" type="fixed"><parent link="f"/><child link="g"/><origin xyz="-0 0.1 0.30000000000000004"/></joint>
  <transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="j1"><hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface></joint>
    <actuator name="m1"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
</robot>`;

describe("URDF to model to URDF to model gives an equal model", () => {
  const cases = [
    { name: "panda", text: robotText("panda"), base: "fixed" },
    { name: "ur5", text: robotText("ur5"), base: "fixed" },
    { name: "quadruped", text: robotText("quadruped"), base: "free" },
    { name: "all kinds of joints and shapes", text: everything, base: "fixed" },
    { name: "all kinds on a free base", text: everything, base: "free" },
  ] as const;
  test.each(cases)("$name", ({ text, base }) => {
    const { model } = readUrdf(text, { base });
    const again = readUrdf(writeUrdf(model), { base });
    expect(again.model).toEqual(model);
    expect(again.warnings.filter(({ code }) => code !== "unphysical-mass")).toEqual([]);
  });

  test("numbers to the last bit", () => {
    const { model } = readUrdf(everything);
    expect(writeUrdf(model)).toContain('xyz="-0 0.1 0.30000000000000004"');
  });
});

describe("angles of a rotation", () => {
  test("those of a file with a few digits come back as they were", () => {
    const written: readonly (readonly [number, number, number])[] = [
      [0.1, 0.2, 0.3],
      [1.5708, 0, -0.7],
      [Math.PI / 2, 0, Math.PI / 2],
      [0, -1.5707963, 0],
      [3.1, 0.01, -3],
    ];
    for (const angles of written) {
      const rotation = rpy(...angles) as readonly [number, number, number, number];
      expect(rpy(...fixedAngles(rotation).angles)).toEqual(rotation);
    }
  });

  test("random rotations come back within two rounding errors, quarter turns of the pitch included", () => {
    for (let i = 0; i < 60; i++) {
      const d = dice(7, i, false);
      const rotation =
        i % 4 === 0 ? (rpy(d.between(-3, 3), Math.PI / 2, d.between(-3, 3)) as never) : randomQuaternion(d);
      const { angles, error } = fixedAngles(rotation);
      expect(error).toBeLessThanOrEqual(2 * Number.EPSILON);
      expect(angles.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("models made elsewhere", () => {
  const arm = mechanism("arm")
    .parameter("m", 2, { unit: "kg" })
    .body("upper", {
      mass: param("m"),
      com: [0, 0, -0.3],
      inertia: [0.1, 0.2, 0.25, 0.01, 0.02, 0.03],
      frames: { tip: [0, 0, -1] },
    })
    .body("lower", { mass: 1, com: [0, 0.1, -0.2], inertia: [0.05, 0.06, 0.02] })
    .revolute("shoulder", {
      parent: "ground",
      child: "upper",
      axis: [0, 1, 0],
      at: [0, 0, 1],
      childAt: { position: [0.1, 0, 0.2], rpy: [0.3, 0.2, 0.1] },
    })
    .revolute("elbow", { parent: "upper", child: "lower", axis: [1, 1, 0], lower: -1, upper: 2 });

  test("state names and accelerations survive, where joint frames lie off the body frames too", () => {
    const model = arm.build();
    const notes: FormatIssue[] = [];
    const again = readUrdf(writeUrdf(model, { onNote: (note) => notes.push(note) })).model;
    const state = { q: { shoulder: 0.4, elbow: -0.7 }, v: { shoulder: 1, elbow: -2 } };
    const vdotOf = (of: Model): Record<string, number> =>
      jointsFromSpeeds(of, createEvaluator(of).forwardDynamics(stateFromJoints(of, state))) as Record<string, number>;
    const [ours, theirs] = [vdotOf(model), vdotOf(again)];
    for (const joint of ["shoulder", "elbow"]) expect(theirs[joint]).toBeCloseTo(ours[joint], 12);
    expect(notes.map(({ message }) => message).join("\n")).toMatch(
      /parameter "m".*2 kg[\s\S]*link "upper"[\s\S]*frame "tip"/,
    );
  });

  test("what holds the mechanism to the ground is said with a link called world, and read as the ground", () => {
    const model = pendulum();
    const again = readUrdf(writeUrdf(model)).model;
    const [own] = model.joints;
    const [read] = again.joints;
    expect([read.name, read.parent, read.child]).toEqual([own.name, own.parent, own.child]);
    expect(again.bodies.map(({ name }) => name)).not.toContain("world");
  });

  test("everything that URDF cannot say is refused by name, all at once", () => {
    const base = readUrdf(everything).model;
    const ends = { a: { body: "ground", pose: identityPose }, b: { body: "a", pose: identityPose } } as const;
    const model = buildModel({
      ...base,
      gravity: [0, 0, -1.62],
      joints: base.joints.map((joint) =>
        joint.name === "j1"
          ? { ...joint, coordinates: [{ ...joint.coordinates[0], stiffness: 7, armature: 0.5 }] }
          : joint.name === "j7"
            ? {
                ...joint,
                kind: "spherical",
                coordinates: Array.from({ length: 3 }, () => ({
                  ...base.joints[1].coordinates[0],
                  lower: null,
                  upper: null,
                  damping: 0,
                  friction: 0,
                  maxForce: null,
                  maxSpeed: null,
                })),
              }
            : joint,
      ),
      loads: [
        { kind: "joint-force", name: "push", joint: "j2", coordinate: 0, signal: { kind: "constant", value: 1 } },
      ],
      controllers: [{ name: "brain", period: 0.01, actuators: ["m1"] }],
      constraints: [
        {
          kind: "coupler",
          name: "cam",
          driven: { joint: "j3", coordinate: 0 },
          driving: { joint: "j1", coordinate: 0 },
          polynomial: [0, 1, 2],
        },
        { kind: "coupler", name: "lock", driven: { joint: "j2", coordinate: 0 }, driving: null, polynomial: [0] },
        {
          kind: "motion",
          name: "drive",
          driven: { joint: "j6", coordinate: 0 },
          motion: { kind: "polynomial", coefficients: [0, 1] },
        },
        {
          kind: "gear",
          name: "bevel",
          driven: { joint: "j4", coordinate: 2 },
          driving: { joint: "j1", coordinate: 0 },
          ratio: 2,
          offset: 0,
        },
        { kind: "distance", name: "rod", ...ends, length: 1 },
        { kind: "point-on-line", name: "slot", ...ends, axis: [1, 0, 0] },
        { kind: "point-on-plane", name: "table", ...ends, normal: [1, 0, 0] },
      ],
      terrains: [{ kind: "plane", name: "floor", pose: ends.a.pose }],
      contacts: [
        {
          name: "foot",
          at: { body: base.bodies[0].name, pose: ends.a.pose },
          radius: 0,
          terrain: "floor",
          normal: { kind: "spring-damper", stiffness: 1, damping: 0 },
          friction: { kind: "none" },
        },
      ],
      shafts: [{ name: "rotor", inertia: 1 }],
    } as Model);
    const message = messageOf(() => writeUrdf(model));
    for (const name of [
      "gravity [0, 0, -1.62]",
      '"j1": stiffness 7',
      '"j1": armature 0.5',
      'joint "j7": URDF has no spherical',
      'load "push"',
      'controller "brain"',
      'shaft "rotor": URDF has no shafts',
      'coupler "cam"',
      'coupler "lock"',
      'motion "drive": URDF has no prescribed motion',
      'gear "bevel" couples a joint of several coordinates',
      'distance "rod": URDF couples joints, not points of bodies',
      'point-on-line "slot"',
      'point-on-plane "table"',
      'terrain "floor"',
      'contact "foot"',
    ])
      expect(message).toContain(name);
  });

  test("gears and racks between joints of one axis are mimics, and a note says what they read back as", () => {
    const link = { mass: 1, inertia: [1, 1, 1] } as const;
    const axis = [0, 0, 1] as const;
    const model = mechanism("geared")
      .parameter("n", 3)
      .body("a", link)
      .body("b", link)
      .body("c", link)
      .continuous("turn", { parent: "ground", child: "a", axis })
      .continuous("follow", { parent: "ground", child: "b", axis })
      .prismatic("slide", { parent: "ground", child: "c", axis })
      .gear("wheels", { driven: "follow", driving: "turn", ratio: param("n"), offset: 0.5 })
      .rackAndPinion("slide", { rack: "slide", pinion: "follow", radius: -0.1 })
      .build();
    const notes: FormatIssue[] = [];
    const text = writeUrdf(model, { onNote: (note) => notes.push(note) });
    expect(readUrdf(text).model.constraints).toEqual([
      {
        kind: "coupler",
        name: "follow",
        driven: { joint: "follow", coordinate: 0 },
        driving: { joint: "turn", coordinate: 0 },
        polynomial: [0.5, 3],
      },
      {
        kind: "coupler",
        name: "slide",
        driven: { joint: "slide", coordinate: 0 },
        driving: { joint: "follow", coordinate: 0 },
        polynomial: [0, -0.1],
      },
    ]);
    const said = notes.map(({ message }) => message).filter((message) => message.includes("mimic"));
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^gear "wheels" is written as the mimic of joint "follow"/);
    expect(said[1]).toMatch(/^rack-and-pinion "slide"/);
  });

  test("a loop is refused by the name of the joint that closes it", () => {
    const base = readUrdf(everything).model;
    const [weld] = base.joints.filter(({ name }) => name === "j7");
    const loop = buildModel({
      ...base,
      joints: [...base.joints, { ...weld, name: "closing", parent: "a", child: "g" }],
    });
    expect(messageOf(() => writeUrdf(loop))).toMatch(/joint "closing" closes a loop: joint "j7" carries body "g" too/);
  });

  test("names that XML cannot hold are refused, odd ones survive", () => {
    const base = readUrdf(everything).model;
    const renamed = (name: string): Model =>
      buildModel({
        ...base,
        bodies: base.bodies.map((body) => (body.name === "g" ? { ...body, name } : body)),
        joints: base.joints.map((joint) => (joint.child === "g" ? { ...joint, child: name } : joint)),
      });
    const odd = ` a"<&>'\t\n é \u{1F9BE} `;
    expect(readUrdf(writeUrdf(renamed(odd))).model.bodies.map(({ name }) => name)).toContain(odd);
    expect(messageOf(() => writeUrdf(renamed("bell\u0007")))).toContain("XML cannot hold that name");
  });
});
