import { describe, expect, it } from "vitest";
import { trim, type TrimOptions } from "../../src/analysis/steady/trim.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { forwardDerivatives } from "../../src/analysis/derivatives.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { rotateAbout, slideAlong } from "../../src/model/builder/joint.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stateFromJoints } from "../../src/state/state.js";
import { flyballGovernor } from "../../src/systems/linkages/flyball-governor.js";
import { above, ball, block, bristles, firm, g, ice } from "../contact/bodies.js";
import { refusal } from "../support/refusal.js";
import { gearedFoot } from "./remembering-systems.js";

/* Steady motions against closed forms, and in simulations that go on as they began. */

describe("a heavy top in Euler's angles", () => {
  const [m, l, A, C, spin, theta] = [2, 0.3, 0.25, 0.05, 60, 0.6];
  const top = mechanism("top")
    .body("top", { mass: m, com: [0, 0, l], inertia: [A - m * l * l, A - m * l * l, C] })
    .general("pivot", {
      parent: "ground",
      child: "top",
      axes: [rotateAbout([0, 0, 1]), rotateAbout([1, 0, 0]), rotateAbout([0, 0, 1])],
    })
    .build();
  const options: TrimOptions = {
    speeds: { pivot: [null, null, spin] },
    ignorable: [
      { joint: "pivot", coordinate: 0 },
      { joint: "pivot", coordinate: 2 },
    ],
    pinned: [{ joint: "pivot", coordinate: 1 }],
  };
  // (A − C) cos θ Ω² − C φ̇ Ω + m g l = 0: slow and fast precession.
  const [a, b, c] = [(A - C) * Math.cos(theta), -C * spin, m * g * l];
  const root = Math.sqrt(b * b - 4 * a * c);

  it.each([
    ["slow", (-b - root) / (2 * a), 1],
    ["fast", (-b + root) / (2 * a), 30],
  ] as const)("%s precession", (_, expected, guess) => {
    const start = stateFromJoints(top, { q: { pivot: [0.3, theta, 0] }, v: { pivot: [guess, 0, spin] } });
    const { point, undetermined } = trim(top, start, options);
    expect(point.v[0] / expected).toBeCloseTo(1, 11);
    expect(point.q[1]).toBeCloseTo(theta, 13);
    expect(undetermined).toBe(0);
  });

  it("goes on as it began", () => {
    const start = stateFromJoints(top, { q: { pivot: [0, theta, 0] }, v: { pivot: [1, 0, spin] } });
    const { point } = trim(top, start, options);
    const { final } = simulate(top, 2, { state: point, tolerance: 1e-11 });
    expect(Math.abs(final.q[1] - theta)).toBeLessThan(1e-8);
    expect(Math.abs(final.q[0] - 2 * point.v[0])).toBeLessThan(1e-7);
  });

  it("refuses a coordinate that matters", () => {
    const start = stateFromJoints(top, { q: { pivot: [0, theta, 0] }, v: { pivot: [1, 0, spin] } });
    const all = { ...options, ignorable: ["pivot"], pinned: [] };
    expect(refusal(() => trim(top, start, all)).code).toBe("trim-not-ignorable");
  });

  it("says what is left over where the top is too slow to precess", () => {
    const slow = { ...options, speeds: { pivot: [null, null, 5] } };
    const error = refusal(() => trim(top, stateFromJoints(top, { q: { pivot: [0, theta, 0] } }), slow));
    expect([error.code, error.subject]).toEqual(["trim-not-found", expect.stringContaining("pivot")]);
  });
});

