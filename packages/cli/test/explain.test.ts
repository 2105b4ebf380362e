import { formulations } from "kinetree";
import { describe, expect, test } from "vitest";
import { kinetree, kinetreeJson } from "./support/command.js";

const quick = ["--seconds", "0.01"];

describe("kinetree explain", () => {
  const { code, stdout } = kinetree(["explain", "four-bar", ...quick]);

  test("succeeds", () => expect(code).toBe(0));

  test("prints sizes, and redundant rows by joint and direction", () => {
    expect(stdout).toMatch(/^loops +1$/m);
    expect(stdout).toMatch(/^closure rows +5, 3 of them redundant$/m);
    expect(stdout).toContain('joint "pin": tilt about x');
    expect(stdout).toMatch(/^degrees of freedom +1$/m);
  });

  test("names the bodies that the loop makes one", () => {
    expect(stdout).toMatch(/^compounds +crank, coupler, rocker; closed by pin; moved by \S/m);
  });

  test("has a row for every formulation, with units in the head", () => {
    expect(stdout).toContain("measured [us]");
    for (const { name } of formulations) expect(stdout).toMatch(new RegExp(`^${name}( \\*)? +(yes|no) `, "m"));
  });

  test("measures those that take the model", () => {
    expect(stdout).toMatch(/^mass-matrix(?: \*)? +yes +.* +[\d.e+]+ +[\d.e-]+ +[\d.]+$/m);
  });

  test("says which one is taken, and why", () => {
    const tree = kinetree(["explain", "pendulum", ...quick]).stdout;
    expect(tree).toMatch(/^articulated \* +yes/m);
    expect(tree).toMatch(/^taken \(\*\): articulated, tree without loops/m);
  });

  test("gives everything as JSON", () => {
    expect(kinetreeJson(["explain", "double-pendulum", ...quick])).toMatchObject({
      model: "double pendulum",
      sizes: { bodies: 2, joints: 2, speeds: 2, loops: 0, closureRows: 0, redundant: [], degreesOfFreedom: 2 },
      formulations: formulations.map(({ name }) => ({ name })),
      chosen: { name: "articulated" },
    });
  });

  test("a start that cannot be closed is told with the joint", () => {
    const outcome = kinetree(["explain", "four-bar", "--state", '{"q": {"crank": 0.3, "rocker": 9}}', ...quick]);
    expect(outcome.stderr).toContain('joint "pin" cannot be closed');
    expect(outcome.code).toBe(2);
  });
});
