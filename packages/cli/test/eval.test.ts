import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);

interface Evaluation {
  readonly vdot: Record<string, number | number[]>;
  readonly speeds: string[];
  readonly massMatrix: number[][];
  readonly bias: Record<string, number | number[]>;
  readonly energy: { kinetic: number; potential: number };
  readonly reactions: Record<string, number[]>;
  readonly bodies: Record<
    string,
    { position: number[]; quaternion: number[]; angularVelocity: number[]; linearVelocity: number[] }
  >;
}

const evaluate = (model: string, state: unknown, ...more: string[]): Evaluation =>
  kinetreeJson(["eval", model, "--state", JSON.stringify(state), ...more]) as unknown as Evaluation;

describe("the double pendulum at 0.3, -0.7 rad", () => {
  const [q1, q2, v1, v2] = [0.3, -0.7, 1.1, -0.4];
  const tau = { shoulder: 0.5, elbow: -0.2 };
  const found = evaluate("double-pendulum", { q: { shoulder: q1, elbow: q2 }, v: { shoulder: v1, elbow: v2 }, tau });
  const g = 9.81;

  test("has the mass matrix of the textbooks", () => {
    const c = Math.cos(q2);
    const expected = [
      [3 + 2 * c, 1 + c],
      [1 + c, 1],
    ];
    found.massMatrix.forEach((row, i) =>
      row.forEach((x, j) => expect(Math.abs(x - expected[i][j])).toBeLessThan(1e-14)),
    );
    expect(found.speeds).toEqual(["shoulder", "elbow"]);
  });

  test("has bias and accelerations with M vdot + bias = tau", () => {
    found.speeds.forEach((name, i) => {
      const left = found.massMatrix[i].reduce((sum, m, j) => sum + m * (found.vdot[found.speeds[j]] as number), 0);
      const right = tau[name as keyof typeof tau] - (found.bias[name] as number);
      expect(Math.abs(left - right)).toBeLessThan(1e-12);
    });
  });

  test("has the bias of the textbooks: gravity and centrifugal terms", () => {
    const s = Math.sin(q2);
    const gravity2 = g * Math.sin(q1 + q2);
    const bias1 = 2 * g * Math.sin(q1) + gravity2 - s * (2 * v1 * v2 + v2 * v2);
    expect(Math.abs((found.bias["shoulder"] as number) - bias1)).toBeLessThan(1e-13);
    expect(Math.abs((found.bias["elbow"] as number) - (gravity2 + s * v1 * v1))).toBeLessThan(1e-13);
  });

  test("has the energies of two point masses", () => {
    const height = -(2 * Math.cos(q1) + Math.cos(q1 + q2));
    expect(Math.abs(found.energy.potential - g * height)).toBeLessThan(1e-12);
    const [a, b] = found.massMatrix;
    const kinetic = 0.5 * (a[0] * v1 * v1 + 2 * a[1] * v1 * v2 + b[1] * v2 * v2);
    expect(Math.abs(found.energy.kinetic - kinetic)).toBeLessThan(1e-13);
  });

  test("has the applied torque among the reactions, about the hinge's axis", () => {
    expect(found.reactions["elbow"]).toHaveLength(6);
    expect(Math.abs(found.reactions["elbow"][1] - tau.elbow)).toBeLessThan(1e-12);
  });

  test("has bodies by name with all that the format says", () => {
    expect(Object.keys(found.bodies)).toEqual(["upper", "lower"]);
    const { position, quaternion, angularVelocity, linearVelocity } = found.bodies["lower"];
    expect([position.length, quaternion.length, angularVelocity.length, linearVelocity.length]).toEqual([3, 4, 3, 3]);
    expect(Math.abs(position[2] + Math.cos(q1))).toBeLessThan(1e-15);
    expect(Math.abs(angularVelocity[1] - (v1 + v2))).toBeLessThan(1e-15);
  });
});

