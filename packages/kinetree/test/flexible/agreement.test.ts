import { beforeAll, describe, expect, it } from "vitest";
import { createFlexibleOracle } from "../support/flexible-oracle.js";
import { flexibleMechanism } from "../support/flexible-random.js";
import {
  directRelations,
  flexibleErrors,
  flexibleRoads,
  solvedRelations,
  type FlexibleRoads,
} from "../support/flexible-relations.js";
import { conditionSpd } from "../support/linalg.js";
import { violations } from "../support/mechanisms.js";
import { relativeError } from "../support/numbers.js";

/*
 * Everything an evaluator answers about trees with flexible bodies. Both roads round; 1e-11 leaves room for that and none for a
 * wrong term. Accelerations may differ by 2 κ(M) ε C, as in the suite of rigid trees.
 */
const TOLERANCE = 1e-11;
const C = 4;

interface Row extends FlexibleRoads {
  readonly kappa: number;
  readonly errors: Readonly<Record<string, number>>;
}

describe.each([
  { name: "one flexible body", seed: 700, samples: [17, 18, 19, 48], maxFlexible: 1, maxRigid: 1 },
  { name: "several flexible bodies", seed: 710, samples: [8], maxFlexible: 4, maxRigid: 4 },
])("$name", ({ seed, samples, maxFlexible, maxRigid }) => {
  let rows: readonly Row[] = [];
  beforeAll(() => {
    rows = samples.map((sample) => {
      const roads = flexibleRoads(flexibleMechanism(seed, sample, { maxFlexible, maxRigid }));
      const kappa = conditionSpd(roads.dense.massMatrix(roads.mechanism.state));
      return { ...roads, kappa, errors: flexibleErrors(roads) };
    });
  });

  it.each(Object.keys(directRelations))("%s", (relation) => {
    expect(
      violations(
        rows,
        ({ errors }) => errors[relation],
        () => TOLERANCE,
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(solvedRelations))("%s", (relation) => {
    expect(
      violations(
        rows,
        ({ errors }) => errors[relation],
        ({ kappa }) => Math.max(TOLERANCE, 2 * C * kappa * Number.EPSILON),
      ),
    ).toEqual([]);
  });

  it("parameters of section and material = numbers in their place", () => {
    const apart = rows.map(({ mechanism, articulated }) => {
      const { model, state, inputs } = mechanism;
      const changed = Object.fromEntries(model.parameters.map(({ name, value }) => [name, 1.02 * value + 0.01]));
      const before = articulated.parameters();
      articulated.setParameters(changed);
      const given = articulated.forwardDynamics(state, inputs);
      articulated.setParameters(before);
      return relativeError(given, createFlexibleOracle(model, changed).forwardDynamics(state, inputs));
    });
    expect(Math.max(...apart)).toBeLessThan(1e-10);
  });
});
