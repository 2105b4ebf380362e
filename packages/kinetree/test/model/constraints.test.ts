import { describe, expect, test } from "vitest";
import { couplingsOf } from "../../src/state/couplings.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { buildModel, withParameters } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { constraintRows } from "../../src/model/constraints/constraint-rows.js";
import { coordinateRelation, drivenAndDriving } from "../../src/model/constraints/coordinate-relation.js";
import { at, identityPose } from "../../src/model/pose.js";
import { param } from "../../src/model/real-arithmetic.js";
import { sine } from "../../src/model/signals.js";
import { constraintKinds } from "../../src/model/validate/constraints.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { readText } from "../docs/blocks.js";

const link = { mass: 1, com: [0.1, 0.2, 0], inertia: [0.3, 0.3, 0.3] } as const;
const base = mechanism("m")
  .parameter("n", 2)
  .body("wheel", link)
  .body("arm", { ...link, frames: { tip: [0, 0, 1] } })
  .body("bar", link)
  .revolute("spin", { parent: "ground", child: "wheel", axis: [1, 0, 0] })
  .cylindrical("swing", { parent: "ground", child: "arm", axis: [0, 1, 0] })
  .prismatic("slide", { parent: "arm", child: "bar", axis: [0, 0, 1] });

const spin = { joint: "spin", coordinate: 0 };
const swing = { joint: "swing", coordinate: 0 };
const slide = { joint: "slide", coordinate: 0 };

const geared = base
  .gear("gear", { driven: "swing", driving: "spin", ratio: param("n"), offset: 0.5 })
  .rackAndPinion("rack", { rack: "slide", pinion: { joint: "swing", coordinate: 0 }, radius: -0.1 })
  .build();
const moved = base
  .prescribe("crank", { joint: "spin", motion: [0, param("n")] })
  .prescribe("sway", { joint: "swing", coordinate: 1, motion: sine({ amplitude: 0.1, angularFrequency: 3 }) })
  .build();
const guided = base
  .distance("rod", { a: { body: "ground", at: [0, 0, 2] }, b: "arm/tip", length: param("n") })
  .pointOnLine("slot", { a: "ground", b: "bar", axis: [0, 0, 1] })
  .pointOnPlane("table", { a: "wheel", b: { body: "bar", at: [0, 0, 1] }, normal: [0, 1, 1] })
  .build();

describe("constraints of the builder", () => {
  test("a gear and a rack: a joint's name is its first coordinate, the offset is 0 unless said", () =>
    expect(geared.constraints).toEqual([
      { kind: "gear", name: "gear", driven: swing, driving: spin, ratio: { parameter: "n" }, offset: 0.5 },
      { kind: "rack-and-pinion", name: "rack", rack: slide, pinion: swing, radius: -0.1, offset: 0 },
    ]));
  test("prescribed motion: a list is a polynomial in time", () =>
    expect(moved.constraints).toEqual([
      {
        kind: "motion",
        name: "crank",
        driven: spin,
        motion: { kind: "polynomial", coefficients: [0, { parameter: "n" }] },
      },
      {
        kind: "motion",
        name: "sway",
        driven: { joint: "swing", coordinate: 1 },
        motion: { kind: "sine", amplitude: 0.1, angularFrequency: 3, phase: 0, offset: 0 },
      },
    ]));
  test("points: a body, a named frame, or a place on a body", () =>
    expect(guided.constraints).toEqual([
      {
        kind: "distance",
        name: "rod",
        a: { body: "ground", pose: at(0, 0, 2) },
        b: { body: "arm", pose: at(0, 0, 1) },
        length: { parameter: "n" },
      },
      {
        kind: "point-on-line",
        name: "slot",
        a: { body: "ground", pose: identityPose },
        b: { body: "bar", pose: identityPose },
        axis: [0, 0, 1],
      },
      {
        kind: "point-on-plane",
        name: "table",
        a: { body: "wheel", pose: identityPose },
        b: { body: "bar", pose: at(0, 0, 1) },
        normal: [0, 1, 1],
      },
    ]));
  test("a model built again is the same, and frozen", () => {
    for (const model of [geared, moved, guided]) {
      expect(buildModel(model)).toEqual(model);
      expect(model.constraints.every((each) => Object.isFrozen(each))).toBe(true);
    }
  });
  test("names that are not there do not compile", () => {
    const refused = (): void => {
      // @ts-expect-error: no such joint
      base.gear("g", { driven: "x", driving: "spin", ratio: 1 });
      // @ts-expect-error: a gear has something that drives it
      base.gear("g", { driven: "spin", ratio: 1 });
      // @ts-expect-error: no such joint
      base.rackAndPinion("r", { rack: "slide", pinion: { joint: "x", coordinate: 0 }, radius: 1 });
      // @ts-expect-error: no such joint
      base.prescribe("p", { joint: "x", motion: [0] });
      // @ts-expect-error: a motion has two derivatives, steps have none
      base.prescribe("p", { joint: "spin", motion: { kind: "piecewise", times: [0], values: [1] } });
      // @ts-expect-error: no such frame
      base.distance("d", { a: "ground", b: "arm/top", length: 1 });
      // @ts-expect-error: a rod has a length
      base.distance("d", { a: "ground", b: "arm/tip" });
      // @ts-expect-error: a line has an axis, not a normal
      base.pointOnLine("l", { a: "ground", b: "arm/tip", normal: [0, 0, 1] });
      // @ts-expect-error: no such body
      base.pointOnPlane("l", { a: "grond", b: "arm/tip", normal: [0, 0, 1] });
    };
    expect(refused).toBeTypeOf("function");
  });
  test("a value of a parameter that spoils a constraint is refused", () =>
    expect(() => withParameters(guided, { n: -1 })).toThrowError(/distance "rod": length is -1, must be > 0/));
});

