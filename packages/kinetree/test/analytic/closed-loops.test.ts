import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { simulate } from "../../src/simulate/simulate.js";
import { startState } from "../../src/simulate/run/start-state.js";
import { andrews, andrewsStart } from "../../src/systems/linkages/andrews.js";
import { fourBar, fourBarDefaults } from "../../src/systems/linkages/four-bar.js";
import { sliderCrank, sliderCrankDefaults } from "../../src/systems/linkages/slider-crank.js";
import { buildTopology } from "../../src/topology/build-topology.js";

const inJointCoordinates = ["mass-matrix", "tree-augmented", "embedded"] as const;

describe("Andrews' squeezing mechanism at 0.03 s", () => {
  /** F. Mazzia, C. Magherini, Test Set for IVP Solvers, release 2.4, Andrews' squeezing mechanism: reference solution. */
  const reference = {
    beta: 0.1581077119629904e2,
    Theta: -0.1575637105984298e2,
    gamma: 0.4082224013073101e-1,
    Phi: -0.5347301163226948,
    delta: 0.52440996588053,
    Omega: 0.5347301163226948,
    epsilon: 0.1048080741042263e1,
  };
  test.each(inJointCoordinates)("%s / the reference of the test set, to 1e-6", (formulation) => {
    const result = simulate(andrews(), 0.03, { state: { q: andrewsStart }, formulation, tolerance: 1e-10 });
    for (const [joint, angle] of Object.entries(reference))
      expect(Math.abs((result.column(`q.${joint}`).at(-1) ?? NaN) - angle)).toBeLessThan(1e-6);
  });
});

describe("slider-crank", () => {
  const { crank: r, rod: l, crankAngleDeg } = sliderCrankDefaults;
  const drawn = (crankAngleDeg * Math.PI) / 180;
  /** x of the slider for a crank angle above its line. */
  const place = (angle: number): number => r * Math.cos(angle) + Math.sqrt(l * l - (r * Math.sin(angle)) ** 2);
  // The joint turns about y, which leads from z to x: against the angle above the line.
  test.each([-2, -0.5, 0.3, 1, 2.5, -6])("crank turned by %f / place and speed of the slider", (turn) => {
    const model = sliderCrank();
    const start = startState(model, buildTopology(model), { q: { crank: turn }, v: { crank: 30 } });
    const [x, speed] = [start.q[2], start.v[2]];
    expect(x).toBeCloseTo(place(drawn - turn) - place(drawn), 12);
    const h = 1e-5; // error of the difference h² x‴ ~ 1e-11, rounding 1e-17 / h
    expect(speed / 30).toBeCloseTo((place(drawn - turn - h) - place(drawn - turn + h)) / (2 * h), 8);
  });
});

describe("four-bar", () => {
  const { crank: a, coupler: b, rocker: c, ground: d } = fourBarDefaults;
  test.each(["open", "crossed"] as const)("%s / Freudenstein's equation along a run", (branch) => {
    const model = fourBar({ branch });
    const result = simulate(model, 0.5, { state: { v: { crank: 5 } }, formulation: "embedded" });
    const evaluator = createEvaluator(model);
    // Angles of crank and rocker from the line of the pivots, off the pivots' places: K1 cos θ4 − K2 cos θ2 + K3 = cos(θ2 − θ4).
    const angles = (row: number): readonly [number, number] => {
      const bodies = evaluator.bodies(result.stateAt(row));
      const along = (name: string): number => {
        const { quaternion } = bodies.find((body) => body.name === name) ?? { quaternion: [1, 0, 0, 0] };
        return -2 * Math.atan2(quaternion[2], quaternion[0]);
      };
      return [along("crank"), along("rocker")];
    };
    const [K1, K2, K3] = [d / a, d / c, (a * a - b * b + c * c + d * d) / (2 * a * c)];
    const theta = (row: number, drawn: readonly [number, number]): readonly [number, number] => {
      const [crank, rocker] = angles(row);
      return [drawn[0] + crank, drawn[1] + rocker];
    };
    const crankDrawn = (fourBarDefaults.crankAngleDeg * Math.PI) / 180;
    const residual = ([two, four]: readonly [number, number]): number =>
      K1 * Math.cos(four) - K2 * Math.cos(two) + K3 - Math.cos(two - four);
    // The rocker as drawn: the circles about the crank's end and the far pivot, by the law of cosines.
    const [x, z] = [d - a * Math.cos(crankDrawn), -a * Math.sin(crankDrawn)];
    const diagonal = Math.hypot(x, z);
    const inner = Math.acos((c * c + diagonal * diagonal - b * b) / (2 * c * diagonal));
    const back = Math.atan2(-z, -x);
    const drawn = [crankDrawn, back + (branch === "open" ? -inner : inner)] as const;
    for (let row = 0; row < result.t.length; row += 10)
      expect(Math.abs(residual(theta(row, drawn)))).toBeLessThan(1e-9);
  });
});

