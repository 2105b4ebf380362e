import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";

const g = 9.81;
/** A point on a light rod, hanging down at angle zero. */
const bob = (mass: number, length: number) => ({ mass, com: [0, 0, -length], inertia: [0, 0, 0] }) as const;
const hinge = { parent: "ground", axis: [0, 1, 0] } as const;

describe("two pendulums geared 2 : 1", () => {
  const [m1, l1, m2, l2] = [2, 0.7, 0.5, 0.4];
  const model = mechanism("geared")
    .body("a", bob(m1, l1))
    .body("b", bob(m2, l2))
    .revolute("slow", { ...hinge, child: "a" })
    .revolute("fast", { ...hinge, child: "b", at: [1, 0, 0] })
    .coupler("gear", { driven: "fast", driving: "slow", polynomial: [0, 2] })
    .build();
  const inertia = m1 * l1 * l1 + 4 * m2 * l2 * l2;
  const acceleration = (angle: number): number =>
    -(m1 * g * l1 * Math.sin(angle) + 2 * m2 * g * l2 * Math.sin(2 * angle)) / inertia;

  it("accelerate as one pendulum with the inertia of both", () => {
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, { q: { slow: 0.3 }, v: { slow: 1.1 } });
    expect([...state.q]).toEqual([0.3, 0.6]);
    expect([...state.v]).toEqual([1.1, 2.2]);
    const [slow, fast] = evaluator.forwardDynamics(state);
    expect(slow).toBeCloseTo(acceleration(0.3), 13);
    expect(fast).toBeCloseTo(2 * acceleration(0.3), 13);
  });

  it("a torque on the fast one counts twice at the slow one", () => {
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, {});
    const slow = (tau: readonly number[]): number =>
      evaluator.forwardDynamics(state, { tau: Float64Array.from(tau) })[0];
    expect(slow([0, 1])).toBeCloseTo(2 / inertia, 13);
    expect(slow([0, 1])).toBeCloseTo(slow([2, 0]), 13);
  });

  it("the load about the fast axis is what the gear gives it, the one about the slow axis what it takes", () => {
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, { q: { slow: 0.3 }, v: { slow: 1.1 } });
    const [slow, fast] = evaluator.jointLoads(state);
    const needed = m2 * l2 * l2 * 2 * acceleration(0.3) + m2 * g * l2 * Math.sin(0.6);
    expect(fast.torque[1]).toBeCloseTo(needed, 12);
    expect(slow.torque[1]).toBeCloseTo(-2 * needed, 12);
  });

  it("a run keeps the ratio to rounding and the energy to its tolerance", () => {
    const { column, final } = simulate(model, 20, {
      state: { q: { slow: 1 } },
      formulation: "mass-matrix",
      tolerance: 1e-10,
    });
    const [slow, fast] = [column("q.slow"), column("q.fast")];
    // Some thousand steps, each rounding both coordinates once.
    expect(Math.max(...Array.from(fast, (x, i) => Math.abs(x - 2 * slow[i])))).toBeLessThan(1e-12);
    const evaluator = createEvaluator(model);
    const total = ({ kinetic, potential }: { kinetic: number; potential: number }): number => kinetic + potential;
    const before = total(evaluator.energy(stateFromJoints(model, { q: { slow: 1 } })));
    expect(Math.abs(total(evaluator.energy(final)) - before)).toBeLessThan(1e-8 * Math.abs(before));
  });
});

it("rack and pinion: the rack's mass counts as m r² at the pinion", () => {
  const [I, m, r, torque] = [0.3, 5, 0.12, 0.8];
  const model = mechanism("rack")
    .parameter("radius", 1)
    .body("pinion", { mass: 1, inertia: [I, I, I] })
    .body("rack", { mass: m, inertia: [1, 1, 1] })
    .continuous("turn", { parent: "ground", child: "pinion", axis: [0, 0, 1] })
    .prismatic("slide", { parent: "ground", child: "rack", axis: [1, 0, 0] })
    .coupler("mesh", { driven: "slide", driving: "turn", polynomial: [0, param("radius")] })
    .build();
  const evaluator = createEvaluator(model);
  evaluator.setParameters({ radius: r });
  const state = stateFromJoints(model, { q: { turn: 4 } }, { radius: r });
  expect(state.q[1]).toBe(r * 4);
  const [turn, slide] = evaluator.forwardDynamics(state, { tau: Float64Array.of(torque, 0) });
  expect(turn).toBeCloseTo(torque / (I + m * r * r), 13);
  expect(slide).toBeCloseTo(r * turn, 14);
});

