import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { moveInto } from "../../../src/formulation/joints/move.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { rotateAbout, slideAlong } from "../../../src/model/builder/joint.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { CoordinateOptions } from "../../../src/model/joints/joint-definition.js";
import { param } from "../../../src/model/real-arithmetic.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { jointsFromState, neutralState, openStateFromJoints, type State } from "../../../src/state/state.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { dice } from "../../support/dice.js";
import { explodeState } from "../../support/explode-state.js";
import { measured } from "./measure-cut.js";

/* Whether a joint is in the tree or cut is a matter of bookkeeping: the same loads along its coordinates move the same bodies. */

const body = { mass: 1, com: [0.1, -0.2, 0.05] as const, inertia: [0.4, 0.5, 0.6] as [number, number, number] };
const at = { position: [0.3, 0.2, -0.1], axisAngle: [[0.3, 1, -0.5], 0.7] } as const;
const childAt = { position: [-0.2, 0.1, 0.4], axisAngle: [[1, -0.2, 0.6], -1.1] } as const;
const axis = [0.4, -1, 0.3] as const;

const springs = {
  stiffness: 3,
  rest: 0.2,
  damping: 0.3,
  friction: 0.2,
  frictionSpeed: 0.5,
} as const satisfies CoordinateOptions;
const curve = { x: [-1, 0, 0.5, 1], y: [-2, 0, 1, 4], beyond: "extend" } as const;
const stopped = {
  damping: 0.1,
  lower: -0.05,
  upper: 0.1,
  stopStiffness: 40,
  stopDamping: 0.5,
} as const satisfies CoordinateOptions;

/** A body on springs of its own, and one that the joint in question connects to it; the base moves too, so nothing is fixed. */
const base = () =>
  mechanism("cut")
    .body("carrier", body)
    .body("load", body)
    .cylindrical("base", { parent: "ground", child: "carrier", at, axis: [1, 0.5, 0], rotation: springs });
const place = { parent: "carrier", child: "load", at, childAt } as const;
const back = { parent: "load", child: "carrier", at, childAt } as const;

const trees: Record<string, Model> = {
  revolute: base()
    .revolute("j", { ...place, axis, ...springs })
    .jointForce("f", { joint: "j", force: 0.7 })
    .build(),
  "revolute with a curve, walked backwards": base()
    .revolute("j", { ...back, axis, damping: 0.2, stiffness: curve })
    .build(),
  "revolute with stops": base()
    .revolute("j", { ...place, axis, ...stopped })
    .build(),
  continuous: base()
    .continuous("j", { ...place, axis, ...springs })
    .actuator("u", { joint: "j", gain: 2 })
    .build(),
  prismatic: base()
    .prismatic("j", { ...place, axis, ...springs, ...stopped })
    .build(),
  screw: base()
    .screw("j", { ...place, axis, pitch: 0.2, ...springs })
    .build(),
  "screw without pitch": base()
    .screw("j", { ...place, axis, pitch: 0, ...springs })
    .build(),
  "screw along an axis of parameters": base()
    .parameter("lean", -1)
    .parameter("pitch", 0.2)
    .parameter("k", 3)
    .screw("j", { ...place, axis: [0.4, param("lean"), 0.3], pitch: param("pitch"), stiffness: param("k"), damping: 1 })
    .build(),
  cylindrical: base()
    .cylindrical("j", { ...place, axis, rotation: springs, translation: { ...springs, stiffness: curve } })
    .actuator("u", { joint: "j", coordinate: 1, gain: 3, upper: 0.4 })
    .build(),
  planar: base()
    .planar("j", { ...back, axis: [0, 1, 0], xAxis: [1, 0, 0], x: springs, y: stopped, rotation: { damping: 0.4 } })
    .jointForce("f", { joint: "j", coordinate: 1, force: -0.6 })
    .build(),
  universal: base()
    .parameter("lean", -1)
    .universal("j", {
      ...place,
      axis1: [0.4, param("lean"), 0.3],
      axis2: [1, 0.4, 0.3],
      first: springs,
      second: { stiffness: 2 },
    })
    .jointForce("f", { joint: "j", coordinate: 1, force: 0.3 })
    .build(),
  "constant-velocity": base()
    .parameter("lean", -0.5)
    .constantVelocity("j", {
      ...place,
      axis: [1, param("lean"), 0],
      xAxis: [{ op: "neg", args: [param("lean")] }, 1, 0],
      first: springs,
      second: { stiffness: 2, damping: 0.3 },
    })
    .jointForce("f", { joint: "j", coordinate: 1, force: 0.3 })
    .build(),
  "constant-velocity, walked backwards": base()
    .constantVelocity("j", { ...back, axis: [0, 0, 1], xAxis: [1, 0, 0], first: stopped, second: springs })
    .actuator("u", { joint: "j", coordinate: 0, gain: 2 })
    .build(),
  spherical: base()
    .spherical("j", { ...place, damping: [0.2, 0.4, 0.1] })
    .jointForce("f", { joint: "j", coordinate: 2, force: 0.5 })
    .build(),
  "spherical, walked backwards": base()
    .spherical("j", { ...back, damping: [0.2, 0.4, 0.1] })
    .build(),
  free: base()
    .free("j", { ...place, rotationDamping: [0.2, 0.4, 0.1], translationDamping: [1, 2, 3] })
    .actuator("u", { joint: "j", coordinate: 4, gain: 2 })
    .build(),
  "general, skew slides and a turn": base()
    .general("j", {
      ...place,
      axes: [slideAlong([1, 0, 0], springs), slideAlong([1, 2, 1], { stiffness: 5 }), rotateAbout([0, 1, 0], springs)],
    })
    .build(),
  "general, two turns and a slide": base()
    .general("j", {
      ...back,
      axes: [rotateAbout([0, 1, 0], springs), rotateAbout([1, 0, 0], springs), slideAlong([0, 1, 1], springs)],
    })
    .build(),
  "general, three skew turns": base()
    .general("j", {
      ...place,
      axes: [rotateAbout([0, 1, 0.2], springs), rotateAbout([1, 0.3, 0], springs), rotateAbout([0.1, 0, -1], springs)],
    })
    .build(),
  "general, all six": base()
    .general("j", {
      ...place,
      axes: [
        slideAlong([1, 0, 0], springs),
        slideAlong([1, 2, 1], { stiffness: 5 }),
        slideAlong([0, 0.5, -1], springs),
        rotateAbout([0, 0, 1], springs),
        rotateAbout([0, 1, 0], springs),
        rotateAbout([1, 0, 0], springs),
      ],
    })
    .build(),
};

