import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { neutralState, stateFromJoints, type State } from "../../src/state/state.js";
import { matVec } from "../../src/linalg/matrix.js";
import type { Model } from "../../src/model/types.js";
import { andrews, andrewsStart } from "../../src/systems/linkages/andrews.js";
import { bricard } from "../../src/systems/linkages/bricard.js";
import { fiveBar } from "../../src/systems/linkages/five-bar.js";
import { flyballGovernor } from "../../src/systems/linkages/flyball-governor.js";
import { fourBarRow } from "../../src/systems/linkages/four-bar-row.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { quarterCar } from "../../src/systems/vehicles/quarter-car.js";
import { sliderCrank } from "../../src/systems/linkages/slider-crank.js";
import { spatialSliderCrank } from "../../src/systems/linkages/spatial-slider-crank.js";
import { stewartPlatform } from "../../src/systems/linkages/stewart-platform.js";
import { suspendedVehicle } from "../../src/systems/vehicles/suspended-vehicle.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { svd } from "../support/svd.js";
import { assembled } from "./assembled.js";
import { closureOf, largest, matrixOf, rankOf } from "./closure.js";

/** Bodies, speeds of the tree, conditions that close loops, and how many of them are independent. */
interface Sizes {
  readonly bodies: number;
  readonly speeds: number;
  readonly rows: number;
  readonly rank: number;
}

const cases: readonly (readonly [string, () => Model, Sizes])[] = [
  ["four-bar", () => fourBar(), { bodies: 3, speeds: 3, rows: 5, rank: 2 }],
  ["crossed four-bar", () => fourBar({ branch: "crossed" }), { bodies: 3, speeds: 3, rows: 5, rank: 2 }],
  ["row of 2", () => fourBarRow(), { bodies: 5, speeds: 5, rows: 10, rank: 4 }],
  ["row of 10", () => fourBarRow({ n: 10 }), { bodies: 21, speeds: 21, rows: 50, rank: 20 }],
  ["10 nested", () => fourBarRow({ n: 10, coupling: "nested" }), { bodies: 30, speeds: 30, rows: 50, rank: 20 }],
  ["slider-crank", () => sliderCrank(), { bodies: 3, speeds: 3, rows: 5, rank: 2 }],
  ["offset slider-crank", () => sliderCrank({ offset: 0.02 }), { bodies: 3, speeds: 3, rows: 5, rank: 2 }],
  ["spatial slider-crank", () => spatialSliderCrank(), { bodies: 3, speeds: 4, rows: 3, rank: 3 }],
  [
    "spatial slider-crank with a distance",
    () => spatialSliderCrank({ connection: "distance" }),
    { bodies: 2, speeds: 2, rows: 1, rank: 1 },
  ],
  ["five-bar", () => fiveBar(), { bodies: 4, speeds: 4, rows: 5, rank: 2 }],
  ["Bricard", () => bricard(), { bodies: 5, speeds: 5, rows: 5, rank: 4 }],
  ["governor", () => flyballGovernor(), { bodies: 6, speeds: 6, rows: 10, rank: 4 }],
  ["governor on springs", () => flyballGovernor({ connection: "springs" }), { bodies: 4, speeds: 4, rows: 0, rank: 0 }],
  ["Stewart platform", () => stewartPlatform(), { bodies: 13, speeds: 21, rows: 15, rank: 15 }],
  ["quarter car", () => quarterCar(), { bodies: 5, speeds: 8, rows: 6, rank: 6 }],
  ["quarter car with a rod", () => quarterCar({ tieRod: "rod" }), { bodies: 4, speeds: 6, rows: 4, rank: 4 }],
  ["vehicle", () => suspendedVehicle(), { bodies: 36, speeds: 45, rows: 30, rank: 30 }],
  [
    "vehicle with spherical joints",
    () => suspendedVehicle({ lowerBall: "spherical" }),
    { bodies: 36, speeds: 45, rows: 30, rank: 30 },
  ],
  [
    "vehicle with a fixed chassis",
    () => suspendedVehicle({ chassis: "fixed" }),
    { bodies: 36, speeds: 39, rows: 30, rank: 30 },
  ],
];

describe.each(cases)("%s", (_, make, { bodies, speeds, rows, rank }) => {
  const model = make();
  const closure = closureOf(model, neutralState(model));
  test("bodies and speeds of the tree", () =>
    expect(buildTopology(model).counts).toMatchObject({ bodies, nv: speeds }));
  test("closed in the drawn pose", () => expect(largest(closure.gaps)).toBeLessThan(1e-14));
  test("conditions, and the independent ones among them", () => {
    expect(closure.rows.length).toBe(rows);
    expect(rankOf(closure.rows)).toBe(rank);
  });
});

