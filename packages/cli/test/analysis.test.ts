import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

/** Of the double pendulum of unit masses and lengths: ω² = g (2 ± √2). */
const squares = [2 - Math.SQRT2, 2 + Math.SQRT2].map((x) => 9.81 * x);

describe("kinetree linearize", () => {
  const found = kinetreeJson(["linearize", "double-pendulum"]) as unknown as {
    A: number[][];
    B: number[][];
    states: string[];
    inputs: string[];
    eigenvalues: { re: number; im: number }[];
  };

  test("names rows and columns", () => {
    expect(found.states).toEqual(["q.shoulder", "q.elbow", "v.shoulder", "v.elbow"]);
    expect(found.inputs).toEqual(["tau.shoulder", "tau.elbow"]);
    expect([found.A.length, found.A[0].length, found.B[0].length]).toEqual([4, 4, 2]);
  });

  test("has the eigenvalues of the textbooks", () => {
    const im = found.eigenvalues
      .map((each) => each.im)
      .filter((x) => x > 0)
      .sort((a, b) => a - b);
    im.forEach((omega, i) => expect(Math.abs(omega * omega - squares[i])).toBeLessThan(1e-12));
  });

  test("writes a table", () => {
    expect(kinetree(["linearize", "double-pendulum", "--out", "linear.csv"], { cwd }).code).toBe(0);
    const lines = readFileSync(join(cwd, "linear.csv"), "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe("row,q.shoulder,q.elbow,v.shoulder,v.elbow,tau.shoulder,tau.elbow");
    expect(lines).toHaveLength(5);
  });

  test("warns where the state is no equilibrium", () => {
    const { code, stderr } = kinetree(["linearize", "pendulum", "--state", '{"q": {"hinge": 1}}']);
    expect(stderr).toContain("no equilibrium");
    expect(code).toBe(0);
  });
});

describe("kinetree modes", () => {
  test("has the frequencies of the textbooks, undamped", () => {
    const { modes } = kinetreeJson(["modes", "double-pendulum"]) as unknown as {
      modes: { frequency: number; dampingRatio: number }[];
    };
    modes.forEach(({ frequency, dampingRatio }, i) => {
      expect(Math.abs(frequency - Math.sqrt(squares[i]) / (2 * Math.PI))).toBeLessThan(1e-14);
      expect(dampingRatio).toBeCloseTo(0, 15);
    });
  });

  test("refuses a state that is no equilibrium, and --settle finds one", () => {
    const args = ["modes", "double-pendulum", "--state", '{"q": {"shoulder": 1}}'];
    const { code, stderr } = kinetree(args);
    expect(stderr).toMatch(/^kinetree: joint "\w+": a force of \S+ .*Add --settle/);
    expect(code).toBe(2);
    expect(kinetree([...args, "--settle"]).code).toBe(0);
  });

  test("a motion that nothing resists is listed once beside damped ones", () => {
    const { modes } = kinetreeJson(["modes", "flexible-arm", "--settle", "--count", "3"]) as unknown as {
      modes: { isRigid: boolean; dampingRatio: number }[];
    };
    expect(modes.map(({ isRigid }) => isRigid)).toEqual([true, false, false]);
    for (const { dampingRatio } of modes.slice(1)) expect(dampingRatio).toBeGreaterThan(0);
  });

  test("a mechanism that floats under loads: its own frequencies, --unloaded", () => {
    const body = (name: string) => ({ name, mass: 1, inertia: [1, 1, 1] });
    const float = { kind: "prismatic", name: "float", parent: "ground", child: "left", axis: [1, 0, 0] };
    const spring = { kind: "prismatic", name: "spring", parent: "left", child: "right", axis: [1, 0, 0] };
    const pushed = {
      kinetree: 1,
      name: "pushed",
      bodies: [body("left"), body("right")],
      joints: [float, { ...spring, coordinates: { stiffness: 2 } }],
      loads: [{ kind: "wrench", name: "push", at: "right", along: "world", force: [1, 0, 0] }],
    };
    writeFileSync(join(cwd, "pushed.json"), JSON.stringify(pushed));
    expect(kinetree(["modes", "pushed.json"], { cwd }).stderr).toContain("is not balanced");
    const { modes } = kinetreeJson(["modes", "pushed.json", "--unloaded"], { cwd }) as unknown as {
      modes: { isRigid: boolean; angularFrequency: number }[];
    };
    expect(modes.map(({ isRigid }) => isRigid)).toEqual([true, false]);
    expect(modes[1].angularFrequency).toBeCloseTo(2, 12);
  });

  test("--count gives the lowest ones", () => {
    const found = (more: readonly string[]): unknown[] =>
      kinetreeJson(["modes", "double-pendulum", ...more])["modes"] as unknown[];
    expect(found(["--count", "1"])).toEqual(found([]).slice(0, 1));
    expect(kinetree(["modes", "double-pendulum", "--count", "none"]).code).toBe(2);
  });
});

describe("kinetree equilibrium", () => {
  test("writes a state that --state takes, in which nothing accelerates", () => {
    const start = ["--state", '{"q": {"shoulder": 1, "elbow": -2}}'];
    expect(kinetree(["equilibrium", "double-pendulum", ...start, "--out", "rest.json"], { cwd }).code).toBe(0);
    const { vdot } = kinetreeJson(["eval", "double-pendulum", "--state", "rest.json"], { cwd }) as unknown as {
      vdot: Record<string, number>;
    };
    for (const x of Object.values(vdot)) expect(Math.abs(x)).toBeLessThan(1e-8);
  });

  test("a lander rests on its legs: internal states are written, read and linearised", () => {
    const { code, stdout } = kinetree(["equilibrium", "europa-lander", "--out", "landed.json"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/foot0, standard-linear-solid +0\.2144/);
    const state = ["--state", "landed.json"];
    const { states, zdot } = kinetreeJson(["linearize", "europa-lander", ...state], { cwd }) as unknown as {
      states: string[];
      zdot: number[];
    };
    expect(states).toContain("foot5, lugre 2");
    for (const rate of zdot) expect(Math.abs(rate)).toBeLessThan(1e-9);
    const found = kinetree(["modes", "europa-lander", ...state, "--count", "12"], { cwd });
    expect(found.stdout).toContain("time constant [s]");
  });

  test("finds the upright pendulum when asked for the nearest", () => {
    const found = kinetreeJson(["equilibrium", "pendulum", "--find", "nearest", "--state", '{"q": {"hinge": 3}}']);
    expect(found["isStable"]).toBe(false);
    const { q } = found["state"] as { q: { hinge: number } };
    expect(Math.abs(q.hinge - Math.PI)).toBeLessThan(1e-9);
  });

  test("what falls has none: exit code 1", () => {
    const { code, stderr } = kinetree(["equilibrium", "lander"]);
    expect(stderr).toContain("root");
    expect(code).toBe(1);
  });

  test("a pinned joint stays, and the force that holds it is told", () => {
    const args = ["equilibrium", "double-pendulum", "--pin", "shoulder", "--state", '{"q": {"shoulder": 1}}'];
    const found = kinetreeJson(args) as unknown as {
      state: { q: Record<string, number> };
      holding: Record<string, number>;
    };
    expect(found.state.q["shoulder"]).toBe(1);
    // The lower bob hangs straight down below the upper one: both weigh on the shoulder at the same arm.
    expect(Math.abs(Math.abs(found.holding["shoulder"]) - 2 * 9.81 * Math.sin(1))).toBeLessThan(1e-8);
  });
});

test.each(["pendulum", "four-bar"])("kinetree bench measures %s", (name) => {
  const { figures } = kinetreeJson(["bench", name, "--seconds", "20 ms"]) as unknown as {
    figures: Record<string, number>[];
  };
  expect(figures).toHaveLength(1);
  for (const name of ["compileMs", "accelerationNs", "batchNs", "stepsPerSecond", "realTimeFactor"])
    expect(figures[0][name]).toBeGreaterThan(0);
});

test.each(["modes", "linearize", "equilibrium", "eval"])("kinetree %s --json names the model", (command) => {
  expect(kinetreeJson([command, "pendulum"])["model"]).toBe("pendulum");
});
