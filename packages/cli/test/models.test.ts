import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { everySystem, systems } from "kinetree/systems";
import { readJsonModel } from "kinetree/formats";
import { afterAll, describe, expect, test } from "vitest";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;
const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);

const robot = `<?xml version="1.0"?>
<robot name="two links">
  <link name="base"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="arm"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
</robot>
`;
const unphysical = robot.replace('izz="0.01"', 'izz="9"');

describe("kinetree models", () => {
  test("lists every built-in model", () => {
    const listed = JSON.parse(kinetree(["models", "--json"]).stdout) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(everySystem.map(({ name }) => name));
  });

  test("describes one, of the size asked for", () => {
    const lander = kinetreeJson(["models", "lander", "--size", "legs=3"]) as { bodies: string[]; joints: unknown[] };
    expect([lander.bodies.length, lander.joints.length]).toEqual([7, 7]);
  });

  test("suggests the nearest name", () => {
    const { code, stderr } = kinetree(["models", "pendlum"]);
    expect(stderr).toContain('Did you mean "pendulum"?');
    expect(code).toBe(2);
  });
});

describe("kinetree check", () => {
  test("counts what is there", () => {
    write("robot.urdf", robot);
    expect(kinetreeJson(["check", "robot.urdf"], { cwd })).toMatchObject({
      model: "two links",
      counts: { degreesOfFreedom: 1, loops: 0 },
      formulation: { name: "articulated" },
    });
  });

  test("a free base has six degrees of freedom more", () =>
    expect(kinetreeJson(["check", "robot.urdf", "--base", "free"], { cwd })).toMatchObject({
      counts: { degreesOfFreedom: 7 },
      masses: { total: 3 },
    }));

  test("mass properties that no body can have are a warning that names the link; --strict makes it an error", () => {
    write("odd.urdf", unphysical);
    const { code, stderr } = kinetree(["check", "odd.urdf"], { cwd });
    expect(stderr).toMatch(/warning: odd\.urdf:\d+:\d+: .*arm/);
    expect(stderr.match(/body has that/g)).toHaveLength(1);
    expect(code).toBe(0);
    const strict = kinetree(["check", "odd.urdf", "--strict"], { cwd });
    expect(strict.stderr).toContain("arm");
    expect(strict.code).toBe(1);
  });

  test("a base is for robots: exit code 2 for a model in JSON", () => {
    write("p.json", kinetree(["convert", "pendulum", "--to", "json"]).stdout);
    const { code, stderr } = kinetree(["check", "p.json", "--base", "free"], { cwd });
    expect(stderr).toContain('--base free has no effect on "p.json"');
    expect(code).toBe(2);
  });

  test("a file that is no model: every mistake with file, line and path, exit code 1", () => {
    write("wrong.json", '{\n  "kinetree": 1,\n  "bodies": [{ "name": "a", "mass": "heavy" }]\n}');
    const { code, stdout, stderr } = kinetree(["check", "wrong.json"], { cwd });
    expect(stderr).toMatch(/^wrong\.json:3:\d+: bodies\[0\]\.mass: .*"heavy"/m);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const { error } = JSON.parse(kinetree(["check", "wrong.json", "--json"], { cwd }).stdout) as {
      error: { issues: { path: string; line: number }[] };
    };
    expect(error.issues[0]).toMatchObject({ line: 3 });
  });

  test("--json prints where a mistake and a warning are in the file, and nothing of where they are in the model", () => {
    const file = (axis: readonly number[]): string =>
      JSON.stringify({
        kinetree: 1,
        bodies: [{ name: "a", mass: 1, inertia: [1, 1, 9], unphysical: true }],
        joints: [{ kind: "revolute", name: "j", parent: "ground", child: "a", axis, coordinates: { lower: 1 } }],
      });
    const keysOf = (issues: readonly object[]): string[][] => issues.map((each) => Object.keys(each).sort());
    const keys = ["code", "column", "line", "message", "path", "value"];
    write("odd.json", file([0, 0, 1]));
    const { warnings } = JSON.parse(kinetree(["check", "odd.json", "--json"], { cwd }).stdout) as {
      warnings: object[];
    };
    expect(keysOf(warnings)).toEqual([keys, ["code", "message", "path", "value"]]);
    write("wrong.json", file([0, 0, 0]));
    const { error } = JSON.parse(kinetree(["check", "wrong.json", "--json"], { cwd }).stdout) as {
      error: { issues: object[] };
    };
    expect(keysOf(error.issues)).toEqual([keys]);
  });

  test("a model on standard input", () => {
    const { code } = kinetree(["check", "-", "--format", "urdf"], { input: robot });
    expect(code).toBe(0);
  });

  test.each([
    { source: "robt.urdf", code: 3, says: 'Did you mean the file "robot.urdf"?' },
    { source: "doble-pendulum", code: 2, says: 'Did you mean the built-in model "double-pendulum"?' },
    { source: "qqqqq.urdf", code: 3, says: "there is no such file. Check the path" },
    { source: "robot.xml", code: 3, says: 'Did you mean the file "robot.urdf"?' },
    { source: "pendulum.json", code: 3, says: 'Did you mean the built-in model "pendulum"?' },
    { source: "nowhere/x.json", code: 3, says: "there is no such file" },
    { source: ".", code: 3, says: "" },
  ])("$source: exit code $code", ({ source, code, says }) => {
    const outcome = kinetree(["check", source], { cwd });
    expect(outcome.stderr).toContain(says);
    expect(outcome.code).toBe(code);
  });
});