describe("Andrews' mechanism", () => {
  const model = andrews();
  test("the start of the test set closes the loops", () => {
    const { gaps, rows } = closureOf(model, stateFromJoints(model, { q: andrewsStart }));
    expect(largest(gaps)).toBeLessThan(1e-14);
    expect([rows.length, rankOf(rows), rows[0].length]).toEqual([15, 6, 7]);
  });

  test("accelerations at the start / those that the test set publishes", () => {
    const evaluator = createEvaluator(model);
    const state = stateFromJoints(model, { q: andrewsStart });
    const { tree, counts } = evaluator.topology;
    const speed = (name: string): number => tree.find(({ joint }) => model.joints[joint].name === name)?.vStart ?? NaN;
    // The one direction that keeps the loops closed; at rest nothing else accelerates.
    const { V } = svd(matrixOf(closureOf(model, state, evaluator).rows));
    const free = Float64Array.from({ length: counts.nv }, (_, i) => V.data[i * V.cols + V.cols - 1]);
    // The spring: tension along the line from C to D, D in K3.
    const D = [0.02, -0.018, 0];
    const J = evaluator.pointJacobian(state, "K3", D);
    const K3 = evaluator.bodies(state).find(({ name }) => name === "K3")?.position ?? [];
    const [cosine, sine] = [Math.cos(andrewsStart.gamma), Math.sin(andrewsStart.gamma)];
    const x = K3[0] + cosine * D[0] - sine * D[1] - 0.014;
    const y = K3[1] + sine * D[0] + cosine * D[1] - 0.072;
    const pull = (-4530 * (Math.hypot(x, y) - 0.07785)) / Math.hypot(x, y);
    const force = free.map((_, i) => pull * (x * J.data[3 * J.cols + i] + y * J.data[4 * J.cols + i]));
    force[speed("beta")] += 0.033;
    const moved = matVec(evaluator.massMatrix(state), free);
    const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
    const rate = dot(free, force) / dot(free, moved);
    const published = { beta: 14222.443919954114, Theta: -10666.832939965585 };
    for (const [name, expected] of Object.entries(published))
      // The direction is known to rounding times the condition of the loops, some 1e3; products lose a few digits more.
      expect(Math.abs((rate * free[speed(name)]) / expected - 1)).toBeLessThan(1e-10);
  });

  // Hairer, Wanner, section VII.7: angles beta, Theta, gamma, Phi, delta, Omega, epsilon; M in closed form.
  const angles = { beta: 0.3, Theta: -0.7, gamma: 0.4, Phi: 1.1, delta: -0.2, Omega: 0.6, epsilon: 0.9 };
  const M = createEvaluator(model).massMatrix(stateFromJoints(model, { q: angles }));
  const entry = (row: keyof typeof angles, column: keyof typeof angles): number => {
    const { tree } = buildTopology(model);
    const speed = (name: string): number => tree.find(({ joint }) => model.joints[joint].name === name)?.vStart ?? NaN;
    return M.data[speed(row) * M.cols + speed(column)];
  };
  const formulas: [keyof typeof angles, keyof typeof angles, number][] = [
    [
      "beta",
      "beta",
      0.04325 * 0.00092 ** 2 +
        0.00365 * (0.007 ** 2 - 2 * 0.0115 * 0.007 * Math.cos(-0.7) + 0.0115 ** 2) +
        2.194e-6 +
        4.41e-7,
    ],
    ["beta", "Theta", 0.00365 * (0.0115 ** 2 - 0.0115 * 0.007 * Math.cos(-0.7)) + 4.41e-7],
    ["gamma", "gamma", 0.02373 * (0.01874 ** 2 + 0.01043 ** 2) + 5.255e-6],
    ["Phi", "delta", 0.00706 * (0.00579 ** 2 + 0.04 * 0.00579 * Math.sin(1.1)) + 5.667e-7],
    [
      "delta",
      "delta",
      0.00706 * (0.04 ** 2 + 2 * 0.04 * 0.00579 * Math.sin(1.1) + 0.00579 ** 2) +
        0.0705 * (0.02308 ** 2 + 0.00916 ** 2) +
        5.667e-7 +
        1.169e-5,
    ],
    ["Omega", "epsilon", 0.00706 * (0.00579 ** 2 - 0.04 * 0.00579 * Math.sin(0.6)) + 5.667e-7],
    [
      "epsilon",
      "epsilon",
      0.00706 * (0.00579 ** 2 - 2 * 0.04 * 0.00579 * Math.sin(0.6) + 0.04 ** 2) +
        0.05498 * (0.01228 ** 2 + 0.00449 ** 2) +
        5.667e-7 +
        1.912e-5,
    ],
  ];
  // A dozen products and sums; the positions that they come from are 0.1 m apart at most, squares of 1e-2 against 1e-5.
  test.each(formulas)("mass matrix, %s and %s / the published formula", (row, column, expected) =>
    expect(Math.abs(entry(row, column) / expected - 1)).toBeLessThan(1e-12),
  );
});

describe("Bricard's linkage moves although the count leaves no freedom", () => {
  const model = bricard();
  const evaluator = createEvaluator(model);
  test.each([0.1, 0.3, 0.6])("other hinges can be found for a first one turned by %f rad", (angle) => {
    const state = assembled(model, evaluator, { hinge0: angle }, ["hinge0"]);
    expect(rankOf(closureOf(model, state, evaluator).rows)).toBe(4);
  });
});

