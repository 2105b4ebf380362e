import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { formulations } from "../../src/formulation/formulations.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { assembleVehicle } from "../../src/systems/vehicles/assembly/assemble-vehicle.js";
import { hmmwvData } from "../../src/systems/vehicles/assembly/hmmwv-data.js";
import { hmmwv, type HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import type { VehicleForm } from "../../src/systems/vehicles/build/form.js";
import type { VehicleData } from "../../src/systems/vehicles/data/vehicle.js";
import { buildTopology } from "../../src/topology/build-topology.js";

const arms = ["lowerArmFL", "lowerArmFR", "lowerArmRL", "lowerArmRR"];

type Options = Partial<HmmwvOptions>;

/** As published: dampers as bodies, or tie rods as bodies. */
const modelA: Options = { struts: "bodies", idler: "body" };
const modelB: Options = { tieRods: "bodies", idler: "body" };

/** Bodies, speeds of the tree, constraints, degrees of freedom. */
type Counts = readonly [bodies: number, speeds: number, constraints: number, freedom: number];

const cases: readonly (readonly [string, Options, Counts])[] = [
  ["model A", modelA, [28, 45, 30, 15]],
  ["model A with pins", { ...modelA, lowerBall: "pins" }, [36, 45, 30, 15]],
  ["model B", modelB, [24, 45, 30, 15]],
  ["model B with pins", { ...modelB, lowerBall: "pins" }, [36, 45, 30, 15]],
  ["no bodies without need", {}, [19, 32, 17, 15]],
  ["fixed chassis", { chassis: "fixed" }, [19, 26, 17, 9]],
  ["prescribed steering", { steeringInput: "angle" }, [19, 32, 18, 14]],
  ["servo", { steeringInput: "torque" }, [19, 32, 17, 15]],
  ["column", { steeringInput: "column" }, [20, 33, 17, 16]],
  ["rack", { steering: "rack" }, [18, 31, 16, 15]],
  ["rack and column", { steering: "rack", steeringInput: "column" }, [19, 32, 16, 16]],
];

test.each(cases)("%s / counts, all constraints independent", (_, options, [bodies, nv, constraints, freedom]) => {
  const model = hmmwv(options);
  expect(buildTopology(model).counts).toMatchObject({ bodies, nv, constraints, degreesOfFreedom: freedom });
  const { before, redundant, degreesOfFreedom } = assemble(model, displaced(model));
  expect(before).toBeGreaterThan(1e-3);
  expect(redundant).toEqual([]);
  expect(degreesOfFreedom).toBe(freedom);
  expect(assemble(model, stateFromJoints(model, {})).before).toBeLessThan(1e-15);
});

test.each([
  ["A", modelA],
  ["B", modelB],
] as const)("36 bodies of model %s on their own: 216 coordinates, 201 constraints", (_, options) => {
  const { bodies, nv, constraints } = buildTopology(hmmwv({ ...options, lowerBall: "pins" })).counts;
  expect([6 * bodies, 6 * bodies - nv + constraints]).toEqual([216, 201]);
});

/** Somewhere, with everything moving. */
function displaced(model: Model): State {
  const root = model.joints.some(({ name, kind }) => name === "root" && kind === "free");
  return stateFromJoints(model, {
    q: {
      lowerArmFL: 0.05,
      lowerArmFR: -0.1,
      lowerArmRL: -0.15,
      lowerArmRR: 0.1,
      ...(root ? { root: [0.1, 0.2, 0.3, 0.98, 0.1, -0.1, Math.sqrt(1 - 0.98 ** 2 - 0.02)] } : {}),
    },
    v: {
      lowerArmFL: 1,
      lowerArmRR: -2,
      spinFL: 20,
      spinRR: 15,
      ...(root ? { root: [0.1, 0.2, 0.3, 5, 1, -0.5] } : {}),
    },
  });
}

describe.each(cases)("%s", (_, options) => {
  const model = hmmwv(options);
  const { state } = assemble(model, displaced(model), {
    pinned: ["lowerArmFL", "lowerArmFR", "lowerArmRL", "lowerArmRR"],
  });
  const topology = buildTopology(model);
  const able = formulations.filter((formulation) => formulation.refuses(model, topology) === null);
  const reference = createEvaluator(model, { formulation: "tree-augmented" }).forwardDynamics(state);
  const size = Math.sqrt(reference.reduce((sum, x) => sum + x * x, 0));

  test("formulations that take it", () => {
    const all = ["mass-matrix", "tree-augmented", "embedded", "partitioned", "augmented"];
    // A prescribed coordinate is a coupler, which the last two refuse.
    const expected = options.steeringInput === "angle" ? all.slice(0, 3) : all;
    expect(able.map(({ name }) => name)).toEqual(expected);
  });

  // Condition of the mass matrix some 1e6, times rounding.
  test.each(able.map(({ name }) => name))("%s / the same accelerations", (formulation) => {
    const found = createEvaluator(model, { formulation }).forwardDynamics(state);
    found.forEach((value, i) => expect(Math.abs(value - reference[i])).toBeLessThan(1e-9 * size));
  });
});

test("bodies whose mass goes to zero / what has no bodies", () => {
  const almostNone = 1e-7;
  const light: VehicleData = {
    ...hmmwvData,
    axles: hmmwvData.axles.map(({ suspension, steering, ...axle }) => ({
      ...axle,
      suspension: { ...suspension, masses: { ...suspension.masses, strutHalf: almostNone } },
      steering: steering?.kind === "pitman" ? { ...steering, idlerMass: almostNone } : steering,
    })),
  };
  const independent = ["root", ...arms, "pitman", "spinFL", "spinFR", "spinRL", "spinRR"];
  const accelerations = (form: Partial<VehicleForm>): readonly number[] => {
    const model = assembleVehicle(light, form).built.build();
    const { tree } = buildTopology(model);
    const { state } = assemble(model, displaced(model), { pinned: independent });
    const found = createEvaluator(model, { formulation: "embedded" }).forwardDynamics(state);
    return independent.flatMap((name) => {
      const place = tree.find(({ joint }) => model.joints[joint].name === name);
      return [...found.subarray(place?.vStart, (place?.vStart ?? 0) + (place?.nv ?? 0))];
    });
  };
  const [without, with_] = [accelerations({}), accelerations({ struts: "bodies", idler: "body" })];
  const size = Math.max(...without.map(Math.abs));
  // Their inertia is 1e-7 of what they are tied to.
  without.forEach((value, i) => expect(Math.abs(with_[i] - value)).toBeLessThan(1e-6 * size));
});
