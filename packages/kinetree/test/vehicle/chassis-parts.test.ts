import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { formulations } from "../../src/formulation/formulations.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { hmmwvAntiRollBar } from "../../src/systems/vehicles/assembly/hmmwv-data.js";
import { assembleVehicle } from "../../src/systems/vehicles/assembly/assemble-vehicle.js";
import { addPosts } from "../../src/systems/vehicles/build/posts.js";
import type { AxleData } from "../../src/systems/vehicles/data/vehicle.js";
import { hmmwv, hmmwvWith, type HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { createSuspensionRig } from "../../src/vehicle/suspension-kinematics.js";

type Options = Partial<HmmwvOptions>;

const placeOf = (model: Model, name: string) => {
  const place = buildTopology(model).tree.find(({ joint }) => model.joints[joint].name === name);
  if (place === undefined) throw new Error(`no joint ${name}`);
  return place;
};
const coordinate = (model: Model, { q }: Pick<State, "q">, name: string): number => q[placeOf(model, name).qStart];

const drooped = { lowerArmFL: -0.2, lowerArmFR: -0.2, lowerArmRL: -0.2, lowerArmRR: -0.2 };

describe("anti-roll bars", () => {
  test("bodies / two bodies, two speeds and two constraints an axle; forces / nothing", () => {
    const plain = buildTopology(hmmwv()).counts;
    const bodies = buildTopology(hmmwv({ antiRollBar: "bodies" })).counts;
    expect([bodies.bodies, bodies.nv, bodies.constraints, bodies.degreesOfFreedom]).toEqual([
      plain.bodies + 4,
      plain.nv + 4,
      plain.constraints + 4,
      15,
    ]);
    expect(buildTopology(hmmwv({ antiRollBar: "forces" })).counts).toEqual(plain);
  });

  /** What the front bar stores with the arms turned by these angles. */
  const energyOf = (antiRollBar: "bodies" | "forces", left: number, right: number): number => {
    const potential = (bar: "none" | "bodies" | "forces"): number => {
      const model = hmmwv({ chassis: "fixed", support: "none", antiRollBar: bar, gravity: 0 });
      const q = { lowerArmFL: left, lowerArmFR: right, lowerArmRL: 0, lowerArmRR: 0, pitman: 0 };
      const { state } = assemble(model, stateFromJoints(model, { q }), { pinned: Object.keys(q) });
      return createEvaluator(model).energy(state).potential;
    };
    return potential(antiRollBar) - potential("none");
  };

  const { stiffness, armLength, halfWidth } = hmmwvAntiRollBar;
  // The hinge of the lower arm lies 0.307086 m from the middle, along x.
  const gear = (halfWidth - 0.307086) / armLength;

  test.each([
    ["bodies", 0.03],
    ["forces", 1e-7],
  ] as const)("%s / arms against each other store k/2 of the twist of the bar, squared", (kind, tolerance) => {
    const expected = 0.5 * stiffness * (gear * 0.02) ** 2;
    // The drop links lean as their feet turn with the arms: second order in the angle.
    expect(Math.abs(energyOf(kind, 0.01, -0.01) / expected - 1)).toBeLessThan(tolerance);
  });

  test.each(["bodies", "forces"] as const)("%s / both wheels travel together for nothing", (kind) =>
    expect(Math.abs(energyOf(kind, 0.01, 0.01))).toBeLessThan(1e-8),
  );

  test("roll under a side force at rest / less with bars, nearly the same with either kind", () => {
    const roll = (antiRollBar: HmmwvOptions["antiRollBar"]): number => {
      const model = hmmwv({ support: "posts", antiRollBar, air: "on" });
      const start = stateFromJoints(model, { q: { ...drooped, root: [0, 0, 0.09, 1, 0, 0, 0] } });
      // A storm of 80 m/s from the right pushes with 9.6 kN at the height of the mass centre.
      const { point } = equilibrium(model, start, { parameters: { windY: 80 } });
      const [, , , w, x] = point.q.subarray(placeOf(model, "root").qStart);
      return 2 * Math.atan2(x, w);
    };
    const [none, bodies, forces] = [roll("none"), roll("bodies"), roll("forces")];
    expect(bodies).toBeLessThan(0.9 * none);
    expect(Math.abs(forces / bodies - 1)).toBeLessThan(0.03);
  });

  test("forces with bushings are refused", () => {
    const make = (): Model => hmmwv({ antiRollBar: "forces", pivots: "soft-bushings" });
    expect(make).toThrowError(RequestError);
    expect(make).toThrowError(/axle "F": kind is "forces".*Use kind "bodies"/);
  });
});

describe("bushings at the arms", () => {
  const options: Options = { pivots: "soft-bushings" };

  test("15 + 4 × 10 degrees of freedom", () => {
    const model = hmmwv(options);
    expect(buildTopology(model).counts.degreesOfFreedom).toBe(55);
    expect(assemble(model, stateFromJoints(model, {})).degreesOfFreedom).toBe(55);
  });

  test("all formulations / the same accelerations", () => {
    const model = hmmwv(options);
    const state = stateFromJoints(model, { v: { root: [0.1, 0.2, 0.3, 4, 0, -1] } });
    const { state: closed } = assemble(model, state);
    const topology = buildTopology(model);
    const able = formulations.filter((formulation) => formulation.refuses(model, topology) === null);
    const [reference, ...others] = able.map(({ name }) =>
      createEvaluator(model, { formulation: name }).forwardDynamics(closed),
    );
    const size = Math.max(...reference.map(Math.abs));
    for (const found of others)
      found.forEach((value, i) => expect(Math.abs(value - reference[i])).toBeLessThan(1e-8 * size));
    expect(others.length).toBeGreaterThan(2);
  });

  test("at rest / rubber gives way in proportion to its softness", () => {
    const height = (softness: number | null): number => {
      const data = hmmwvWith(softness === null ? {} : { pivots: "soft-bushings" });
      const axles = data.axles.map((axle): AxleData => {
        const { bushings } = axle.suspension;
        if (softness === null || bushings === null) return axle;
        const { radial, axial, tilt, ...damping } = bushings;
        const harder = { radial: radial / softness, axial: axial / softness, tilt: tilt / softness, ...damping };
        return { ...axle, suspension: { ...axle.suspension, bushings: harder } };
      });
      const { built, wheels } = assembleVehicle({ ...data, axles });
      const posts = { stiffness: 4e5, damping: 4e3, levelStiffness: 1e5, levelDamping: 2e3 };
      const model = addPosts(built, wheels, posts).build();
      const arms = softness === null ? drooped : {};
      const { point } = equilibrium(model, stateFromJoints(model, { q: { ...arms, root: [0, 0, 0.09, 1, 0, 0, 0] } }));
      return point.q[placeOf(model, "root").qStart + 2];
    };
    const hinges = height(null);
    const [soft, half, tenth] = [1, 0.5, 0.05].map((softness) => height(softness) - hinges);
    // Some millimetres, downwards.
    expect(soft).toBeLessThan(-1e-3);
    expect(soft).toBeGreaterThan(-1e-2);
    expect(Math.abs(half / soft - 0.5)).toBeLessThan(0.05);
    expect(Math.abs(tenth / soft - 0.05)).toBeLessThan(0.01);
  });

  test("a rig for hinges says what to do", () =>
    expect(() => createSuspensionRig(hmmwvWith(options))()).toThrowError(/corner "FL": its arms have bushings/));
});

describe("air", () => {
  test("drag / half of density, area, coefficient and the square of the speed", () => {
    const deceleration = (air: "on" | "off"): number => {
      const model = hmmwv({ support: "none", gravity: 0, air });
      const { tree } = buildTopology(model);
      expect(tree.length).toBeGreaterThan(0);
      const state = stateFromJoints(model, { v: { root: [0, 0, 0, 20, 0, 0] } });
      const evaluator = createEvaluator(model);
      const before = evaluator.momentum(state).linear[0];
      const vdot = evaluator.forwardDynamics(state);
      // Rate of momentum by a short step along the accelerations.
      const h = 1e-6;
      const after = { ...state, v: state.v.map((value, i) => value + h * vdot[i]) };
      return (evaluator.momentum(after).linear[0] - before) / h;
    };
    expect(deceleration("off")).toBeCloseTo(0, 2);
    expect(Math.abs(deceleration("on") / (-0.5 * 1.2 * 5 * 0.5 * 400) - 1)).toBeLessThan(1e-4);
  });

  test("wind / the vehicle that stands feels what one that drives feels", () => {
    const model = hmmwv({ support: "none", gravity: 0, air: "on" });
    const evaluator = createEvaluator(model);
    const driving = evaluator.forwardDynamics(stateFromJoints(model, { v: { root: [0, 0, 0, 20, 0, 0] } }));
    evaluator.setParameters({ windX: -20 });
    const standing = evaluator.forwardDynamics(stateFromJoints(model, {}));
    const at = placeOf(model, "root").vStart + 3;
    expect(Math.abs(standing[at] / driving[at] - 1)).toBeLessThan(1e-9);
  });
});

describe("body contact", () => {
  const model = hmmwv({ bodyContact: "on", support: "none" });

  test("eight spheres at the bumpers, four on the roof", () => {
    expect(model.contacts.map(({ name }) => name).filter((name) => name.startsWith("bumper"))).toHaveLength(8);
    expect(model.contacts.map(({ name }) => name).filter((name) => name.startsWith("roof"))).toHaveLength(4);
  });

  test("upright on its wheels / nothing touches", () => {
    const high = stateFromJoints(model, { q: { root: [0, 0, 0.2, 1, 0, 0, 0] } });
    const without = createEvaluator(hmmwv({ support: "none" })).forwardDynamics(
      stateFromJoints(hmmwv({ support: "none" }), { q: { root: [0, 0, 0.2, 1, 0, 0, 0] } }),
    );
    createEvaluator(model)
      .forwardDynamics(high)
      .forEach((value, i) => expect(value).toBeCloseTo(without[i], 9));
  });

  test("dropped on its roof / it comes to rest there", () => {
    // The ground lies 0.496 m below the origin; on the roof the origin is 1.4 m above it.
    const { final } = simulate(model, 1.5, {
      state: { q: { root: [0, 0, 1.4 - 0.496 + 0.05, 0, 1, 0, 0] } },
      step: 5e-4,
      integrator: "rk4",
    });
    const root = placeOf(model, "root");
    const height = final.q[root.qStart + 2] + 0.496289;
    expect(height).toBeGreaterThan(1.38);
    expect(height).toBeLessThan(1.4);
    expect(Math.abs(final.v[root.vStart + 5])).toBeLessThan(0.1);
  });
});

test("named places / frames of the chassis", () => {
  const { frames } = hmmwv().bodies[0];
  expect(frames.map(({ name }) => name)).toEqual(["driver", "lidar", "gps", "imu", "stereoLeft", "stereoRight"]);
  expect(coordinate(hmmwv(), stateFromJoints(hmmwv(), {}), "pitman")).toBe(0);
});
