import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { matVec } from "../../src/linalg/matrix.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { pointMass, thinRod } from "../../src/model/bodies/solids.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { add, cross, relativeError, type V3 } from "../support/numbers.js";

/** A closed form of some tens of operations, both sides rounded. */
const ROUNDING = 1e-14;

describe("simple pendulum", () => {
  const [l, m, g] = [0.7, 1.3, 9.81];
  const evaluator = createEvaluator(pendulum({ length: l, mass: m, gravity: g }));
  const at = (angle: number, rate: number) =>
    stateFromJoints(evaluator.model, { q: { hinge: angle }, v: { hinge: rate } });

  it.each([-3, -1, 0.2, 1.5, 2.9])("θ̈ = -(g/l) sin θ at θ = %d", (angle) => {
    const [acceleration] = evaluator.forwardDynamics(at(angle, 2));
    expect(relativeError([acceleration], [(-g / l) * Math.sin(angle)])).toBeLessThan(ROUNDING);
  });

  it("the hinge pulls with m (g cos θ + l θ̇²) along the rod", () => {
    const [angle, rate] = [0.8, 3];
    const [{ force, torque }] = evaluator.jointLoads(at(angle, rate));
    expect(relativeError([force[2]], [m * (g * Math.cos(angle) + l * rate * rate)])).toBeLessThan(ROUNDING);
    expect(Math.abs(torque[1])).toBeLessThan(ROUNDING * m * g * l); // it turns freely
  });

  it("energy = ½ m l² θ̇² - m g l cos θ", () => {
    const { kinetic, potential } = evaluator.energy(at(0.8, 3));
    expect(relativeError([kinetic, potential], [0.5 * m * l * l * 9, -m * g * l * Math.cos(0.8)])).toBeLessThan(
      ROUNDING,
    );
  });
});

describe("compound pendulum", () => {
  it("a rod on its end: θ̈ = -(3 g / 2 l) sin θ", () => {
    const [l, m, g] = [1.4, 2, 9.81];
    const model = mechanism("rod")
      .gravity(0, 0, -g)
      .body("rod", thinRod(m, l, [0, 0, -l / 2]))
      .revolute("hinge", { parent: "ground", child: "rod", axis: [1, 0, 0] })
      .build();
    const [acceleration] = createEvaluator(model).forwardDynamics(stateFromJoints(model, { q: { hinge: 1.1 } }));
    expect(relativeError([acceleration], [((-3 * g) / (2 * l)) * Math.sin(1.1)])).toBeLessThan(ROUNDING);
  });
});

/*
 * Two point masses on rods, second angle relative to the first rod. Spong, Hutchinson and Vidyasagar, Robot Modeling and
 * Control (2006), section 7.4 (planar elbow manipulator), with the masses at the ends and angles from the vertical.
 */
describe("double pendulum", () => {
  const options = { mass1: 1.2, mass2: 0.7, length1: 0.9, length2: 0.6, gravity: 9.81 };
  const { mass1: m1, mass2: m2, length1: l1, length2: l2, gravity: g } = options;
  const evaluator = createEvaluator(doublePendulum(options));
  const [a1, a2, w1, w2] = [0.7, -1.9, 1.3, -2.4];
  const state = stateFromJoints(evaluator.model, { q: { shoulder: a1, elbow: a2 }, v: { shoulder: w1, elbow: w2 } });
  const c = m2 * l1 * l2 * Math.cos(a2);
  const M = [(m1 + m2) * l1 * l1 + m2 * l2 * l2 + 2 * c, m2 * l2 * l2 + c, m2 * l2 * l2 + c, m2 * l2 * l2];
  const h = m2 * l1 * l2 * Math.sin(a2);
  const g2 = m2 * g * l2 * Math.sin(a1 + a2);
  const bias = [-h * (2 * w1 * w2 + w2 * w2) + (m1 + m2) * g * l1 * Math.sin(a1) + g2, h * w1 * w1 + g2];

  it("has the closed-form mass matrix", () => {
    expect(relativeError(evaluator.massMatrix(state).data, M)).toBeLessThan(ROUNDING);
  });

  it("has the closed-form bias", () => {
    expect(relativeError(evaluator.bias(state), bias)).toBeLessThan(ROUNDING);
  });

  it("has the closed-form accelerations", () => {
    const determinant = M[0] * M[3] - M[1] * M[2];
    const expected = [
      (-M[3] * bias[0] + M[1] * bias[1]) / determinant,
      (M[2] * bias[0] - M[0] * bias[1]) / determinant,
    ];
    expect(relativeError(evaluator.forwardDynamics(state), expected)).toBeLessThan(10 * ROUNDING);
  });
});

