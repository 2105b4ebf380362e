import { describe, expect, it } from "vitest";
import { createFlexibleOracle } from "../support/flexible-oracle.js";
import { lagrangeForces } from "../support/flexible-lagrange.js";
import { flexibleMechanism, plainJointKinds } from "../support/flexible-random.js";
import { mechanisms } from "../support/mechanisms.js";
import { norm2, relativeError } from "../support/numbers.js";
import { createOracle } from "../support/oracle.js";

/* What the dynamics of flexible bodies are held against, held against other roads itself. */

describe("the oracle of flexible trees", () => {
  it("is that of rigid trees where nothing bends", () => {
    const apart = mechanisms(520, 6, { maxBodies: 4 }).flatMap(({ model, state, inputs, vdot }) => {
      const [ours, theirs] = [createFlexibleOracle(model), createOracle(model)].map((oracle) => [
        oracle.massMatrix(state).flat(),
        oracle.inverseDynamics(state, vdot, inputs),
        oracle.jointLoads(state, vdot, inputs).flat(),
        Object.values(oracle.energy(state)),
        Object.values(oracle.momentum(state)).flat(),
        [oracle.power(state, inputs)],
      ]);
      return ours.map((answer, k) => relativeError(answer, theirs[k], 1));
    });
    expect(Math.max(...apart)).toBeLessThan(1e-12);
  });

  /** Differences over 5e-4 round at some ε / 5e-4 of energies that are of the size of the forces. */
  it("Kirchhoff's equations and virtual work = Lagrange's by differences of the energies", () => {
    const options = { maxFlexible: 1, maxRigid: 1, loads: false, kinds: plainJointKinds };
    const apart = [0, 2, 3].map((sample) => {
      const { model, state, vdot } = flexibleMechanism(530, sample, options);
      const oracle = createFlexibleOracle(model);
      return relativeError(oracle.inverseDynamics(state, vdot), lagrangeForces(oracle.energy, state, vdot));
    });
    expect(Math.max(...apart)).toBeLessThan(1e-10);
  });

  const loaded = [0, 1, 2].map((sample) => {
    const mechanism = flexibleMechanism(540, sample, { maxFlexible: 2, maxRigid: 1 });
    const oracle = createFlexibleOracle(mechanism.model);
    return { ...mechanism, oracle, M: oracle.massMatrix(mechanism.state) };
  });
  const times = (M: readonly (readonly number[])[], x: Float64Array): number[] =>
    M.map((row) => row.reduce((sum, entry, j) => sum + entry * x[j], 0));

  it("kinetic energy = ½ vᵀ M v", () => {
    const apart = loaded.map(({ state, oracle, M }) => {
      const half = times(M, state.v).reduce((sum, x, i) => sum + x * state.v[i], 0) / 2;
      return relativeError([oracle.energy(state).kinetic], [half]);
    });
    expect(Math.max(...apart)).toBeLessThan(1e-12);
  });

  it("inverse dynamics grows with the accelerations by the mass matrix", () => {
    const apart = loaded.map(({ state, vdot, inputs, oracle, M }) => {
      const bias = oracle.inverseDynamics(state, new Float64Array(vdot.length), inputs);
      const grown = oracle.inverseDynamics(state, vdot, inputs).map((x, i) => x - bias[i]);
      return relativeError(grown, times(M, vdot), norm2(bias));
    });
    expect(Math.max(...apart)).toBeLessThan(1e-12);
  });
});
