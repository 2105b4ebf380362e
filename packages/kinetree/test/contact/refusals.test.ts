import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize } from "../../src/analysis/linearize.js";
import { stateFromJoints } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Model, ModelDescription } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, firm, g } from "./bodies.js";

const sound = ball(firm, { kind: "none" });

describe("the builder refuses", () => {
  it("an option that no contact has", () => {
    const half = mechanism("m").body("b", { mass: 1, inertia: [1, 1, 1] });
    const options = { body: "b", terrain: "t", normal: firm, stiffnes: 1 } as const;
    expect(() => half.contact("c", options)).toThrow(/option "stiffnes" is unknown/);
  });
});

describe("a description without terrains and contacts", () => {
  it("has none", () => {
    const { terrains: _, contacts: __, constraints: ___, ...old } = sound;
    const built: Model = buildModel(old satisfies ModelDescription);
    expect([built.terrains, built.contacts]).toEqual([[], []]);
  });
});

describe("parameters", () => {
  const model = mechanism("varied")
    .parameter("k", 1e4)
    .parameter("r", 0.1)
    .body("ball", { mass: 1, inertia: [1, 1, 1] })
    .free("free", { parent: "ground", child: "ball" })
    .plane("floor")
    .contact("touch", {
      body: "ball",
      radius: param("r"),
      terrain: "floor",
      normal: { kind: "spring-damper", stiffness: param("k"), damping: 50 },
    })
    .build();

  it("of a contact vary without compiling again, and are checked", () => {
    const ended = (k: number, r: number): number =>
      simulate(model, 5, { state: above(0, r), parameters: { k, r }, tolerance: 1e-9 }).final.q[2];
    expect(ended(1e4, 0.1)).toBeCloseTo(0.1 - g / 1e4, 8);
    expect(ended(2e4, 0.2)).toBeCloseTo(0.2 - g / 2e4, 8);
    expect(() => ended(1e4, -0.2)).toThrow(/radius/);
  });
});

describe("what is worked out at one state", () => {
  it("knows the ground: its stiffness is in A", () => {
    const model = ball(firm, { kind: "coulomb", kinetic: 0.3, transitionSpeed: 1e-2 });
    const state = stateFromJoints(model, above(0, -g / 1e5));
    const { A } = linearize(model, state);
    // Row of the upward acceleration, columns of the upward displacement and speed; then drag along x: mu g / transition.
    expect(A.data[11 * 12 + 5]).toBeCloseTo(-1e5, 6);
    expect(A.data[11 * 12 + 11]).toBeCloseTo(-300, 9);
    expect(A.data[9 * 12 + 9]).toBeCloseTo((-0.3 * g) / 1e-2, 9);
  });

  it("finds what stands on the ground", () => {
    const hunt = { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.1 } as const;
    const model = mechanism("foot")
      .body("foot", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("slide", { parent: "ground", child: "foot", axis: [0, 0, 1] })
      .plane("floor")
      .contact("touch", { body: "foot", terrain: "floor", normal: hunt })
      .build();
    const { point } = equilibrium(model, { q: Float64Array.of(-0.01) });
    expect(point.q[0]).toBeCloseTo(-((g / 1e5) ** (2 / 3)), 9);
  });
});

describe("a batch", () => {
  it("says which sample has a parameter that its contact cannot take", async () => {
    const model = mechanism("puck")
      .parameter("grip", 0.3)
      .body("puck", { mass: 1, inertia: [1, 1, 1] })
      .free("free", { parent: "ground", child: "puck" })
      .plane("floor")
      .contact("touch", {
        body: "puck",
        terrain: "floor",
        normal: firm,
        friction: { kind: "coulomb", kinetic: param("grip"), transitionSpeed: 1e-3 },
      })
      .build();
    const batch = runBatch(model, { tEnd: 0.1, samples: 3, sample: (i) => ({ parameters: { grip: 0.1 - 0.1 * i } }) });
    await expect(batch).rejects.toThrow(/^sample 2: contact "touch": kinetic of friction is -0.1/);
  });
});
