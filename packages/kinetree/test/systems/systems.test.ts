import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { withParameters } from "../../src/model/builder/build-model.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import { composePose } from "../../src/model/pose.js";
import { rotateVec3 } from "../../src/model/rotation.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hashNumbers } from "../../src/model/hash.js";
import { arm7, arm7Ready } from "../../src/systems/chains/arm7.js";
import { boxPendulum } from "../../src/systems/chains/box-pendulum.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { hingeChain, sphericalChain } from "../../src/systems/chains/chain.js";
import { lander } from "../../src/systems/landers/lander.js";
import { nPendulum } from "../../src/systems/chains/n-pendulum.js";
import { numberedChain } from "../../src/systems/chains/numbered-chain.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { everySystem, namedSystem, systemCases, systems } from "../../src/systems/registry.js";
import { stubbyLander } from "../../src/systems/landers/stubby-lander.js";
import { torqueFreeTop } from "../../src/systems/chains/torque-free-top.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { numbers, poseOf } from "./poses.js";

const totalMass = (model: Model): number =>
  model.bodies.reduce((sum, { mass }) => sum + evaluateReal(mass, parameterDefaults(model)), 0);
const distance = (x: readonly number[], y: readonly number[]): number =>
  Math.max(...x.map((value, i) => Math.abs(value - y[i])));
/** A dozen products and sums of numbers of size 1. */
const ROUNDING = 32 * Number.EPSILON;

describe("sizes: bodies, coordinates, speeds, mass", () => {
  const sizes: [string, Model, number, number, number, number][] = [
    ["pendulum", pendulum({ mass: 2 }), 1, 1, 1, 2],
    ["double pendulum", doublePendulum({ mass1: 2 }), 2, 2, 2, 3],
    ["plane pendulum of 7", nPendulum({ n: 7 }), 7, 7, 7, 7],
    ["spatial pendulum of 7", nPendulum({ n: 7, joint: "spherical" }), 7, 28, 21, 7],
    ["pendulum of 3 boxes", boxPendulum(), 3, 12, 9, 3],
    ["hinge chain of 20", hingeChain({ n: 20 }), 20, 20, 20, 20],
    ["spherical chain of 10", sphericalChain({ n: 10 }), 10, 40, 30, 10],
    ["lander", lander(), 13, 19, 18, 912],
    ["lander with 3 legs", lander({ legs: 3 }), 7, 13, 12, 906],
    ["stubby lander", stubbyLander(), 41, 47, 46, 940],
    ["stubby lander in two", stubbyLander({ parts: 2 }), 42, 47, 46, 940],
    ["numbered chain", numberedChain(), 10, 16, 15, 10],
    ["torque-free top", torqueFreeTop(), 1, 7, 6, 1],
    ["heavy top", heavyTop(), 1, 4, 3, 15],
    ["arm with payload", arm7({ payload: 2 }), 8, 7, 7, 16.062132 + 2],
  ];
  test.each(sizes)("%s", (_, model, bodies, nq, nv, mass) => {
    expect(buildTopology(model).counts).toMatchObject({ bodies, nq, nv, loops: 0, degreesOfFreedom: nv });
    expect(totalMass(model)).toBeCloseTo(mass, 9);
  });
});

describe("pendulum of boxes", () => {
  test("starts in line, lifted by 60 degrees, and turning about the vertical", () => {
    const model = boxPendulum();
    const bodies = createEvaluator(model).bodies(stateFromJoints(model, namedSystem("box-pendulum").start));
    const [first, , last] = bodies;
    for (const { angularVelocity } of bodies) expect(distance([...angularVelocity], [0, 0, 1])).toBeLessThan(ROUNDING);
    expect(distance([...first.position], [0, 0, 0])).toBe(0);
    expect(distance([...last.position], [Math.sqrt(3), 0, -1])).toBeLessThan(ROUNDING);
  });
});

