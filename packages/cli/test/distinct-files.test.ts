import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinetree, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;
const path = (name: string): string => join(cwd, name);
const text = (name: string): string => readFileSync(path(name), "utf8");

const state = '{"q": {"hinge": 1}}';
const inputs = ["m.json", "m.csv", "r.csv.json", "s.json", "s.csv.json"];

beforeAll(() => {
  kinetree(["convert", "pendulum", "m.json"], { cwd });
  for (const name of ["m.csv", "r.csv.json"]) writeFileSync(path(name), text("m.json"));
  for (const name of ["s.json", "s.csv.json"]) writeFileSync(path(name), state);
  symlinkSync("m.json", path("link.json"));
  linkSync(path("m.json"), path("hard.json"));
  symlinkSync(".", path("here"));
});

describe("what is read is not written, and nothing is written twice: exit code 2, with both names", () => {
  test.each([
    { args: ["run", "m.json", "--checkpoint", "m.json"], names: ["--checkpoint", "MODEL"] },
    { args: ["run", "link.json", "--checkpoint", "hard.json"], names: ["hard.json", "link.json"] },
    { args: ["run", "m.json", "--checkpoint", "here/m.json"], names: ["here/m.json"] },
    { args: ["run", "m.csv", "--format", "json", "--out", "m.csv"], names: ["--out", "MODEL"] },
    { args: ["run", "r.csv.json", "--out", "r.csv"], names: ["beside --out", "MODEL"] },
    { args: ["run", "pendulum", "--state", "s.json", "--checkpoint", "s.json"], names: ["--checkpoint", "--state"] },
    { args: ["run", "pendulum", "--state", "s.csv.json", "--out", "s.csv"], names: ["beside --out", "--state"] },
    { args: ["run", "pendulum", "--out", "new.csv", "--checkpoint", "here/new.csv"], names: ["--checkpoint", "--out"] },
    {
      args: ["run", "pendulum", "--out", "new.csv", "--checkpoint", "new.csv.json"],
      names: ["--checkpoint", "beside"],
    },
    { args: ["convert", "m.json", "m.json"], names: ["OUT", "IN"] },
    { args: ["convert", "m.json", "link.json", "--force"], names: ["OUT", "IN"] },
    { args: ["equilibrium", "m.json", "--out", "hard.json", "--force"], names: ["--out", "MODEL"] },
    { args: ["equilibrium", "pendulum", "--state", "s.json", "--out", "s.json", "--force"], names: ["--state"] },
    { args: ["linearize", "m.json", "--out", "m.json", "--force"], names: ["--out", "MODEL"] },
    { args: ["plot", "m.csv", "q", "--out", "m.csv"], names: ["--out", "RESULT"] },
    { args: ["eval", "-", "--state", "-"], names: ["MODEL", "--state"] },
  ])("$args", ({ args, names }) => {
    const before = inputs.map(text);
    const { code, stdout, stderr } = kinetree(args, { cwd });
    for (const name of names) expect(stderr).toContain(name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(inputs.map(text)).toEqual(before);
    expect(existsSync(path("new.csv"))).toBe(false);
  });
});

describe("a checkpoint", () => {
  test("never replaces a file that is none: exit code 3, and no result is begun", () => {
    const args = ["run", "pendulum", "--t-end", "1", "--out", "kept.csv", "--checkpoint", "s.json"];
    const { code, stderr } = kinetree(args, { cwd });
    expect(stderr).toContain('"s.json" already exists and is no checkpoint');
    expect(code).toBe(3);
    expect(text("s.json")).toBe(state);
    expect(existsSync(path("kept.csv"))).toBe(false);
  });

  test("replaces an older one, and an empty file", () => {
    writeFileSync(path("c"), "");
    const args = ["run", "pendulum", "--t-end", "1", "--checkpoint", "c"];
    expect([kinetree(args, { cwd }).code, kinetree(args, { cwd }).code]).toEqual([0, 0]);
  });
});

test("several uses of one device are fine", () => {
  expect(kinetree(["run", "pendulum", "--t-end", "1", "--out", "/dev/null", "--state", "s.json"], { cwd }).code).toBe(
    0,
  );
});