describe("conventions of a state", () => {
  test("a hanging bob weighs on its joint with m g", () => {
    const { reactions } = evaluate("pendulum", {});
    const [, , , fx, fy, fz] = reactions["hinge"];
    expect([fx, fy]).toEqual([0, 0]);
    expect(Math.abs(fz - 9.81)).toBeLessThan(1e-14);
  });

  test("a free joint takes position, then quaternion w, x, y, z; speeds [angular, linear] in the child frame", () => {
    const half = Math.SQRT1_2;
    // A quarter turn about z: the child's x axis is the world's y axis.
    const state = { q: { root: [1, 2, 3, half, 0, 0, half] }, v: { root: [0, 0, 0, 5, 0, 0] } };
    const { bodies, vdot } = evaluate("lander", state);
    expect(bodies["base"].position).toEqual([1, 2, 3]);
    const [x, y, z] = bodies["base"].linearVelocity;
    expect(Math.abs(x)).toBeLessThan(1e-14);
    expect(Math.abs(y - 5)).toBeLessThan(1e-14);
    expect(z).toBe(0);
    expect(vdot["root"]).toHaveLength(6);
  });

  test("a file, standard input and the command line give the same", () => {
    const text = JSON.stringify({ q: { hinge: 0.4 } });
    const path = join(folder.path, "state.json");
    writeFileSync(path, text);
    const inline = kinetree(["eval", "pendulum", "--json", "--state", text]).stdout;
    expect(kinetree(["eval", "pendulum", "--json", "--state", path]).stdout).toBe(inline);
    expect(kinetree(["eval", "pendulum", "--json", "--state", "-"], { input: text }).stdout).toBe(inline);
  });

  test("both formulations give the same accelerations", () => {
    const state = { q: { shoulder: 1, elbow: 2 }, v: { elbow: 3 } };
    const [a, b] = ["articulated", "mass-matrix"].map((name) =>
      evaluate("double-pendulum", state, "--formulation", name),
    );
    for (const joint of ["shoulder", "elbow"])
      expect(Math.abs((a.vdot[joint] as number) - (b.vdot[joint] as number))).toBeLessThan(1e-12);
  });
});

describe("what is wrong with a state is named with file, field, value and fix", () => {
  const cases = [
    { text: '{"q": {"hing": 1}}', says: ["q", 'joint "hing" is unknown', 'Did you mean "hinge"?'] },
    { text: '{"q": {"hinge": [1, 2]}}', says: ["q", 'joint "hinge"', "2 coordinates", "needs 1"] },
    { text: '{"Q": {}}', says: ['the key "Q" is unknown', 'Did you mean "q"?'] },
    { text: '{"v": {"hinge": "fast"}}', says: ["v.hinge", '"fast"'] },
    { text: '{"v": {"hinge": [null]}}', says: ["v.hinge[0]", "null", "must be a number"] },
    { text: "[1, 2]", says: ["a list", "must be an object"] },
    { text: '{"q": ', says: ["JSON"] },
    { text: "", says: ["JSON"] },
    { text: '{"u": {"motor": 1}}', says: ["u", 'actuator "motor" is unknown'] },
    { text: '{"t": "now"}', says: ["t", '"now"'] },
  ];
  test.each(cases)("$text", ({ text, says }) => {
    const path = join(folder.path, "wrong.json");
    writeFileSync(path, text);
    const { code, stdout, stderr } = kinetree(["eval", "pendulum", "--state", path]);
    for (const part of [path, ...says]) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test.each([
    { text: '{\n "q": {\n  "hinge": [1,\n 2]}}', place: "3:12: q.hinge" },
    { text: '{\n "v": {\n  "hing": 1}}', place: "3:11: v.hing" },
    { text: '{\n "v": {\n  "hinge": "1 kg"}}', place: "3:12: v.hinge" },
    { text: '{"q": {"hinge": 1},\n "q": {}}', place: '2:2: q: key "q" is already on line 1' },
    { text: '{"q": {}}\n x', place: "2:2: this is no JSON" },
  ])("$text: at $place", ({ text, place }) => {
    writeFileSync(join(folder.path, "wrong.json"), text);
    const { stderr } = kinetree(["eval", "pendulum", "--state", "wrong.json"], { cwd: folder.path });
    expect(stderr.startsWith(`wrong.json:${place}`)).toBe(true);
    const { stdout } = kinetree(["eval", "pendulum", "--state", "wrong.json", "--json"], { cwd: folder.path });
    const [line, column] = place.split(":").map(Number);
    expect(JSON.parse(stdout)).toMatchObject({ error: { issues: [{ line, column }] } });
  });

  test.each([
    { given: "[]", says: "the state is a list, must be an object" },
    { given: "null", says: "the state is null, must be an object" },
    { given: "12", says: "the state is 12, must be an object" },
    { given: "", says: "--state is empty" },
  ])("--state '$given': exit code 2", ({ given, says }) => {
    const { code, stderr } = kinetree(["eval", "pendulum", "--state", given]);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });

  test("a state file that is not there: exit code 3", () => {
    const { code, stderr } = kinetree(["eval", "pendulum", "--state", "nowhere.json"]);
    expect(stderr).toContain('cannot read "nowhere.json": there is no such file or folder (ENOENT)');
    expect(code).toBe(3);
  });
});

test("without --json a table is printed", () => {
  const { code, stdout } = kinetree(["eval", "double-pendulum"]);
  expect(stdout).toMatch(/^shoulder +0 +/m);
  expect(code).toBe(0);
});