describe("hinge chain", () => {
  const model = hingeChain({ n: 4 });
  test("axes alternate x, y", () =>
    expect(model.joints.map((joint) => joint.kind === "revolute" && joint.axis)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]));
  test("links of 1 kg, diag(0.1, 0.1, 0.02) about (0, 0, -0.5)", () => {
    for (const body of model.bodies)
      expect(body).toMatchObject({ mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.02, 0, 0, 0] });
  });
  test("first joint at the origin, the next ones at (0, 0, -1)", () =>
    expect(model.joints.map(({ X_parent_joint }) => X_parent_joint.position)).toEqual([
      [0, 0, 0],
      [0, 0, -1],
      [0, 0, -1],
      [0, 0, -1],
    ]));
});

describe("lander", () => {
  test("base and gravity", () => {
    const model = lander();
    expect(model.bodies[0]).toMatchObject({
      name: "base",
      mass: 900,
      inertia: [151, 151, 281, 0, 0, 0],
      com: [0, 0, 0],
    });
    expect(model.gravity).toEqual([0, 0, -1.315]);
    expect(model.joints[0]).toMatchObject({ name: "root", kind: "free", parent: "ground" });
  });
  const [upper, lower] = [40, 25].map((angle) => (angle * Math.PI) / 180);
  const model = lander({ legs: 5, upperAngleDeg: 40, lowerAngleDeg: 25 });
  test.each([0, 1, 2, 3, 4])("leg %i / plane trigonometry of the stance", (k) => {
    const X_base_lower = poseOf(model, `lower${k}`, {}, "base");
    const foot = composePose(X_base_lower, { position: [0, 0, -1], rotation: [1, 0, 0, 0] });
    const radius = 0.75 + Math.sin(upper) + Math.sin(lower);
    const azimuth = (2 * Math.PI * k) / 5;
    const expected = [
      radius * Math.cos(azimuth),
      radius * Math.sin(azimuth),
      -0.186 - Math.cos(upper) - Math.cos(lower),
    ];
    expect(distance(numbers(model, foot.position), expected)).toBeLessThanOrEqual(ROUNDING);
    const axis = numbers(model, rotateVec3(X_base_lower.rotation, [0, 1, 0]));
    expect(distance(axis, [-Math.sin(azimuth), Math.cos(azimuth), 0])).toBeLessThanOrEqual(ROUNDING);
  });
  test("positive hip angles swing the foot inwards", () => {
    const reach = (angle: number): number => {
      const [x, y] = numbers(model, poseOf(model, "lower1", { hip1: angle }, "base").position);
      return Math.hypot(x, y);
    };
    expect(reach(0.1)).toBeLessThan(reach(0));
  });
  test("straight legs have no constant rotation at the knee", () => {
    const knee = lander().joints.find(({ name }) => name === "knee0");
    expect(knee?.X_parent_joint.rotation).toEqual([1, 0, 0, 0]);
  });
});

describe("stubby lander", () => {
  const moving = { q: { hip1: 0.3 }, v: { root: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], hip2: 1 } } as const;
  const accelerations = (parts: number): Readonly<Record<string, number | readonly number[]>> => {
    const model = stubbyLander({ legs: 6, parts });
    const evaluator = createEvaluator(model);
    const vdot = evaluator.forwardDynamics(stateFromJoints(model, moving));
    return Object.fromEntries(
      evaluator.topology.tree
        .filter(({ nv }) => nv > 0)
        .map(({ joint, vStart, nv }) => [model.joints[joint].name, [...vdot.subarray(vStart, vStart + nv)]]),
    );
  };
  test.each([2, 3])("divided into %i / the same machine", (parts) => {
    const [whole, divided] = [accelerations(1), accelerations(parts)];
    expect(Object.keys(divided).sort()).toEqual(Object.keys(whole).sort());
    // Sums of some ten terms of size 100, in another order.
    for (const [name, expected] of Object.entries(whole))
      expect(distance([divided[name]].flat(), [expected].flat())).toBeLessThan(1e-11);
  });
  test("each part carries its share of neighbouring legs", () =>
    expect(
      stubbyLander({ legs: 6, parts: 2 })
        .joints.filter(({ kind }) => kind === "revolute")
        .map(({ parent }) => parent),
    ).toEqual(["hub0", "hub0", "hub0", "hub1", "hub1", "hub1"]));
});

