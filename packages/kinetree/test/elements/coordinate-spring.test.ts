import { describe, expect, it, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize } from "../../src/analysis/linearize.js";
import { modes } from "../../src/analysis/modes.js";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { implicitNames } from "../../src/integrate/integrators.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { curve } from "../../src/model/signals.js";
import type { Load, Model, Real } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { compareFormulations } from "../../src/simulate/compare/compare.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";

type Spring = Extract<Load, { kind: "coordinate-spring" }>;

const [m, l, g] = [1.3, 0.7, 9.81];
const bob = { mass: m, com: [0, 0, -l] as const, inertia: [0, 0, 0] as [number, number, number] };

/** Two equal pendulums side by side, both about y. */
const pendulums = (): AnyMechanism =>
  mechanism("coupled pendulums")
    .body("left", bob)
    .body("right", bob)
    .revolute("a", { parent: "ground", child: "left", axis: [0, 1, 0] })
    .revolute("b", { parent: "ground", child: "right", axis: [0, 1, 0], at: [0, 1, 0] })
    .repeat(0, (same) => same);

/** Two sliders of mass m on springs k0, coupled by k at a ratio. */
const sliders = (k0: number, k: Real, ratio: Real): Model =>
  mechanism("coupled sliders")
    .gravity(0, 0, 0)
    .parameter("k", 5)
    .body("one", bob)
    .body("two", bob)
    .prismatic("x", { parent: "ground", child: "one", axis: [1, 0, 0], stiffness: k0 })
    .prismatic("y", { parent: "ground", child: "two", axis: [0, 1, 0], stiffness: k0 })
    .coordinateSpring("bar", { a: "x", b: "y", stiffness: k, ratio })
    .build();

const frequencies = (model: Model): number[] =>
  modes(model, neutralState(model)).undamped.map(({ angularFrequency }) => angularFrequency);

describe("natural frequencies in closed form", () => {
  it("two pendulums: together √(g/l), against each other √(g/l + 2k/(m l²))", () => {
    const k = 4;
    const [together, against] = frequencies(
      pendulums().coordinateSpring("bar", { a: "a", b: "b", stiffness: k }).build(),
    );
    expect(Math.abs(together / Math.sqrt(g / l) - 1)).toBeLessThan(1e-13);
    expect(Math.abs(against / Math.sqrt(g / l + (2 * k) / (m * l * l)) - 1)).toBeLessThan(1e-13);
  });

  it.each([1, -1, 0.4, -2.5])("two sliders at ratio %f: √(k0/m) and √((k0 + k (1 + ratio²))/m)", (ratio) => {
    const [k0, k] = [7, 5];
    const [low, high] = frequencies(sliders(k0, k, ratio));
    expect(Math.abs(low / Math.sqrt(k0 / m) - 1)).toBeLessThan(1e-13);
    expect(Math.abs(high / Math.sqrt((k0 + k * (1 + ratio * ratio)) / m) - 1)).toBeLessThan(1e-13);
  });
});

test("forces along both coordinates / those of x = a − ratio b − rest", () => {
  const [k, c, ratio, rest] = [11, 0.6, -1.5, 0.2];
  const model = buildModel({
    ...sliders(0, k, ratio),
    loads: [{ ...(sliders(0, k, ratio).loads[0] as Spring), rest, damping: c }],
  });
  const state = stateFromJoints(model, { q: { x: 0.3, y: -0.1 }, v: { x: 0.7, y: 0.4 } });
  const force = k * (0.3 - ratio * -0.1 - rest) + c * (0.7 - ratio * 0.4);
  const [x, y] = createEvaluator(model).forwardDynamics(state);
  expect(x).toBeCloseTo(-force / m, 13);
  expect(y).toBeCloseTo((ratio * force) / m, 13);
});

/** A four-bar with springs between hinges, one of them closing the loop. */
function looped(cut: string, damping = 0.3): Model {
  const drawn = fourBar();
  const spring = (name: string, a: string, b: string, ratio: number): Spring => ({
    kind: "coordinate-spring",
    name,
    a: { joint: a, coordinate: 0 },
    b: { joint: b, coordinate: 0 },
    ratio,
    stiffness:
      name === "bent"
        ? curve([
            [-1, -40],
            [0, 0],
            [1, 60],
          ])
        : 30,
    rest: 0.1,
    damping,
  });
  return buildModel({
    ...drawn,
    joints: drawn.joints.map((joint) => ({ ...joint, role: joint.name === cut ? "loop" : "tree" })),
    loads: [spring("straight", "crank", "rocker", 1), spring("bent", "pin", "coupler", -0.5)],
  });
}

