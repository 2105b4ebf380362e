import type { State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import type { SimulateOptions } from "../../src/simulate/options/options.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";

/** What a caller without a type checker may pass. */
const untyped = (options: object): SimulateOptions => options as SimulateOptions;
export const packed = (t: number, q: number[], v: number[]): State => ({
  t,
  q: Float64Array.from(q),
  v: Float64Array.from(v),
});

export interface Mistake {
  readonly name: string;
  readonly options?: SimulateOptions;
  readonly tEnd?: number;
  readonly model?: Model;
  readonly code: string;
  readonly subject: string;
  readonly says: string;
}

export const mistakes: readonly Mistake[] = [
  {
    name: "an integrator misspelt",
    options: untyped({ integrator: "dormand-price" }),
    code: "unknown-integrator",
    subject: 'integrator "dormand-price"',
    says: 'Did you mean "dormand-prince"?',
  },
  {
    name: "an implicit integrator misspelt",
    options: untyped({ integrator: "radau" }),
    code: "unknown-integrator",
    subject: 'integrator "radau"',
    says: 'Did you mean "radau5"?',
  },
  {
    name: "options of implicit integrators for an explicit one",
    options: { implicit: { maxOrder: 2 } },
    code: "option-without-effect",
    subject: "implicit.maxOrder",
    says: 'integrator "dormand-prince" does not use it. Take "bdf" or "auto", or leave it out.',
  },
  {
    name: "an option of another implicit integrator",
    options: { integrator: "bdf", implicit: { rho: 0.5 } },
    code: "option-without-effect",
    subject: "implicit.rho",
    says: 'Take "generalized-alpha", or leave it out.',
  },
  {
    name: "an option of implicit integrators misspelt",
    options: untyped({ integrator: "bdf", implicit: { maxorder: 2 } }),
    code: "unknown-implicit option",
    subject: 'implicit option "maxorder"',
    says: 'Did you mean "maxOrder"?',
  },
  {
    name: "derivatives of an unknown kind",
    options: untyped({ integrator: "bdf", implicit: { jacobian: "exakt" } }),
    code: "unknown-jacobian",
    subject: 'jacobian "exakt"',
    says: 'Did you mean "exact"?',
  },
  {
    name: "a formulation misspelt",
    options: untyped({ formulation: "articulate" }),
    code: "unknown-formulation",
    subject: 'formulation "articulate"',
    says: 'Did you mean "articulated"?',
  },
  {
    name: "a formulation like no other",
    options: untyped({ formulation: "xyzzy-plugh" }),
    code: "unknown-formulation",
    subject: 'formulation "xyzzy-plugh"',
    says: 'Known: "articulated", "mass-matrix", "tree-augmented", "embedded", "partitioned", "augmented", "constrained".',
  },
  {
    name: "the equations themselves for an explicit integrator",
    options: { formulation: "constrained" },
    code: "integrator-needs-accelerations",
    subject: 'formulation "constrained"',
    says: 'Take integrator "bdf", "radau5", "generalized-alpha", "hht", or another formulation.',
  },
  {
    name: "drift that is damped for a method that goes by its past",
    options: { integrator: "bdf", drift: "baumgarte" },
    code: "integrator-refuses-drift",
    subject: "drift",
    says: 'Take drift "projection", or a one-step method such as "radau5".',
  },
  ...[-1e-8, 0, NaN, Infinity].map((tolerance) => ({
    name: `tolerance ${tolerance}`,
    options: { tolerance },
    code: "not-positive",
    subject: "tolerance",
    says: `tolerance is ${tolerance}, must be a positive number. Give a relative error such as 1e-8.`,
  })),
  {
    name: "a tolerance below rounding",
    options: { tolerance: 1e-16 },
    code: "tolerance-too-small",
    subject: "tolerance",
    says: "tolerance is 1e-16, must be at least 1e-14",
  },
  ...[-0.1, 0, NaN].map((step) => ({
    name: `step ${step}`,
    options: { integrator: "rk4", step } as const,
    code: "not-positive",
    subject: "step",
    says: `step is ${step}, must be a positive number. Give it in seconds, such as 1e-3.`,
  })),
  {
    name: "maxStep -1",
    options: { maxStep: -1 },
    code: "not-positive",
    subject: "maxStep",
    says: "maxStep is -1, must be a positive number.",
  },
  {
    name: "a step longer than maxStep",
    options: { step: 0.1, maxStep: 0.01 },
    code: "step-above-maximum",
    subject: "step",
    says: "step is 0.1 s and maxStep 0.01 s.",
  },
  {
    name: "a step that the clock cannot count",
    options: { step: 1e-12, state: { t: 1e6 } },
    tEnd: 1e6 + 1,
    code: "step-below-resolution",
    subject: "step",
    says: "step is 1e-12 s, too short for a clock that shows 1000001 s.",
  },
  ...(["rk4", "euler-cromer"] as const).map((integrator) => ({
    name: `a tolerance for ${integrator}`,
    options: { integrator, tolerance: 1e-6 },
    code: "integrator-needs-step",
    subject: `integrator "${integrator}"`,
    says: 'Give a step, or take "dormand-prince".',
  })),
  {
    name: "an end before the start",
    options: { state: { t: 2 } },
    tEnd: 1,
    code: "end-before-start",
    subject: "tEnd",
    says: "tEnd is 1, must be a finite time at or after the start, 2 s.",
  },
  ...[NaN, Infinity].map((tEnd) => ({
    name: `tEnd ${tEnd}`,
    tEnd,
    code: "end-before-start",
    subject: "tEnd",
    says: `tEnd is ${tEnd}, must be a finite time`,
  })),
  {
    name: "an interval of no length",
    options: { sampleEvery: 0 },
    code: "not-positive",
    subject: "sampleEvery",
    says: "sampleEvery is 0, must be a positive number.",
  },
  {
    name: "a packed state with a coordinate too many",
    options: { state: packed(0, [1, 2], [0]) },
    code: "wrong-length",
    subject: "state.q",
    says: "state.q has 2 entries, needs 1",
  },
  {
    name: "a packed state without speeds",
    options: { state: packed(0, [1], []) },
    code: "wrong-length",
    subject: "state.v",
    says: "state.v has 0 entries, needs 1",
  },
  {
    name: "a packed state that is no number",
    options: { state: packed(0, [NaN], [0]) },
    code: "not-finite",
    subject: "state.q",
    says: "state.q[0] is NaN, must be finite.",
  },
  {
    name: "a packed time that is no number",
    options: { state: packed(Infinity, [0], [0]) },
    code: "not-finite",
    subject: "state.t",
    says: "state.t[0] is Infinity, must be finite.",
  },
  {
    name: "a state of plain lists",
    options: untyped({ state: { t: 0, q: [1], v: [0] } }),
    code: "state-half-packed",
    subject: "state.q",
    says: "Give q and v both as Float64Array, in tree order, or both by the names of joints.",
  },
  {
    name: "a state of a joint that is not there",
    options: { state: { q: { hing: 1 } } },
    code: "unknown-joint",
    subject: 'joint "hing"',
    says: 'Did you mean "hinge"?',
  },
  {
    name: "a named state that is no number",
    options: { state: { v: { hinge: NaN } } },
    code: "not-finite",
    subject: 'joint "hinge"',
    says: 'joint "hinge" is given NaN among its speeds, must be finite.',
  },
  {
    name: "a quaternion that is not unit",
    model: heavyTop(),
    options: { state: { q: { pivot: [1, 1, 0, 0] } } },
    code: "quaternion-not-unit",
    subject: 'joint "pivot"',
    says: "Divide w, x, y, z by their length.",
  },
  {
    name: "a packed quaternion that is not unit",
    model: heavyTop(),
    options: { state: packed(0, [0, 0, 0, 0], [0, 0, 0]) },
    code: "quaternion-not-unit",
    subject: 'joint "pivot"',
    says: "has a quaternion of length 0, must be 1",
  },
  {
    name: "forces for more speeds than there are",
    options: { tau: [1, 2, 3] },
    code: "wrong-length",
    subject: "tau",
    says: "tau has 3 entries, needs 1",
  },
  {
    name: "a force that is no number",
    options: { tau: [NaN] },
    code: "not-finite",
    subject: "tau",
    says: "tau[0] is NaN, must be finite.",
  },
  {
    name: "a parameter that is not there",
    options: { parameters: { lenght: 2 } },
    code: "unknown-parameter",
    subject: 'parameter "lenght"',
    says: 'Did you mean "length"?',
  },
  {
    name: "a parameter below its range",
    options: { parameters: { length: -1 } },
    code: "parameter-range",
    subject: 'parameter "length"',
    says: 'parameter "length" is -1, must be a finite number from 0 to ∞.',
  },
  {
    name: "a parameter that is no number",
    options: { parameters: { gravity: NaN } },
    code: "parameter-range",
    subject: 'parameter "gravity"',
    says: 'parameter "gravity" is NaN, must be a finite number from -∞ to ∞.',
  },
  {
    name: "a measure of a joint that is not there",
    options: { measures: { angle: (probe) => probe.q("hinges") } },
    code: "unknown-joint",
    subject: 'joint "hinges"',
    says: 'Did you mean "hinge"?',
  },
  {
    name: "a measure of a body that is not there",
    options: { measures: { place: (probe) => probe.position("bobb")[0] } },
    code: "unknown-body",
    subject: 'body "bobb"',
    says: 'Did you mean "bob"?',
  },
  {
    name: "a measure of a coordinate that the joint does not have",
    options: { measures: { angle: (probe) => probe.q("hinge", 1) } },
    code: "coordinate-range",
    subject: 'joint "hinge"',
    says: 'joint "hinge" has 1 coordinates; index 1 is outside.',
  },
  {
    name: "an event of a parameter that is not there",
    options: { events: [{ name: "long", when: (probe) => probe.parameter("lengthh") }] },
    code: "unknown-parameter",
    subject: 'parameter "lengthh"',
    says: 'Did you mean "length"?',
  },
];
