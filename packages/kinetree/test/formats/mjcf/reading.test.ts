import { describe, expect, test } from "vitest";
import { FormatError } from "../../../src/formats/format-error.js";
import { expanded } from "../../../src/formats/mjcf/equality.js";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { coordinateRelations } from "../../../src/model/constraints/coordinate-relation.js";
import type { Joint, Model } from "../../../src/model/types.js";
import { readerOf } from "./compare.js";

const world = (inside: string, before = "", after = ""): string =>
  `<mujoco model="m">${before}<worldbody>${inside}</worldbody>${after}</mujoco>`;
const ball = `<geom size=".1" contype="0" conaffinity="0"/>`;
const arm = `<body name="arm"><joint name="hinge" axis="0 1 0"/>${ball}</body>`;

const joint = (model: Model, name: string): Joint => {
  const found = model.joints.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no joint "${name}" among ${model.joints.map((j) => j.name).join(", ")}`);
  return found;
};

function errorOf(text: string, options: Parameters<typeof readMjcf>[1] = {}): FormatError {
  try {
    readMjcf(text, { file: "robot.xml", ...options });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("the text was read without complaint");
}

describe("joints", () => {
  test("several joints of a body become a chain through massless bodies, each under its own name", () => {
    const { model } = readMjcf(
      world(`<body name="leg"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/>${ball}</body>`),
    );
    expect(model.bodies.map(({ name, massless }) => [name, massless])).toEqual([
      ["leg_x", true],
      ["leg", false],
    ]);
    expect(model.joints.map(({ name, parent, child }) => [name, parent, child])).toEqual([
      ["x", "ground", "leg_x"],
      ["y", "leg_x", "leg"],
    ]);
  });

  test("bodies without joints are welded", () => {
    const { model } = readMjcf(world(`<body name="desk">${ball}</body>`));
    expect(joint(model, "weld_desk").kind).toBe("weld");
  });

  test("what has no name is called by its kind and its number in MuJoCo", () => {
    const { model } = readMjcf(world(`<body><joint/>${ball}<site/><body><joint/>${ball}</body></body>`));
    expect(model.bodies.map(({ name }) => name)).toEqual(["body1", "body2"]);
    expect(model.joints.map(({ name }) => name)).toEqual(["joint0", "joint1"]);
    expect(model.bodies[0].frames[0].name).toBe("site0");
  });

  test("a free joint without a name is the root", () => {
    const { model } = readMjcf(world(`<body name="b"><freejoint/>${ball}</body>`));
    expect(joint(model, "root")).toMatchObject({ kind: "free", parent: "ground", child: "b" });
  });

  test("ranges are in degrees, and only where they limit", () => {
    const read = (attributes: string): Joint =>
      joint(readMjcf(world(`<body name="b"><joint name="j" ${attributes}/>${ball}</body>`)).model, "j");
    expect(read(`range="-90 180"`).coordinates[0]).toMatchObject({ lower: -Math.PI / 2, upper: Math.PI });
    expect(read(`range="-90 180"`).kind).toBe("revolute");
    expect(read(`range="-90 180" limited="false"`).kind).toBe("continuous");
    expect(read(`range="-inf 180"`).coordinates[0]).toMatchObject({ lower: null, upper: Math.PI });
    expect(read(`type="slide" range="-1 2"`).coordinates[0]).toMatchObject({ lower: -1, upper: 2 });
  });

  test("actuator force limits of a joint are carried", () => {
    const { model } = readMjcf(world(`<body name="b"><joint name="j" actuatorfrcrange="-7 7"/>${ball}</body>`));
    expect(joint(model, "j").coordinates[0].maxForce).toBe(7);
  });

  test("where MuJoCo starts elsewhere than at zero, the state to start from is told", () => {
    const { warnings } = readMjcf(world(`<body name="b" pos="0 0 2"><freejoint name="f"/>${ball}</body>`));
    expect(warnings.find(({ code }) => code === "start-state")?.message).toContain(`"q": {"f": [0, 0, 2, 1, 0, 0, 0]}`);
  });
});

describe("base", () => {
  const fixed = world(`<body name="trunk">${ball}</body>`);
  const free = world(`<body name="trunk"><freejoint name="float"/>${ball}</body>`);
  test("free: a body in the world without joints gets the joint root", () => {
    expect(joint(readMjcf(fixed, { base: "free" }).model, "root").kind).toBe("free");
  });
  test("fixed: a free joint becomes a weld", () => {
    expect(joint(readMjcf(free, { base: "fixed" }).model, "weld_trunk").kind).toBe("weld");
  });
  test("free: a file with a free base stays as it is", () => {
    const scene = world(`<body name="trunk"><freejoint/>${ball}</body><body name="table">${ball}</body>`);
    expect(joint(readMjcf(scene, { base: "free" }).model, "weld_table").kind).toBe("weld");
  });
  test("free, with two bodies to choose from, is refused by their names", () => {
    const two = world(`<body name="trunk">${ball}</body><body name="table">${ball}</body>`);
    expect(errorOf(two, { base: "free" }).message).toContain(`"trunk", "table"`);
  });
});

describe("equality", () => {
  const pair = `<body name="a" pos="1 0 0"><joint name="p"/>${ball}<site name="s1" pos="0 .5 0"/></body>
    <body name="b" pos="0 2 0" euler="0 0 90"><joint name="q" ref="90"/>${ball}<site name="s2" pos=".3 0 0"/></body>`;
  const read = (inside: string): Model => readMjcf(world(pair, "", `<equality>${inside}</equality>`)).model;

  test("connect is a spherical joint that closes a loop, at the same point of the world on both bodies", () => {
    const loop = joint(read(`<connect name="pin" body1="a" body2="b" anchor=".5 0 0"/>`), "pin");
    expect(loop).toMatchObject({ kind: "spherical", role: "loop", parent: "a", child: "b" });
    expect(loop.X_parent_joint.position).toEqual([0.5, 0, 0]);
    // (1.5, 0, 0) in the world is (-2, -1.5, 0) in b, which stands at (0, 2, 0) turned by 90° about z.
    loop.X_child_joint.position.forEach((x, i) => expect(x).toBeCloseTo([-2, -1.5, 0][i], 14));
  });

  test("connect between sites joins the sites", () => {
    const loop = joint(read(`<connect name="pin" site1="s1" site2="s2"/>`), "pin");
    expect([loop.X_parent_joint.position, loop.X_child_joint.position]).toEqual([
      [0, 0.5, 0],
      [0.3, 0, 0],
    ]);
  });

  test("weld holds the bodies as they stand, or as relpose says", () => {
    const asDrawn = joint(read(`<weld name="w" body1="a" body2="b"/>`), "w");
    expect(asDrawn).toMatchObject({ kind: "weld", role: "loop" });
    asDrawn.X_parent_joint.position.forEach((x, i) => expect(x).toBeCloseTo([-1, 2, 0][i], 14));
    const said = joint(read(`<weld name="w" body1="a" relpose="1 2 3 1 0 0 0"/>`), "w");
    expect(said).toMatchObject({ parent: "a", child: "ground" });
    expect(said.X_parent_joint.position).toEqual([1, 2, 3]);
  });

  test("joint is a coupler whose polynomial is in the coordinate itself, references worked in", () => {
    const { constraints } = read(`<joint name="g" joint1="p" joint2="q" polycoef=".1 2 3 0 0"/>`);
    const r = Math.PI / 2;
    // p = 0.1 + 2 (q - r) + 3 (q - r)²
    expect(constraints[0]).toMatchObject({ name: "g", driven: { joint: "p" }, driving: { joint: "q" } });
    const [{ polynomial }] = coordinateRelations(constraints);
    [0.1 - 2 * r + 3 * r * r, 2 - 6 * r, 3].forEach((c, k) => expect(polynomial[k]).toBeCloseTo(c, 12));
  });

  test("joint without a second one holds the first at its reference plus the constant", () => {
    const { constraints } = read(`<joint joint1="q" polycoef=".25"/>`);
    expect(constraints[0]).toMatchObject({ driving: null, polynomial: [Math.PI / 2 + 0.25] });
  });

  test("what is inactive is left out and told", () => {
    const { model, warnings } = readMjcf(
      world(pair, "", `<equality><weld name="off" body1="a" body2="b" active="false"/></equality>`),
    );
    expect(model.joints.every(({ role }) => role !== "loop")).toBe(true);
    expect(warnings).toContainEqual(expect.objectContaining({ code: "unsupported-element", value: "off" }));
  });

  test("a shifted polynomial has the values of the one it came from", () => {
    const a = [1, -2, 0.5, 3];
    const c = expanded(a, 0.7);
    for (const x of [-1, 0, 2.5]) {
      const ours = c.reduce((sum, ck, k) => sum + ck * x ** k, 0);
      expect(ours).toBeCloseTo(
        a.reduce((sum, ak, k) => sum + ak * (x - 0.7) ** k, 0),
        12,
      );
    }
  });
});

describe("mass properties that no body can have", () => {
  const text = world(`<body name="b"><joint name="j"/>\n<inertial pos="0 0 0" mass="1" diaginertia="1 1 5"/></body>`);
  test("are kept as written, with a warning that names the body and the line", () => {
    const { model, warnings } = readMjcf(text);
    expect(model.bodies[0]).toMatchObject({ unphysical: true, inertia: [1, 1, 5, 0, 0, 0] });
    expect(warnings.find(({ code }) => code === "unphysical-mass")).toMatchObject({
      line: 2,
      message: expect.stringContaining(`"b"`) as string,
    });
  });
  test("are errors where strict", () => {
    expect(errorOf(text, { strict: true }).issues[0]).toMatchObject({ code: "unphysical-mass", line: 2 });
  });
});

describe("what is not supported is told by name and line", () => {
  const text = `<mujoco>
<option timestep="0.001" integrator="RK4"/>
<visual><global fovy="40"/></visual>
<worldbody>
<camera name="eye" pos="1 0 0"/>
<body name="b">
<joint name="j" solreflimit=".01 1"/>
<geom size=".1" friction="1 .1 .1"/>
<geom size=".1" pos="1 0 0" friction="1 .1 .1"/>
</body>
</worldbody>
<tendon><fixed name="rope"><joint joint="j" coef="1"/></fixed></tendon>
<sensor><jointpos name="encoder" joint="j"/></sensor>
<actuator>
<muscle name="biceps" joint="j"/>
<position name="servo" joint="j" kp="3" forcerange="-1 1"/>
<motor name="winch" tendon="rope"/>
</actuator>
<keyframe><key name="home" qpos="1"/></keyframe>
</mujoco>`;
  const { warnings } = readMjcf(text);
  test.each([
    [2, "timestep"],
    [2, "integrator"],
    [3, "<visual>"],
    [5, `<camera> "eye"`],
    [7, "solreflimit"],
    [8, "lines 8, 9"],
    [12, `<fixed> "rope"`],
    [13, `<jointpos> "encoder"`],
    [15, `<muscle> "biceps"`],
    [16, "forcerange"],
    [17, `<motor> "winch"`],
    [19, `<key> "home"`],
    [4, "2 geoms may collide"],
  ])("line %i: %s", (line, words) => {
    expect(warnings.filter((warning) => warning.line === line).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(words),
    );
  });
  test("warnings come in the order of the file", () => {
    const lines = warnings.map(({ line }) => line ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
  test("a model that says nothing beyond what is supported is read without warnings", () => {
    expect(readMjcf(world(arm)).warnings).toEqual([]);
  });
});

describe("shapes and frames", () => {
  test("geoms are shapes with full lengths, colours of their own or of their material", () => {
    const { model } = readMjcf(
      world(
        `<body name="b"><joint name="j"/><geom name="g" type="box" size=".1 .2 .3" rgba="1 0 0 1"/><geom name="c" type="capsule" size=".1 .2" material="steel" contype="0" conaffinity="0"/></body>`,
        `<asset><material name="steel" rgba=".5 .5 .6 1"/></asset>`,
      ),
    );
    const [g, c] = model.bodies[0].shapes;
    expect(g).toMatchObject({ name: "g", kind: "box", size: [0.2, 0.4, 0.6], color: [1, 0, 0, 1], use: "both" });
    expect(c).toMatchObject({
      name: "c",
      kind: "capsule",
      radius: 0.1,
      length: 0.4,
      color: [0.5, 0.5, 0.6, 1],
      use: "display",
    });
  });

  test("geoms and sites of the world belong to a body called world, fixed to the ground", () => {
    const { model } = readMjcf(world(`<geom size="1"/><site name="mark" pos="1 2 3"/>${arm}`));
    const body = model.bodies.find(({ name }) => name === "world");
    expect(body?.frames[0]).toMatchObject({ name: "mark", pose: { position: [1, 2, 3] } });
    expect(body?.massless).toBe(true);
    expect(joint(model, "weld_world")).toMatchObject({ kind: "weld", parent: "ground" });
  });

  test("meshes keep their path below meshdir", () => {
    const { model } = readMjcf(
      world(
        `<body name="b"><joint name="j"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="part" pos="1 0 0"/></body>`,
        `<compiler meshdir="meshes/"/><asset><mesh file="part.stl" scale=".001 .001 .001"/></asset>`,
      ),
    );
    expect(model.bodies[0].shapes[0]).toMatchObject({
      kind: "mesh",
      uri: "meshes/part.stl",
      scale: [0.001, 0.001, 0.001],
    });
  });
});

describe("include", () => {
  const files = {
    "arm.xml": `<mujocoinclude>${arm}</mujocoinclude>`,
    "loop.xml": `<mujocoinclude><include file="loop.xml"/></mujocoinclude>`,
    "broken.xml": `<mujocoinclude><body`,
  };
  const readFile = readerOf(files);
  test("puts in what the file holds", () => {
    expect(joint(readMjcf(world(`<include file="arm.xml"/>`), { readFile }).model, "hinge").child).toBe("arm");
  });
  test.each([
    ["missing.xml", "unreadable-file", "missing.xml"],
    ["loop.xml", "include-cycle", "loop.xml"],
    ["broken.xml", "xml-syntax", "broken.xml"],
  ])("%s is refused by its name", (file, code, words) => {
    const error = errorOf(world(`<include file="${file}"/>`), { readFile });
    expect(error.issues[0].code).toBe(code);
    expect(error.message).toContain(words);
  });
  test("files that include others twice are refused by their number, and not all read", () => {
    let reads = 0;
    const double = (path: string): string => {
      reads++;
      const next = `<include file="f${Number(path.slice(1, -4)) + 1}.xml"/>`;
      return `<mujocoinclude>${path === "f18.xml" ? "" : next + next}</mujocoinclude>`;
    };
    const error = errorOf(world(`<include file="f0.xml"/>`), { readFile: double });
    expect(error.issues.map(({ code }) => code)).toEqual(["include-count"]);
    expect(error.message).toMatch(/f\d+\.xml/);
    expect(reads).toBe(1000);
  });
  test("without access to files the error names the file", () => {
    expect(errorOf(world(`<include file="arm.xml"/>`)).message).toContain("arm.xml");
  });
});

describe("mistakes are told with file, line, path, value and fix", () => {
  test.each([
    [
      "unknown class",
      world(`<body name="b"><joint class="lag"/>${ball}</body>`, `<default><default class="leg"/></default>`),
      "unknown-class",
      `Did you mean "leg"?`,
    ],
    [
      "unknown keyword",
      world(`<body name="b"><joint type="hinged"/>${ball}</body>`),
      "unknown-keyword",
      `Did you mean "hinge"?`,
    ],
    [
      "unknown joint",
      world(arm, "", `<actuator><motor joint="hing"/></actuator>`),
      "unknown-joint",
      `Did you mean "hinge"?`,
    ],
    ["unknown body", world(arm, "", `<equality><weld body1="amr"/></equality>`), "unknown-body", `Did you mean "arm"?`],
    ["unknown mesh", world(`<body><geom type="mesh" mesh="x"/></body>`), "unknown-mesh", `"x"`],
    ["duplicate body", world(arm + arm), "duplicate-name", `"arm"`],
    ["wrong count", world(`<body pos="1 2"/>`), "number-count", `"1 2"`],
    ["no number", world(`<body pos="1 2 up"/>`), "not-a-number", `"up"`],
    ["size", world(`<body><geom type="box" size=".1"/></body>`), "geom-size", "3 numbers"],
    ["two orientations", world(`<body euler="1 0 0" quat="1 0 0 0"/>`), "orientation-twice", "Keep one"],
    ["zero quaternion", world(`<body quat="0 0 0 0"/>`), "no-direction", "1 0 0 0"],
    [
      "limited without a range",
      world(`<body><joint limited="true"/>${ball}</body>`),
      "reversed-limits",
      "Give a range",
    ],
    ["zero axis", world(`<body><joint axis="0 0 0"/>${ball}</body>`), "zero-axis", "direction"],
    [
      "deep free joint",
      world(`<body name="a"><body name="b"><freejoint/>${ball}</body></body>`),
      "misplaced-element",
      `"b"`,
    ],
    ["global coordinates", `<mujoco><compiler coordinate="global"/></mujoco>`, "global-coordinates", "2.3.3"],
    ["replicate without end", world(`<replicate count="1e9"><body/></replicate>`), "replicate-count", "1e9"],
    [
      "mesh that nobody can read",
      world(`<body name="b"><joint/><geom type="mesh" mesh="p"/></body>`, `<asset><mesh file="p.stl"/></asset>`),
      "missing-mass",
      "<inertial>",
    ],
    ["another root", `<robot/>`, "not-mjcf", "<robot>"],
  ])("%s", (_, text, code, words) => {
    const error = errorOf(text);
    const issue = error.issues.find((candidate) => candidate.code === code);
    expect(error.issues.map((candidate) => candidate.code)).toContain(code);
    expect(issue?.message).toContain(words);
    expect(issue?.line).toBe(1);
    expect(error.message).toMatch(/^robot\.xml:1:\d+: /);
  });
});

test("stray text and settings that MuJoCo dropped are told, also of included files", () => {
  const text = `<mujoco>></mujoco>`.replace("</", `<compiler exactmeshinertia="true"/><include file="arm.xml"/></`);
  const readFile = readerOf({ "arm.xml": `<?xml version="0.0"?><mujoco><worldbody>${arm}</worldbody></mujoco>` });
  const codes = readMjcf(text, { readFile }).warnings.map(({ code }) => code);
  expect([...codes].sort()).toEqual(["unknown-text", "unsupported-attribute", "xml-declaration"]);
});
