import { describe, expect, it } from "vitest";
import { methods } from "../../src/integrate/method.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { distance, motions, observedOrder } from "./motions.js";
import { doubleSwingEnergy, period, swingEnergy } from "./pendulum-motion.js";

const adaptive = Object.values(methods).filter((method) => method.adaptive);
const tolerances = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];

describe.each(motions)("$name", ({ model, starts, tEnd }) => {
  const reference = createSimulation(model, { integrator: "dop853", tolerance: 1e-14 });
  const exact = starts.map((state) => reference.run(tEnd, { state }).final);
  const errorsOf = (integrator: (typeof adaptive)[number]["name"]): number[] =>
    tolerances.map((tolerance) => {
      const simulation = createSimulation(model, { integrator, tolerance });
      return Math.max(...starts.map((state, i) => distance(simulation.run(tEnd, { state }).final, exact[i])));
    });

  it("reference of order 8 / an independent method at its own smallest tolerance", () => {
    const other = createSimulation(model, { integrator: "dormand-prince", tolerance: 1e-13 });
    const gaps = starts.map((state, i) => distance(other.run(tEnd, { state }).final, exact[i]));
    expect(Math.max(...gaps)).toBeLessThan(1e-12);
  });

  // The step goes with tolerance^(1/errorOrder) and the result's error with step^order.
  it.each(adaptive)("$name: error of the result / proportional to tolerance^(order/errorOrder)", (method) => {
    const slope = observedOrder(
      tolerances,
      errorsOf(method.name).map((error) => 1 / error),
    );
    expect(Math.abs(slope - method.tableau.order / method.errorOrder)).toBeLessThan(0.1);
  });

  // Those that carry the better of their two solutions on: a run of a second or two stays within what was asked for.
  it.each(adaptive.filter(({ name }) => name !== "rkf45"))("$name: error of the result / below tolerance", (method) => {
    errorsOf(method.name).forEach((error, i) => expect(error).toBeLessThan(tolerances[i]));
  });
});

describe("energy over 1,000 periods at tolerance 1e-10 with dormand-prince, relative to that of the swing", () => {
  const options = { integrator: "dormand-prince", tolerance: 1e-10 } as const;

  it.each([0.1, 0.5, 1, 2, 3])("pendulum from %f rad / at the start", (amplitude) => {
    const tEnd = 1000 * period(amplitude);
    const result = simulate(pendulum(), tEnd, {
      ...options,
      state: { q: { hinge: amplitude } },
      sampleEvery: tEnd / 997,
    });
    const [q, v] = [result.column("q.hinge"), result.column("v.hinge")];
    const start = swingEnergy(amplitude, 0);
    const drift = Math.max(...Array.from(q, (angle, row) => Math.abs(swingEnergy(angle, v[row]) - start)));
    expect(drift / start).toBeLessThan(1e-8);
  });

  it("chaotic double pendulum, periods of its upper rod alone / at the start", () => {
    const tEnd = 1000 * period(0);
    const state = { q: { shoulder: 2, elbow: 0 } };
    const result = simulate(doublePendulum(), tEnd, { ...options, state, sampleEvery: tEnd / 997 });
    const energies = Array.from(result.t, (_, row) => {
      const { q, v } = result.stateAt(row);
      return doubleSwingEnergy(q, v);
    });
    const drift = Math.max(...energies.map((energy) => Math.abs(energy - energies[0])));
    expect(drift / energies[0]).toBeLessThan(1e-8);
  });
});
