import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { kinetree, kinetreeJson } from "./support/command.js";

const folder = mkdtempSync(join(tmpdir(), "kinetree-vehicle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const braking = ["test", "braking", "--vehicle", "double-track"];

describe("kinetree test", () => {
  test("lists tests, vehicles and tyres, and the options of one test", () => {
    const { stdout } = kinetree(["test", "--list"]);
    for (const name of ["iso4138", "sine-with-dwell", "hmmwv", "pac2002"]) expect(stdout).toContain(`  ${name} `);
    expect(kinetree(["test", "iso4138", "--list"]).stdout).toMatch(/^ {2}radius +100 m +/m);
  });

  test("prints numbers with units", () => {
    const { code, stdout } = kinetree([...braking, "--set", "speed=36 km/h"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stopping distance +[\d.]+ +m$/m);
  });

  test("an option in another unit is the same as in its own", () => {
    const inKmh = kinetreeJson([...braking, "--set", "speed=36 km/h"]);
    const inSi = kinetreeJson([...braking, "--set", "speed=10"]);
    expect(inKmh["numbers"]).toEqual(inSi["numbers"]);
    expect(inKmh).toMatchObject({ test: "braking", subject: "double-track", options: { speed: 10 } });
  });

  test("writes report, channels and curves, which another test is measured by", () => {
    const { code } = kinetree([...braking, "--out", at("data"), "--plots", at("curves")]);
    expect(code).toBe(0);
    expect(readdirSync(at("data")).sort()).toEqual(["channels.csv", "report.json"]);
    expect(readdirSync(at("curves")).sort()).toEqual(["ax.svg", "speed.svg", "yawRate.svg"]);
    expect(readFileSync(at("curves/speed.svg"), "utf8")).toMatch(/^<svg /);
    const again = kinetreeJson([...braking, "--measured", at("data/channels.csv")]);
    const scores = again["measured"] as { name: string; rmsError: number; delay: number }[];
    expect(scores.find(({ name }) => name === "speed")).toMatchObject({ rmsError: 0, delay: 0 });
    expect(kinetree([...braking, "--out", at("data")]).stderr).toContain("--force");
  });

  test.each([
    [["test"], "kinetree test --list"],
    [["test", "iso4139"], "iso4138"],
    [[...braking, "--set", "fiction=1"], "friction"],
    [[...braking, "--set", "speed=3 kg"], "speed"],
    [[...braking, "--tyre", "pac2003"], "pac2002"],
    [["rig", "tire"], "tyre"],
  ])("%j is refused with the way out", (args, text) => {
    const { code, stderr } = kinetree(args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(text);
  });

  test("a file without a channel of the test is refused", () => {
    writeFileSync(at("other.csv"), "time,pressure\n0,1\n1,2\n");
    const { code, stderr } = kinetree([...braking, "--measured", at("other.csv")]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("pressure");
  });
});

test("kinetree rig prints the numbers of its curves", () => {
  const { stdout } = kinetree(["rig", "tyre", "--set", "tyre=brush", "--set", "sweep=slip"]);
  expect(stdout).toMatch(/^brush: largest longitudinal force over load +0\.8/m);
});
