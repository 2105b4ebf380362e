import { describe, expect, test } from "vitest";
import {
  equilibrium,
  forwardDerivatives,
  internalStateNames,
  internalStatesFromNames,
  linearize,
  modes,
  namesFromInternalStates,
  trim,
} from "../../src/analysis.js";
import { mechanism, neutralState, param, simulate, type Model } from "../../src/index.js";
import { bench, startWith } from "./drives.js";

const [k, kb, ratio, cap] = [800, 4e3, 10, 50];

/** A level arm that an elastic shaft, a gear and a brake on the motor's shaft hold up. */
const arm = (mass = 3): Model =>
  mechanism("held arm")
    .parameter("stiffness", k)
    .body("arm", { mass, com: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1] })
    .revolute("shoulder", { parent: "ground", child: "arm", axis: [0, 1, 0] })
    .shaft("rotor", { inertia: 1e-3 })
    .shaft("flange", { inertia: 0.01 })
    .shaftElement("teeth", { kind: "gear", input: "rotor", output: "flange", ratio })
    .shaftElement("strain", {
      kind: "spring",
      a: "flange",
      b: { joint: "shoulder" },
      stiffness: param("stiffness"),
      damping: 2,
    })
    .shaftElement("hold", { kind: "brake", on: "rotor", capacity: cap, stiffness: kb, damping: 4, command: 1 })
    .build();

describe("rest", () => {
  test("twists the shaft and the brake that hold an arm, as it is put", () => {
    const model = arm();
    const { point, isStable } = equilibrium(model, { q: neutralState(model).q });
    const q = point.q[0];
    const torque = 3 * 9.81 * 0.5 * Math.cos(q);
    const z = namesFromInternalStates(model, point.z ?? []);
    expect(k * (z["strain, twist"] ?? NaN)).toBeCloseTo(-torque, 8);
    expect(kb * (z["hold, twist"] ?? NaN)).toBeCloseTo(torque / ratio, 8);
    // Where the shaft was meshed is nobody's business: the arm stays where it is put.
    expect(q).toBe(0);
    expect([z["flange, speed"], z["hold, command"]]).toEqual([0, 1]);
    expect(isStable).toBe(true);
    // Nothing moves from there.
    const run = simulate(model, 2, { state: { ...neutralState(model), ...point }, channels: ["v", "shaft"] });
    expect(Math.max(...run.column("v.shoulder").map(Math.abs))).toBeLessThan(1e-8);
    expect(Math.max(...run.column("shaft.rotor.speed").map(Math.abs))).toBeLessThan(1e-7);
  });

  test("is refused where the brake cannot hold the arm", () => {
    const model = arm(3 * 60);
    expect(() => equilibrium(model, { q: neutralState(model).q })).toThrow(
      /joint "shoulder": no equilibrium found; a force of 882\.9/,
    );
  });

  test("of a braked wheel on a slope twists its brake", () => {
    const model = mechanism("wheel")
      .body("wheel", { mass: 60, inertia: [4, 7.8, 4] })
      .continuous("spin", { parent: "ground", child: "wheel", axis: [0, 1, 0] })
      .jointForce("slope", { joint: "spin", force: 900 })
      .shaftElement("brake", { kind: "brake", on: { joint: "spin" }, capacity: 4000, command: 1 })
      .build();
    const { point } = equilibrium(model, { q: Float64Array.of(0) });
    expect(point.q[0]).toBe(0);
    expect(namesFromInternalStates(model, point.z ?? [])["brake, twist"]).toBeCloseTo(900 / 4e5, 10);
  });
});

