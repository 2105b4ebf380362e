import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { heavyTop, heavyTopDefaults } from "../../src/systems/chains/heavy-top.js";
import { torqueFreeTop } from "../../src/systems/chains/torque-free-top.js";
import { apply, cross, matrixOfQuaternion, relativeError, type V3 } from "../support/numbers.js";

const ROUNDING = 1e-14;
const tilted = [0.5, 0.1, -0.7, Math.sqrt(1 - 0.25 - 0.01 - 0.49)];

/* Goldstein, Poole and Safko, Classical Mechanics, 3rd ed. (2002), section 5.5 (Euler's equations) and 5.6 (no torque). */
describe("a body alone in space", () => {
  it("I ω̇ = I ω × ω", () => {
    const I = [0.3, 0.5, 0.6];
    const model = torqueFreeTop({ ixx: I[0], iyy: I[1], izz: I[2] });
    const w = [1.2, -0.7, 2.1];
    const state = stateFromJoints(model, { q: { root: [1, 2, 3, ...tilted] }, v: { root: [...w, 0.4, 0.5, 0.6] } });
    const given = createEvaluator(model).forwardDynamics(state).subarray(0, 3);
    const expected = [
      ((I[1] - I[2]) * w[1] * w[2]) / I[0],
      ((I[2] - I[0]) * w[2] * w[0]) / I[1],
      ((I[0] - I[1]) * w[0] * w[1]) / I[2],
    ];
    expect(relativeError(given, expected)).toBeLessThan(ROUNDING);
  });

  it("with two equal moments, ω precesses about the axis at (C - A) n / A", () => {
    const [A, C, n] = [0.1, 0.15, 7];
    const model = torqueFreeTop({ ixx: A, iyy: A, izz: C });
    const state = stateFromJoints(model, { v: { root: [0.3, 0.4, n, 0, 0, 0] } });
    const rate = ((C - A) * n) / A;
    const given = createEvaluator(model).forwardDynamics(state).subarray(0, 3);
    expect(relativeError(given, [-rate * 0.4, rate * 0.3, 0])).toBeLessThan(ROUNDING);
  });
});

describe("a thrown body", () => {
  const g = 9.81;
  const com: V3 = [0.2, -0.1, 0.4];
  const model = mechanism("thrown")
    .gravity(0, 0, -g)
    .body("stone", { mass: 1.7, com, inertia: [0.2, 0.3, 0.25, 0.02, -0.01, 0.03] })
    .free("root", { parent: "ground", child: "stone" })
    .build();
  const state = stateFromJoints(model, { q: { root: [1, 2, 3, ...tilted] }, v: { root: [3, -2, 5, 1, 2, -1] } });
  const evaluator = createEvaluator(model);

  it("falls with g at its mass centre, however it spins", () => {
    const [{ angular, linear }] = evaluator.bodyAccelerations(state);
    const [{ angularVelocity }] = evaluator.bodies(state);
    const three = (x: Float64Array): V3 => [x[0], x[1], x[2]];
    const r = apply(matrixOfQuaternion(tilted), com);
    const w = three(angularVelocity);
    const spin = cross(w, cross(w, r));
    const turn = cross(three(angular), r);
    const ofCentre = linear.map((x, i) => x + turn[i] + spin[i]);
    expect(relativeError(ofCentre, [0, 0, -g])).toBeLessThan(10 * ROUNDING); // terms of 15 m/s² cancel
  });

  it("needs no load in its joint", () => {
    const [{ torque, force }] = evaluator.jointLoads(state);
    expect(Math.hypot(...torque, ...force)).toBeLessThan(10 * ROUNDING * 1.7 * g);
  });
});

/*
 * Regular precession at nutation θ: A′ φ̇² cos θ − C ω₃ φ̇ + m g l = 0, with ω₃ the turn along the axis and A′ about the pivot
 * (Goldstein, Poole and Safko 2002, eq. 5.76). Then ω turns about the vertical with φ̇, so ω̇ = φ̇ e × ω in the world.
 */
describe("heavy top", () => {
  const model = heavyTop();
  const { mass, height, transverse, axial, gravity } = heavyTopDefaults;
  const A = transverse + mass * height * height;
  const [theta, spin] = [0.5, 600];
  const cos = Math.cos(theta);
  const root = Math.sqrt((axial * spin) ** 2 - 4 * A * cos * mass * gravity * height);
  const slow = (2 * mass * gravity * height) / (axial * spin + root);
  const fast = (axial * spin + root) / (2 * A * cos);

  it.each([
    ["slow", slow],
    ["fast", fast],
  ])("precesses regularly, %s", (_, precession) => {
    // Tilted by θ about x: the axis is (0, −sin θ, cos θ) in the world; ω = φ̇ e + (ω₃ − φ̇ cos θ) axis.
    const own = spin - precession * cos;
    const w_body = [0, precession * Math.sin(theta), precession * cos + own];
    const state = stateFromJoints(model, {
      q: { pivot: [Math.cos(theta / 2), Math.sin(theta / 2), 0, 0] },
      v: { pivot: w_body },
    });
    const [{ angular }] = createEvaluator(model).bodyAccelerations(state);
    // φ̇ e × ω with ω = φ̇ e + own (0, −sin θ, cos θ)
    const expected = [precession * own * Math.sin(theta), 0, 0];
    // Large gyroscopic terms cancel: C ω₃ φ̇ against A′ φ̇².
    const lost = (axial * spin * precession) / (A * Math.abs(expected[0]));
    expect(relativeError(angular, expected)).toBeLessThan(20 * Number.EPSILON * Math.max(1, lost) * 10);
  });
});