/** A tree with joints of several axes, coupled within a joint and across joints. */
const branching = (): Model =>
  mechanism("branching")
    .body("hull", { mass: 3, inertia: [0.2, 0.3, 0.25], com: [0.05, 0, 0.02] })
    .body("arm", { mass: 1, inertia: [0.02, 0.03, 0.01], com: [0, 0, -0.2] })
    .body("slide", { mass: 0.5, inertia: [0.01, 0.01, 0.02] })
    .universal("neck", { parent: "ground", child: "hull", axis1: [1, 0, 0], axis2: [0, 1, 0] })
    .cylindrical("hip", { parent: "arm", child: "hull", axis: [0, 0, 1], childAt: [0, 0.3, -0.1] })
    .prismatic("rail", { parent: "arm", child: "slide", axis: [1, 0, 0] })
    .coordinateSpring("within", { a: "neck", b: { joint: "neck", coordinate: 1 }, stiffness: 20, damping: 0.2 })
    .coordinateSpring("across", {
      a: { joint: "hip", coordinate: 1 },
      b: "rail",
      stiffness: 90,
      ratio: -0.7,
      rest: 0.05,
    })
    .coordinateSpring("mixed", { a: "neck", b: "rail", stiffness: 15, ratio: 2 })
    .build();

const away = {
  q: { neck: [0.3, -0.4], hip: [0.5, 0.1], rail: -0.2 },
  v: { neck: [0.2, 1], hip: [-0.6, 0.3], rail: 0.5 },
};

describe("formulations", () => {
  it.each<FormulationName>(["mass-matrix", "partitioned", "augmented"])(
    "%s accelerates a tree as articulated does",
    (formulation) => {
      const model = branching();
      const state = stateFromJoints(model, away);
      const expected = createEvaluator(model, { formulation: "articulated" }).forwardDynamics(state);
      const found = createEvaluator(model, { formulation }).forwardDynamics(state);
      const size = Math.max(...expected.map(Math.abs));
      found.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-12 * size));
    },
  );

  it("agree about a run of a closed loop", () => {
    const { formulations, verdict } = compareFormulations(looped("pin"), 0.4);
    expect(verdict.outcome).toBe("agree");
    const ran = formulations.flatMap(({ name, outcome }) => (outcome === "ran" ? [name] : []));
    for (const name of ["tree-augmented", "mass-matrix", "embedded", "partitioned", "augmented"])
      expect(ran).toContain(name);
  });

  it.each(["crank", "coupler", "rocker", "pin"])("move a loop the same way with %s cut", (cut) => {
    const run = (model: Model): number =>
      createEvaluator(model).bodies(simulate(model, 0.3, { tolerance: 1e-11, formulation: "tree-augmented" }).final)[1]
        .position[0];
    expect(Math.abs(run(looped(cut)) - run(looped("pin")))).toBeLessThan(1e-8);
  });
});

describe("energy", () => {
  it("½ k x² is potential energy", () => {
    const model = sliders(0, 8, 1);
    const { potential } = createEvaluator(model).energy(stateFromJoints(model, { q: { x: 0.4, y: -0.2 } }));
    expect(potential).toBeCloseTo(0.5 * 8 * 0.6 * 0.6, 14);
  });

  it("is conserved without damping, in trees and loops", () => {
    const swinging = pendulums().coordinateSpring("bar", { a: "a", b: "b", stiffness: 9 }).build();
    const tree = simulate(swinging, 3, { state: { q: { a: 1, b: -0.4 } }, tolerance: 1e-11 });
    expect(Math.abs(tree.energy?.work ?? 1)).toBeLessThan(1e-8);
    expect(tree.energy?.relative).toBeLessThan(1e-9);
    const loop = simulate(looped("pin", 0), 0.4, { tolerance: 1e-11 });
    expect(Math.abs(loop.energy?.work ?? 1)).toBeLessThan(1e-7);
  });

  it("balances with damping", () => {
    const { energy } = simulate(branching(), 1, { state: away, tolerance: 1e-11 });
    expect(energy?.work).toBeLessThan(-1e-3);
    expect(energy?.relative).toBeLessThan(1e-9);
  });
});

test.each(implicitNames)("the implicit integrator %s / the motion of an explicit one", (integrator) => {
  const model = branching();
  const { final } = simulate(model, 0.3, { state: away, tolerance: 1e-10 });
  const options = integrator === "generalized-alpha" || integrator === "hht" ? { step: 1e-4 } : { tolerance: 1e-9 };
  const implicit = simulate(model, 0.3, { state: away, integrator, ...options });
  final.q.forEach((value, i) => expect(Math.abs(implicit.final.q[i] - value)).toBeLessThan(1e-5));
});

test("an implicit integrator on a closed loop / the motion of an explicit one", () => {
  const explicit = simulate(looped("pin"), 0.2, { tolerance: 1e-10 });
  const implicit = simulate(looped("pin"), 0.2, { integrator: "radau5", tolerance: 1e-9 });
  explicit.final.q.forEach((value, i) => expect(Math.abs(implicit.final.q[i] - value)).toBeLessThan(1e-6));
});

test("linearize / the slopes of the forces", () => {
  const { A } = linearize(sliders(2, 5, 0.5), neutralState(sliders(2, 5, 0.5)));
  const slopes = [-(2 + 5), 0.5 * 5, 0.5 * 5, -(2 + 0.25 * 5)].map((slope) => slope / m);
  [8, 9, 12, 13].forEach((entry, i) => expect(A.data[entry]).toBeCloseTo(slopes[i], 13));
});