describe("steady motion", () => {
  test("finds the throttle that keeps a wheel at its speed", () => {
    const model = mechanism("steady wheel")
      .body("wheel", { mass: 60, inertia: [4, 7.8, 4] })
      .continuous("spin", { parent: "ground", child: "wheel", axis: [0, 1, 0], damping: 2 })
      .shaft("rotor", { inertia: 0.01, damping: 0.05 })
      .shaft("axle", { inertia: 0.1 })
      .shaftElement("teeth", { kind: "gear", input: "rotor", output: "axle", ratio: 5 })
      .shaftElement("half shaft", { kind: "spring", a: "axle", b: { joint: "spin" }, stiffness: 2e4, damping: 50 })
      .shaftElement("motor", { kind: "motor", on: "rotor", maxTorque: 40 })
      .actuator("throttle", { element: "motor" })
      .build();
    const { point, residual } = trim(model, {}, { speeds: { spin: 10 }, ignorable: ["spin"], commands: ["throttle"] });
    expect(residual).toBeLessThan(1e-8);
    const z = namesFromInternalStates(model, point.z ?? []);
    expect(z["axle, speed"]).toBeCloseTo(10, 5);
    expect(z["half shaft, twist"]).toBeCloseTo(20 / 2e4, 7);
    expect(point.u[0]).toBeCloseTo((20 / 5 + 50 * 0.05) / 40, 6);
    const run = simulate(model, 2, { state: { ...neutralState(model), ...point }, u: point.u });
    expect(run.final.v[0]).toBeCloseTo(10, 5);
  });
});

describe("derivatives", () => {
  test("of the rates of shafts and elements / differences of them", () => {
    const model = arm();
    const start = { ...neutralState(model), q: Float64Array.of(0.2), v: Float64Array.of(0.3) };
    const z = internalStatesFromNames(model, {
      "flange, speed": 0.4,
      "strain, twist": 0.01,
      "hold, command": 0.8,
      "hold, twist": 1e-3,
    });
    const ratesAt = (v: number, states: Float64Array): readonly Float64Array[] => {
      const { vdot, zdot } = forwardDerivatives(model, { ...start, v: Float64Array.of(v), z: states });
      return [vdot, zdot];
    };
    const { by, zdotBy } = forwardDerivatives(model, { ...start, z });
    const h = 1e-5;
    const near = (exact: number, difference: number): void =>
      expect(Math.abs(exact - difference)).toBeLessThan(1e-6 * (1 + Math.abs(exact)));
    for (let j = 0; j < z.length; j++) {
      const [above, below] = [h, -h].map((d) =>
        ratesAt(
          0.3,
          z.map((x, i) => (i === j ? x + d : x)),
        ),
      );
      near(by.z.data[j], (above[0][0] - below[0][0]) / (2 * h));
      for (let i = 0; i < z.length; i++) near(zdotBy.z.data[i * z.length + j], (above[1][i] - below[1][i]) / (2 * h));
    }
    const [above, below] = [h, -h].map((d) => ratesAt(0.3 + d, z));
    for (let i = 0; i < z.length; i++) near(zdotBy.v.data[i], (above[1][i] - below[1][i]) / (2 * h));
  });
});

describe("small motions", () => {
  test("name the states of shafts and elements", () => {
    expect(internalStateNames(arm())).toEqual([
      "flange, angle",
      "flange, speed",
      "strain, twist",
      "hold, command",
      "hold, twist",
    ]);
  });

  test("have the frequency of two rotors and a spring", () => {
    const [Ja, Jb, c] = [2, 3, 500];
    const model = bench("torsion")
      .shaft("a", { inertia: Ja })
      .shaft("b", { inertia: Jb })
      .shaftElement("bar", { kind: "spring", a: "a", b: "b", stiffness: c })
      .build();
    const { A } = linearize(model, startWith(model, {}));
    expect(A.rows).toBe(2 + 5);
    const omega = Math.sqrt((c * (Ja + Jb)) / (Ja * Jb));
    const found = modes(model, startWith(model, {})).damped.map(({ frequency }) => frequency);
    expect(found.some((f) => Math.abs(2 * Math.PI * f - omega) < 1e-9 * omega)).toBe(true);
  });

  test("of the arm have the frequency at which it swings", () => {
    const model = arm();
    const { point } = equilibrium(model, { q: neutralState(model).q });
    const found = modes(model, point).damped;
    // Against the run: the period of small swings about rest, counted at the flange.
    const run = simulate(model, 4, {
      state: { ...neutralState(model), ...point, q: Float64Array.of(point.q[0] + 1e-4) },
      tolerance: 1e-11,
      channels: ["drive"],
      sampleEvery: 1e-4,
    });
    const angle = run.column("v.shoulder");
    const crossings = [...angle.keys()].filter((i) => i > 0 && angle[i - 1] < 0 && angle[i] >= 0).map((i) => run.t[i]);
    const period = (crossings[6] - crossings[1]) / 5;
    expect(found.some(({ frequency }) => Math.abs(frequency * period - 1) < 2e-3)).toBe(true);
  });
});