describe("numbered chain", () => {
  const numbers = (order: "optimal" | "worst"): number[] =>
    numberedChain({ n: 10, order })
      .joints.slice(1)
      .map(({ name }) => Number(name.slice("joint".length)));
  /** Largest difference of the numbers of two hinges on one link: the bandwidth of the constraint matrix, in blocks. */
  const bandwidth = (order: "optimal" | "worst"): number => {
    const places = numbers(order);
    return Math.max(...places.slice(1).map((_, i) => Math.abs(places.indexOf(i + 1) - places.indexOf(i + 2))));
  };
  test("numbers along the chain / figure 5.6 of the source", () =>
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => numbers("worst").indexOf(place) + 1)).toEqual([
      1, 9, 3, 4, 5, 6, 7, 8, 2,
    ]));
  test("the lowest and the highest share a link", () => {
    expect(bandwidth("optimal")).toBe(1);
    expect(bandwidth("worst")).toBe(8);
  });
  test("both orders fall alike", () => {
    const [best, worst] = (["optimal", "worst"] as const).map((order) => {
      const model = numberedChain({ n: 6, order });
      return createEvaluator(model).forwardDynamics(stateFromJoints(model, { q: { joint2: 0.7 }, v: { joint4: 1 } }));
    });
    expect([...best]).toEqual([...worst]);
  });
});

describe("7-joint arm", () => {
  const model = arm7();
  const flange = (angles: readonly number[]): number[] => {
    const byName = Object.fromEntries(angles.map((angle, i) => [`joint${i + 1}`, angle]));
    const X_world_link7 = poseOf(model, "link7", byName);
    return numbers(model, composePose(X_world_link7, { position: [0, 0, 0.107], rotation: [1, 0, 0, 0] }).position);
  };
  test("zero pose: straight up, then down from the wrist", () =>
    expect(distance(flange([0, 0, 0, 0, 0, 0, 0]), [0.088, 0, 0.333 + 0.316 + 0.384 - 0.107])).toBeLessThanOrEqual(
      ROUNDING,
    ));
  test("ready pose / plane trigonometry with all links in the x-z plane", () => {
    // Upper arm tilted back by 45°, elbow offset across it; forearm tilted by -45° + 135° = 90° from the vertical.
    const s = Math.SQRT1_2;
    const shoulder = [0, 0.333];
    const elbow = [shoulder[0] - 0.316 * s + 0.0825 * s, shoulder[1] + 0.316 * s + 0.0825 * s];
    // Forearm axis along +x, its offset of -0.0825 along the turned x axis, which points down.
    const wrist = [elbow[0] + 0.384, elbow[1] + 0.0825];
    // The hand hangs straight down, 0.088 ahead of the wrist.
    expect(distance(flange(arm7Ready), [wrist[0] + 0.088, 0, wrist[1] - 0.107])).toBeLessThanOrEqual(ROUNDING);
  });
  test("the ready pose lies within the limits", () =>
    model.joints.forEach(({ coordinates: [{ lower, upper }] }, i) => {
      expect(lower).toBeLessThan(arm7Ready[i]);
      expect(upper).toBeGreaterThan(arm7Ready[i]);
    }));
  test("one motor a joint, within its rated torque", () =>
    expect(model.actuators.map((motor) => [motor.kind === "joint" && motor.joint, motor.upper])).toEqual([
      ...[1, 2, 3, 4].map((i) => [`joint${i}`, 87]),
      ...[5, 6, 7].map((i) => [`joint${i}`, 12]),
    ]));
});

