import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { stateFromJoints, type StateByJoint } from "../../../src/state/state.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { mechanism, type AnyMechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { fourBarRow } from "../../../src/systems/linkages/four-bar-row.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { namedSystem } from "../../../src/systems/registry.js";
import { sliderCrank } from "../../../src/systems/linkages/slider-crank.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { dice } from "../../support/dice.js";
import { formsOf, planAt, planFor, settleAlone, sineOf } from "./settle-alone.js";
import { refusal } from "../../support/refusal.js";

const kinds = (model: Model): (string[] | null)[] => formsOf(model).map((form) => form?.map((set) => set.kind) ?? null);

/** A sine on the crank, slow enough to be followed and wide enough to matter. */
const driven = (amplitude: number, bars: { rocker: number }): Model =>
  mechanism("driven four-bar")
    .gravity(0, 0, -9.81)
    .body("crank", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .body("coupler", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .body("rocker", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.25] })
    .revolute("crank", { parent: "ground", child: "crank", axis: [0, 1, 0] })
    .revolute("elbow", { parent: "crank", child: "coupler", axis: [0, -1, 0], at: [0, 0, 0.5] })
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

/** The slider is moved, crank and rod follow. */
const drivenSlider = (): Model => {
  const { constraints, ...rest } = sliderCrank({ offset: 0.02 });
  const motion = { kind: "polynomial", coefficients: [0.001, 0.1] } as const;
  return buildModel({
    ...rest,
    constraints: [
      ...constraints,
      { kind: "motion", name: "drive", driven: { joint: "slider", coordinate: 0 }, motion },
    ],
  });
};

describe("formulas are found for", () => {
  test.each<[string, Model, (string[] | null)[]]>([
    ["a four-bar", fourBar(), [["planar"]]],
    ["a slider-crank", sliderCrank({ offset: 0.02 }), [["planar"]]],
    ["each loop of a row", fourBarRow({ n: 5 }), [Array<string>(5).fill("planar")]],
    ["each four-bar of a nested row", fourBarRow({ n: 3, coupling: "nested" }), [["planar"], ["planar"], ["planar"]]],
    ["a driven four-bar", driven(0.5, { rocker: 0.7 }), [["following", "planar"]]],
    ["a driven slider", drivenSlider(), [["following", "planar"]]],
    ["Andrews' squeezer", namedSystem("andrews").build(), [["planar", "planar", "planar"]]],
    ["a flyball governor, whose shaft turns", namedSystem("flyball-governor").build(), [["planar", "planar"]]],
  ])("%s", (_, model, expected) => expect(kinds(model)).toEqual(expected));

  test.each(["bricard", "stewart-platform"])("no part of %s", (name) => {
    expect(kinds(namedSystem(name).build()).every((form) => form === null)).toBe(true);
  });
});

/*
 * One loop of three coordinates and a pin in a plane that stands anyhow in space: two bodies in a row and one on its own, each on
 * a hinge or on a slide, joints drawn in either direction, closed as drawn. In some of them the row stands on a carriage that is
 * driven, on a table that is driven. Every pair of coordinates with a hinge among them is found from the third.
 */
type Kind = "revolute" | "prismatic";
type Point = readonly [number, number, number];
const samples = 60;
const driveBy = 0.02;

