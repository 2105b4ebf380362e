import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { everySystem } from "kinetree/systems";
import { studies } from "@kinetree/study";
import { kinetree, kinetreeJson } from "./support/command.js";
import { fileURLToPath } from "node:url";

const offers = (...words: string[]): string[] =>
  kinetree(["__complete", "--", ...words])
    .stdout.split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")[0]);

describe("what may stand in a place", () => {
  test("commands", () => expect(offers("re")).toEqual(["resume"]));
  test("commands after help", () => expect(offers("help", "mod")).toEqual(["modes", "models"]));
  test("commands of a command", () => expect(offers("study", "re")).toEqual(["resume", "report", "replay"]));
  test("options of a command of a command", () => expect(offers("study", "run", "--se")).toEqual(["--seed", "--set"]));
  test("studies, and files", () =>
    expect(offers("study", "run", "")).toEqual([...studies.map(({ name }) => name), ":files"]));
  test("options of a command", () => expect(offers("run", "--int")).toEqual(["--integrator"]));
  test("values of an option", () =>
    expect(offers("run", "pendulum", "--integrator", "d")).toEqual(["dormand-prince", "dop853"]));
  test("models, and files", () =>
    expect(offers("run", "")).toEqual([...everySystem.map(({ name }) => name), ":files"]));
  test("parameters of the model", () =>
    expect(offers("run", "double-pendulum", "--set", "mass")).toEqual(["mass1=", "mass2="]));
  test("sizes of the model", () => expect(offers("run", "lander", "--size", "leg")).toEqual(["legs="]));
  test("files", () => expect(offers("run", "pendulum", "--state", "")).toEqual([":files"]));
  test("shells", () => expect(offers("completion", "")).toEqual(["bash", "zsh", "fish"]));
  test("nothing where anything may stand", () => expect(offers("run", "pendulum", "--t-end", "")).toEqual([]));
  test("nothing, and no complaint, for a model that is none", () =>
    expect(offers("run", "nowhere.json", "--set", "")).toEqual([]));
});

describe("scripts", () => {
  test.each(["bash", "zsh", "fish"])("%s gets one that asks the command", (shell) => {
    const { code, stdout } = kinetree(["completion", shell]);
    expect(stdout).toContain("kinetree __complete --");
    expect(code).toBe(0);
  });

  test("an unknown shell is refused with those there are", () => {
    const { code, stderr } = kinetree(["completion", "bsh"]);
    expect(stderr).toContain('Did you mean "bash"?');
    expect(code).toBe(2);
  });

  test("a shell without a script is not taken for another", () => {
    expect(kinetree(["completion", "tcsh"]).stderr).toContain("There are scripts for bash, zsh and fish.");
  });

  test("with --json, an object", () => {
    const script = kinetree(["completion", "fish"]).stdout;
    expect(kinetreeJson(["completion", "fish"])).toEqual({ shell: "fish", script });
  });

  const hasBash = spawnSync("bash", ["--version"]).status === 0;
  test.skipIf(!hasBash)("bash completes a model's name with it (skipped where there is no bash)", () => {
    const program = fileURLToPath(new URL("../bin/kinetree.mjs", import.meta.url));
    const script = `
      kinetree() { "${process.execPath}" "${program}" "$@"; }
      ${kinetree(["completion", "bash"]).stdout}
      COMP_WORDS=(kinetree run double) COMP_CWORD=2
      _kinetree
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(stdout).toBe("double-pendulum\n");
  });
});
