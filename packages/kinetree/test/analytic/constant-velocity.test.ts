import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { jointsFromState, stateFromJoints } from "../../src/state/state.js";
import { formulationsOf } from "../support/closed-cases.js";
import { cross, matrixOfQuaternion } from "../support/numbers.js";

const shaft = { mass: 1, inertia: [0.2, 0.2, 0.1] } as const;

/** Two shafts that cross at the origin with an angle between them, each in its bearing, and the joint that couples them. */
const bearings = (bend: number, roleOut: "auto" | "loop" = "auto") =>
  mechanism("shafts")
    .body("in", shaft)
    .body("out", shaft)
    .revolute("in", { parent: "ground", child: "in", axis: [0, 0, 1] })
    .revolute("out", {
      parent: "ground",
      child: "out",
      axis: [0, 0, 1],
      at: { position: [0, 0, 0], axisAngle: [[0, 1, 0], bend] },
      role: roleOut,
    });
const ends = { parent: "in", child: "out" } as const;

const withConstantVelocity = (bend: number, cut: "joint" | "bearing"): Model =>
  bearings(bend, cut === "bearing" ? "loop" : "auto")
    .constantVelocity("coupling", {
      ...ends,
      axis: [0, 0, 1],
      xAxis: [0.6, 0.8, 0],
      role: cut === "joint" ? "loop" : "auto",
    })
    .build();
const withUniversal = (bend: number): Model =>
  bearings(bend)
    .universal("coupling", { ...ends, axis1: [1, 0, 0], axis2: [0, 1, 0], role: "loop" })
    .build();

const bends = [0, 20, 60];
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const angles = Array.from({ length: 16 }, (_, k) => -3 + 0.4 * k);

/** Speed of the driven shaft about itself when the driving one turns at 1 rad/s. */
function speedOut(model: Model, bend: number, angle: number): number {
  const given = stateFromJoints(model, { q: { in: angle }, v: { in: 1 } });
  const { state } = assemble(model, given, { pinned: ["in"] });
  const out = createEvaluator(model)
    .bodies(state)
    .find(({ name }) => name === "out");
  const [x, , z] = out?.angularVelocity ?? [NaN, NaN, NaN];
  return x * Math.sin(bend) + z * Math.cos(bend);
}

describe.each(bends)("two shafts at %i degrees", (degrees) => {
  const bend = radians(degrees);

  test.each(["joint", "bearing"] as const)("equal speeds at all angles, with the %s cut", (cut) => {
    const model = withConstantVelocity(bend, cut);
    for (const angle of angles) expect(speedOut(model, bend, angle)).toBeCloseTo(1, 12);
  });

  test("a universal joint instead / the ratio of a Cardan joint", () => {
    for (const angle of angles) {
      const ratio = Math.cos(bend) / (1 - (Math.sin(bend) * Math.cos(angle)) ** 2);
      expect(speedOut(withUniversal(bend), bend, angle)).toBeCloseTo(ratio, 12);
    }
  });

  test.each(["joint", "bearing"] as const)("driven at one end, both turn as one rotor, with the %s cut", (cut) => {
    const model = withConstantVelocity(bend, cut);
    for (const formulation of formulationsOf(model)) {
      const { final, energy } = simulate(model, 2, { formulation, tolerance: 1e-10, state: { v: { in: 3 } } });
      expect(energy?.relative ?? 1).toBeLessThan(1e-8);
      // No torque acts about the shafts, so that both keep their speeds.
      expect(jointsFromState(model, final).v["in"]).toBeCloseTo(3, 8);
    }
  });
});

describe("angular velocity", () => {
  const model = mechanism("bent")
    .body("head", shaft)
    .constantVelocity("neck", { parent: "ground", child: "head", axis: [0, 0, 2], xAxis: [1, 0, 0] })
    .build();
  const evaluator = createEvaluator(model);
  const poseAt = (q: readonly number[], v: readonly number[] = [0, 0]) =>
    evaluator.bodies(stateFromJoints(model, { q: { neck: [...q] }, v: { neck: [...v] } }))[0];

  test.each([
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0.4, -0.7, 0.3, 1.1],
    [-1.9, 2.2, -0.8, 0.5],
    [2.8, 0.9, 1.3, -0.4],
  ])("at %f, %f with rates %f, %f / the turn between two poses", (a, b, da, db) => {
    const h = 1e-5;
    const R = (t: number) => matrixOfQuaternion([...poseAt([a + t * da, b + t * db]).quaternion]);
    const [before, now, after] = [R(-h), R(0), R(h)];
    // ω × e = ė for the three columns e of R.
    const omega = [...poseAt([a, b], [da, db]).angularVelocity] as [number, number, number];
    for (let j = 0; j < 3; j++) {
      const turned = cross(omega, [now[0][j], now[1][j], now[2][j]]);
      turned.forEach((x, i) => expect(x).toBeCloseTo((after[i][j] - before[i][j]) / (2 * h), 8));
    }
  });

  test("bends about one axis are those angles, and no pose has a twist", () => {
    const near = (q: readonly number[], wanted: readonly number[]): void =>
      [...poseAt(q).quaternion].forEach((x, i) => expect(x).toBeCloseTo(wanted[i], 14));
    near([0.8, 0], [Math.cos(0.4), Math.sin(0.4), 0, 0]);
    near([0, 0.8], [Math.cos(0.4), 0, Math.sin(0.4), 0]);
    for (const q of [
      [0.3, 1.2],
      [-2, 0.5],
      [1, -2.5],
    ])
      expect(poseAt(q).quaternion[3]).toBeCloseTo(0, 15);
  });
});

test("a pendulum on a constant-velocity joint with springs keeps its energy", () => {
  const model = mechanism("pendulum")
    .body("bob", { mass: 2, inertia: [0.3, 0.28, 0.05], com: [0.05, 0, -0.6] })
    .body("tip", { mass: 0.5, inertia: [0.02, 0.03, 0.02], com: [0, 0, -0.2] })
    .constantVelocity("hip", {
      parent: "ground",
      child: "bob",
      axis: [0, 0, 1],
      xAxis: [1, 0, 0],
      first: { stiffness: 3, rest: 0.2, armature: 0.1 },
      second: { stiffness: 5 },
    })
    .constantVelocity("knee", {
      parent: "tip",
      child: "bob",
      at: [0, 0, 0.3],
      childAt: [0, 0, -1],
      axis: [0, 0, 1],
      xAxis: [0, 1, 0],
    })
    .build();
  const state = { q: { hip: [0.9, -0.5] }, v: { knee: [1, 2] } };
  for (const formulation of ["articulated", "mass-matrix"] as const)
    expect(simulate(model, 5, { formulation, tolerance: 1e-11, state }).energy?.relative).toBeLessThan(1e-9);
});
