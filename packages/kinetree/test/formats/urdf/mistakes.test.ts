import { describe, expect, test } from "vitest";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { readUrdf } from "../../../src/formats/urdf/read-urdf.js";

/** One line for each argument, so that lines can be counted: the first is line 2. */
const robot = (...lines: string[]): string => `<robot name="r">\n${lines.join("\n")}\n</robot>`;
const link = (name: string): string => `<link name="${name}"/>`;
const joint = (name: string, parent: string, child: string, inside = "", type = "fixed"): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
const hinge = (inside: string): string => robot(link("a"), link("b"), joint("j", "a", "b", inside, "revolute"));
const limit = `<limit lower="-1" upper="1" effort="1" velocity="1"/>`;

function mistakesIn(text: string, strict = false): readonly FormatIssue[] {
  try {
    readUrdf(text, { file: "bad.urdf", strict });
  } catch (error) {
    if (error instanceof FormatError) return error.issues;
    throw error;
  }
  return [];
}

describe("mistakes are refused with code, line and path", () => {
  test.each([
    ["no-links", robot(), 1, "robot"],
    ["not-urdf", "<mujoco/>", 1, "mujoco"],
    ["xacro", `<robot name="r">\n<xacro:macro name="m"/></robot>`, 2, "xacro:macro"],
    ["xacro", robot(`<link name="a"><xacro:cylinder_inertial/></link>`), 2, "xacro:cylinder_inertial"],
    ["duplicate-name", robot(link("a"), link("a")), 3, "/@name"],
    ["duplicate-name", robot(link("a"), link("b"), joint("j", "a", "b"), joint("j", "b", "a")), 5, "/@name"],
    ["several-roots", robot(link("a"), link("b")), 3, "link[@name='b']"],
    ["unknown-link", robot(link("arm"), joint("j", "arm", "hnd")), 3, "joint[@name='j']"],
    [
      "two-parents",
      robot(link("a"), link("b"), link("c"), joint("j", "a", "c"), joint("k", "b", "c")),
      6,
      "joint[@name='k']",
    ],
    [
      "link-cycle",
      robot(link("a"), link("b"), link("c"), joint("j", "b", "c"), joint("k", "c", "b")),
      6,
      "joint[@name='k']",
    ],
    ["link-cycle", robot(link("a"), joint("j", "a", "a")), 3, "joint[@name='j']"],
    ["missing-attribute", robot("<link/>"), 2, "link/@name"],
    ["missing-attribute", robot(link("a"), `<joint name="j"><parent link="a"/><child link="a"/></joint>`), 3, "@type"],
    [
      "missing-element",
      robot(link("a"), `<joint name="j" type="fixed"><parent link="a"/></joint>`),
      3,
      "joint[@name='j']",
    ],
    ["unknown-kind", robot(link("a"), link("b"), joint("j", "a", "b", "", "revolut")), 4, "@type"],
    ["zero-axis", hinge(`${limit}<axis xyz="0 0 0"/>`), 4, "axis/@xyz"],
    ["number-count", hinge(`${limit}<axis xyz="0 1"/>`), 4, "axis/@xyz"],
    ["not-a-number", hinge(`${limit}<axis xyz="0 1 z"/>`), 4, "axis/@xyz"],
    ["not-a-number", hinge(`${limit}<origin xyz="0 1 nan"/>`), 4, "origin/@xyz"],
    ["not-a-number", hinge(`${limit}<origin xyz="0 1 1e999"/>`), 4, "origin/@xyz"],
    ["angle-range", hinge(`${limit}<origin rpy="0 1e300 0"/>`), 4, "origin/@rpy"],
    ["reversed-limits", hinge(`<limit lower="1" upper="-1" effort="1" velocity="1"/>`), 4, "limit"],
    ["negative-value", hinge(`${limit}<dynamics damping="-1"/>`), 4, "dynamics/@damping"],
    ["negative-value", hinge(`<limit lower="-1" upper="1" effort="-1" velocity="1"/>`), 4, "limit/@effort"],
    ["unknown-joint", hinge(`${limit}<mimic joint="k"/>`), 4, "mimic/@joint"],
    ["mimic-cycle", hinge(`${limit}<mimic joint="j"/>`), 4, "mimic/@joint"],
    ["missing-element", robot(`<link name="a"><inertial><mass value="1"/></inertial></link>`), 2, "inertial"],
  ])("%s", (code, text, line, path) => {
    const [first] = mistakesIn(text);
    expect(first).toMatchObject({ code, line });
    expect(first.path).toContain(path);
    expect(first.message).toMatch(/\. [A-Z][^.]*.*[.?]$/s);
  });

  test("numbers that a macro was to give are told as such, however many words it has", () => {
    const [first] = mistakesIn(hinge(`${limit}<origin xyz="$(optenv IMU_XYZ 0.19 0 0.149)"/>`));
    expect(first).toMatchObject({ code: "number-count", line: 4 });
    expect(first.message).toContain("is a macro");
    expect(first.message).toContain("xacro");
  });

  test("the message says file, line, column, path and fix, and the nearest name there is", () => {
    const text = robot(link("arm"), joint("j", "arm", "amr"));
    expect(() => readUrdf(text, { file: "bad.urdf" })).toThrow(
      `bad.urdf:3:57: robot/joint[@name='j']/child/@link: child of joint "j" is link "amr", which is unknown. Did you mean "arm"?`,
    );
  });

  test("all mistakes are told at once", () => {
    const text = robot(
      `<link name="a"><inertial><mass value="x"/><inertia ixx="1" iyy="1" izz=""/></inertial></link>`,
      joint("j", "a", "b", `<origin xyz="1,5 0 0"/>`),
    );
    const codes = mistakesIn(text).map(({ code, message }) => `${code} ${message}`);
    expect(codes).toHaveLength(3);
    expect(codes.join()).toMatch(/decimal point/);
  });

  test("a macro in a number is told from a slip", () => {
    expect(mistakesIn(hinge(`${limit}<origin xyz="0 0 $\{d}"/>`))[0].message).toContain("xacro");
  });
});

