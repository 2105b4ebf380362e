import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { slideAlong, rotateAbout } from "../../src/model/builder/joint.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { curve } from "../../src/model/signals.js";
import { pointMass, solidBox, solidCylinder } from "../../src/model/bodies/solids.js";
import { relativeError } from "../support/numbers.js";

const ROUNDING = 1e-14;
const g = 9.81;

describe("block on a slope", () => {
  it("slides at g sin α, pressed on with m g cos α", () => {
    const [m, alpha] = [3, 0.4];
    const model = mechanism("slope")
      .body("block", solidBox(m, [0.2, 0.2, 0.1]))
      .prismatic("slope", { parent: "ground", child: "block", axis: [1, 0, 0], at: { axisAngle: [[0, 1, 0], alpha] } })
      .build();
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, {});
    expect(relativeError(evaluator.forwardDynamics(state), [g * Math.sin(alpha)])).toBeLessThan(ROUNDING);
    const [{ force }] = evaluator.jointLoads(state);
    expect(relativeError([force[2]], [m * g * Math.cos(alpha)])).toBeLessThan(ROUNDING);
  });
});

describe("nut on a vertical screw", () => {
  it("turns at -m g p / (I + m p²)", () => {
    const [m, r, pitch] = [0.5, 0.03, 0.004];
    const model = mechanism("screw")
      .body("nut", solidCylinder(m, r, 0.02))
      .screw("thread", { parent: "ground", child: "nut", axis: [0, 0, 1], pitch })
      .build();
    const I = 0.5 * m * r * r;
    const given = createEvaluator(model).forwardDynamics(
      stateFromJoints(model, { q: { thread: 5 }, v: { thread: 9 } }),
    );
    expect(relativeError(given, [(-m * g * pitch) / (I + m * pitch * pitch)])).toBeLessThan(ROUNDING);
  });
});

/* Two weights over a pulley of inertia J: with the rope as a coordinate, the other weight and the pulley move with it. */
describe("Atwood's machine", () => {
  it("accelerates at (m₁ - m₂) g / (m₁ + m₂ + J/r²)", () => {
    const [m1, m2, J, r] = [1.4, 0.9, 0.02, 0.1];
    const model = mechanism("Atwood")
      .body("weight", pointMass(m1))
      .prismatic("rope", { parent: "ground", child: "weight", axis: [0, 0, -1], armature: m2 + J / (r * r) })
      .jointForce("counterweight", { joint: "rope", force: -m2 * g })
      .build();
    const given = createEvaluator(model).forwardDynamics(stateFromJoints(model, {}));
    expect(relativeError(given, [((m1 - m2) * g) / (m1 + m2 + J / (r * r))])).toBeLessThan(ROUNDING);
  });
});

/* Landau and Lifshitz, Mechanics, 3rd ed. (1976), §14: a mass in polar coordinates. */
describe("bead on a turning rod", () => {
  it("r̈ = r θ̇², θ̈ = -2 ṙ θ̇ / r, for a bead without a rod", () => {
    const [r, rRate, rate] = [0.8, -1.5, 2.3];
    const model = mechanism("bead")
      .gravity(0, 0, 0)
      .body("bead", pointMass(0.4))
      .general("polar", { parent: "ground", child: "bead", axes: [rotateAbout([0, 0, 1]), slideAlong([1, 0, 0])] })
      .build();
    const state = stateFromJoints(model, { q: { polar: [0.3, r] }, v: { polar: [rate, rRate] } });
    const given = createEvaluator(model).forwardDynamics(state);
    expect(relativeError(given, [(-2 * rRate * rate) / r, r * rate * rate])).toBeLessThan(ROUNDING);
  });
});

describe("oscillator", () => {
  const m = 2;
  const between = (stiffness: Parameters<ReturnType<typeof mechanism>["pointSpring"]>[1]["stiffness"]) =>
    mechanism("oscillator")
      .gravity(0, 0, 0)
      .body("mass", pointMass(m))
      .prismatic("rail", { parent: "ground", child: "mass", axis: [1, 0, 0] })
      .pointSpring("spring", { a: "ground", b: "mass", stiffness, freeLength: 0.5, damping: 0.7 })
      .build();

  it("ẍ = -(k (x - l) + d ẋ) / m", () => {
    const model = between(30);
    const state = stateFromJoints(model, { q: { rail: 0.8 }, v: { rail: -1.1 } });
    expect(relativeError(createEvaluator(model).forwardDynamics(state), [-(30 * 0.3 - 0.7 * 1.1) / m])).toBeLessThan(
      ROUNDING,
    );
  });

  it("with a broken line for a spring, takes force and energy from it", () => {
    const model = between(curve([[-1, -10], [0, 0], [0.2, 4], [1, 5]])); // prettier-ignore
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, { q: { rail: 0.9 } }); // extension 0.4
    expect(relativeError(evaluator.forwardDynamics(state), [-4.25 / m])).toBeLessThan(ROUNDING);
    expect(relativeError([evaluator.energy(state).potential], [0.4 + 0.2 * 4.125])).toBeLessThan(ROUNDING);
  });
});

describe("cantilever of welded boxes", () => {
  it("carries weight and moment in each weld, though nothing moves", () => {
    const model = mechanism("cantilever")
      .body("inner", solidBox(3, [1, 0.1, 0.1], [0.5, 0, 0]))
      .body("outer", solidBox(2, [1, 0.1, 0.1], [0.5, 0, 0]))
      .weld("wall", { parent: "ground", child: "inner" })
      .weld("splice", { parent: "inner", child: "outer", at: [1, 0, 0] })
      .build();
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, {});
    expect(evaluator.forwardDynamics(state).length).toBe(0);
    const [wall, splice] = evaluator.jointLoads(state);
    expect(relativeError(wall.force, [0, 0, 5 * g])).toBeLessThan(ROUNDING);
    expect(relativeError(wall.torque, [0, -(3 * 0.5 + 2 * 1.5) * g, 0])).toBeLessThan(ROUNDING);
    expect(relativeError(splice.force, [0, 0, 2 * g])).toBeLessThan(ROUNDING);
    expect(relativeError(splice.torque, [0, -2 * 0.5 * g, 0])).toBeLessThan(ROUNDING);
  });
});