/* Barto, Sutton and Anderson, IEEE Trans. Syst. Man Cybern. 13 (1983) 834-846, without friction, pole hanging at angle 0. */
describe("cart with a pendulum", () => {
  const [M, m, l, g, F] = [2, 0.5, 0.8, 9.81, 3];
  const model = mechanism("cart")
    .gravity(0, 0, -g)
    .body("cart", pointMass(M))
    .body("bob", pointMass(m, [0, 0, -l]))
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .revolute("pin", { parent: "cart", child: "bob", axis: [0, -1, 0] }) // positive towards +x
    .build();

  it("accelerates as the two coupled equations say", () => {
    const [angle, rate] = [2.2, 1.7];
    const state = stateFromJoints(model, { q: { pin: angle }, v: { pin: rate, rail: -0.4 } });
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    // (M + m) ẍ + m l (θ̈ c − θ̇² s) = F,  l θ̈ + ẍ c = −g s
    const x = (F + m * l * rate * rate * s + m * g * s * c) / (M + m * s * s);
    const given = createEvaluator(model).forwardDynamics(state, { tau: Float64Array.of(F, 0) });
    expect(relativeError(given, [x, (-g * s - x * c) / l])).toBeLessThan(ROUNDING);
  });
});

/* A steady cone of half angle α: ω² = g / (l cos α). Landau and Lifshitz, Mechanics, 3rd ed. (1976), §14, problem 1. */
describe("conical pendulum", () => {
  const [l, m, g, alpha] = [1.1, 0.8, 9.81, 0.6];
  const [s, c] = [Math.sin(alpha), Math.cos(alpha)];
  const model = mechanism("conical")
    .gravity(0, 0, -g)
    // A point could turn about its rod at will; 1e-9 of m l² keeps that turn defined.
    .body("bob", { mass: m, com: [0, 0, -l], inertia: [1e-9, 1e-9, 1e-9] })
    .spherical("pivot", { parent: "ground", child: "bob" })
    .build();
  const omega = Math.sqrt(g / (l * c));
  const bob: V3 = [l * s, 0, -l * c];
  // ω e_z less its part along the rod: (ω s c, 0, ω s²) in the world, (ω s, 0, 0) in the body, which is turned by −α about y.
  const w_world: V3 = [omega * s * c, 0, omega * s * s];
  const state = stateFromJoints(model, {
    q: { pivot: [Math.cos(alpha / 2), 0, -Math.sin(alpha / 2), 0] },
    v: { pivot: [omega * s, 0, 0] },
  });
  const evaluator = createEvaluator(model);

  it("the bob moves along its circle at ω l sin α", () => {
    const J = evaluator.pointJacobian(state, "bob", [0, 0, -l]);
    const velocity = matVec(J, state.v).subarray(3);
    expect(relativeError(velocity, [0, omega * l * s, 0])).toBeLessThan(ROUNDING);
  });

  it("the bob accelerates towards the axis at ω² l sin α, and nowhere else", () => {
    const [{ angular }] = evaluator.bodyAccelerations(state);
    const centripetal = cross(w_world, cross(w_world, bob));
    const acceleration = add(cross([angular[0], angular[1], angular[2]], bob), centripetal);
    expect(relativeError(acceleration, [-omega * omega * l * s, 0, 0])).toBeLessThan(1e-8); // the 1e-9 above
  });
});
