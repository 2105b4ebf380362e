import { beforeAll, describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { advance } from "../support/advance.js";
import { mechanisms, violations, type Mechanism } from "../support/mechanisms.js";
import { createOracle } from "../support/oracle.js";

/** [s]. Two central differences, extrapolated: error O(H⁴) of the energy's fifth derivative, and ε E / H of rounding. */
const H = 1e-4;

interface Row {
  readonly mechanism: Mechanism;
  readonly error: number;
  readonly power: number;
  readonly scale: number;
}

function energyRate(mechanism: Mechanism): Row {
  const { model, state, inputs } = mechanism;
  const evaluator = createEvaluator(model);
  const oracle = createOracle(model);
  const vdot = evaluator.forwardDynamics(state, inputs);
  const energyAt = (h: number): number => {
    const { kinetic, potential } = evaluator.energy(advance(model, state, vdot, h));
    return kinetic + potential;
  };
  const difference = (h: number): number => (energyAt(h) - energyAt(-h)) / (2 * h);
  const rate = (4 * difference(H) - difference(2 * H)) / 3;
  const power = oracle.power(state, inputs);
  // What flows to and fro between kinetic and potential energy is larger than what leaves: M v̇ · v.
  const M = evaluator.massMatrix(state);
  const flow = vdot.reduce(
    (sum, a, i) => sum + Math.abs(a * state.v.reduce((inner, v, j) => inner + M.data[i * M.cols + j] * v, 0)),
    0,
  );
  const { kinetic, potential } = evaluator.energy(state);
  const scale = Math.abs(power) + flow + (Number.EPSILON * (kinetic + Math.abs(potential))) / H;
  return { mechanism, error: Math.abs(rate - power) / scale, power, scale };
}

describe("along the motion of random mechanisms", () => {
  let driven: readonly Row[] = [];
  let conservative: readonly Row[] = [];
  beforeAll(() => {
    driven = mechanisms(600, 40, { maxBodies: 7 }).map(energyRate);
    conservative = mechanisms(610, 20, { maxBodies: 7, loads: false })
      .map((mechanism) => ({ ...mechanism, inputs: { ...mechanism.inputs, tau: new Float64Array(mechanism.nv) } }))
      .map(energyRate);
  });

  // Frequencies up to 10 rad/s make (10 H)⁴ = 1e-12 of the differences; stiff springs on light bodies some tens of that.
  it("power of drives, dampers and friction = rate of the energies", () => {
    expect(
      violations(
        driven,
        (row) => row.error,
        () => 1e-9,
      ),
    ).toEqual([]);
  });

  it("that power is not nothing", () => {
    expect(driven.filter(({ power, scale }) => Math.abs(power) > 1e-3 * scale).length).toBeGreaterThan(30);
  });

  it("without them, energy is constant", () => {
    expect(conservative.map(({ power }) => Math.abs(power))).toEqual(conservative.map(() => 0));
    expect(
      violations(
        conservative,
        (row) => row.error,
        () => 1e-9,
      ),
    ).toEqual([]);
  });
});
