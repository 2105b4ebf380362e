import { describe, expect, test } from "vitest";
import { assemble, createAssembler } from "../../../src/formulation/loops/assemble/assemble.js";
import { neutralState, stateFromJoints } from "../../../src/state/state.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { sliderCrank } from "../../../src/systems/linkages/slider-crank.js";
import type { Model } from "../../../src/model/types.js";
import { refusal } from "../../support/refusal.js";

/** A four-bar in the x-z plane, drawn open: crank and rocker upright, coupler along x, its end `gap` short of the rocker's. */
const fourBar = (gap = 0): Model =>
  mechanism("four-bar")
    .body("crank", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .body("coupler", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .body("rocker", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .revolute("crank", { parent: "ground", child: "crank", axis: [0, 1, 0] })
    .revolute("elbow", { parent: "crank", child: "coupler", axis: [0, 1, 0], at: [0, 0, 0.5] })
    .revolute("rocker", { parent: "ground", child: "rocker", axis: [0, 1, 0], at: [1 + gap, 0, 0] })
    .revolute("pin", { parent: "coupler", child: "rocker", axis: [0, 1, 0], at: [1, 0, 0], childAt: [0, 0, 0.7] })
    .build();

describe("assembling a four-bar", () => {
  test("closes from an open drawing, with three rows redundant and one freedom", () => {
    const { state, after, redundant, degreesOfFreedom, iterations } = assemble(fourBar(), neutralState(fourBar()));
    expect(after).toBeLessThan(1e-13);
    expect(degreesOfFreedom).toBe(1);
    expect(redundant.map(({ direction }) => direction).sort()).toEqual([
      "displacement along z",
      "tilt about x",
      "tilt about y",
    ]);
    expect(redundant.every(({ closure }) => closure === 'joint "pin"')).toBe(true);
    expect(iterations).toBeLessThan(10);
    expect(Math.max(...state.q.map(Math.abs))).toBeLessThan(0.3);
  });

  test("keeps pinned coordinates and finds the speeds that go with a pinned one", () => {
    const model = fourBar();
    const given = stateFromJoints(model, { q: { crank: 0.4 }, v: { crank: 2 } });
    const { state, after } = assemble(model, given, { pinned: ["crank"] });
    expect(after).toBeLessThan(1e-13);
    expect(state.q[0]).toBe(0.4);
    expect(state.v[0]).toBe(2);
    expect(Math.max(...state.v.slice(1).map(Math.abs))).toBeGreaterThan(0.1);
  });

  test("a loop that cannot close is named", () => {
    expect(refusal(() => assemble(fourBar(2), neutralState(fourBar(2))))).toMatchObject({
      code: "cannot-close",
      subject: 'joint "pin"',
    });
  });
});

describe("a pinned crank, where the drawn pose does not tell the sides of dead points", () => {
  const bar = { mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1] } as const;
  const axis = [0, 1, 0] as const;
  const drawnInLine = mechanism("in line")
    .body("crank", bar)
    .body("coupler", bar)
    .body("rocker", bar)
    .revolute("a", { parent: "ground", child: "crank", axis })
    .revolute("b", { parent: "crank", child: "coupler", at: [1, 0, 0], axis })
    .revolute("c", { parent: "coupler", child: "rocker", at: [2, 0, 0], axis })
    .revolute("d", { parent: "ground", child: "rocker", at: [3, 0, 0], childAt: [1.5, 0, 0], axis, role: "loop" })
    .build();
  const twoFree = mechanism("two free")
    .body("crank", bar)
    .body("coupler", bar)
    .body("rocker", bar)
    .revolute("a", { parent: "ground", child: "crank", axis })
    .revolute("b", { parent: "crank", child: "coupler", at: [1, 0, 0], axis })
    .revolute("c", { parent: "ground", child: "rocker", at: [3, 0, 0], axis })
    .distance("rod", { a: { body: "coupler", at: [2, 0, 0] }, b: { body: "rocker", at: [1.5, 0, 0] }, length: 0.7 })
    .build();

  test.each([
    ["all links in one line", drawnInLine],
    ["one row for two angles", twoFree],
  ])("%s / closes at every angle", (_, model) => {
    for (let a = 0.2; a < 1.3; a += 0.1) {
      const { state, after } = assemble(model, stateFromJoints(model, { q: { a } }), { pinned: ["a"] });
      expect(after).toBeLessThan(1e-12);
      expect(state.q[0]).toBe(a);
    }
  });
});

test("an assembler gives what assemble gives, pose after pose and with other parameters", () => {
  const model = fourBar(0.01);
  const assembler = createAssembler(model);
  for (const crank of [0.1, 0.4, -0.3]) {
    const given = stateFromJoints(model, { q: { crank }, v: { crank: 1 } });
    expect(assembler(given, { pinned: ["crank"] })).toEqual(assemble(model, given, { pinned: ["crank"] }));
  }
  const crank = sliderCrank();
  const drawn = neutralState(crank);
  const parameters = Object.fromEntries(crank.parameters.map(({ name, value }) => [name, 1.01 * value]));
  expect(createAssembler(crank)(drawn, { parameters })).toEqual(assemble(crank, drawn, { parameters }));
});