describe("what constraints say about coordinates", () => {
  test("a gear and a rack are couplers of first degree", () =>
    expect(geared.constraints.map(coordinateRelation)).toEqual([
      { kind: "gear", name: "gear", driven: swing, driving: spin, polynomial: [0.5, { parameter: "n" }] },
      { kind: "rack-and-pinion", name: "rack", driven: slide, driving: swing, polynomial: [0, -0.1] },
    ]));
  test("motions and points relate no two coordinates", () => {
    expect([...moved.constraints, ...guided.constraints].map(coordinateRelation)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(moved.constraints.flatMap(drivenAndDriving)).toEqual([spin, { joint: "swing", coordinate: 1 }]);
    expect(guided.constraints.flatMap(drivenAndDriving)).toEqual([]);
  });
  test("freedoms that they take: one each, a line two", () => {
    expect(guided.constraints.map(constraintRows)).toEqual([1, 2, 1]);
    expect(buildTopology(base.build()).counts).toMatchObject({
      nv: 4,
      constraints: 0,
      couplers: 0,
      degreesOfFreedom: 4,
    });
    expect(buildTopology(geared).counts).toMatchObject({ constraints: 0, couplers: 2, degreesOfFreedom: 2 });
    expect(buildTopology(moved).counts).toMatchObject({ constraints: 2, couplers: 0, degreesOfFreedom: 2 });
    expect(buildTopology(guided).counts).toMatchObject({ constraints: 4, couplers: 0, degreesOfFreedom: 0 });
  });
});

describe("gears and racks in a tree / couplers with the same numbers", () => {
  const coupled = base
    .coupler("gear", { driven: "swing", driving: "spin", polynomial: [0.5, param("n")] })
    .coupler("rack", { driven: "slide", driving: "swing", polynomial: [0, -0.1] })
    .build();
  const start = { q: { spin: 0.3 }, v: { spin: 1.5 } };

  test("a state from joints follows them", () => {
    expect(stateFromJoints(geared, start)).toEqual(stateFromJoints(coupled, start));
    const broken = { q: { spin: 0.3, swing: [0, 0] }, v: { spin: 1.5 } };
    expect(() => stateFromJoints(geared, broken)).toThrowError(
      /gear "gear": the coordinate 0 of joint "swing" is 0, but/,
    );
  });
  test("accelerations and forces are the same bits", () => {
    const state = stateFromJoints(geared, start);
    const [ours, theirs] = [geared, coupled].map((model) => createEvaluator(model, { formulation: "mass-matrix" }));
    expect(ours.forwardDynamics(state)).toEqual(theirs.forwardDynamics(state));
  });
});

test("couplings leave motions and points aside, and a neutral state is there", () => {
  for (const model of [moved, guided]) {
    expect(couplingsOf(model, buildTopology(model))).toEqual([]);
    expect(neutralState(model).q).toHaveLength(4);
    expect(stateFromJoints(model, { q: { spin: 1 } }).q).toContain(1);
  }
});

describe("joints that close loops", () => {
  const closed = base
    .body("last", link)
    .revolute("hinge", { parent: "bar", child: "last", axis: [0, 0, 1] })
    .revolute("closing", { parent: "ground", child: "last", axis: [0, 0, 1], role: "loop" });

  test("cannot be prescribed or driven", () => {
    expect(() => buildTopology(closed.prescribe("p", { joint: "closing", motion: [0] }).build())).toThrowError(
      /motion "p": joint "closing" closes a loop/,
    );
    expect(() =>
      buildTopology(closed.gear("g", { driven: "spin", driving: "closing", ratio: 1 }).build()),
    ).toThrowError(/gear "g": joint "closing" closes a loop/);
  });
});

test("a massless body that a rod holds passes the check of the tree", () => {
  const empty = base
    .body("empty", { massless: true })
    .revolute("flap", { parent: "bar", child: "empty", axis: [1, 0, 0] });
  expect(() => buildTopology(empty.build())).toThrowError(/joint "flap"/);
  const held = empty.distance("rod", { a: "ground", b: { body: "empty", at: [0, 0, 1] }, length: 1 });
  expect(buildTopology(held.build()).counts.degreesOfFreedom).toBe(4);
});

test("the table of the documents / the kinds there are, each with its method", () => {
  const [, section = ""] = readText("docs/models.md").split("\n## Constraints\n");
  const rows = [...section.matchAll(/^\| `(\w+)\(.*?\)` +\| `([\w-]+)`/gm)];
  expect(rows.map(([, , kind]) => kind)).toEqual(constraintKinds);
  expect(rows.filter(([, method]) => !(method in base)).map(([, method]) => method)).toEqual([]);
});
