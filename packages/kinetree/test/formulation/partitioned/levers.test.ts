import { describe, expect, test } from "vitest";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import type { StateByJoint } from "../../../src/state/state.js";
import { torqueFreeTop } from "../../../src/systems.js";

/* Closures that act at mass centres have no levers but rounding, by which turns could not be compared with shifts. */

const body = { mass: 1, inertia: [0.4, 0.5, 0.6] as [number, number, number] };

/** A body on a rod of 1 m from the ground to its mass centre, but for a lever of this length. */
const held = (lever: number): Model =>
  mechanism("held")
    .gravity(0, 0, -9.81)
    .body("body", body)
    .free("loose", { parent: "ground", child: "body", role: "tree" })
    .distance("rod", { a: "ground", b: { body: "body", at: [lever, 0, 0] }, length: 1 + lever })
    .build();

/** A hub that turns about its mass centre, and a bob at a constant distance from it. */
const orbit = mechanism("orbit")
  .gravity(0, 0, -9.81)
  .body("hub", body)
  .body("bob", body)
  .spherical("ball", { parent: "ground", child: "hub" })
  .free("loose", { parent: "ground", child: "bob", at: [1, 0, 0] })
  .distance("rod", { a: "hub", b: "bob", length: 1 })
  .build();

const heldStart = { q: { loose: [1, 0, 0, 1, 0, 0, 0] }, v: { loose: [1, 2, 3, 0, 1, 0] } };
const cases: readonly (readonly [string, Model, StateByJoint])[] = [
  ["no lever", held(0), heldStart],
  ["a lever of rounding", held(1e-16), heldStart],
  ["a lever of 1e-12", held(1e-12), heldStart],
  ["a lever of 1e-6", held(1e-6), heldStart],
  ["a hub and a bob", orbit, { v: { ball: [1, 2, 3], loose: [0.3, 0.2, 0.1, 0, 1, 0] } }],
];

test.each(cases)("%s", (_, model, state) => {
  const options = { tolerance: 1e-8, state } as const;
  const [found, reference] = (["partitioned", "tree-augmented"] as const).map((formulation) =>
    simulate(model, 2, { ...options, formulation }),
  );
  reference.final.q.forEach((x, i) => expect(Math.abs(found.final.q[i] - x)).toBeLessThan(1e-6));
  expect(found.energy?.relative).toBeLessThan(1e-7);
});

describe("nothing that closes", () => {
  test("a body on its own", () => {
    const state = { v: { root: [0.1, 5, 0.2, 0, 0, 0] } };
    const [found, reference] = (["partitioned", "articulated"] as const).map((formulation) =>
      simulate(torqueFreeTop(), 2, { tolerance: 1e-8, state, formulation }),
    );
    reference.final.q.forEach((x, i) => expect(Math.abs(found.final.q[i] - x)).toBeLessThan(1e-6));
  });
});
