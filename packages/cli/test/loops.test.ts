import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kinetree, kinetreeJson } from "./support/command.js";

describe("kinetree run of a closed loop", () => {
  test.each(["projection", "baumgarte"])("--drift %s / runs, with its energy", (drift) => {
    const args = ["run", "four-bar", "--t-end", "0.2", "--formulation", "tree-augmented", "--drift", drift];
    const report = kinetreeJson(args);
    expect(report).toMatchObject({ end: "finished", formulation: "tree-augmented" });
    expect((report["energy"] as { relative: number }).relative).toBeLessThan(1e-6);
  });

  test("a kind of drift control that there is not / refused, with those that there are", () => {
    const { code, stderr } = kinetree(["run", "four-bar", "--drift", "projektion"]);
    expect(code).toBe(2);
    expect(stderr).toContain("projection");
  });
});

describe("kinetree check of a closed loop", () => {
  test("redundant rows / do not make the freedoms negative", () => {
    const { counts } = kinetreeJson(["check", "four-bar"]) as { counts: Record<string, number> };
    expect(counts["degreesOfFreedom"]).toBe(1);
  });
});

describe("kinetree eval of a closed loop", () => {
  const state = '{"q": {"crank": 0.7}, "v": {"crank": 2}}';
  interface Evaluation {
    readonly vdot: Record<string, number>;
    readonly closureForces: readonly {
      readonly direction: string;
      readonly force: number;
      readonly isUnique: boolean;
    }[];
    readonly undetermined: Record<string, string[]>;
    readonly independent: { readonly speeds: string[]; readonly massMatrix: number[][]; readonly bias: number[] };
    readonly drive: {
      readonly forces: { readonly name: string; readonly value: number }[];
      readonly undetermined: string[];
      readonly unreachable: unknown[];
    };
  }
  const evaluate = (...more: string[]): Evaluation =>
    kinetreeJson(["eval", "four-bar", "--state", state, ...more]) as unknown as Evaluation;

  test.each(["embedded", "tree-augmented", "mass-matrix"])(
    "%s / equation of the one freedom, and closure forces",
    (by) => {
      const { vdot, independent, closureForces, undetermined } = evaluate("--formulation", by);
      const [speed] = independent.speeds;
      expect(Math.abs(independent.massMatrix[0][0] * vdot[speed] + independent.bias[0])).toBeLessThan(1e-11);
      expect(closureForces.filter(({ isUnique }) => isUnique)).toHaveLength(2);
      expect(undetermined["pin"]).toEqual(["torque x", "torque z", "force y"]);
    },
  );

  test("--accelerations with --drive / the torque of one motor; of two, neither is determined", () => {
    const one = evaluate("--accelerations", '{"crank": 3}', "--drive", "rocker").drive;
    expect([one.undetermined, one.unreachable]).toEqual([[], []]);
    const force = one.forces[0].value;
    const driven = kinetreeJson([
      "eval",
      "four-bar",
      "--state",
      `{"q": {"crank": 0.7}, "v": {"crank": 2}, "tau": {"rocker": ${force}}}`,
    ]) as unknown as Evaluation;
    expect(Math.abs(driven.vdot["crank"] - 3)).toBeLessThan(1e-10);
    const two = evaluate("--accelerations", '{"crank": 3}', "--drive", "rocker", "--drive", "crank").drive;
    expect(two.undetermined).toEqual(['joint "rocker"', 'joint "crank"']);
  });

  test("--drive without --accelerations, and accelerations that are none / refused", () => {
    expect(kinetree(["eval", "four-bar", "--drive", "crank"])).toMatchObject({ code: 2 });
    expect(kinetree(["eval", "four-bar", "--accelerations", "3"])).toMatchObject({ code: 2 });
    const { code, stderr } = kinetree(["eval", "four-bar", "--accelerations", '{"cranck": 3}']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('"crank"');
  });
});

describe("kinetree linearize of a closed loop", () => {
  const cwd = mkdtempSync(join(tmpdir(), "kinetree-descriptor-"));
  interface Linear {
    readonly E?: number[][];
    readonly A: number[][];
    readonly B: number[][];
    readonly states: string[];
    readonly inputs: string[];
  }
  const rest = join(cwd, "rest.json");

  test("--descriptor / all coordinates, speeds and forces of closures, about a state of rest", () => {
    expect(kinetree(["equilibrium", "four-bar", "--out", rest]).code).toBe(0);
    const { E, A, B, states, inputs } = kinetreeJson([
      "linearize",
      "four-bar",
      "--state",
      rest,
      "--descriptor",
    ]) as unknown as Linear;
    expect(states.slice(0, 6)).toEqual(["q.crank", "q.coupler", "q.rocker", "v.crank", "v.coupler", "v.rocker"]);
    expect(states.slice(6)).toEqual(['joint "pin", displacement along x', 'joint "pin", displacement along y']);
    expect(inputs).toEqual(["tau.crank", "tau.coupler", "tau.rocker"]);
    expect([E?.length, E?.[0].length, A.length, B[0].length]).toEqual([8, 8, 8, 3]);
    expect(
      E?.slice(6)
        .flat()
        .every((x) => x === 0),
    ).toBe(true);
    const independent = kinetreeJson(["linearize", "four-bar", "--state", rest]) as unknown as Linear;
    expect(independent.states).toHaveLength(2);
  });

  test("--descriptor --out / a table of E, A and B", () => {
    const args = ["linearize", "four-bar", "--state", rest, "--descriptor", "--out", join(cwd, "linear.csv")];
    expect(kinetree(args).code).toBe(0);
    const [head, ...lines] = readFileSync(join(cwd, "linear.csv"), "utf8").trimEnd().split("\n");
    expect(head.startsWith("row,E q.crank,")).toBe(true);
    expect(lines).toHaveLength(8);
  });

  test("--descriptor in motion / refused", () => {
    const { code, stdout } = kinetree(["linearize", "four-bar", "--descriptor", "--json"]);
    expect(code).not.toBe(0);
    expect((JSON.parse(stdout) as { error: { code: string } }).error.code).toBe("not-at-rest");
  });
});