test("a point mass held by a rod / the pendulum of that length", () => {
  const hung = mechanism("hung on a rod")
    .body("bob", { mass: 2, inertia: [1e-3, 1e-3, 1e-3] })
    .general("slide", {
      parent: "ground",
      child: "bob",
      axes: [
        { kind: "translation", axis: [1, 0, 0] },
        { kind: "translation", axis: [0, 0, 1] },
      ],
    })
    .build();
  const model = buildModel({
    ...hung,
    constraints: [
      {
        kind: "distance",
        name: "rod",
        a: { body: "ground", pose: { position: [0, 0, 0], rotation: [1, 0, 0, 0] } },
        b: { body: "bob", pose: { position: [0, 0, 0], rotation: [1, 0, 0, 0] } },
        length: 0.8,
      },
    ],
  });
  const pendulum = mechanism("pendulum")
    .body("bob", { mass: 2, com: [0, 0, -0.8], inertia: [1e-12, 1e-12, 1e-12] })
    .revolute("hinge", { parent: "ground", child: "bob", axis: [0, 1, 0] })
    .build();
  const angle = 1.2;
  const swing = simulate(pendulum, 1, { state: { q: { hinge: angle } }, tolerance: 1e-10 }).final.q[0];
  const start = { t: 0, q: Float64Array.of(-0.8 * Math.sin(angle), -0.8 * Math.cos(angle)), v: new Float64Array(2) };
  for (const formulation of inJointCoordinates) {
    const { final } = simulate(model, 1, { state: start, formulation, tolerance: 1e-10 });
    expect(final.q[0]).toBeCloseTo(-0.8 * Math.sin(swing), 7);
    expect(final.q[1]).toBeCloseTo(-0.8 * Math.cos(swing), 7);
  }
});

describe("a gear train", () => {
  const wheel = (moment: number) => ({ mass: 1, inertia: [moment, moment, moment] as [number, number, number] });
  const train = mechanism("gears")
    .body("motor", wheel(0.02))
    .body("load", wheel(0.9))
    .revolute("motor", { parent: "ground", child: "motor", axis: [0, 0, 1] })
    .revolute("load", { parent: "ground", child: "load", axis: [0, 0, 1], at: [1, 0, 0] })
    .jointForce("drive", { joint: "motor", force: 3 })
    .build();
  const ratio = -0.25;
  const model = buildModel({
    ...train,
    constraints: [
      {
        kind: "gear",
        name: "mesh",
        driven: { joint: "load", coordinate: 0 },
        driving: { joint: "motor", coordinate: 0 },
        ratio,
        offset: 0,
      },
    ],
  });
  test.each(inJointCoordinates)("%s / the load's inertia reflected by the ratio squared", (formulation) => {
    const vdot = createEvaluator(model, { formulation }).forwardDynamics(neutralState(model));
    const expected = 3 / (0.02 + ratio * ratio * 0.9);
    expect(vdot[0]).toBeCloseTo(expected, 10);
    expect(vdot[1]).toBeCloseTo(ratio * expected, 10);
  });
});

describe("a crank that is driven at a constant rate", () => {
  const driven = buildModel({
    ...sliderCrank(),
    constraints: [
      {
        kind: "motion",
        name: "shaft",
        driven: { joint: "crank", coordinate: 0 },
        motion: { kind: "polynomial", coefficients: [0, 20] },
      },
    ],
  });
  const state = assemble(driven, stateFromJoints(sliderCrank(), {})).state;
  test.each(inJointCoordinates)("%s / turns as told, and the work of the shaft is accounted for", (formulation) => {
    const result = simulate(driven, 0.4, { state, formulation, tolerance: 1e-10 });
    expect(result.final.q[0]).toBeCloseTo(8, 10);
    expect(result.energy?.relative).toBeLessThan(1e-7);
  });

  test.each(inJointCoordinates)(
    "%s / the shaft's torque is the derivative of the energy by the angle",
    (formulation) => {
      // No freedom is left: at a constant rate w, torque · w = d/dt (kinetic + potential).
      const evaluator = createEvaluator(driven, { formulation });
      const at = (t: number) =>
        assemble(
          driven,
          { ...stateFromJoints(sliderCrank(), { q: { crank: 20 * t } }), t },
          { pinned: ["crank"], pinnedSpeeds: [] },
        ).state;
      const energy = (t: number): number => {
        const { kinetic, potential } = evaluator.energy(at(t));
        return kinetic + potential;
      };
      const [t, h] = [0.01, 1e-5]; // error of the difference h² E‴ ~ 1e-10 · (20)³
      const rate = (energy(t + h) - energy(t - h)) / (2 * h);
      const load = evaluator.jointLoads(at(t)).find(({ name }) => name === "crank");
      // About the crank's axis, y of the joint frame on the crank.
      expect((load?.torque[1] ?? NaN) * 20).toBeCloseTo(rate, 5);
    },
  );
});
