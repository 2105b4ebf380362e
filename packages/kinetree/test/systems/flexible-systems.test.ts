import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import { modeCount } from "../../src/model/flexible.js";
import type { Model } from "../../src/model/types.js";
import { cantilever } from "../../src/systems/flexible/cantilever.js";
import { flexibleArm } from "../../src/systems/flexible/flexible-arm.js";
import { flexibleChain } from "../../src/systems/flexible/flexible-chain.js";
import { flexibleSliderCrank } from "../../src/systems/flexible/flexible-slider-crank.js";
import { namedSystem } from "../../src/systems/registry.js";
import { spinningBeam } from "../../src/systems/flexible/spinning-beam.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { gapAtZero, posesAtZero } from "./assembled-poses.js";

const massOf = (model: Model, body: string): number =>
  evaluateReal(model.bodies.find(({ name }) => name === body)?.mass ?? NaN, parameterDefaults(model));
const modesOf = (model: Model): number =>
  model.bodies.reduce((sum, { flexible }) => sum + (flexible === undefined ? 0 : modeCount(flexible)), 0);

describe("sizes: bodies with stations, speeds, modes among them, loops", () => {
  const sizes: [string, Model, number, number, number, number][] = [
    ["cantilever", cantilever(), 2, 8, 8, 0],
    ["cantilever with corrections", cantilever({ modes: 2, correction: "tip-force" }), 2, 6, 6, 0],
    ["spinning beam", spinningBeam(), 4, 5, 3, 0],
    ["spinning beam in space", spinningBeam({ modes: 2, acrossModes: 2 }), 4, 6, 4, 0],
    ["flexible arm", flexibleArm(), 7, 11, 8, 0],
    ["flexible chain of 10", flexibleChain(), 20, 50, 40, 0],
    ["flexible chain of 1000", flexibleChain({ n: 1000 }), 2000, 5000, 4000, 0],
    ["slider-crank", flexibleSliderCrank(), 4, 6, 3, 1],
    ["slider-crank whose rod stretches", flexibleSliderCrank({ axialModes: 1 }), 4, 7, 4, 1],
  ];
  test.each(sizes)("%s", (_, model, bodies, nv, modes, loops) => {
    expect(buildTopology(model).counts).toMatchObject({ bodies, nv, loops });
    expect(modesOf(model)).toBe(modes);
  });
});

describe("cantilever", () => {
  test("mass / density times volume", () =>
    expect(massOf(cantilever(), "beam")).toBeCloseTo(7850 * 0.04 * 0.01 * 1, 12));
  test("its numbers are parameters", () =>
    expect(cantilever().parameters.map(({ name }) => name)).toEqual([
      "density",
      "youngsModulus",
      "dampingRatio",
      "tipForce",
    ]));
});

