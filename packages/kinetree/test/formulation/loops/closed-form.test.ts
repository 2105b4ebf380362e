import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closure-evaluator.js";
import { mechanism, type AnyMechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { fourBarRow } from "../../../src/systems/four-bar-row.js";
import { fourBar } from "../../../src/systems/four-bar.js";
import { namedSystem } from "../../../src/systems/registry.js";
import { sliderCrank } from "../../../src/systems/slider-crank.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { dice } from "../../support/dice.js";
import { drawnPlan, formsOf, planFor, settleAlone } from "./settle-alone.js";

const kinds = (model: Model): (string[] | null)[] => formsOf(model).map((form) => form?.map((set) => set.kind) ?? null);

/** A sine on the crank, slow enough to be followed and wide enough to matter. */
const driven = (amplitude: number, bars: { rocker: number }): Model =>
  mechanism("driven four-bar")
    .gravity(0, 0, -9.81)
    .body("crank", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .body("coupler", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .body("rocker", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .revolute("crank", { parent: "ground", child: "crank", axis: [0, 1, 0] })
    .revolute("elbow", { parent: "crank", child: "coupler", axis: [0, 1, 0], at: [0, 0, 0.5] })
    .revolute("rocker", { parent: "ground", child: "rocker", axis: [0, 1, 0], at: [1, 0, 0.5 - bars.rocker] })
    .revolute("pin", {
      parent: "coupler",
      child: "rocker",
      axis: [0, 1, 0],
      at: [1, 0, 0],
      childAt: [0, 0, bars.rocker],
    })
    .prescribe("drive", {
      joint: "crank",
      motion: { kind: "sine", amplitude, angularFrequency: 3, phase: 0, offset: 0 },
    })
    .build();

describe("formulas are found for", () => {
  test.each<[string, Model, (string[] | null)[]]>([
    ["a four-bar", fourBar(), [["planar"]]],
    ["a slider-crank", sliderCrank({ offset: 0.02 }), [["planar"]]],
    ["each loop of a row", fourBarRow({ n: 5 }), [Array<string>(5).fill("planar")]],
    ["each four-bar of a nested row", fourBarRow({ n: 3, coupling: "nested" }), [["planar"], ["planar"], ["planar"]]],
    ["a driven four-bar", driven(0.5, { rocker: 0.7 }), [["following", "planar"]]],
    ["Andrews' squeezer", namedSystem("andrews").build(), [["planar", "planar", "planar"]]],
    ["a flyball governor, whose shaft turns", namedSystem("flyball-governor").build(), [["planar", "planar"]]],
  ])("%s", (_, model, expected) => expect(kinds(model)).toEqual(expected));

  test.each(["bricard", "quarter-car", "spatial-slider-crank", "stewart-platform"])("no part of %s", (name) => {
    expect(kinds(namedSystem(name).build()).every((form) => form === null)).toBe(true);
  });
});

/*
 * One loop of three coordinates and a pin in a plane that stands anyhow in space: two bodies in a row and one on its own, each on
 * a hinge or on a slide, joints drawn in either direction, closed as drawn. Every pair of coordinates with a hinge among them is
 * found from the third.
 */
type Kind = "revolute" | "prismatic";
type Point = readonly [number, number, number];
const samples = 40;

function randomLoop(seed: number): { model: Model; joints: readonly Kind[] } {
  const die = dice(411, seed, false);
  const joints = [0, 1, 2].map<Kind>(() => die.pick(["revolute", "revolute", "prismatic"]));
  const coin = (): number => die.between(-1, 1);
  // In the plane of "bench": x and y; z is the normal, along which points may be apart.
  const point = (): Point => [coin(), coin(), coin()];
  const [a, b, c, meet] = [point(), point(), point(), point()];
  const minus = (p: Point, r: Point): Point => [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
  const link = { mass: 1, inertia: [0.1, 0.2, 0.2] as const };
  const bench: AnyMechanism = mechanism("loop")
    .body("bench", link)
    .body("first", link)
    .body("second", link)
    .body("third", link)
    .weld("bench", {
      parent: "ground",
      child: "bench",
      at: { position: point(), axisAngle: [[coin(), coin(), 0.3], 3 * coin()] },
    });
  const add = (to: AnyMechanism, number: number, outer: string, inner: string, at: Point): AnyMechanism => {
    const axis: Point = joints[number] === "revolute" ? [0, 0, die.pick([1, -1])] : [coin(), 1, 0];
    const ends = die.chance(0.5) ? { parent: outer, child: inner, at } : { parent: inner, child: outer, childAt: at };
    const options = { ...ends, axis, role: "tree" } as const;
    return joints[number] === "revolute" ? to.revolute(`j${number}`, options) : to.prismatic(`j${number}`, options);
  };
  const first = add(bench, 0, "bench", "first", a);
  const second = add(first, 1, "first", "second", minus(b, a));
  const third = add(second, 2, "bench", "third", c);
  const [onSecond, onThird] = [minus(meet, b), minus(meet, c)];
  const pin = die.chance(0.5)
    ? { parent: "second", child: "third", at: onSecond, childAt: onThird }
    : { parent: "third", child: "second", at: onThird, childAt: onSecond };
  return { model: third.revolute("pin", { ...pin, axis: [0, 0, 1], role: "loop" }).build(), joints };
}

describe("one loop in any plane", () => {
  const tried = new Map<string, number>();
  for (let seed = 0; seed < samples; seed++) {
    const { model, joints } = randomLoop(seed);
    const plan = drawnPlan(model);
    if (plan.dependent.length !== 2) continue; // slides alone cannot turn with the pin
    for (const given of [0, 1, 2]) {
      const open = [0, 1, 2].filter((v) => v !== given);
      if (open.every((v) => joints[v] === "prismatic")) continue;
      const chosen = planFor(plan, [given]);
      const settle = settleAlone(model, chosen);
      if (!(settle(new Float64Array(3)).quality > 0.05)) continue; // near a dead point of this choice
      const name = open.map((v) => `${joints[v][0]}${v}`).join(" ");
      tried.set(name, (tried.get(name) ?? 0) + 1);

      test(`sample ${seed}: ${name} of the ${joints[given]} ${given} / closed to rounding, on the near side`, () => {
        expect(formsOf(model, chosen)[0]?.map(({ kind }) => kind)).toEqual(["planar"]);
        // Whole turns of hinges stay as they are; turns this large round to 2e-15, over lengths of up to 4 m.
        const turns = (v: number): number => (joints[v] === "revolute" ? 6 * Math.PI * (v - 1) : 0);
        const start = Float64Array.from([0, 1, 2], (v) => turns(v) + (v === given ? 0.01 : 0.003 * (v + 1)));
        const { q, residual, quality } = settle(start);
        expect(residual).toBeLessThan(3e-14);
        expect(quality).toBeGreaterThan(0.02);
        expect(q[given]).toBe(start[given]);
        for (const v of open) expect(Math.abs(q[v] - start[v])).toBeLessThan(0.2);
      });
    }
  }

  test("every kind of triangle is among the samples", () => {
    expect([...tried.keys()].sort()).toEqual(
      ["p0 r1", "p0 r2", "p1 r2", "r0 p1", "r0 p2", "r0 r1", "r0 r2", "r1 p2", "r1 r2"].sort(),
    );
  });
});

describe("a loop that cannot close", () => {
  test("is said to be of no quality, with finite numbers", () => {
    const model = sliderCrank({ crank: 1, rod: 1, offset: 0.5, crankAngleDeg: 30 });
    const { tree } = buildTopology(model);
    const slider = tree.findIndex(({ joint }) => model.joints[joint].name === "slider");
    // Crank and rod together reach 2 m, and the slider is put 3 m further out.
    const settled = settleAlone(
      model,
      planFor(drawnPlan(model), [slider]),
    )(Float64Array.from(tree, (_, v) => (v === slider ? 3 : 0)));
    expect(settled.quality).toBe(0);
    expect(settled.q.every(Number.isFinite)).toBe(true);
  });

  test("stops a run whose drive goes beyond what the bars reach", () => {
    expect(() => simulate(driven(3, { rocker: 0.3 }), 2, { formulation: "embedded" })).toThrow(/closures of the loops/);
  });
});

describe("motion by formulas / by multipliers and projection", () => {
  const residuals = (model: Model) => {
    const evaluator = new ClosureEvaluator(model, buildTopology(model));
    return (t: number, q: Float64Array): number =>
      evaluator.at({ t, q }).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  };
  test.each<[string, Model, Record<string, number>, number]>([
    ["four-bar", fourBar(), { crank: 5 }, 1],
    ["crossed four-bar", fourBar({ branch: "crossed" }), { crank: 5 }, 1],
    ["four-bar row", fourBarRow({ n: 5, gravity: 0 }), { link0: 1 }, 1],
    ["nested four-bars", fourBarRow({ n: 3, coupling: "nested" }), { left0: 1 }, 1],
    ["slider-crank", sliderCrank(), { crank: 30 }, 1],
    ["slider-crank with an offset", sliderCrank({ offset: 0.02 }), { crank: 30 }, 1],
    ["driven four-bar", driven(0.5, { rocker: 0.7 }), {}, 1],
  ])("%s", (_, model, v, tEnd) => {
    const [ours, theirs] = (["embedded", "tree-augmented"] as const).map((formulation) =>
      simulate(model, tEnd, { formulation, state: { v } }),
    );
    const residual = residuals(model);
    ours.t.forEach((t, row) => {
      const [a, b] = [ours.stateAt(row), theirs.stateAt(row)];
      a.q.forEach((x, i) => expect(Math.abs(x - b.q[i])).toBeLessThan(1e-7 * Math.max(1, Math.abs(x))));
      expect(residual(t, a.q)).toBeLessThan(1e-13);
    });
  });

  test("a crank that turns round twenty times stays on its branch", () => {
    const model = fourBar({ gravity: 0 });
    const result = simulate(model, 30, { formulation: "embedded", state: { v: { crank: 5 } }, sampleEvery: 0.01 });
    const [crank, rocker] = [result.column("q.crank"), result.column("q.rocker")];
    expect(crank.at(-1)).toBeGreaterThan(20 * 2 * Math.PI);
    // A rocker of a crank-rocker never reaches the line of the pivots, and from sample to sample nothing jumps.
    for (let i = 1; i < rocker.length; i++) expect(Math.abs(rocker[i] - rocker[i - 1])).toBeLessThan(0.1);
    const residual = residuals(model);
    // Angles of 130 rad round to 1.4e-14, over bars of 3 m.
    expect(residual(30, result.final.q)).toBeLessThan(2e-13);
  });
});