function randomState(model: Model, seed: number, size: number): State {
  const topology = buildTopology(model);
  const draw = dice(seed, 3, false);
  const numbers = (n: number): Float64Array => Float64Array.from({ length: n }, () => draw.between(-size, size));
  const { q } = neutralState(model);
  const skeleton = buildSkeleton(model, topology);
  return {
    t: 0,
    q: moveInto(new Float64Array(q.length), skeleton, q, numbers(topology.counts.nv)),
    v: numbers(topology.counts.nv),
  };
}

/** Largest difference of positions and velocities of bodies between a state of a tree and one of the exploded model. */
function apart(model: Model, state: State, exploded: Model, there: State): number {
  const [a, b] = [createEvaluator(model).bodies(state), createEvaluator(exploded).bodies(there)];
  return Math.max(
    ...a.flatMap((one, i) =>
      [...one.position, ...one.linearVelocity, ...one.angularVelocity].map((x, k) =>
        Math.abs(x - [...b[i].position, ...b[i].linearVelocity, ...b[i].angularVelocity][k]),
      ),
    ),
  );
}

describe.each(Object.entries(trees))("%s", (_, model) => {
  const topology = buildTopology(model);
  const exploded = explode(model);

  test.each([1, 2, 3])("coordinates and rates of the cut joint are those of the tree joint (seed %d)", (seed) => {
    const state = randomState(model, seed, 1);
    const index = model.joints.findIndex(({ name }) => name === "j");
    const joint = topology.tree.find((each) => each.joint === index);
    if (!joint) throw new Error("j");
    const found = measured(exploded, "j", explodeState(model, topology, state));
    // Quaternions are looked at by no load. Some ten rotations of numbers of size 1, less what an angle near a dead point magnifies: a thousand roundings.
    const coordinates = joint.nq === joint.nv ? found.q : found.q.subarray(0, 0);
    coordinates.forEach((x, k) => expect(Math.abs(x - state.q[joint.qStart + k])).toBeLessThan(2e-13));
    found.v.forEach((x, k) => expect(Math.abs(x - state.v[joint.vStart + k])).toBeLessThan(2e-13));
  });

  test("with every joint cut each carries what it does in the tree, loads along its coordinates included", () => {
    const state = randomState(model, 5, 0.3);
    const inputs = { u: Float64Array.from(model.actuators, () => 0.5) };
    const [tree, cut] = [
      createEvaluator(model, { formulation: "articulated" }).jointLoads(state, undefined, inputs),
      createEvaluator(exploded, { formulation: "mass-matrix" }).jointLoads(
        explodeState(model, topology, state),
        undefined,
        inputs,
      ),
    ];
    const size = Math.max(...tree.flatMap(({ torque, force }) => [...torque, ...force].map(Math.abs)));
    for (const { name, torque, force } of tree) {
      const other = cut.find((each) => each.name === name);
      [...torque, ...force].forEach((x, k) =>
        expect(Math.abs(x - [...(other?.torque ?? []), ...(other?.force ?? [])][k])).toBeLessThan(1e-9 * size),
      );
    }
  });

  test("with every joint cut it moves like the tree, and the energies balance", () => {
    const state = randomState(model, 5, 0.3);
    const u = model.actuators.map(() => 0.5);
    const tolerance = 1e-10;
    const options = { u, tolerance } as const;
    const tree = simulate(model, 0.5, { ...options, state, formulation: "articulated" });
    const loose = simulate(exploded, 0.5, {
      ...options,
      state: explodeState(model, topology, state),
      formulation: "mass-matrix",
    });
    expect(apart(model, tree.final, exploded, loose.final)).toBeLessThan(100 * tolerance);
    expect(loose.energy?.relative).toBeLessThan(100 * tolerance);
    expect(loose.energy?.end.potential).toBeCloseTo(tree.energy?.end.potential ?? NaN, 7);
  });
});