describe("a follower on a cam, s = a + b θ + c θ² + d θ³", () => {
  const [I, m, k] = [0.2, 1.5, 30];
  const [a, b, c, d] = [0.1, 0.05, 0.3, -0.08];
  const cam: Model = mechanism("cam")
    .gravity(0, 0, -g)
    .body("cam", { mass: 1, inertia: [I, I, I] })
    .body("follower", { mass: m, inertia: [1, 1, 1] })
    .revolute("angle", { parent: "ground", child: "cam", axis: [0, 1, 0] })
    .prismatic("lift", { parent: "ground", child: "follower", axis: [0, 0, 1], stiffness: k })
    .coupler("profile", { driven: "lift", driving: "angle", polynomial: [a, b, c, d] })
    .build();
  const s = (x: number): number => a + b * x + c * x * x + d * x * x * x;
  const s1 = (x: number): number => b + 2 * c * x + 3 * d * x * x;
  const s2 = (x: number): number => 2 * c + 6 * d * x;
  // (I + m s′²) θ̈ + m s′ s″ θ̇² + s′ (k s + m g) = 0
  const acceleration = (x: number, v: number): number =>
    -(m * s1(x) * s2(x) * v * v + s1(x) * (k * s(x) + m * g)) / (I + m * s1(x) * s1(x));

  it.each([
    [0.4, 0],
    [-0.7, 2.5],
    [1.1, -3],
  ])("accelerates as its equation by hand says, θ = %d, θ̇ = %d", (x, v) => {
    const state = stateFromJoints(cam, { q: { angle: x }, v: { angle: v } });
    expect(state.q[1]).toBeCloseTo(s(x), 15);
    expect(state.v[1]).toBeCloseTo(s1(x) * v, 15);
    const [angle, lift] = createEvaluator(cam).forwardDynamics(state);
    expect(angle).toBeCloseTo(acceleration(x, v), 11);
    expect(lift).toBeCloseTo(s1(x) * acceleration(x, v) + s2(x) * v * v, 11);
  });

  it("a run follows the profile and its equation within the tolerance", () => {
    const tolerance = 1e-10;
    const { final } = simulate(cam, 2, { state: { v: { angle: 0.5 } }, formulation: "mass-matrix", tolerance });
    let [x, v] = [0, 0.5];
    const h = 2 / 20_000;
    for (let i = 0; i < 20_000; i++) {
      const [k1, l1] = [v, acceleration(x, v)];
      const [k2, l2] = [v + (h / 2) * l1, acceleration(x + (h / 2) * k1, v + (h / 2) * l1)];
      const [k3, l3] = [v + (h / 2) * l2, acceleration(x + (h / 2) * k2, v + (h / 2) * l2)];
      const [k4, l4] = [v + h * l3, acceleration(x + h * k3, v + h * l3)];
      x += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      v += (h / 6) * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    expect(Math.abs(final.q[0] - x)).toBeLessThan(1e3 * tolerance);
    expect(Math.abs(final.q[1] - s(final.q[0]))).toBeLessThan(1e3 * tolerance);
  });
});

it("a held coordinate stays, as if it were welded", () => {
  const links = mechanism("held")
    .body("a", { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1] })
    .body("b", { mass: 2, com: [0, 0, -0.4], inertia: [0.2, 0.2, 0.1] })
    .revolute("shoulder", { ...hinge, child: "a" });
  const place = { parent: "a", child: "b", at: { position: [0, 0, -1], rpy: [0, 0, 0] } } as const;
  const held = links
    .revolute("elbow", { ...place, axis: [0, 1, 0] })
    .coupler("lock", { driven: "elbow", polynomial: [0.6] })
    .build();
  const welded = links.weld("elbow", { ...place, at: { position: [0, 0, -1], rpy: [0, 0.6, 0] } }).build();
  const given = { q: { shoulder: 0.4 }, v: { shoulder: 1.5 } };
  const [shoulder, elbow] = createEvaluator(held).forwardDynamics(stateFromJoints(held, given));
  expect(elbow).toBe(0);
  expect(shoulder).toBeCloseTo(createEvaluator(welded).forwardDynamics(stateFromJoints(welded, given))[0], 12);
});

it("a driven body without mass is carried along", () => {
  const model = mechanism("pointer")
    .body("wheel", { mass: 1, inertia: [0.5, 0.5, 0.5] })
    .body("pointer", { massless: true })
    .continuous("turn", { parent: "ground", child: "wheel", axis: [0, 0, 1] })
    .continuous("show", { parent: "ground", child: "pointer", axis: [0, 0, 1] })
    .coupler("belt", { driven: "show", driving: "turn", polynomial: [0, -0.1] })
    .build();
  const vdot = createEvaluator(model).forwardDynamics(stateFromJoints(model, {}), { tau: Float64Array.of(1, 0) });
  expect([...vdot]).toEqual([2, -0.2]);
});