const inertial = (kg: number, ...six: number[]): string => {
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = six;
  return `<inertial><mass value="${kg}"/><inertia ixx="${xx}" iyy="${yy}" izz="${zz}" ixy="${xy}" ixz="${xz}" iyz="${yz}"/></inertial>`;
};

describe("mass properties that no body can have", () => {
  test.each([
    ["inertia without mass", inertial(0, 0.1, 0.1, 0.1), /mass is 0 kg/],
    ["negative mass", inertial(-1, 0.1, 0.1, 0.1), /mass is -1 kg/],
    ["broken triangle inequality", inertial(1, 1, 1, 3), /exceed the sum/],
    ["indefinite tensor", inertial(1, 1, 1, 1, 2), /negative/],
    ["negative moment", inertial(1, -1, 1, 1), /negative/],
  ])("%s: kept as written with a warning that names the link; strict refuses it", (_, inside, why) => {
    const text = robot(`<link name="palm">${inside}</link>`);
    const { model, warnings } = readUrdf(text);
    expect(warnings).toMatchObject([{ code: "unphysical-mass", line: 2 }]);
    expect(warnings[0].message).toMatch(/^link "palm": /);
    expect(warnings[0].message).toMatch(why);
    const [body] = model.bodies;
    expect(body.unphysical).toBe(true);
    expect([body.mass, ...body.inertia].map((x) => (Object.is(x, -0) ? 0 : x))).toEqual(
      ["value", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"].map((name) =>
        Number(new RegExp(`${name}="([^"]*)"`).exec(inside)?.[1]),
      ),
    );
    expect(mistakesIn(text, true)).toMatchObject([{ code: "unphysical-mass", line: 2 }]);
  });

  test("a flat plate, whose moments add up, is a body", () => {
    const text = robot(`<link name="plate">${inertial(1, 0.1, 0.2, 0.3)}</link>`);
    expect(readUrdf(text, { strict: true }).warnings).toEqual([]);
  });
});

