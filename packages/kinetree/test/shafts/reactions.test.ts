import { describe, expect, test } from "vitest";
import { internalStatesFromNames } from "../../src/analysis.js";
import { mechanism, piecewise, simulate, stateFromJoints, type FormulationName } from "../../src/index.js";

/** A chassis that floats, with a wheel on an upright and a drive that is bolted to the chassis. */
const floating = (reaction: "none" | "parent") =>
  mechanism("floating drive")
    .gravity(0, 0, 0)
    .body("chassis", { mass: 100, inertia: [20, 30, 40] })
    .body("upright", { mass: 10, inertia: [0.3, 0.4, 0.5] })
    .body("wheel", { mass: 20, inertia: [0.5, 0.9, 0.5] })
    .free("float", { parent: "ground", child: "chassis" })
    .revolute("arm", { parent: "chassis", child: "upright", axis: [0, 1, 0], at: [0, 0.7, 0], stiffness: 500 })
    .continuous("spin", { parent: "upright", child: "wheel", axis: [0, 1, 0], at: [0, 0.3, 0] })
    .shaft("drive", { inertia: 0.3, damping: 0.01, mount: { at: "chassis", axis: [0, 1, 0] } })
    .shaft("crank", { inertia: 0.05, mount: { at: "chassis", axis: [1, 0, 0] } })
    .shaftElement("bevel", { kind: "gear", input: "crank", output: "drive", ratio: 3 })
    .shaftElement("motor", {
      kind: "motor",
      on: "crank",
      maxTorque: 80,
      command: piecewise([
        [0, 1],
        [0.5, -0.5],
      ]),
    })
    .shaftElement("half shaft", {
      kind: "spring",
      a: "drive",
      b: { joint: "spin", reaction },
      stiffness: 2e3,
      damping: 5,
    })
    .shaftElement("brake", { kind: "brake", on: { joint: "spin" }, capacity: 20, command: piecewise([[0.7, 1]]) })
    .build();

const options = { tolerance: 1e-10, channels: ["angmom", "energy", "drive", "shaft", "v"], sampleEvery: 0.05 } as const;

describe("what a drive exerts on the body that carries it", () => {
  const model = floating("none");
  const state = stateFromJoints(model, { v: { float: [0.3, -0.2, 0.4, 0.1, 0, 0], arm: 0.2, spin: 3 } });
  const run = simulate(model, 1, { ...options, state });

  test("keeps the angular momentum of the whole, rotors included", () => {
    for (const axis of ["x", "y", "z"]) {
      const momentum = run.column(`angmom.${axis}`);
      expect(Math.max(...momentum.map((x) => Math.abs(x - momentum[0])))).toBeLessThan(1e-8);
    }
    expect(Math.max(...run.column("shaft.crank.speed"))).toBeGreaterThan(20);
  });

  test("closes the balance of energy", () => {
    expect(run.energy?.relative).toBeLessThan(1e-8);
  });

  test.each(["mass-matrix", "partitioned", "augmented"] satisfies FormulationName[])("%s agrees", (formulation) => {
    const other = simulate(model, 1, { ...options, state, formulation });
    for (const name of ["v.spin", "shaft.crank.speed", "angmom.x", "drive.brake.torque"]) {
      const [a, b] = [run.column(name), other.column(name)];
      a.forEach((x, i) => expect(Math.abs(x - b[i])).toBeLessThan(1e-8 * (1 + Math.abs(x))));
    }
  });

  test.each(["bdf", "radau5"] as const)("%s agrees", (integrator) => {
    const other = simulate(model, 1, { ...options, tolerance: 1e-9, state, integrator });
    for (const name of ["v.spin", "shaft.crank.speed"]) {
      const [a, b] = [run.column(name), other.column(name)];
      a.forEach((x, i) => expect(Math.abs(x - b[i])).toBeLessThan(1e-4 * (1 + Math.abs(x))));
    }
  });
});

describe("a half shaft", () => {
  /** Accelerations at the start, with a shaft that is wound up. */
  const windUp = (reaction: "none" | "parent") => {
    const model = floating(reaction);
    const state = stateFromJoints(model, {});
    const run = simulate(model, 1e-9, {
      state: { ...state, z: internalStatesFromNames(model, { "half shaft, twist": 0.1 }) },
      channels: ["alpha", "drive"],
    });
    return {
      torque: run.column("drive.half shaft.torque")[0],
      upright: run.column("alpha.upright.y")[0],
      chassis: run.column("alpha.chassis.y")[0],
    };
  };

  test("bears on the chassis and not on the upright", () => {
    const { torque, upright, chassis } = windUp("none");
    expect(torque).toBeCloseTo(200, 9);
    // Nothing turns the upright about y but its hinge, which is free there.
    expect(upright).toBeCloseTo(0, 9);
    // The chassis turns about y as its own inertia has it: 30 kg m², and what the rotor keeps.
    expect(chassis).toBeLessThan(0);
  });

  test("on the parent of the joint turns the upright back", () => {
    const { upright } = windUp("parent");
    expect(upright).toBeLessThan(-1);
  });
});