describe("pendulums", () => {
  test("length, mass and gravity are parameters", () => {
    const model = withParameters(pendulum(), { length: 2, mass: 3, gravity: 1.62 });
    expect(numbers(model, model.bodies[0].com)).toEqual([0, 0, -2]);
    expect(numbers(model, model.gravity)).toEqual([0, 0, -1.62]);
    expect(totalMass(model)).toBe(3);
  });
  test("the second rod of a double pendulum hangs on the tip of the first", () => {
    const model = withParameters(doublePendulum(), { length1: 2 });
    expect(numbers(model, model.joints[1].X_parent_joint.position)).toEqual([0, 0, -2]);
  });
});

describe("registry", () => {
  test.each(systems.map((system) => [system.name, system] as const))(
    "%s builds as it stands, the same twice",
    (_, system) => {
      expect(system.build()).toEqual(system.build(system.defaults));
      expect(buildTopology(system.build()).counts.bodies).toBeGreaterThan(0);
      // Flexible bodies are drawn as they bend; what carries others without mass need not be seen.
      const seen = system.build().bodies.filter(({ flexible, massless }) => flexible === undefined && !massless);
      expect(seen.every(({ shapes }) => shapes.length > 0)).toBe(true);
    },
  );
  test("names are unique", () => expect(new Set(everySystem.map(({ name }) => name)).size).toBe(everySystem.length));
  test("everything with a name / mechanisms, then numbered cases", () =>
    expect(everySystem).toEqual([...systems, ...systemCases]));
  test("nothing in it can be changed", () => {
    expect(Object.isFrozen(systems)).toBe(true);
    for (const system of systems) expect(Object.isFrozen(system) && Object.isFrozen(system.defaults)).toBe(true);
  });

  const refusals: [string, () => unknown, string, RegExp][] = [
    ["unknown system", () => namedSystem("landr"), "unknown-system", /"landr" is unknown. Did you mean "lander"\?/],
    [
      "unknown option",
      () => namedSystem("lander").build({ leg: 4 }),
      "unknown-option",
      /"leg" = 4 is unknown. Did you mean "legs"\?/,
    ],
    [
      "wrong type",
      () => namedSystem("lander").build({ legs: "four" }),
      "option-type",
      /"legs" = "four" must be a number/,
    ],
    ["part of a leg", () => lander({ legs: 2.5 }), "option-count", /"legs" = 2.5 must be a whole number/],
    [
      "more parts than legs",
      () => stubbyLander({ legs: 3, parts: 4 }),
      "option-range",
      /"parts" = 4 must not exceed the 3/,
    ],
    ["short chain", () => numberedChain({ n: 4 }), "option-range", /"n" = 4 must be at least 5/],
    ["no links", () => hingeChain({ n: 0 }), "option-count", /"n" = 0 must be a whole number from 1 on/],
    [
      "unknown choice",
      () => namedSystem("n-pendulum").build({ joint: "sperical" }),
      "option-choice",
      /Did you mean "spherical"\?/,
    ],
  ];
  test.each(refusals)("%s is refused", (_, attempt, code, message) => {
    expect(attempt).toThrowError(RequestError);
    expect(attempt).toThrowError(expect.objectContaining({ code }));
    expect(attempt).toThrowError(message);
  });
  test("a wrong size is refused by the model's own check", () =>
    expect(() => pendulum({ mass: -1 })).toThrowError(/parameter "mass": value is -1/));
});

describe("the start of a named system", () => {
  test.each(systems)("$name / names its joints, and moves", ({ build, start }) => {
    const model = build();
    const result = simulate(model, 0.02, { state: start });
    expect(hashNumbers(result.final.q)).not.toBe(hashNumbers(result.stateAt(0).q));
  });
});