describe("what is not used is listed by name and line", () => {
  const warned = (text: string): readonly string[] =>
    readUrdf(text).warnings.map(({ line, code, message }) => `${line} ${code} ${message}`);

  test.each([
    ["gazebo", robot(link("a"), `<gazebo reference="a"><mu1>0.2</mu1></gazebo>`), /^3 unsupported-element <gazebo>/],
    [
      "ros2_control",
      robot(link("a"), `<ros2_control name="c" type="system"/>`),
      /^3 unsupported-element <ros2_control> "c"/,
    ],
    ["sensor", robot(link("a"), `<sensor name="s"/>`), /^3 unsupported-element <sensor> "s"/],
    ["an unknown element", robot(link("a"), "<lnik/>"), /^3 unknown-element <lnik>.*"link"/],
    ["an unknown attribute", robot(`<link name="a" tpye="x"/>`), /^2 unknown-attribute attribute "tpye"/],
    ["text", robot(link("a"), "hello"), /^1 unknown-text the text "hello"/],
    ["contact of a link", robot(`<link name="a"><contact/></link>`), /^2 unknown-element <contact>/],
    [
      "safety controllers",
      hinge(`${limit}<safety_controller k_velocity="1"/>`),
      /^4 unsupported-element <safety_controller>/,
    ],
    ["calibration", hinge(`${limit}<calibration rising="0"/>`), /^4 unsupported-element <calibration>/],
    ["extensions of dynamics", hinge(`${limit}<dynamics damping="0" mu="1"/>`), /^4 unknown-attribute attribute "mu"/],
    [
      "dynamics of a fixed joint",
      robot(link("a"), link("b"), joint("j", "a", "b", `<dynamics damping="1"/>`)),
      /^4 unsupported-element <dynamics>/,
    ],
    ["a second origin", hinge(`${limit}<origin xyz="1 0 0"/><origin/>`), /^4 repeated-element <origin>/],
    ["no limit", hinge(""), /^4 missing-element revolute joint "j" has no <limit>/],
    ["no effort", hinge(`<limit lower="0" upper="1" velocity="1"/>`), /^4 missing-attribute <limit> has no "effort"/],
    [
      "no lower end",
      hinge(`<limit upper="1" effort="1" velocity="1"/>`),
      /^4 missing-attribute <limit> has no "lower".*is 0/,
    ],
    [
      "textures",
      robot(link("a"), `<material name="m"><texture filename="x.png"/></material>`),
      /^3 unsupported-element <texture>/,
    ],
    [
      "unknown materials",
      robot(`<link name="a"><visual><geometry><sphere radius="1"/></geometry><material name="m"/></visual></link>`),
      /^2 unknown-material material "m"/,
    ],
    [
      "colours out of range",
      robot(link("a"), `<material name="m"><color rgba="255 0 0 1"/></material>`),
      /^3 color-range/,
    ],
    [
      "shapes without extent",
      robot(`<link name="a"><visual><geometry><sphere radius="0"/></geometry></visual></link>`),
      /^2 not-positive/,
    ],
    [
      "unknown solids",
      robot(`<link name="a"><visual><geometry><cone radius="1"/></geometry></visual></link>`),
      /^2 unknown-element <cone>/,
    ],
    ["a robot without a name", `<robot>${link("a")}</robot>`, /^1 missing-attribute <robot> has no name/],
    [
      "transmissions of other kinds",
      robot(link("a"), `<transmission name="t"><type>x/FourBar</type></transmission>`),
      /^3 unsupported-element <transmission> "t"/,
    ],
  ])("%s", (_, text, expected) => {
    expect(warned(text)).toContainEqual(expect.stringMatching(expected));
  });

  test("a link called ground, or with a slash, gets another name, and that is told", () => {
    const text = robot(
      link("base"),
      link("ground"),
      link("a/b"),
      joint("j", "base", "ground"),
      joint("k", "base", "a/b"),
    );
    const { model, warnings } = readUrdf(text);
    expect(model.bodies.map(({ name }) => name)).toEqual(["base", "ground_link", "a_b"]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ["renamed", 3],
      ["renamed", 4],
    ]);
  });

  test("a joint called root gives way to the joint that the reader adds", () => {
    const { model, warnings } = readUrdf(robot(link("a"), link("b"), joint("root", "a", "b")));
    expect(model.joints.map(({ name }) => name)).toEqual(["root", "root_joint"]);
    expect(warnings).toMatchObject([{ code: "renamed", line: 4 }]);
  });
});
