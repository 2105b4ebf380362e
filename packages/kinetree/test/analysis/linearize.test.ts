import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { createLinearize, linearize } from "../../src/analysis/linearize.js";
import { neutralState, stateFromJoints, type State } from "../../src/state/state.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { solidSphere } from "../../src/model/bodies/solids.js";
import type { Model } from "../../src/model/types.js";
import { heavyTop, heavyTopDefaults } from "../../src/systems/chains/heavy-top.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import {
  allLoads,
  backwards,
  column,
  difference,
  drawer,
  moved,
  relativeDistance,
  somePoint,
} from "./derivative-systems.js";

describe("an inverted pendulum on a cart", () => {
  const [M, m, l, g, d] = [2, 0.3, 0.7, 9.81, 0.4];
  const model = mechanism("cart and pole")
    .gravity(0, 0, -g)
    .body("cart", solidSphere(M, 0.1))
    .body("pole", solidSphere(m, 0, [0, 0, l]))
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], damping: d })
    .revolute("hinge", { parent: "cart", child: "pole", axis: [0, 1, 0] })
    .actuator("motor", { joint: "rail", gain: 5 })
    .build();
  const { A, B, inputs, vdot } = linearize(model, neutralState(model));

  // (M + m) ẍ + m l θ̈ = F − d ẋ, m l ẍ + m l² θ̈ = m g l θ, solved for ẍ and θ̈
  const expected = [
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, (-m * g) / M, -d / M, 0],
    [0, ((M + m) * g) / (M * l), d / (M * l), 0],
  ];
  it("has the A of the textbook", () => expect(relativeDistance(A.data, expected.flat())).toBeLessThan(1e-14));
  it("has the B of the textbook, times the gain", () => {
    expect(inputs).toEqual(["motor"]);
    expect(relativeDistance(B.data, [0, 0, 5 / M, -5 / (M * l)])).toBeLessThan(1e-14);
  });
  it("is in balance", () => expect([...vdot]).toEqual([0, 0]));
  it("takes forces along the speeds as inputs if asked", () => {
    const forces = linearize(model, neutralState(model), { inputs: "forces" });
    expect(forces.inputs).toEqual(["rail", "hinge"]);
    expect(relativeDistance(column(forces.B, 0), [0, 0, 1 / M, -1 / (M * l)])).toBeLessThan(1e-14);
    expect(relativeDistance(column(forces.B, 1), [0, 0, -1 / (M * l), (M + m) / (M * m * l * l)])).toBeLessThan(1e-14);
  });
});

it("a pendulum follows its parameters", () => {
  const model = pendulum();
  const at = createLinearize(model, { parameters: { length: 2 } });
  // θ̈ = −(g / l) sin θ
  const A = at(stateFromJoints(model, { q: { hinge: 0.4 } })).A;
  expect(relativeDistance(A.data, [0, 1, (-9.81 / 2) * Math.cos(0.4), 0])).toBeLessThan(1e-14);
});

describe("an upright spinning top", () => {
  // Seen from the ground, the tip z = x + i y moves as e^(i s t) with I_t s² − I_a ω s + m g h = 0 (Goldstein, Classical
  // Mechanics, 5.7, linearised); seen from the top, which turns with ω, as e^(i (s − ω) t).
  const { mass: m, height: h, transverse, axial, gravity: g } = heavyTopDefaults;
  const I_t = transverse + m * h * h;
  const frequencies = (omega: number): number[] => {
    const root = Math.sqrt((axial * omega) ** 2 - 4 * I_t * m * g * h);
    return [1, -1].map((sign) => (axial * omega + sign * root) / (2 * I_t) - omega);
  };

  it("has the frequencies of precession and nutation, less its own turning", () => {
    const omega = 1.3 * (2 / axial) * Math.sqrt(I_t * m * g * h); // fast enough to sleep
    const model = heavyTop();
    const { A } = linearize(model, stateFromJoints(model, { v: { pivot: [0, 0, omega] } }));
    const { re, im } = eigenGeneral(A);
    for (const s of frequencies(omega)) {
      const nearest = Math.min(...Array.from(im, (y, j) => Math.hypot(re[j], y - s)));
      expect(nearest).toBeLessThan(1e-10 * Math.abs(omega)); // ε times the condition of four eigenvalues of one matrix
    }
  });

  it("loses its stability below the known speed", () => {
    const critical = (2 / axial) * Math.sqrt(I_t * m * g * h);
    const model = heavyTop();
    const growth = (omega: number): number => {
      const { A } = linearize(model, stateFromJoints(model, { v: { pivot: [0, 0, omega] } }));
      return Math.max(...eigenGeneral(A).re);
    };
    expect(growth(0.99 * critical)).toBeGreaterThan(0.1);
    expect(growth(1.01 * critical)).toBeLessThan(1e-5); // a double zero (turning about the axis) splits by √ε
  });
});

/** q̇ from the definition of the speeds, by joint. */
function coordinateRates(model: Model, q: Float64Array, v: Float64Array): Float64Array {
  return Float64Array.from(difference((x) => moved(model, q, v, x), 1e-2));
}

