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