describe("a pendulum on a rotating arm", () => {
  const [r, l, speed] = [0.5, 0.8, 3];
  const model = mechanism("swing carousel")
    .body("arm", { mass: 3, inertia: [1, 1, 1] })
    .body("seat", { mass: 2, com: [0, 0, -l], inertia: [1e-9, 1e-9, 1e-9] })
    .revolute("post", { parent: "ground", child: "arm", axis: [0, 0, 1], damping: 0.7 })
    .revolute("hinge", { parent: "arm", child: "seat", axis: [0, -1, 0], at: [r, 0, 0] })
    .actuator("motor", { joint: "post", gain: 2 })
    .build();

  it("leans by g tan β = Ω² (r + l sin β); the motor carries the bearing", () => {
    const { point, iterations } = trim(
      model,
      {},
      { speeds: { post: speed }, ignorable: ["post"], commands: ["motor"] },
    );
    const beta = point.q[1];
    expect(beta).toBeGreaterThan(0);
    expect(g * Math.tan(beta)).toBeCloseTo(speed * speed * (r + l * Math.sin(beta)), 7);
    expect(2 * point.u[0]).toBeCloseTo(0.7 * speed, 9);
    expect(iterations).toBeLessThan(12);
  });

  it("finds the speed that goes with a lean, and the torque along the post", () => {
    const start = stateFromJoints(model, { q: { hinge: 0.5 }, v: { post: 2 } });
    const { point } = trim(model, start, { ignorable: ["post"], pinned: ["hinge"], forces: ["post"] });
    expect(point.q[1]).toBeCloseTo(0.5, 12);
    const expected = Math.sqrt((g * Math.tan(0.5)) / (r + l * Math.sin(0.5)));
    expect(point.v[0]).toBeCloseTo(expected, 8);
    expect(point.tau[0]).toBeCloseTo(0.7 * expected, 8);
  });
});

describe("what slides on the ground", () => {
  const [speed, yaw, mu] = [2, 0.8, 0.3];

  it("on a straight run is pushed by μ m g; its bristles are bent as far as they go", () => {
    const model = mechanism("skid")
      .body("skid", { mass: 1, inertia: [1, 1, 1] })
      .general("slides", {
        parent: "ground",
        child: "skid",
        axes: [slideAlong([1, 1, 0]), slideAlong([-1, 1, 0]), slideAlong([0, 0, 1])],
      })
      .plane("floor")
      .contact("touch", { body: "skid", terrain: "floor", normal: ice, friction: bristles })
      .actuator("push", { joint: "slides", coordinate: 0 })
      .build();
    const start = stateFromJoints(model, { q: { slides: [1, 2, -0.002] } });
    const { point, vdot, zdot, undetermined } = trim(model, start, {
      speeds: { slides: [speed, null, null] },
      ignorable: [0, 1].map((coordinate) => ({ joint: "slides", coordinate })),
      commands: ["push"],
    });
    expect(point.u[0]).toBeCloseTo(mu * g, 9);
    expect(Math.abs(point.v[1])).toBeLessThan(1e-9);
    expect(Math.hypot(point.z?.[1] ?? 0, point.z?.[2] ?? 0)).toBeCloseTo(mu / 1000, 12);
    expect(-point.q[2]).toBeCloseTo(g * (1 / 22000 + 1 / 920), 11);
    expect(Math.max(...[...vdot, ...zdot].map(Math.abs))).toBeLessThan(1e-8);
    expect(undetermined).toBe(0);
    const { final } = simulate(model, 1, { state: point, u: point.u, tolerance: 1e-10 });
    expect(Math.abs(final.v[0] - speed)).toBeLessThan(1e-8);
    expect(Math.abs(final.q[0] - 1 - speed)).toBeLessThan(1e-7);
  });

  const around: TrimOptions = {
    speeds: { free: [null, null, yaw, speed, 0, null] },
    ignorable: [{ joint: "free", about: [0, 0, 1] }],
    forces: [3, 4].map((coordinate) => ({ joint: "free", coordinate })),
  };
  const onCircle = (model: Model) =>
    stateFromJoints(model, {
      q: { free: [1, 2, 0.0495, Math.cos(0.4), 0, 0, Math.sin(0.4)] },
      v: { free: [0, 0, yaw, speed, 0, 0] },
    });

  it("on a steady circle is pushed inwards by m v ω, and goes around in a simulation", () => {
    const model = block(firm, { kind: "none" }, 0);
    const { point, vdot } = trim(model, onCircle(model), around);
    expect(Math.abs(point.tau[3])).toBeLessThan(1e-8);
    expect(point.tau[4]).toBeCloseTo(2 * speed * yaw, 8);
    // The heading and the place stay; it presses as deep as it would at rest.
    expect([point.q[0], point.q[1]]).toEqual([expect.closeTo(1, 9), expect.closeTo(2, 9)]);
    expect(0.05 - point.q[2]).toBeCloseTo((2 * g) / 4e5, 11);
    expect(Math.max(...vdot.map(Math.abs))).toBeLessThan(1e-8);
    const turn = (2 * Math.PI) / yaw;
    const { final } = simulate(model, turn, { state: point, tau: point.tau, tolerance: 1e-10 });
    [0, 1, 2].forEach((i) => expect(Math.abs(final.q[i] - point.q[i])).toBeLessThan(1e-6));
  });

  it("does not go around with bristles, which lie along the ground", () => {
    const model = block(firm, bristles, 0);
    const { code } = refusal(() => trim(model, onCircle(model), around));
    expect(code).toMatch(/^trim-not-(ignorable|found)$/);
  });

  it("at rest is in equilibrium", () => {
    const slope = 0.2;
    const model = block(firm, bristles, slope);
    const from = stateFromJoints(model, above(slope, 0.0499));
    const { point, vdot, zdot, undetermined } = trim(model, from, {});
    const { point: rest } = equilibrium(model, from);
    expect(Math.max(...[...vdot, ...zdot].map(Math.abs))).toBeLessThan(1e-7);
    expect(point.v.every((v) => Math.abs(v) < 1e-12)).toBe(true);
    const height = (q: Float64Array): number => q[2] * Math.cos(slope) + q[0] * Math.sin(slope);
    expect(Math.abs(height(point.q) - height(rest.q))).toBeLessThan(1e-8);
    expect(undetermined).toBeGreaterThan(0); // it may rest anywhere
  });
});

