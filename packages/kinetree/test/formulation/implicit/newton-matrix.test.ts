import { describe, expect, it } from "vitest";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import type { State, StateByJoint } from "../../../src/state/state.js";
import type { Model } from "../../../src/model/types.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { namedSystem } from "../../../src/systems/registry.js";
import { unlessRefused } from "../../support/closed-cases.js";
import { implicitLane, isApart, type ImplicitLane } from "../../support/implicit-lane.js";
import { mechanisms } from "../../support/mechanisms.js";
import { closedMechanism } from "../../support/random-loops.js";
import { coupledMechanism } from "../random-couplers.js";

/** ∛ε, where the rounding of a central difference meets its next term; both leave some 1e-10 of what is differenced. */
const INCREMENT = 6e-6;
/**
 * Tolerance of residuals, relative to the terms that they are the sum of: the difference's own error, and as much again for
 * third derivatives of positions a hundred times as large as the first.
 */
const TOLERANCE = 2e-7;

/** Columns of ∂f/∂y by central differences of the rates. */
function differences({ system, t, y }: ImplicitLane): Float64Array[] {
  const n = system.size;
  const [above, below] = [new Float64Array(n), new Float64Array(n)];
  return Array.from({ length: n }, (_, j) => {
    const [at, change] = [y[j], INCREMENT * Math.max(1, Math.abs(y[j]))];
    y[j] = at + change;
    system.rates(t, y, above);
    y[j] = at - change;
    system.rates(t, y, below);
    y[j] = at;
    return above.map((value, i) => (value - below[i]) / (2 * change));
  });
}

/** Rows of (σ M − J) x = b that x does not fulfil, in words. */
function violations(
  lane: ImplicitLane,
  J: readonly Float64Array[],
  sigma: readonly [number, number],
  x: readonly [Float64Array, Float64Array],
  b: readonly [Float64Array, Float64Array],
): string[] {
  const { system } = lane;
  const found: string[] = [];
  for (let i = 0; i < system.size; i++) {
    if (isApart(lane, i)) continue;
    const isIntegrated = system.mass === null || system.mass[i] === 1;
    const own = isIntegrated
      ? [sigma[0] * x[0][i] - sigma[1] * x[1][i], sigma[0] * x[1][i] + sigma[1] * x[0][i]]
      : [0, 0];
    for (const part of [0, 1] as const) {
      let sum = own[part] - b[part][i];
      let scale = Math.abs(own[part]) + Math.abs(b[part][i]) + 1e-3;
      for (let j = 0; j < system.size; j++) {
        sum -= J[j][i] * x[part][j];
        scale += Math.abs(J[j][i] * x[part][j]);
      }
      if (!(Math.abs(sum) <= TOLERANCE * scale)) found.push(`${system.nameOf(i)}: ${sum / scale}`);
    }
  }
  return found;
}

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly state: State | StateByJoint;
  readonly names: readonly FormulationName[];
}

const trees: readonly Case[] = mechanisms(41, 2, { maxBodies: 4, parameters: false }).map(({ model, state }) => ({
  name: model.name,
  model,
  state,
  names: ["articulated", "mass-matrix", "constrained"],
}));
const loops: readonly Case[] = [
  {
    name: "four-bar",
    model: fourBar(),
    state: { v: { crank: 5 } },
    names: ["tree-augmented", "embedded", "augmented", "partitioned", "constrained"],
  },
  ...[0].map((i) => ({
    name: `closed ${i}`,
    ...closedMechanism(12, i, 4),
    names: ["tree-augmented", "embedded", "constrained"] as const,
  })),
];
const coupled: Case = {
  name: "couplers",
  ...coupledMechanism(5, 1),
  names: ["mass-matrix", "tree-augmented", "embedded", "constrained"],
};
/** Driven coordinates that drive others. */
const chained: Case = { name: "chains of couplers", ...coupledMechanism(9, 3), names: ["mass-matrix", "embedded"] };
const beam: Case = {
  name: "beam on a driven hub",
  model: namedSystem("spinning-beam").build(),
  state: namedSystem("spinning-beam").start,
  names: ["mass-matrix", "constrained"],
};

function lanes({ model, state }: Case, names: readonly FormulationName[]): ImplicitLane[] {
  return names.flatMap((formulation) => unlessRefused(() => implicitLane(model, { formulation, state })));
}

describe("Newton's matrix / differences of the rates", () => {
  it.each([...trees, coupled, chained, ...loops, beam])("$name", (subject) => {
    const all = lanes(subject, subject.names);
    expect(all.length).toBe(subject.names.length);
    for (const lane of all) {
      const { system, t, y, plan } = lane;
      const J = differences(lane);
      system.linearize(t, y);
      for (const sigma of [
        [3, 0],
        [400, 0],
        [70, 200],
      ] as const) {
        expect(system.factor(1, sigma[0], sigma[1])).toBe(true);
        const b = [1, 2].map((seed) => Float64Array.from(y, (_, i) => Math.sin(7.3 * i + seed))) as [
          Float64Array,
          Float64Array,
        ];
        if (sigma[1] === 0) b[1].fill(0);
        const x: [Float64Array, Float64Array] = [b[0].slice(), b[1].slice()];
        system.solve(1, x[0], sigma[1] === 0 ? null : x[1]);
        expect({ by: plan.formulation, sigma, bad: violations(lane, J, sigma, x, b) }).toEqual({
          by: plan.formulation,
          sigma,
          bad: [],
        });
      }
    }
  });
});
