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
