import { describe, expect, test } from "vitest";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stateFromJoints } from "../../src/state/state.js";
import { hmmwv, type HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";

const cases: readonly (readonly [string, Partial<HmmwvOptions>])[] = [
  ["as it stands", {}],
  ["dampers as bodies", { struts: "bodies", idler: "body" }],
  ["tie rods as bodies, rack, bars", { tieRods: "bodies", steering: "rack", antiRollBar: "bodies" }],
];

/** From rest with spinning wheels, one corner lifted and the steering asked to turn: stops, dampers and gyroscopic torques act. */
describe.each(cases)("%s", (_, options) => {
  // Laws of controllers take joint coordinates: without the driver, all formulations run it.
  const model = hmmwv({ ...options, air: "on", powertrain: "none" });
  const drawn = stateFromJoints(model, {
    q: { root: [0, 0, 0.09, 1, 0, 0, 0], lowerArmFL: -0.1, lowerArmFR: -0.21, lowerArmRL: -0.22, lowerArmRR: -0.22 },
    v: { root: [0.4, 0.2, 0.1, 0, 0, 0], spinFL: 20, spinFR: 20, spinRL: 20, spinRR: 20 },
  });
  const { state } = assemble(model, drawn, {
    pinned: ["root", "lowerArmFL", "lowerArmFR", "lowerArmRL", "lowerArmRR"],
  });
  const finalOf = (formulation: FormulationName): Float64Array =>
    simulate(model, 0.1, { state, step: 2.5e-4, integrator: "rk4", formulation, parameters: { steer: 0.4, windY: 10 } })
      .final.q;
  const reference = finalOf("embedded");

  test.each(["tree-augmented", "partitioned", "mass-matrix", "augmented"] as const)(
    "%s / the motion of embedded",
    (formulation) => {
      const found = finalOf(formulation);
      // What the projection of each leaves open, and rounding: far below the error of the step.
      found.forEach((value, i) => expect(Math.abs(value - reference[i])).toBeLessThan(1e-7));
    },
  );
});