function withUnitQuaternions(model: Model, q: Float64Array): Float64Array {
  const out = q.slice();
  for (const { joint, qStart } of buildTopology(model).tree) {
    const { kind } = model.joints[joint];
    if (kind !== "spherical" && kind !== "free") continue;
    const quaternion = out.subarray(kind === "free" ? qStart + 3 : qStart).subarray(0, 4);
    const length = Math.hypot(...quaternion);
    quaternion.forEach((x, i) => (quaternion[i] = x / length));
  }
  return out;
}

/** The state after a time, by the classical Runge-Kutta method in steps of 1/4 of it. */
function flow(model: Model, f: (state: State) => Float64Array, start: State, time: number): State {
  const h = time / 4;
  let state = start;
  const rates = (s: State): { q: Float64Array; v: Float64Array } => ({ q: coordinateRates(model, s.q, s.v), v: f(s) });
  const shifted = (s: State, k: { q: Float64Array; v: Float64Array }, by: number): State => ({
    t: s.t + by,
    q: s.q.map((x, i) => x + by * k.q[i]),
    v: s.v.map((x, i) => x + by * k.v[i]),
  });
  for (let n = 0; n < 4; n++) {
    const k1 = rates(state);
    const k2 = rates(shifted(state, k1, h / 2));
    const k3 = rates(shifted(state, k2, h / 2));
    const k4 = rates(shifted(state, k3, h));
    const mean = (part: "q" | "v"): Float64Array =>
      k1[part].map((x, i) => (x + 2 * k2[part][i] + 2 * k3[part][i] + k4[part][i]) / 6);
    state = shifted(state, { q: mean("q"), v: mean("v") }, h);
  }
  return state;
}

/** Departure [δ, δv] of a state from another, to first order: the vector part of q₀* ⊗ q, doubled, and R₀ᵀ (p − p₀). */
function departure(model: Model, from: State, to: State): number[] {
  const out: number[] = [];
  for (const { joint, qStart, nq } of buildTopology(model).tree) {
    const { kind } = model.joints[joint];
    if (kind !== "spherical" && kind !== "free") {
      for (let k = 0; k < nq; k++) out.push(to.q[qStart + k] - from.q[qStart + k]);
      continue;
    }
    const at = kind === "free" ? qStart + 3 : qStart;
    const [w, x, y, z] = from.q.subarray(at, at + 4);
    const [a, b, c, d] = to.q.subarray(at, at + 4);
    out.push(
      2 * (w * b - x * a - y * d + z * c),
      2 * (w * c + x * d - y * a - z * b),
      2 * (w * d - x * c + y * b - z * a),
    );
    if (kind === "spherical") continue;
    const p = [0, 1, 2].map((k) => to.q[qStart + k] - from.q[qStart + k]);
    const R = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    out.push(...[0, 1, 2].map((k) => R[0][k] * p[0] + R[1][k] * p[1] + R[2][k] * p[2]));
  }
  return [...out, ...to.v.map((x, i) => x - from.v[i])];
}

describe.each([
  { name: "reversed free and spherical joints", model: backwards() },
  { name: "all loads", model: allLoads() },
  { name: "heavy top", model: heavyTop() },
])("A is the rate at which neighbouring motions part: $name", ({ model }) => {
  it("along random departures, in motion", () => {
    const evaluator = createEvaluator(model);
    const point = somePoint(model, 21);
    const start: State = { t: point.t, q: point.q, v: point.v };
    const nv = point.v.length;
    // Stages of Runge-Kutta leave the unit sphere of quaternions by h²; f is asked at the point below on it.
    const f = (state: State): Float64Array =>
      evaluator.forwardDynamics({ ...state, q: withUnitQuaternions(model, state.q) }, point);
    const { A } = linearize(model, point);
    const draw = drawer(8);
    const times = new Map<number, State>();
    const undisturbed = (time: number): State => {
      let known = times.get(time);
      if (!known) times.set(time, (known = flow(model, f, start, time)));
      return known;
    };
    for (let trial = 0; trial < 3; trial++) {
      const direction = Float64Array.from({ length: 2 * nv }, draw);
      const parted = (time: number): number[] =>
        difference((size) => {
          const disturbed: State = {
            t: start.t,
            q: moved(model, start.q, direction, size),
            v: start.v.map((x, i) => x + size * direction[nv + i]),
          };
          return departure(model, undisturbed(time), flow(model, f, disturbed, time));
        }, 2e-3);
      const rate = difference(parted, 5e-4);
      const expected = Array.from({ length: 2 * nv }, (_, i) =>
        direction.reduce((sum, x, j) => sum + A.data[i * 2 * nv + j] * x, 0),
      );
      // Two nested differences: rounding ε |f| / (h₁ h₂), some 1e-9 of accelerations and their derivatives; no corner so near.
      expect(relativeDistance(rate, expected)).toBeLessThan(1e-7);
    }
  });
});