function randomLoop(seed: number): { model: Model; joints: readonly Kind[]; hasDrives: boolean } {
  const die = dice(411, seed, false);
  const joints = [0, 1, 2].map<Kind>(() => die.pick(["revolute", "revolute", "prismatic"]));
  const coin = (): number => die.between(-1, 1);
  // In the plane of "bench": x and y; z is the normal, along which points may be apart.
  const point = (): Point => [coin(), coin(), coin()];
  const [a, b, c, meet] = [point(), point(), point(), point()];
  const minus = (p: Point, r: Point): Point => [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
  const link = { mass: 1, inertia: [0.1, 0.2, 0.2] as const };
  let built: AnyMechanism = mechanism("loop")
    .body("bench", link)
    .body("first", link)
    .body("second", link)
    .body("third", link)
    .weld("bench", {
      parent: "ground",
      child: "bench",
      at: { position: point(), axisAngle: [[coin(), coin(), 0.3], 3 * coin()] },
    });
  const add = (kind: Kind, name: string, outer: string, inner: string, at: Point): void => {
    const axis: Point = kind === "revolute" ? [0, 0, die.pick([1, -1])] : [coin(), 1, 0];
    const ends = die.chance(0.5) ? { parent: outer, child: inner, at } : { parent: inner, child: outer, childAt: at };
    const options = { ...ends, axis, role: "tree" } as const;
    built = kind === "revolute" ? built.revolute(name, options) : built.prismatic(name, options);
  };
  const hasDrives = die.chance(0.5);
  if (hasDrives) {
    const motion = { kind: "polynomial", coefficients: [driveBy] } as const;
    built = built.body("table", link).body("carriage", link);
    add("revolute", "table", "bench", "table", [0, 0, 0]);
    add("prismatic", "carriage", "table", "carriage", [0, 0, 0]);
    built = built.prescribe("turn", { joint: "table", motion }).prescribe("push", { joint: "carriage", motion });
  }
  add(joints[0], "j0", hasDrives ? "carriage" : "bench", "first", a);
  add(joints[1], "j1", "first", "second", minus(b, a));
  add(joints[2], "j2", "bench", "third", c);
  const [onSecond, onThird] = [minus(meet, b), minus(meet, c)];
  const pin = die.chance(0.5)
    ? { parent: "second", child: "third", at: onSecond, childAt: onThird }
    : { parent: "third", child: "second", at: onThird, childAt: onSecond };
  return { model: built.revolute("pin", { ...pin, axis: [0, 0, 1], role: "loop" }).build(), joints, hasDrives };
}

describe("one loop in any plane", () => {
  const tried = new Set<string>();
  for (let seed = 0; seed < samples; seed++) {
    const { model, joints, hasDrives } = randomLoop(seed);
    if (joints.every((kind) => kind === "prismatic")) continue; // nothing turns, and all pairs are linear
    const { tree, counts } = buildTopology(model);
    const speeds = [0, 1, 2].map(
      (i) => tree.find(({ joint }) => model.joints[joint].name === `j${i}`)?.vStart as number,
    );
    for (const given of [0, 1, 2]) {
      const open = [0, 1, 2].filter((i) => i !== given);
      if (open.every((i) => joints[i] === "prismatic")) continue;
      const plan = planFor(model, [speeds[given]]);
      if (!(sineOf(model, plan) > 0.3)) continue; // near a dead point of this choice
      const pair = `${hasDrives ? "driven " : ""}${open.map((i) => `${joints[i][0]}${i}`).join(" ")}`;
      tried.add(pair);

      test(`sample ${seed}: ${pair} from the ${joints[given]} ${given} / closed to rounding, on the near side`, () => {
        expect(formsOf(model, plan)[0]?.at(-1)?.kind).toBe("planar");
        const settle = settleAlone(model, plan);
        const start = new Float64Array(counts.nq).fill(0.01);
        // Whole turns of hinges stay as they are; turns this large round to 2e-15, over lengths of up to 4 m.
        open.forEach((i, k) => (start[speeds[i]] = 0.003 * (k + 1) + (joints[i] === "revolute" ? 6 * Math.PI : 0)));
        const { q, residual, quality } = settle(start);
        expect(residual).toBeLessThan(3e-14);
        expect(quality).toBeGreaterThan(0);
        expect(q[speeds[given]]).toBe(start[speeds[given]]);
        for (const i of open) expect(Math.abs(q[speeds[i]] - start[speeds[i]])).toBeLessThan(0.5);
      });
    }
  }

  test("every kind of triangle is among the samples, driven or not", () => {
    const pairs = ["p0 r1", "p0 r2", "p1 r2", "r0 p1", "r0 p2", "r0 r1", "r0 r2", "r1 p2", "r1 r2"];
    expect([...tried].sort()).toEqual([...pairs, ...pairs.map((pair) => `driven ${pair}`)].sort());
  });
});

const opposed = ({ joints, ...rest }: Model): Model =>
  buildModel({
    ...rest,
    constraints: [
      {
        kind: "motion",
        name: "drive",
        driven: { joint: "link0", coordinate: 0 },
        motion: { kind: "polynomial", coefficients: [0.002] },
      },
    ],
    joints: joints.map((joint) =>
      joint.kind === "revolute" && joint.name.startsWith("coupler") ? { ...joint, axis: [0, -1, 0] } : joint,
    ),
  });

describe("loops that need one another / closed at once from where all coordinates are a little off", () => {
  test.each<[string, Model, number, StateByJoint?]>([
    ["row", fourBarRow({ n: 5 }), 0.01],
    ["driven row whose couplers turn the other way", opposed(fourBarRow({ n: 5 })), 0.01],
    ["nested row", fourBarRow({ n: 3, coupling: "nested" }), 0.01],
    ["Andrews' squeezer", namedSystem("andrews").build(), 0.001, namedSystem("andrews").start],
    ["flyball governor", namedSystem("flyball-governor").build(), 0.001],
    ["four-bar that follows its drive", driven(0.5, { rocker: 0.7 }), 0.01],
    ["slider-crank that follows its drive", drivenSlider(), 0.001],
  ])("%s", (_, model, off, start = {}) => {
    const closed = stateFromJoints(model, start);
    const settle = settleAlone(model, planAt(model, closed));
    const { q, residual, quality } = settle(closed.q.map((x, i) => x + off * (1 + ((i * 0.618) % 1))));
    expect(residual).toBeLessThan(1e-14);
    expect(quality).toBeGreaterThan(0);
    q.forEach((x, i) => expect(Math.abs(x - closed.q[i])).toBeLessThan(30 * off));
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
      planFor(model, [slider]),
    )(Float64Array.from(tree, (_, v) => (v === slider ? 3 : 0)));
    expect(settled.quality).toBe(0);
    expect(settled.q.every(Number.isFinite)).toBe(true);
  });

  test("stops a run whose drive goes beyond what the bars reach", () => {
    const run = () => simulate(driven(3, { rocker: 0.3 }), 2, { formulation: "embedded" });
    expect(refusal(run)).toMatchObject({ code: "closures-singular", subject: 'joint "rocker" of body "rocker"' });
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