describe("the vehicle", () => {
  test("216 coordinates of 36 bodies, 201 conditions of all joints and constraints", () => {
    const model = suspendedVehicle();
    const { nv } = buildTopology(model).counts;
    expect(6 * model.bodies.length).toBe(216);
    const ofTreeJoints = 216 - nv;
    expect(ofTreeJoints + closureOf(model, neutralState(model)).rows.length).toBe(201);
  });
  test.each(["pins", "spherical"] as const)("with %s: the published mass of all parts", (lowerBall) => {
    const total = suspendedVehicle({ lowerBall }).bodies.reduce((sum, { mass }) => sum + Number(mass), 0);
    // Published: with rims and tyres, and tie rods without mass.
    expect(total).toBeCloseTo(2573.138, 9);
  });
  test.each(["pins", "spherical"] as const)("with %s: independent away from the design position too", (lowerBall) => {
    const model = suspendedVehicle({ lowerBall });
    const joints = model.joints.filter(
      ({ kind, role }) => (kind === "revolute" || kind === "prismatic") && role !== "loop",
    );
    const q = Object.fromEntries(joints.map(({ name }, i) => [name, 0.05 * (((7 * i) % 11) / 5 - 1)]));
    expect(rankOf(closureOf(model, stateFromJoints(model, { q })).rows)).toBe(30);
  });
  describe("front left corner / the static check of the source of its numbers, by the energy minimum of rigid arms", () => {
    // Posts and struts without force or mass, as there; tolerances are half of the last published digit.
    const model = suspendedVehicle({ chassis: "fixed", postStiffness: 0, levelStiffness: 0, strutMass: 1e-9 });
    const evaluator = createEvaluator(model);
    const wheelHeight = (state: State): number =>
      evaluator.bodies(state).find(({ name }) => name === "wheelFL")?.position[2] ?? NaN;
    const held = ["lowerArm", "spin"].flatMap((name) => ["FL", "FR", "RL", "RR"].map((corner) => `${name}${corner}`));
    const at = (angle: number): State => assembled(model, evaluator, { lowerArmFL: angle }, [...held, "pitman"]);
    const REST = -0.216384;
    test("travel of the wheel", () => expect(wheelHeight(at(REST)) - wheelHeight(at(0))).toBeCloseTo(-0.10225, 5));
    test("length of the spring", () => {
      const arm = evaluator.bodies(at(REST)).find(({ name }) => name === "lowerArmFL");
      const spring = model.loads.find(({ name }) => name === "springFL");
      if (!arm || spring?.kind !== "point-spring") throw new Error("no spring");
      const [a, b] = [spring.a, spring.b].map(({ pose }) => pose.position.map(Number));
      const [cosine, sine] = [Math.cos(REST), Math.sin(REST)]; // the lower arm turns about x alone
      const end = [b[0], cosine * b[1] - sine * b[2], sine * b[1] + cosine * b[2]].map((x, i) => x + arm.position[i]);
      expect(Math.hypot(...end.map((x, i) => x - a[i]))).toBeCloseTo(0.294319, 6);
    });
    test("load of the wheel / change of the energy over the travel", () => {
      const h = 1e-4;
      const [below, above] = [at(REST - h), at(REST + h)];
      const work = evaluator.energy(above).potential - evaluator.energy(below).potential;
      // There the chassis is pitched by 0.15°, which weighs on the fourth digit.
      expect(work / (wheelHeight(above) - wheelHeight(below)) / 6494.1).toBeCloseTo(1, 2);
    });
  });
  test("left and right are mirror images", () => {
    const model = suspendedVehicle();
    const bodies = new Map(
      createEvaluator(model)
        .bodies(neutralState(model))
        .map((each) => [each.name, each.position]),
    );
    for (const name of ["lowerArm", "upperArm", "upright", "wheel", "strutUpper"])
      for (const axle of ["F", "R"]) {
        const [x, y, z] = bodies.get(`${name}${axle}L`) ?? [];
        expect([...(bodies.get(`${name}${axle}R`) ?? [])]).toEqual([x, -y, z]);
      }
  });
});

describe("sizes that cannot be put together are refused", () => {
  const refusals: [string, () => unknown, string][] = [
    ["short coupler", () => fourBar({ coupler: 0.1 }), "cannot-close"],
    ["short rod", () => sliderCrank({ rod: 0.01 }), "cannot-close"],
    ["short rod in space", () => spatialSliderCrank({ rod: 0.1 }), "cannot-close"],
    ["short outer bars", () => fiveBar({ outer: 0.01 }), "cannot-close"],
    ["short connection", () => flyballGovernor({ connectionLength: 0.1 }), "cannot-close"],
    ["unknown coupling", () => fourBarRow({ coupling: "shard" as "shared" }), "option-choice"],
  ];
  test.each(refusals)("%s", (_, attempt, code) => {
    expect(attempt).toThrowError(RequestError);
    expect(attempt).toThrowError(expect.objectContaining({ code }));
  });
});
