import { describe, expect, test } from "vitest";
import { assemble, simulate, stateFromJoints, type Model, type RunOptions } from "../../src/index.js";
import { drivenFourBar, withDrive } from "./drives.js";

const last = (values: Float64Array): number => values[values.length - 1];

/** Numbers at the end of a run, by the formulation. */
function endOf(model: Model, options: RunOptions): readonly number[] {
  const { state } = assemble(model, stateFromJoints(model, { q: { motor: 1, knee: -0.505, foot: -1.8 } }));
  const run = simulate(model, 0.6, {
    state,
    channels: ["shaft", "drive", "pos.crank", "pos.rocker", "vel.rocker"],
    ...options,
  });
  expect(run.energy?.relative ?? 0).toBeLessThan(1e-6);
  return [
    "shaft.rotor.speed",
    "shaft.output.angle",
    "drive.elastic.torque",
    "pos.rocker.x",
    "pos.rocker.y",
    "vel.rocker.x",
  ].map((name) => last(run.column(name)));
}

describe.each(["motor", "foot"] as const)("a motor, a gear and an elastic shaft on the %s of a four-bar", (joint) => {
  const model = withDrive(drivenFourBar(), joint);
  const options = { tolerance: 1e-11 } as const;
  const reference = endOf(model, { ...options, formulation: "tree-augmented" });

  test.each(["embedded", "partitioned", "augmented"] as const)("%s agrees", (formulation) => {
    endOf(model, { ...options, formulation }).forEach((x, i) =>
      expect(Math.abs(x - reference[i])).toBeLessThan(1e-9 * Math.max(1, Math.abs(reference[i]))),
    );
  });

  test.each(["radau5", "bdf"] as const)("implicit: %s agrees", (integrator) => {
    endOf(model, { integrator, tolerance: 1e-9 }).forEach((x, i) =>
      expect(Math.abs(x - reference[i])).toBeLessThan(1e-5 * Math.max(1, Math.abs(reference[i]))),
    );
  });
});
