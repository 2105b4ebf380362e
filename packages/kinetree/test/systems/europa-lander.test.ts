import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import type { Measure } from "../../src/evaluate/probes/probe.js";
import { composePose } from "../../src/model/pose.js";
import type { Model } from "../../src/model/types.js";
import { rotateVec3 } from "../../src/model/rotation.js";
import { simulate } from "../../src/simulate/simulate.js";
import { namedSystem } from "../../src/systems/registry.js";
import { europaLanderVariants, type EuropaLanderOptions } from "../../src/systems/landers/europa/options.js";
import { europaLanderStart, type EuropaImpact } from "../../src/systems/landers/europa/start.js";
import { europaGrounds, europaLegs, europaTables, nominalLeg } from "../../src/systems/landers/europa/tables.js";
import { europaLander } from "../../src/systems/landers/europa/europa-lander.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { numbers, poseOf } from "./poses.js";

const degree = Math.PI / 180;
const flat: EuropaImpact = { vx: 0, vy: 0, vz: 2, phi: 0, theta: 0, psi: 0 };
const tilted: EuropaImpact = { vx: 1.5, vy: -0.5, vz: 3, phi: 0.15, theta: -0.2, psi: 0.1 };
/** A few dozen products and sums of numbers of size 1. */
const ROUNDING = 64 * Number.EPSILON;

/** Lands with the numbers that the options choose. */
function land(options: Partial<EuropaLanderOptions>, impact: EuropaImpact, duration: number, channels: string[] = []) {
  const model = europaLander(options);
  const state = europaLanderStart(model, impact);
  return simulate(model, duration, { state, channels, tolerance: 1e-6 });
}

const valuesOf = (model: Model): Record<string, number> => Object.fromEntries(parameterDefaults(model));
const norm = (x: readonly number[]): number => Math.hypot(...x);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => norm(Array.from(a, (x, i) => x - b[i]));

