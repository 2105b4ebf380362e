import { describe, expect, test } from "vitest";
import { kinetree, kinetreeJson } from "./support/command.js";

const stiff = ["run", "examples/models/bushing-pendulum.json", "--tolerance", "1e-5", "--t-end", "0.2"];

describe("kinetree run --integrator", () => {
  test("bdf / says what Newton's iteration took", () => {
    const { code, stdout } = kinetree([...stiff, "--integrator", "bdf", "--max-order", "2"]);
    expect(stdout).toMatch(/^integrator +bdf, tolerance 0.00001$/m);
    expect(stdout).toMatch(/^implicit +\d+ evaluations, \d+ Jacobians, \d+ factorisations, \d+ iterations$/m);
    expect(code).toBe(0);
  });

  test("hht / takes how much it damps, and gives its counts as JSON", () => {
    const report = kinetreeJson([...stiff, "--integrator", "hht", "--alpha", "-0.3"]);
    expect(report).toMatchObject({ end: "finished", integrator: "hht" });
    const { evaluations, jacobians } = report["implicit"] as Record<string, number>;
    expect(evaluations).toBeGreaterThan(jacobians);
  });

  test("dormand-prince on a stiff model / advises another one", () => {
    const { stdout } = kinetree(stiff);
    expect(stdout).toMatch(/^advice: at .* Take integrator "bdf"\.$/m);
    expect(stdout).not.toMatch(/^implicit/m);
  });

  test("auto / says which ones it took, when and why", () => {
    const { stdout } = kinetree([...stiff, "--integrator", "auto"]);
    expect(stdout).toMatch(/^switches +bdf from 0 s on: stiff at the start/m);
  });

  test.each([
    { args: ["--integrator", "bfd"], says: 'Did you mean "bdf"?' },
    { args: ["--rho", "0.5"], says: 'Take "generalized-alpha", or leave it out.' },
  ])("$args / refused, with what to do, exit code 2", ({ args, says }) => {
    const { code, stderr } = kinetree([...stiff, ...args]);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });
});

test("kinetree explain / how stiff a model is, and the integrator to take", () => {
  const { stdout } = kinetree(["explain", stiff[1], "--seconds", "0.01", "--no-progress"]);
  expect(stdout).toMatch(/^stiff: joint "loose".* Take integrator "bdf"\.$/m);
});