describe("a four-bar with loads along every hinge", () => {
  const drawn = fourBar();
  const names = drawn.joints.map(({ name }) => name);
  const loads = { ...springs, friction: 0.5, lower: -0.1, upper: 0.05, stopStiffness: 200, stopDamping: 3 };
  const cutAt = (cut: string): Model =>
    buildModel({
      ...drawn,
      joints: drawn.joints.map((joint, i) => ({
        ...joint,
        role: joint.name === cut ? "loop" : "tree",
        coordinates: joint.coordinates.map((each) => ({ ...each, ...loads, rest: 0.3 - 0.2 * i, stiffness: 10 })),
      })),
      loads: names.map((joint, i) => ({
        kind: "joint-force",
        name: `force ${joint}`,
        joint,
        coordinate: 0,
        signal: { kind: "sine", amplitude: 4, angularFrequency: 3 + i, phase: i, offset: 1 },
      })),
    });
  const tolerance = 1e-10;
  const run = (cut: string) => {
    const model = cutAt(cut);
    const result = simulate(model, 0.6, { formulation: "mass-matrix", tolerance });
    return { model, result, bodies: createEvaluator(model).bodies(result.final) };
  };
  const reference = run(names[0]);

  test("its loads move it, and reach its stops", () => {
    const still = createEvaluator(reference.model).bodies(neutralState(reference.model));
    expect(
      Math.abs(reference.bodies[0].position[0] - still[0].position[0]) + reference.bodies[0].angularVelocity[1],
    ).not.toBe(0);
    expect(Math.max(...reference.result.rows)).toBeGreaterThan(0.05);
  });

  test.each(names)("accelerates the same way whichever hinge is cut: %s", (cut) => {
    const pinned = cutAt("pin");
    const moving = simulate(pinned, 0.2, { formulation: "mass-matrix", tolerance }).final;
    const pin = measured(pinned, "pin", moving);
    const { q, v } = jointsFromState(pinned, moving);
    const all = { t: moving.t, q: { ...q, pin: pin.q[0] }, v: { ...v, pin: pin.v[0] } };
    const accelerations = (model: Model): Float64Array => {
      const others = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
        Object.fromEntries(
          Object.entries(values).filter(([name]) =>
            buildTopology(model).cuts.every((i) => model.joints[i].name !== name),
          ),
        );
      const state = openStateFromJoints(model, buildTopology(model), { t: all.t, q: others(all.q), v: others(all.v) });
      const found = createEvaluator(model, { formulation: "mass-matrix" }).bodyAccelerations(state);
      return Float64Array.from(found.flatMap(({ angular, linear }) => [...angular, ...linear]));
    };
    const [here, there] = [accelerations(cutAt(cut)), accelerations(pinned)];
    const size = Math.max(...there.map(Math.abs));
    expect(size).toBeGreaterThan(1);
    here.forEach((x, i) => expect(Math.abs(x - there[i])).toBeLessThan(1e-9 * size));
  });

  test.each(names.slice(1))("moves the same way whichever hinge is cut: %s", (cut) => {
    const { result, bodies } = run(cut);
    bodies.forEach(({ position, linearVelocity, angularVelocity }, i) => {
      const other = reference.bodies[i];
      const there = [...other.position, ...other.linearVelocity, ...other.angularVelocity];
      [...position, ...linearVelocity, ...angularVelocity].forEach((x, k) =>
        expect(Math.abs(x - there[k])).toBeLessThan(100 * tolerance),
      );
    });
    expect(result.energy?.relative).toBeLessThan(100 * tolerance);
    expect(result.energy?.end.potential).toBeCloseTo(reference.result.energy?.end.potential ?? NaN, 7);
    expect(result.energy?.work).toBeCloseTo(reference.result.energy?.work ?? NaN, 7);
  });
});
