import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { followCouplers, requireCouplers } from "../../src/state/coupler-state.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { chooseFormulation } from "../../src/formulation/formulations.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { refusal } from "../support/refusal.js";

const body = { mass: 1, inertia: [0.1, 0.1, 0.1] } as const;
const on = <C extends string>(child: C) => ({ parent: "ground", child, axis: [0, 0, 1] }) as const;
const model = mechanism("chain")
  .body("a", body)
  .body("b", body)
  .body("c", body)
  // The couplers come before what drives them, on purpose.
  .revolute("third", on("c"))
  .revolute("second", on("b"))
  .revolute("first", on("a"))
  .coupler("last", { driven: "third", driving: "second", polynomial: [0, 0, 2] })
  .coupler("gear", { driven: "second", driving: "first", polynomial: [1, 3] })
  .build();
const topology = buildTopology(model);
const byName = ({ q, v }: { q: Float64Array; v: Float64Array }): number[] => [...q, ...v];
const broken = (coupler: string, value: readonly [given: number, driven: number]) => ({
  code: "coupler-broken",
  subject: `coupler "${coupler}"`,
  value,
});

describe("what couplers drive", () => {
  it("follows through chains if it is left out", () => {
    // second = 1 + 3 · 0.5, third = 2 · 2.5², and their rates
    expect(byName(stateFromJoints(model, { q: { first: 0.5 }, v: { first: 2 } }))).toEqual([12.5, 2.5, 0.5, 60, 6, 2]);
  });
  it("may be given if it is right", () =>
    expect(byName(stateFromJoints(model, { q: { first: 0.5, second: 2.5 } }))).toEqual([12.5, 2.5, 0.5, 0, 0, 0]));
  it("is refused by name if it is not, with both values", () => {
    const attempt = (): unknown => stateFromJoints(model, { q: { first: 0.5, second: 2.4 } });
    expect(attempt).toThrowError(RequestError);
    expect(refusal(attempt)).toEqual(broken("gear", [2.4, 2.5]));
  });
  it("is refused by its speed too", () =>
    expect(refusal(() => stateFromJoints(model, { v: { second: 1 } }))).toEqual(broken("gear", [1, 0])));
  it("stands where its coupler puts it in the neutral state", () =>
    expect(byName(neutralState(model))).toEqual([2, 1, 0, 0, 0, 0]));
  it("is set in packed states by followCouplers, which leaves the given state alone", () => {
    const state = { t: 1, q: Float64Array.of(0, 0, 0.5), v: Float64Array.of(0, 0, 2) };
    const followed = followCouplers(model, state);
    expect(followed.t).toBe(1);
    expect(byName(followed)).toEqual([12.5, 2.5, 0.5, 60, 6, 2]);
    expect(state.q[0]).toBe(0);
    requireCouplers(model, topology, followed.q, followed.v);
    expect(refusal(() => requireCouplers(model, topology, state.q, state.v))).toEqual(broken("gear", [0, 2.5]));
  });
  it("may be off by 1e-9 of itself", () => {
    const { q, v } = stateFromJoints(model, { q: { first: 0.5 } });
    const off = (part: number): void =>
      requireCouplers(model, topology, Float64Array.of(q[0] * (1 + part), q[1], q[2]), v);
    off(0.9e-9);
    expect(refusal(() => off(1.1e-9))).toEqual(broken("last", [q[0] * (1 + 1.1e-9), 12.5]));
  });
  it("is not counted among the degrees of freedom", () =>
    expect(topology.counts).toMatchObject({ nv: 3, couplers: 2, degreesOfFreedom: 1 }));
});

describe("formulations", () => {
  it("a plain tree takes articulated bodies, couplers the mass matrix, each with a reason", () => {
    const plain = pendulum();
    const free = chooseFormulation(plain, buildTopology(plain));
    expect([free.formulation.name, free.reason]).toEqual([
      "articulated",
      "tree without loops: O(N) articulated-body recursion",
    ]);
    const coupled = chooseFormulation(model, topology);
    expect([coupled.formulation.name, coupled.reason]).toEqual([
      "mass-matrix",
      'tree with 2 couplers, "last" among them: mass matrix in the 1 independent speeds, dense solve',
    ]);
    expect(createEvaluator(model).formulation).toBe("mass-matrix");
  });
  it("articulated bodies refuse couplers by name", () => {
    const evaluator = createEvaluator(model, { formulation: "articulated" });
    expect(refusal(() => evaluator.forwardDynamics(neutralState(model)))).toEqual({
      code: "formulation-refuses",
      subject: 'formulation "articulated"',
      value: ["last", "gear"],
    });
  });
});

it("a driven coordinate cannot be pinned: what drives it can", () => {
  expect(refusal(() => equilibrium(model, {}, { pinned: ["second"] }))).toEqual({
    code: "pin-driven",
    subject: 'joint "second"',
    value: "gear",
  });
  expect(equilibrium(model, {}, { pinned: ["first"] }).residual).toBe(0);
});

it("couplers without inertia are named at the joint that drives them", () => {
  const light = mechanism("light")
    .body("a", { massless: true })
    .body("b", { massless: true })
    .revolute("turn", on("a"))
    .revolute("follow", on("b"))
    .coupler("gear", { driven: "follow", driving: "turn", polynomial: [0, 2] })
    .build();
  expect(refusal(() => createEvaluator(light).forwardDynamics(neutralState(light)))).toEqual({
    code: "hinge-without-inertia",
    subject: 'joint "turn" (ground → a)',
    value: 0,
  });
});