describe("spinning beam / the numbers of the source", () => {
  const model = spinningBeam();
  test("1.2 kg/m, EI = 14 kN m²", () => {
    const beam = model.bodies.find(({ name }) => name === "beam")?.flexible;
    if (beam?.kind !== "beam" || beam.section.kind !== "general") throw new Error("no beam");
    expect(massOf(model, "beam") / beam.length).toBeCloseTo(1.2, 12);
    expect(Number(beam.section.momentZ) * Number(beam.material.youngsModulus)).toBeCloseTo(14000, 9);
  });
  /** Angle, speed or acceleration of the hub: the sum of both prescribed joints, differentiated by hand. */
  const hub = (t: number, derivative: 0 | 1 | 2): number =>
    model.constraints.reduce((sum, constraint) => {
      if (constraint.kind !== "motion") throw new Error("no motion");
      const { motion } = constraint;
      if (motion.kind === "polynomial") {
        const half = Number(motion.coefficients[2]);
        return sum + [half * t * t, 2 * half * t, 2 * half][derivative];
      }
      const [a, w, phase, offset] = [motion.amplitude, motion.angularFrequency, motion.phase, motion.offset].map(
        Number,
      );
      const angle = w * t + phase;
      return sum + [offset + a * Math.sin(angle), a * w * Math.cos(angle), -a * w * w * Math.sin(angle)][derivative];
    }, 0);
  test.each([0, 3, 7.5, 15])("speed at %f s / 6/15 (t - 15/2π sin(2πt/15))", (t) =>
    expect(Math.abs(hub(t, 1) - 0.4 * (t - (7.5 / Math.PI) * Math.sin((2 * Math.PI * t) / 15)))).toBeLessThan(1e-14),
  );
  test("starts at rest at zero, ends at 6 rad/s after 45 rad, smoothly", () => {
    expect(hub(0, 0)).toBe(0);
    expect([hub(0, 1), hub(0, 2), hub(15, 2)].every((each) => Math.abs(each) < 1e-14)).toBe(true);
    expect(Math.abs(hub(15, 1) - 6)).toBeLessThan(1e-14);
    expect(Math.abs(hub(15, 0) - 45)).toBeLessThan(1e-13);
  });
  test("geometric stiffness is on unless said", () => {
    const isOn = (each: Model): unknown => {
      const beam = each.bodies.find(({ name }) => name === "beam")?.flexible;
      return beam?.kind === "beam" && beam.geometricStiffness;
    };
    expect([isOn(model), isOn(spinningBeam({ geometricStiffness: "off" }))]).toEqual([true, false]);
  });
});

describe("flexible arm", () => {
  test("stretched out along x at zero", () => {
    const poses = posesAtZero(flexibleArm());
    expect(poses.get("payload")?.position.map(Number)).toEqual([2.7, 0, 0.35]);
  });
  test("positive angles lift", () => {
    const model = flexibleArm();
    for (const name of ["shoulder", "elbow"]) {
      const joint = model.joints.find((each) => each.name === name);
      expect(joint?.kind === "revolute" && joint.axis).toEqual([0, -1, 0]);
    }
  });
});

describe("flexible chain", () => {
  test("hangs straight down at zero", () => {
    const poses = posesAtZero(flexibleChain({ n: 3, length: 0.5 }));
    const tip = poses.get("link2_tip")?.position.map(Number) ?? [];
    expect(Math.max(...[0, 0, -1.5].map((value, i) => Math.abs(value - tip[i])))).toBeLessThan(1e-15);
  });
});

describe("slider-crank with a flexible rod / the numbers of the source", () => {
  const model = flexibleSliderCrank();
  test("rod: 0.151104 kg, moment about the crank pin 0.0045339259 kg m²", () => {
    const rod = model.bodies.find(({ name }) => name === "rod");
    const mass = massOf(model, "rod");
    expect(mass).toBeCloseTo(0.151104, 12);
    // Half of the last published digit.
    expect(Number(rod?.inertia[1]) + mass * Number(rod?.com[0]) ** 2).toBeCloseTo(0.0045339259, 10);
  });
  test("closed at zero", () => {
    const poses = posesAtZero(model);
    for (const joint of model.joints) expect(gapAtZero(poses, joint)).toBeLessThan(1e-15);
    expect(Number(poses.get("slider")?.position[0])).toBeCloseTo(0.45, 15);
  });
});

test.each([
  ["cantilever", { correction: "tip" }, "option-choice"],
  ["spinning-beam", { geometricStiffness: "of" }, "option-choice"],
  ["flexible-chain", { n: 0 }, "option-count"],
  ["flexible-arm", { modes: 1.5 }, "option-count"],
  ["slider-crank-flexible", { speeed: 3 }, "unknown-option"],
])("%s %j is refused", (name, options, code) => {
  expect(() => namedSystem(name).build(options as never)).toThrowError(RequestError);
  expect(() => namedSystem(name).build(options as never)).toThrowError(expect.objectContaining({ code }));
});
