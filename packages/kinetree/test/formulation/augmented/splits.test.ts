import { describe, expect, test } from "vitest";
import { predictAugmentedCost } from "../../../src/formulation/augmented/cost.js";
import { divideBodies } from "../../../src/formulation/augmented/split.js";
import { splitBodies, suggestSplits } from "../../../src/formulation/augmented/suggest-splits.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { evaluateReal, parameterDefaults } from "../../../src/model/evaluate-real.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { param } from "../../../src/model/real-arithmetic.js";
import { hingeChain } from "../../../src/systems/chains/chain.js";
import { numberedChain } from "../../../src/systems/chains/numbered-chain.js";
import { stewartPlatform } from "../../../src/systems/linkages/stewart-platform.js";
import { stubbyLander } from "../../../src/systems/landers/stubby-lander.js";
import { relativeError } from "../../support/numbers.js";
import { randomState } from "../../support/random-model.js";
import { Exploded } from "./exploded.js";
import { refusal } from "../../support/refusal.js";

describe("predicted cost", () => {
  test("is that of the definition for the naive methods", () => {
    const { product, rows, solve } = predictAugmentedCost(hingeChain({ n: 7 }), {
      product: "dense",
      solve: "gauss-jordan",
    });
    expect(rows).toBe(35);
    expect(product).toBe(35 * 35 * 13 * 7);
    expect(solve).toBe(35 ** 3 / 2 + 35 ** 2);
  });

  test("grows in proportion to a chain with blocks and a band, and with its cube without", () => {
    const growth = (options: Parameters<typeof predictAugmentedCost>[1]): number =>
      predictAugmentedCost(hingeChain({ n: 80 }), options).total /
      predictAugmentedCost(hingeChain({ n: 40 }), options).total;
    expect(growth({})).toBeCloseTo(2, 1);
    expect(growth({ product: "dense", solve: "gauss-jordan" })).toBeCloseTo(8, 0);
  });

  test("of a band falls with a better order, whatever the numbering", () => {
    const of = (order: "optimal" | "worst", ordering: "given" | "rcm" | "minimum"): number =>
      predictAugmentedCost(numberedChain({ n: 30, order }), { ordering }).total;
    expect(of("worst", "given")).toBeGreaterThan(4 * of("optimal", "given"));
    expect(of("worst", "rcm")).toBe(of("optimal", "given"));
    expect(of("worst", "minimum")).toBe(of("optimal", "given"));
  });

  test("has the rows and the reach of what is then traced", () => {
    const model = stubbyLander({ legs: 6, parts: 2 });
    const { rows, reach } = predictAugmentedCost(model);
    const { structure } = new Exploded(model).dynamics;
    expect({ rows, reach }).toEqual({ rows: structure.rows, reach: structure.reach });
  });
});

describe("splitting", () => {
  test("a hub of many legs is divided, and the cost falls as said", () => {
    const model = stubbyLander({ legs: 40 });
    const splits = suggestSplits(model);
    expect(splits.map(({ body }) => body)).toEqual(["hub0"]);
    const [{ parts, shares, costBefore, costAfter }] = splits;
    expect(shares.length).toBe(parts);
    expect(shares.flat().sort()).toEqual(
      model.joints.flatMap(({ kind, name }) => (kind === "free" ? [] : [name])).sort(),
    );
    expect(costBefore).toBe(predictAugmentedCost(model).total);
    expect(costAfter).toBe(predictAugmentedCost(splitBodies(model, splits)).total);
    expect(costBefore / costAfter).toBeGreaterThan(1.25);
  });

  test("chains are left alone, and so is everything where the solver does not use the band", () => {
    expect(suggestSplits(hingeChain({ n: 30 }))).toEqual([]);
    expect(suggestSplits(stubbyLander({ legs: 20 }), { solve: "gauss-jordan" })).toEqual([]);
    const model = hingeChain({ n: 3 });
    expect(splitBodies(model)).toBe(model);
  });

  test("parts together have the mass and inertia of the body", () => {
    const model = mechanism("hub")
      .parameter("m", 3)
      .body("hub", { mass: param("m"), com: [0.1, 0, 0], inertia: [1, 2, 2.5], frames: { eye: [0, 0, 1] } })
      .body("a", { mass: 1, inertia: [1, 1, 1] })
      .body("b", { mass: 1, inertia: [1, 1, 1] })
      .free("root", { parent: "ground", child: "hub" })
      .spherical("ja", { parent: "hub", child: "a" })
      .spherical("jb", { parent: "b", child: "hub" })
      .build();
    const divided = divideBodies(model, [{ body: "hub", shares: [["ja"], ["jb"], []] }]);
    const parts = divided.bodies.filter(({ name }) => name.startsWith("hub"));
    const values = parameterDefaults(divided);
    expect(parts.map(({ name }) => name)).toEqual(["hub", "hub:part2", "hub:part3"]);
    expect(parts.reduce((sum, { mass }) => sum + evaluateReal(mass, values), 0)).toBeCloseTo(3, 14);
    expect(parts.reduce((sum, { inertia }) => sum + evaluateReal(inertia[2], values), 0)).toBeCloseTo(2.5, 14);
    expect(parts.map(({ frames }) => frames.length)).toEqual([1, 0, 0]);
    expect(divided.joints.find(({ name }) => name === "jb")?.child).toBe("hub:part2");
    expect(divided.joints.find(({ name }) => name === "root")?.child).toBe("hub");
  });

  test("a divided mechanism moves as it did", () => {
    const model = stubbyLander({ legs: 12 });
    const divided = splitBodies(model);
    expect(divided.bodies.length).toBeGreaterThan(model.bodies.length);
    const state = randomState(model, 3, 1);
    const whole = createEvaluator(model).forwardDynamics(state);
    const tree = createEvaluator(divided, { formulation: "articulated" });
    expect(relativeError(tree.forwardDynamics(state), whole)).toBeLessThan(1e-12);
    const exploded = new Exploded(divided);
    exploded.setState(exploded.stateOf(tree, state));
    exploded.run();
    expect(relativeError(exploded.vdot(), exploded.vdotOf(tree, state, whole))).toBeLessThan(1e-9);
  });

  test("platforms in loops are divided or left, and stay sound models", () => {
    const model = stewartPlatform();
    const divided = splitBodies(model);
    expect(predictAugmentedCost(divided).total).toBeLessThanOrEqual(predictAugmentedCost(model).total);
  });

  test("what cannot be divided so is refused by name", () => {
    const model = stubbyLander({ legs: 4 });
    const divide = (body: string, shares: [string[], string[]]) =>
      refusal(() => divideBodies(model, [{ body, shares }]));
    const subject = 'body "hub0"';
    expect(divide("hub", [[], []])).toEqual({ code: "unknown-body", subject: `model "${model.name}"`, value: "hub" });
    expect(divide("hub0", [["hip9"], []])).toEqual({ code: "joint-not-on-body", subject, value: "hip9" });
    expect(divide("hub0", [["hip1"], ["hip1"]])).toEqual({ code: "joint-shared-twice", subject, value: "hip1" });
  });
});
