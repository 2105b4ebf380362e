import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { BeamOptions } from "../../src/model/builder/flexible.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { dice } from "../support/dice.js";
import { createFlexibleOracle } from "../support/flexible-oracle.js";
import { conditionSpd } from "../support/linalg.js";
import { relativeError } from "../support/numbers.js";

/*
 * A light base and a beam that is bent far: where an expansion of the kinetic energy is cut off, it turns negative along some
 * motion, first along the base's turn; the whole square cannot.
 */

/** Steel, 4 mm thick, 1 m long: its amplitudes are shares of its length. */
const rod: BeamOptions = {
  length: 1,
  section: { kind: "circle", radius: 0.002 },
  material: { density: 7850, youngsModulus: 2.1e11, shearModulus: 8e10 },
  modes: { y: 4 },
};
const pinned = mechanism("pinned rod")
  .gravity(0, 0, 0)
  .beam("rod", rod)
  .revolute("base", { parent: "ground", child: "rod", axis: [0, 0, 1] })
  .build();
const free = mechanism("free rod")
  .gravity(0, 0, 0)
  .beam("rod", rod)
  .free("base", { parent: "ground", child: "rod" })
  .build();

describe.each([
  { name: "pinned", model: pinned },
  { name: "free", model: free },
])("a slender rod with a $name base, the first amplitude up to 0.3 and others up to 0.1", ({ model }) => {
  const evaluator = createEvaluator(model);
  const oracle = createFlexibleOracle(model);
  const d = dice(570, 0, false);
  const corners = Array.from({ length: 16 }, (_, k) =>
    [0.3, 0.1, 0.1, 0.1].map((size, mode) => ((k >> mode) % 2 === 0 ? size : -size)),
  );
  const inside = Array.from({ length: 40 }, () => [0.3, 0.1, 0.1, 0.1].map((size) => d.between(-size, size)));
  const bent = (amplitudes: readonly number[]): State => stateFromJoints(model, { q: { rod: amplitudes } });

  it("masses are positive, their condition at most ten times that of the straight rod", () => {
    const condition = (amplitudes: readonly number[]): number => conditionSpd(evaluator.massMatrix(bent(amplitudes)));
    const worst = Math.max(...[...corners, ...inside].map(condition)); // infinite where one is not
    expect(worst).toBeLessThan(10 * condition([0, 0, 0, 0]));
  });

  it("masses = those of the oracle", () => {
    const apart = corners.slice(0, 3).map((amplitudes) => {
      const state = bent(amplitudes);
      return relativeError(evaluator.massMatrix(state).data, oracle.massMatrix(state).flat());
    });
    expect(Math.max(...apart)).toBeLessThan(1e-13);
  });
});

describe("a slender rod, pinned, bent and let go", () => {
  const simulation = createSimulation(pinned, { channels: ["energy"], tolerance: 1e-9 });
  it.each([0.07, 0.3])("from %d of its length / kinetic energy is positive and the sum stays", (amplitude) => {
    const result = simulation.run(0.04, { state: { q: { rod: [amplitude, 0, 0, 0] } } });
    const [kinetic, total] = ["kinetic", "total"].map((name) => Array.from(result.column(`energy.${name}`)));
    expect(Math.min(...kinetic)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...kinetic)).toBeGreaterThan(0.3 * total[0]);
    const drift = Math.max(...total.map((x) => Math.abs(x / total[0] - 1)));
    expect(drift).toBeLessThan(1e-8);
  });
});