describe("the model", () => {
  test("13 bodies, 12 hinges on a free body, 11 contacts, and the mass that the parameter says", () => {
    const model = europaLander();
    expect(buildTopology(model).counts).toMatchObject({ bodies: 13, nq: 19, nv: 18, loops: 0 });
    const names = "foot0 foot1 foot2 foot3 foot4 foot5 belly0 belly1 belly2 belly3 belly4";
    expect(model.contacts.map(({ name }) => name)).toEqual(names.split(" "));
    const values = new Map([...parameterDefaults(model), ["mass", 850], ["linkMass", 7]]);
    const masses = model.bodies.map(({ mass }) => evaluateReal(mass, values));
    expect(masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(850, 9);
    expect(masses[0]).toBeCloseTo(850 - 12 * 7, 9);
  });

  test.each(europaLegs.flatMap((legs) => europaGrounds.map((ground) => ({ legs, ground }))))(
    "$legs on $ground / every number of its tables is a parameter",
    ({ legs, ground }) => {
      const values = valuesOf(europaLander({ legs, ground }));
      const { upperAngleDeg: _, lowerAngleDeg: __, ...body } = europaTables.body;
      const expected = { ...body, ...nominalLeg(legs) };
      for (const [name, { value }] of Object.entries(expected)) expect([name, values[name]]).toEqual([name, value]);
      expect(values).toMatchObject(europaTables.grounds[ground]);
    },
  );

  test("legs and ground change no more than values of parameters, but for the controller", () => {
    const [stiff, soft] = [europaLander(), europaLander({ legs: "conforming", ground: "sand" })];
    expect({ ...soft, parameters: [] }).toEqual({ ...stiff, parameters: [] });
    expect(soft.parameters.map(({ name }) => name)).toEqual(stiff.parameters.map(({ name }) => name));
  });

  test.each(["fitted", "literal", "documented-sizes"] as const)("%s / plane trigonometry of the feet", (variant) => {
    const model = europaLander({ variant });
    const { upperAngleDeg, lowerAngleDeg, massCentreHeight } = europaLanderVariants[variant];
    const [upper, lower] = [upperAngleDeg * degree, lowerAngleDeg * degree];
    for (let k = 0; k < 6; k++) {
      const tip = { position: [0, 0, -0.63], rotation: [1, 0, 0, 0] } as const;
      const foot = numbers(model, composePose(poseOf(model, `lower${k}`, {}, "base"), tip).position);
      const radius = 0.75 + 0.63 * (Math.sin(upper) + Math.sin(lower));
      const azimuth = (k * Math.PI) / 3;
      const height = -massCentreHeight - 0.63 * (Math.cos(upper) + Math.cos(lower));
      expect(apart(foot, [radius * Math.cos(azimuth), radius * Math.sin(azimuth), height])).toBeLessThan(ROUNDING);
    }
  });

  test("literal / feet on a circle of 1.95 m, which is the source's 4 m from foot to foot", () => {
    const { position } = poseOf(europaLander({ variant: "literal" }), "lower0", {}, "base");
    const knee = numbers(europaLander({ variant: "literal" }), position);
    expect(knee[0] + 0.63 * Math.sin(94 * degree)).toBeCloseTo(1.95, 2);
  });

  test("inertia of the whole lander / the sum over its bodies", () => {
    const model = europaLander({ inertiaOf: "lander" });
    const values = parameterDefaults(model);
    let [xx, zz] = [evaluateReal(model.bodies[0].inertia[0], values), evaluateReal(model.bodies[0].inertia[2], values)];
    // A slender rod has the inertia of three points: a sixth of its mass at each end and the rest in the middle.
    for (const { name } of model.bodies.slice(1)) {
      const pose = poseOf(model, name, {}, "base");
      for (const [share, z] of [
        [1 / 6, 0],
        [4 / 6, -0.315],
        [1 / 6, -0.63],
      ] as const) {
        const local = { position: [0, 0, z], rotation: [1, 0, 0, 0] } as const;
        const [x, y, height] = numbers(model, composePose(pose, local).position);
        xx += 5 * share * (y * y + height * height);
        zz += 5 * share * (x * x + y * y);
      }
    }
    expect(xx).toBeCloseTo(151, 9);
    expect(zz).toBeCloseTo(281, 9);
  });
});

describe("the start", () => {
  test.each([flat, tilted])(
    "the lowest contact point touches to a nanometre, the velocity is the world's: $phi",
    (impact) => {
      const model = europaLander();
      const state = europaLanderStart(model, impact);
      const heights: Record<string, Measure> = {};
      for (const { name } of model.contacts) heights[name] = (probe) => probe.contact(name).clearance;
      const { column, final } = simulate(model, 0, { state, measures: heights, channels: ["vel.base"] });
      const clearances = model.contacts.map(({ name }) => column(name)[0]);
      expect(Math.abs(Math.min(...clearances) - 1e-9)).toBeLessThan(ROUNDING);
      const velocity = ["x", "y", "z"].map((axis) => column(`vel.base.${axis}`)[0]);
      expect(apart(velocity, [impact.vx, impact.vy, -impact.vz])).toBeLessThan(ROUNDING);
      expect(final.q.slice(7)).toEqual(new Float64Array(12));
    },
  );

  test("roll, pitch and yaw compose as Rz(psi) Ry(theta) Rx(phi)", () => {
    const { phi, theta, psi } = tilted;
    const [w, x, y, z] = europaLanderStart(europaLander(), tilted).q.root.slice(3);
    const up = rotateVec3([w, x, y, z], [0, 0, 1]) as readonly number[];
    expect(
      apart(up, [
        Math.cos(psi) * Math.sin(theta) * Math.cos(phi) + Math.sin(psi) * Math.sin(phi),
        Math.sin(psi) * Math.sin(theta) * Math.cos(phi) - Math.cos(psi) * Math.sin(phi),
        Math.cos(theta) * Math.cos(phi),
      ]),
    ).toBeLessThan(ROUNDING);
  });
});

describe("landings", () => {
  const feet = [0, 1, 2, 3, 4, 5].map((k) => `contact.foot${k}.normal`);

  test("flat and straight down / six feet alike, upright, and energy is lost", () => {
    const { column, t } = land({ legs: "conforming", ground: "snow" }, flat, 1, [...feet, "energy.total"]);
    const [first, ...others] = feet.map(column);
    const peak = Math.max(...first);
    expect(peak).toBeGreaterThan(0);
    for (const other of others) t.forEach((_, i) => expect(Math.abs(other[i] - first[i])).toBeLessThan(1e-6 * peak));
    expect(Math.abs(column("q.root.4")[t.length - 1])).toBeLessThan(1e-6);
    const energy = column("energy.total");
    expect(energy[t.length - 1]).toBeLessThan(energy[0]);
  });

  test("at rest / the ground carries the weight", () => {
    const normal = [...feet, ...[0, 1, 2, 3, 4].map((k) => `contact.belly${k}.normal`)];
    const { column, t } = land({ legs: "shock-absorbing", ground: "sand" }, { ...flat, vz: 0 }, 20, [
      ...normal,
      "acc.base.z",
    ]);
    const last = t.length - 1;
    const carried = normal.reduce((sum, name) => sum + column(name)[last], 0);
    // What is left of the creep accelerates it a little.
    const slack = 900 * Math.abs(column("acc.base.z")[last]) + 1;
    expect(slack).toBeLessThan(10);
    expect(Math.abs(carried - 900 * 1.315)).toBeLessThan(slack);
  });

  test("figure 6.13 / shock-absorbing legs on sand, front legs first: it rolls over", () => {
    const impact = { ...flat, vx: 2.9, vz: 1.1, theta: 0.3 };
    const { column } = land({ legs: "shock-absorbing", ground: "sand" }, impact, 6);
    const up = Array.from(column("q.root.4"), (x, i) => 1 - 2 * (x * x + column("q.root.5")[i] ** 2));
    expect(Math.min(...up)).toBeLessThan(0);
  });

  test("springs at rest in the nominal pose / a leg that deviates is pushed back", () => {
    const model = europaLander({ springRest: "nominal-pose", legs: "shock-absorbing" });
    const parameters = { gravity: 0, upperAngleDeviation: 0.05, lowerAngleDeviation: -0.03 };
    const state = { q: { root: [0, 0, 5, 1, 0, 0, 0] } };
    const { final } = simulate(model, 30, { parameters, state, tolerance: 1e-6 });
    for (let k = 0; k < 6; k++) {
      expect(final.q[7 + 2 * k]).toBeCloseTo(0.05, 4);
      expect(final.q[8 + 2 * k]).toBeCloseTo(-0.08, 4);
    }
  });
});

describe("the open choices", () => {
  test("dampers of both senses alike / the hinge's own", () => {
    const own = land({ legs: "shock-absorbing" }, tilted, 0.3);
    const both = land({ legs: "shock-absorbing", reboundFactor: 1 + 1e-12 }, tilted, 0.3);
    expect(apart(both.final.q, own.final.q)).toBeLessThan(1e-5);
    const other = land({ legs: "shock-absorbing", reboundFactor: 3 }, tilted, 0.3);
    expect(apart(other.final.q, own.final.q)).toBeGreaterThan(1e-3);
  });

  test("joint stops / hold the range", () => {
    const knee = (jointRangeDeg: number): number => {
      const { column } = land({ legs: "conforming", jointRangeDeg }, { ...flat, vz: 4 }, 0.5);
      return Math.max(...column("q.knee0").map(Math.abs));
    };
    const [free, held] = [knee(0), knee(10)];
    expect(free).toBeGreaterThan(18 * degree);
    expect(held).toBeLessThan(12 * degree);
  });

  test("impedance control / soft legs as stiff as the others change nothing", () => {
    const passive = land({ legs: "shock-absorbing" }, tilted, 0.5);
    const model = europaLander({ legs: "impedance" });
    const { legs } = europaTables;
    const parameters = Object.fromEntries(
      Object.entries(legs["shock-absorbing"]).map(([name, { value }]) => [
        `soft${name[0].toUpperCase()}${name.slice(1)}`,
        value,
      ]),
    );
    const state = europaLanderStart(model, tilted);
    const { final } = simulate(model, 0.5, { state, parameters, tolerance: 1e-6 });
    expect(apart(final.q, passive.final.q)).toBeLessThan(1e-5);
  });

  test("impedance control, flat / all feet touch at once and no leg softens", () => {
    const passive = land({ legs: "shock-absorbing" }, flat, 0.3);
    const controlled = land({ legs: "impedance", impedance: "while-partial" }, flat, 0.3);
    expect(apart(controlled.final.q, passive.final.q)).toBeLessThan(1e-5);
  });

  test("impedance control, tilted / the leg that touches first yields as conforming legs do", () => {
    const bend = (legs: EuropaLanderOptions["legs"]): number => {
      const { column } = land({ legs, ground: "ice" }, { ...tilted, vx: 0, vy: 0 }, 0.6);
      return Math.max(...[0, 1, 2, 3, 4, 5].map((k) => Math.max(...column(`q.hip${k}`).map(Math.abs))));
    };
    const [controlled, soft, hard] = [bend("impedance"), bend("conforming"), bend("shock-absorbing")];
    expect(Math.abs(controlled / soft - 1)).toBeLessThan(0.1);
    expect(hard).toBeLessThan(0.7 * soft);
  });

  const refusals: [string, Readonly<Record<string, number | string>>, RegExp][] = [
    ["variant", { variant: "fited" }, /"variant" = "fited" is unknown. Did you mean "fitted"\?/],
    ["legs", { legs: "stif" }, /Did you mean "stiff"\?/],
    ["ground", { ground: 3 }, /"ground" = 3 must be a string/],
    ["option", { bellyfactor: 1 }, /"bellyfactor" = 1 is unknown. Did you mean "bellyFactor"\?/],
    ["dampers under control", { legs: "impedance", reboundFactor: 2 }, /reboundFactor 2 is for passive legs/],
  ];
  test.each(refusals)("a wrong %s is refused", (_, options, message) => {
    const attempt = (): unknown => namedSystem("europa-lander").build(options);
    expect(attempt).toThrowError(RequestError);
    expect(attempt).toThrowError(message);
  });

  test("what is given overrides the variant", () => {
    const values = valuesOf(europaLander({ variant: "literal", bellyFactor: 0.7 }));
    expect(values).toMatchObject({ bellyFactor: 0.7, massCentreHeight: 0.45, linkMass: 5 });
    expect(values["lowerAngle"]).toBeCloseTo(94 * degree, 12);
  });
});
