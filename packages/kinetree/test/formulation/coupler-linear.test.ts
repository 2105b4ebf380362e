import { describe, expect, it } from "vitest";
import { followCouplers } from "../../src/state/coupler-state.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { linearize } from "../../src/analysis/linearize.js";
import { modes } from "../../src/analysis/modes.js";
import { moveInto } from "../../src/formulation/joints/move.js";
import { buildSkeleton } from "../../src/formulation/skeleton/skeleton.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { norm2 } from "../support/numbers.js";
import { coupledMechanism } from "./random-couplers.js";
import { refusal } from "../support/refusal.js";

describe("A and B of random mechanisms with couplers / differences of forward dynamics", () => {
  const samples = [1, 2, 4, 5, 7, 8, 11, 13]
    .map((sample) => coupledMechanism(99, sample))
    .filter(({ model }) => model.constraints.length > 0);
  it("there are some", () => expect(samples.length).toBeGreaterThan(4));

  it.each(samples.map((each) => [each.model.name, each] as const))("%s", (_, { model, state, inputs }) => {
    const evaluator: Evaluator = createEvaluator(model);
    const { A, B, independent, vdot } = linearize(model, { ...state, ...inputs }, { inputs: "forces" });
    const n = independent.length;
    const nv = vdot.length;
    expect([A.rows, A.cols, B.rows, B.cols]).toEqual([2 * n, 2 * n, 2 * n, nv]);
    const accelerations = (at: State, tau = inputs.tau): number[] => {
      const all = evaluator.forwardDynamics(at, { ...inputs, tau });
      return Array.from(independent, (i) => all[i]);
    };
    const skeleton = buildSkeleton(model, buildTopology(model));
    const moved = (column: number, h: number): State => {
      const delta = new Float64Array(nv);
      delta[independent[column % n]] = h;
      const q = column < n ? moveInto(state.q.slice(), skeleton, state.q, delta) : state.q;
      const v = column < n ? state.v : state.v.map((x, i) => x + delta[i]);
      return followCouplers(model, { ...state, q, v });
    };
    // Central differences: h² of the third derivative and ε / h of the value, both about 1e-10 of what is differenced.
    const h = 1e-5;
    const size = 1 + norm2(A.data) / n + norm2(accelerations(state));
    for (let j = 0; j < 2 * n; j++) {
      const [ahead, behind] = [accelerations(moved(j, h)), accelerations(moved(j, -h))];
      const error = ahead.map((x, i) => (x - behind[i]) / (2 * h) - A.data[(n + i) * 2 * n + j]);
      expect(norm2(error)).toBeLessThan(1e-6 * size);
    }
    for (let j = 0; j < nv; j++) {
      const more = inputs.tau.slice();
      more[j] += 1;
      const [ahead, here] = [accelerations(state, more), accelerations(state)];
      const error = ahead.map((x, i) => x - here[i] - B.data[(n + i) * nv + j]);
      expect(norm2(error)).toBeLessThan(1e-9 * size);
    }
    expect(norm2(vdot.map((x, i) => x - evaluator.forwardDynamics(state, inputs)[i]))).toBeLessThan(1e-9 * size);
  });
});

describe("a pendulum that lifts a weight over a cam, x = θ² / 2", () => {
  const [I, m, k, g, w] = [0.4, 2, 50, 9.81, 1.2];
  const model = mechanism("cam and weight")
    .gravity(0, 0, -g)
    .body("arm", { mass: w, com: [0, 0, -0.5], inertia: [0.1, I - 0.25 * w, 0.1] })
    .body("weight", { mass: m, inertia: [1, 1, 1] })
    .revolute("angle", { parent: "ground", child: "arm", axis: [0, 1, 0], damping: 0.3 })
    .prismatic("lift", { parent: "ground", child: "weight", axis: [0, 0, 1], stiffness: k, rest: 0.2 })
    .coupler("cam", { driven: "lift", driving: "angle", polynomial: [0, 0, 0.5] })
    .build();
  // V = −½ w g cos θ + m g θ²/2 + ½ k (θ²/2 − 0.2)²
  const slope = (x: number): number => 0.5 * w * g * Math.sin(x) + m * g * x + k * (0.5 * x * x - 0.2) * x;
  const curvature = (x: number): number => 0.5 * w * g * Math.cos(x) + m * g + k * (0.5 * x * x - 0.2) + k * x * x;

  it("settles where the slope of its potential is zero, the weight where the cam puts it", () => {
    const start = stateFromJoints(model, { q: { angle: 0.8 } });
    const { point, isStable, holding } = equilibrium(model, start);
    expect(Math.abs(slope(point.q[0]))).toBeLessThan(1e-8);
    expect(point.q[1]).toBe(0.5 * point.q[0] * point.q[0]);
    expect(isStable).toBe(true);
    expect([...holding]).toEqual([0, 0]);
  });

  it("swings at the frequency of its potential, and shows the weight with the ratio of the cam", () => {
    const { point } = equilibrium(model, stateFromJoints(model, { q: { angle: 0.8 } }));
    const x = point.q[0];
    const { undamped, damped } = modes(model, point);
    expect(undamped).toHaveLength(1);
    const inertia = I + m * x * x;
    expect(undamped[0].angularFrequency).toBeCloseTo(Math.sqrt(curvature(x) / inertia), 7);
    expect(undamped[0].shape[1]).toBeCloseTo(x * undamped[0].shape[0], 12);
    // The damped eigenvalue is that of linearize.
    const { re, im } = eigenGeneral(linearize(model, { ...point, v: new Float64Array(2) }).A);
    expect(damped[0].eigenvalue.re).toBeCloseTo(re[0], 9);
    expect(damped[0].eigenvalue.im).toBeCloseTo(Math.abs(im[0]), 9);
  });

  it("the force that holds a pinned driver is the slope of the potential", () => {
    const start = stateFromJoints(model, { q: { angle: 0.8 } });
    const { holding } = equilibrium(model, start, { pinned: ["angle"] });
    expect(holding[0]).toBeCloseTo(slope(0.8), 10);
    expect(holding[1]).toBe(0);
  });

  it("a start that breaks the coupler is refused", () =>
    expect(refusal(() => equilibrium(model, { q: Float64Array.of(0.8, 0) }))).toMatchObject({
      code: "coupler-broken",
      subject: 'coupler "cam"',
    }));
});