test("equilibrium / where the spring shares its rest between two sliders", () => {
  const [k0, k, rest] = [2, 5, 0.3];
  const model = sliders(k0, k, 1);
  const { point } = equilibrium(buildModel({ ...model, loads: [{ ...(model.loads[0] as Spring), rest }] }));
  expect(point.q[0]).toBeCloseTo((k * rest) / (k0 + 2 * k), 12);
  expect(point.q[1]).toBeCloseTo((-k * rest) / (k0 + 2 * k), 12);
});

test("a batch over its stiffness, and a run from a checkpoint / the single runs", async () => {
  const model = sliders(2, param("k"), 1);
  const state = { q: { x: 0.5 } };
  const batch = await runBatch(model, { tEnd: 1, samples: 3, sample: (i) => ({ state, parameters: { k: 4 + i } }) });
  for (let i = 0; i < 3; i++)
    expect(batch.q[2 * i]).toBe(simulate(model, 1, { state, parameters: { k: 4 + i } }).final.q[0]);
  const begun = createSimulation(model).begin(1, { state });
  begun.advance(3);
  const resumed = createSimulation(model).resume(begun.checkpoint());
  while (resumed.advance(100));
  expect(resumed.finish().final.q).toEqual(simulate(model, 1, { state }).final.q);
});

describe("in files", () => {
  const text = (load: object): string =>
    JSON.stringify({ ...(JSON.parse(writeJsonModel(branching())) as object), loads: [load] });
  const bar = { kind: "coordinate-spring", name: "bar", a: "neck", b: "rail", stiffness: 3 };
  const read = (load: object): Spring => readJsonModel(text({ ...bar, ...load })).model.loads[0] as Spring;

  it("is written and read to the last bit", () => {
    expect(readJsonModel(writeJsonModel(branching())).model).toEqual(branching());
  });

  it("has defaults, and the units of its coordinates", () => {
    expect(read({})).toEqual({
      ...bar,
      a: { joint: "neck", coordinate: 0 },
      b: { joint: "rail", coordinate: 0 },
      ratio: 1,
      rest: 0,
      damping: 0,
    });
    const inUnits = read({ stiffness: "2 kN*m/rad", ratio: "1 rad/mm", rest: "90 deg", damping: "3 N*m*s/rad" });
    expect(inUnits).toMatchObject({ stiffness: 2000, ratio: 1000, rest: Math.PI / 2, damping: 3 });
  });

  it.each([
    [{ stiffness: "2 N/m" }, "$.loads[0].stiffness"],
    [{ a: "rail", b: "neck", rest: "1 deg" }, "$.loads[0].rest"],
    [{ ratio: "2 m" }, "$.loads[0].ratio"],
  ])("refuses the units of other coordinates: %j", (load, path) => {
    expect(() => read(load)).toThrowError(
      expect.objectContaining({ issues: [expect.objectContaining({ path: path.replace("$.", "") })] }),
    );
  });
});

describe("refusals name the thing, the value and the fix", () => {
  const facts = (attempt: () => unknown): unknown[] => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof InvalidModelError)
        return error.issues.map(({ code, subject, path }) => [code, subject, path]);
      throw error;
    }
    return [];
  };
  const ball = (): AnyMechanism =>
    pendulums()
      .body("ball", bob)
      .spherical("s", { parent: "ground", child: "ball" })
      .repeat(0, (same) => same);
  const subject = 'coordinate-spring "bar"';
  const refused = (change: object): unknown[] =>
    facts(() =>
      ball()
        .coordinateSpring("bar", { a: "a", b: "b", stiffness: 1, ...change })
        .build(),
    );

  it.each<[string, object, string, readonly (string | number)[]]>([
    ["a quaternion", { b: "s" }, "coordinate-not-scalar", ["loads", 0, "b", "joint"]],
    ["an unknown joint", { a: "c" }, "unknown-joint", ["loads", 0, "a", "joint"]],
    [
      "a coordinate that is not there",
      { a: { joint: "a", coordinate: 1 } },
      "coordinate-index",
      ["loads", 0, "a", "coordinate"],
    ],
    ["the same coordinate twice", { b: "a" }, "load-within-coordinate", ["loads", 0, "b"]],
    ["negative damping", { damping: -1 }, "negative-value", ["loads", 0, "damping"]],
    ["a ratio that is no number", { ratio: NaN }, "non-finite", ["loads", 0, "ratio"]],
  ])("%s", (_, change, code, path) => {
    expect(refused(change)).toEqual([[code, subject, path]]);
  });

  it("plain data of another shape", () => {
    const spoilt = {
      ...branching(),
      loads: [{ kind: "coordinate-spring", name: "bar", a: "neck", b: {}, stiffness: 1 }],
    };
    expect(facts(() => buildModel(spoilt as unknown as Model))).toEqual([
      ["wrong-shape", 'load "bar"', ["loads", 0, "a"]],
      ["wrong-shape", 'b of load "bar"', ["loads", 0, "b", "joint"]],
    ]);
  });
});
