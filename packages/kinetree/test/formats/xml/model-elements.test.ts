import { describe, expect, test } from "vitest";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { readUrdf } from "../../../src/formats/urdf/read-urdf.js";

function mistakesIn(read: () => unknown): readonly FormatIssue[] {
  try {
    read();
  } catch (error) {
    if (error instanceof FormatError) return error.issues;
    throw error;
  }
  return [];
}

const places = (issues: readonly FormatIssue[]): unknown[] =>
  issues.map(({ code, line, path, modelPath }) => [code, line, path, modelPath]);

const joint = (name: string, parent: string, child: string, type: string): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/></joint>`;

describe("what only the check of the model refuses / the element of the body or joint", () => {
  test("URDF", () => {
    const text = `<robot name="r">
<link name="a"/><link name="b"/><link name="c"/>
${joint("x", "a", "b", "floating")}
${joint("x.3", "a", "c", "continuous")}
</robot>`;
    // A weld to the ground is joint 0.
    expect(places(mistakesIn(() => readUrdf(text)))).toEqual([
      ["column-collision", 4, "robot/joint[@name='x.3']", ["joints", 2, "name"]],
    ]);
  });

  test("MJCF", () => {
    const ball = `<geom size="1"/>`;
    const text = `<mujoco><worldbody>
<body name="a"><joint name="x" type="ball"/>${ball}
<body name="b"><joint name="x.3"/>${ball}</body></body>
</worldbody></mujoco>`;
    expect(places(mistakesIn(() => readMjcf(text)))).toEqual([
      [
        "column-collision",
        3,
        "mujoco/worldbody/body[@name='a']/body[@name='b']/joint[@name='x.3']",
        ["joints", 1, "name"],
      ],
    ]);
  });
});

describe("a warning / the body or joint that its element is in", () => {
  test("URDF", () => {
    const text = `<robot name="r">
<link name="a"/>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/></inertial></link>
${joint("x", "a", "b", "revolute")}
<gazebo/>
</robot>`;
    expect(readUrdf(text).warnings.map(({ code, modelPath }) => [code, modelPath])).toEqual(
      expect.arrayContaining([
        ["unphysical-mass", ["bodies", 1]],
        ["missing-element", ["joints", 1]],
        ["unsupported-element", undefined],
      ]),
    );
  });

  test("MJCF, without names too", () => {
    const text = `<mujoco><worldbody>
<body><joint/><geom size="1"/></body>
<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 9"/></body>
</worldbody></mujoco>`;
    expect(readMjcf(text).warnings.map(({ code, modelPath }) => [code, modelPath])).toContainEqual([
      "unphysical-mass",
      ["bodies", 1],
    ]);
  });
});