describe("kinetree convert", () => {
  test.each(systems.map(({ name }) => name))("%s to JSON and back is the same model", (name) => {
    const text = kinetree(["convert", name, "--to", "json"]).stdout;
    expect(readJsonModel(text).model).toEqual(systems.find((each) => each.name === name)?.build());
  });

  test("URDF to JSON to URDF moves the same", () => {
    write("robot.urdf", robot);
    for (const [from, to] of [
      ["robot.urdf", "a.json"],
      ["a.json", "b.urdf"],
    ])
      expect(kinetree(["convert", from, to], { cwd }).code).toBe(0);
    const state = ["--state", '{"q": {"hinge": 0.3}, "v": {"hinge": 1}}'];
    const vdot = (file: string): unknown => kinetreeJson(["eval", file, ...state], { cwd })["vdot"];
    expect(vdot("b.urdf")).toEqual(vdot("robot.urdf"));
  });

  test("a file that is there is not replaced, unless --force says so", () => {
    write("there.json", "mine");
    const { code, stderr } = kinetree(["convert", "pendulum", "there.json"], { cwd });
    expect(stderr).toContain("--force");
    expect(code).toBe(3);
    expect(readFileSync(join(cwd, "there.json"), "utf8")).toBe("mine");
    expect(kinetree(["convert", "pendulum", "there.json", "--force"], { cwd }).code).toBe(0);
  });

  test("what URDF cannot say is refused by name, exit code 1", () => {
    const { code, stderr } = kinetree(["convert", "lander", "lander.urdf"], { cwd });
    expect(stderr).toContain("gravity");
    expect(code).toBe(1);
  });

  test.each([
    { args: ["pendulum"], says: "--to" },
    { args: ["pendulum", "x.yaml"], says: ".json or .urdf" },
    { args: ["pendulum", "x.json", "--to", "ulrd"], says: 'Did you mean "urdf"?' },
  ])("$args: exit code 2", ({ args, says }) => {
    const { code, stderr } = kinetree(["convert", ...args], { cwd });
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });
});

test("kinetree schema prints a JSON schema", () => {
  expect(kinetreeJson(["schema"])["$schema"]).toContain("json-schema.org");
  expect(kinetreeJson(["schema", "study"])["title"]).toContain("Study");
});

const hasShell = spawnSync("bash", ["--version"]).status === 0;
test.skipIf(!hasShell)("a reader that stops early is no failure (skipped where there is no bash)", () => {
  const program = fileURLToPath(new URL("../bin/kinetree.mjs", import.meta.url));
  const line = `"${process.execPath}" "${program}" convert n-pendulum --size n=300 --to json | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "{\n0\n", stderr: "" });
});
