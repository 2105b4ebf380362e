import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { moveInto } from "../../../src/formulation/joints/move.js";
import { rotateAbout, slideAlong } from "../../../src/model/builder/joint.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Constraint, Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { dice } from "../../support/dice.js";

/* Residual, its derivatives by the speeds and its bias come from one definition; differences of the residual itself check them. */

const sphere = { mass: 1, inertia: [1, 1.1, 1.2] as [number, number, number] };
const at = (x: number) => ({ position: [x, 0.2, -0.1], axisAngle: [[0.3, 1, -0.5], 0.7] }) as const;

/** Bodies in space that move in every way there is, for a closure between "a" and "b". */
const bodies = () =>
  mechanism("closure")
    .body("a", sphere)
    .body("arm", sphere)
    .body("tool", sphere)
    .body("b", sphere)
    .free("root", { parent: "ground", child: "a" })
    .revolute("elbow", { parent: "a", child: "arm", at: at(0.4), axis: [0.2, 1, 0.1] })
    .cylindrical("piston", { parent: "arm", child: "tool", at: at(0.1), axis: [1, 0, 1] })
    .spherical("ball", { parent: "tool", child: "b", at: at(-0.3) });
const place = { parent: "a", child: "b", at: at(0.5), childAt: at(-0.7), role: "loop" } as const;
const axis = [0.4, -1, 0.3] as const;
const pose = { position: [0.1, 0.2, 0.3], rotation: [1, 0, 0, 0] } as const;

const joints: Record<string, Model> = {
  weld: bodies().weld("close", place).build(),
  revolute: bodies()
    .revolute("close", { ...place, axis })
    .build(),
  continuous: bodies()
    .continuous("close", { ...place, axis })
    .build(),
  prismatic: bodies()
    .prismatic("close", { ...place, axis })
    .build(),
  screw: bodies()
    .screw("close", { ...place, axis, pitch: 0.2 })
    .build(),
  cylindrical: bodies()
    .cylindrical("close", { ...place, axis })
    .build(),
  universal: bodies()
    .universal("close", { ...place, axis1: axis, axis2: [1, 0.2, 0.3] })
    .build(),
  "constant-velocity": bodies()
    .constantVelocity("close", { ...place, axis: [0.6, 0, 0.8], xAxis: [0, 1, 0] })
    .build(),
  planar: bodies()
    .planar("close", { ...place, axis: [0, 1, 0], xAxis: [1, 0, 0] })
    .build(),
  spherical: bodies().spherical("close", place).build(),
  "general, slides first": bodies()
    .general("close", { ...place, axes: [slideAlong([1, 0, 0]), slideAlong([0, 1, 1]), rotateAbout([0, 1, 0])] })
    .build(),
  "general, slides last": bodies()
    .general("close", { ...place, axes: [rotateAbout([0, 1, 0]), rotateAbout([1, 0, 0]), slideAlong([0, 1, 1])] })
    .build(),
  "between a body and ground": bodies()
    .revolute("close", { ...place, parent: "ground", axis })
    .build(),
};

const a = { body: "a", pose };
const b = { body: "b", pose };
const name = "close";
const constraints: Record<string, Constraint> = {
  distance: { kind: "distance", name, a, b, length: 0.7 },
  "point on line": { kind: "point-on-line", name, a, b, axis },
  "point on plane": { kind: "point-on-plane", name, a: { body: "ground", pose }, b, normal: axis },
  coupler: {
    kind: "coupler",
    name,
    driven: { joint: "elbow", coordinate: 0 },
    driving: { joint: "piston", coordinate: 1 },
    polynomial: [0.1, 0.5, -0.3, 0.2],
  },
  gear: {
    kind: "gear",
    name,
    driven: { joint: "elbow", coordinate: 0 },
    driving: { joint: "piston", coordinate: 0 },
    ratio: -2.5,
    offset: 0.3,
  },
  "rack and pinion": {
    kind: "rack-and-pinion",
    name,
    rack: { joint: "piston", coordinate: 1 },
    pinion: { joint: "elbow", coordinate: 0 },
    radius: 0.2,
    offset: 0,
  },
  "motion by a polynomial": {
    kind: "motion",
    name,
    driven: { joint: "elbow", coordinate: 0 },
    motion: { kind: "polynomial", coefficients: [0.1, 2, -1, 0.5] },
  },
  "motion by a sine": {
    kind: "motion",
    name,
    driven: { joint: "elbow", coordinate: 0 },
    motion: { kind: "sine", amplitude: 0.4, angularFrequency: 3, phase: 0.2, offset: -0.1 },
  },
};
const cases = {
  ...joints,
  ...Object.fromEntries(
    Object.entries(constraints).map(([kind, constraint]) => [
      kind,
      buildModel({ ...bodies().build(), constraints: [constraint] }),
    ]),
  ),
};

describe.each(Object.entries(cases))("%s", (_, model) => {
  const topology = buildTopology(model);
  const evaluator = new ClosureEvaluator(model, topology);
  const { nq, nv } = topology.counts;
  const draw = dice(7, 3, false);
  const numbers = (n: number): Float64Array => Float64Array.from({ length: n }, () => draw.between(-1, 1));
  const neutral = new Float64Array(nq);
  for (const [i, { nq: n, qStart }] of topology.tree.entries())
    if (n >= 4) neutral[qStart + (n === 7 ? 3 : 0)] = i >= 0 ? 1 : 0;
  const q = moveInto(new Float64Array(nq), evaluator.skeleton, neutral, numbers(nv));
  const v = numbers(nv);
  const state = { t: 0.3, q, v };
  /** Along the motion with constant speeds, a time h from the state. */
  const after = (h: number) => {
    const moved = moveInto(new Float64Array(nq), evaluator.skeleton, q, v, h);
    return { t: 0.3 + h, q: moved, v };
  };
  const rates = ({ t, q }: { t: number; q: Float64Array }): Float64Array => {
    const { K, drift } = evaluator.at({ t, q });
    return drift.map((x, k) => v.reduce((sum, speed, i) => sum + K.data[k * nv + i] * speed, x));
  };

  test("rates are those of the residuals", () => {
    const h = 1e-4; // error of the difference h² φ‴ ~ 1e-8 times a few, rounding 1e-16 / h
    const [before, behind] = [evaluator.at(after(-h)).phi, evaluator.at(after(h)).phi];
    rates(state).forEach((rate, k) => expect(rate).toBeCloseTo((behind[k] - before[k]) / (2 * h), 5));
  });

  test("the bias is the acceleration of the residuals when no speed changes", () => {
    const h = 1e-5; // the retraction turns true to third order: its rates are the speeds to second order
    const [before, behind] = [rates(after(-h)), rates(after(h))];
    evaluator.bias(state).forEach((gamma, k) => expect(gamma).toBeCloseTo((behind[k] - before[k]) / (2 * h), 4));
  });
});