describe("a flyball governor, a mechanism of loops", () => {
  const model = flyballGovernor();
  it("finds the pose of a speed, which a simulation keeps", () => {
    const { tree } = createEvaluator(model).topology;
    const [shaft] = tree.map(({ joint }) => model.joints[joint].name);
    const { point } = trim(model, {}, { speeds: { [shaft]: 10 }, ignorable: [shaft], forces: [shaft] });
    const vdot = createEvaluator(model).forwardDynamics(point, point);
    expect(Math.max(...vdot.map(Math.abs))).toBeLessThan(1e-6);
    expect(point.v.every((v, i) => i === 0 || Math.abs(v) < 1e-9)).toBe(true);
  });
});

describe("a foot on a slope, driven by a gear", () => {
  it("rests, couplers kept", () => {
    const model = gearedFoot();
    const { point } = trim(model, stateFromJoints(model, { q: { rail: 0.2 } }), {});
    const { vdot, zdot } = forwardDerivatives(model, point);
    expect(Math.max(...[...vdot, ...zdot].map(Math.abs))).toBeLessThan(1e-7);
  });
  it("is held where it is put by what the motor takes", () => {
    const model = gearedFoot();
    const start = stateFromJoints(model, { q: { rail: 0.25 } });
    const { point } = trim(model, start, { pinned: ["lift"], commands: ["motor"] });
    expect(Math.abs(point.q[1] - start.q[1])).toBeLessThan(1e-12);
    const evaluator = createEvaluator(model);
    expect(Math.max(...evaluator.forwardDynamics(point, point).map(Math.abs))).toBeLessThan(1e-9);
  });
});

describe("targets", () => {
  const model = ball(firm, { kind: "none" });
  it.each([
    ["unknown-joint", { ignorable: ["fre"] }],
    ["wrong-speeds", { speeds: { free: 3 } }],
    ["unknown-actuator", { commands: ["motor"] }],
    ["unknown-coordinate", { forces: [{ joint: "free", coordinate: 7 }] }],
    ["axis-without-direction", { ignorable: [{ joint: "free", about: [0, 0, 0] as const }] }],
  ])("%s", (code, options) => {
    expect(refusal(() => trim(model, {}, options as TrimOptions)).code).toBe(code);
  });
});
