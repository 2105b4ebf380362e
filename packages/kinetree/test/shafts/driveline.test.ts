import { describe, expect, test } from "vitest";
import { curve, mechanism, piecewise, simulate, type AnyMechanism, type FormulationName } from "../../src/index.js";

const corners = ["fl", "fr", "rl", "rr"] as const;
const across = { at: "chassis", axis: [0, 1, 0] } as const;
const along = { at: "chassis", axis: [1, 0, 0] } as const;

/** Four sprung wheels on a floating chassis, driven through converter, gearbox and three differentials, with brakes. */
const car = () => {
  const sprung = corners.reduce<AnyMechanism>(
    (built, corner) =>
      built
        .body(`upright ${corner}`, { mass: 20, inertia: [1, 1, 1] })
        .prismatic(`travel ${corner}`, {
          parent: "chassis",
          child: `upright ${corner}`,
          axis: [0, 0, 1],
          stiffness: 1e5,
          damping: 3e3,
        })
        .body(`wheel ${corner}`, { mass: 50, inertia: [1, 1.8, 1] })
        .continuous(`spin ${corner}`, { parent: `upright ${corner}`, child: `wheel ${corner}`, axis: [0, 1, 0] }),
    mechanism("car")
      .gravity(0, 0, 0)
      .body("chassis", { mass: 2000, inertia: [1000, 3000, 3000] })
      .free("root", { parent: "ground", child: "chassis" })
      .repeat(0, (same) => same), // any mechanism from here on: names are made of corners
  );
  const driven = sprung
    .shaft("crank", { inertia: 1.1, mount: along })
    .shaft("turbine", { inertia: 0.3, mount: along })
    .shaft("propeller", { inertia: 0.5, mount: along })
    .shaft("front", { mount: along })
    .shaft("rear", { mount: along })
    .shaftElement("engine", {
      kind: "engine",
      on: "crank",
      full: curve([
        [0, 300],
        [200, 400],
        [300, 0],
      ]),
      loss: curve([
        [0, 0],
        [300, -90],
      ]),
      command: piecewise([
        [0, 0.8],
        [1.5, 0],
      ]),
    })
    .shaftElement("converter", {
      kind: "converter",
      pump: "crank",
      turbine: "turbine",
      capacity: curve([
        [0, 15],
        [0.9, 18],
        [1, 35],
      ]),
      torqueRatio: curve([
        [0, 2],
        [1, 1],
      ]),
    })
    .shaftElement("box", {
      kind: "gearbox",
      input: "turbine",
      output: "propeller",
      ratios: [3, 1.5, 1],
      capacity: 2000,
      stiffness: 2e4,
      damping: 50,
      command: piecewise([
        [0, 1],
        [1, 2],
      ]),
    })
    .shaftElement("centre", { kind: "differential", input: "propeller", a: "front", b: "rear" });
  return corners
    .reduce<AnyMechanism>(
      (built, corner) =>
        built
          .shaft(`half ${corner}`, { inertia: 0.3, mount: across })
          .shaftElement(`half shaft ${corner}`, {
            kind: "spring",
            a: `half ${corner}`,
            b: { joint: `spin ${corner}`, reaction: "none" },
            stiffness: 2e4,
            damping: 50,
          })
          .shaftElement(`brake ${corner}`, {
            kind: "brake",
            on: { joint: `spin ${corner}` },
            capacity: corner.startsWith("f") ? 4000 : 2000,
            command: piecewise([[1.6, corner === "fl" ? 0.6 : 0.5]]),
          }),
      driven,
    )
    .shaftElement("front axle", { kind: "differential", input: "front", a: "half fl", b: "half fr", ratio: 4 })
    .shaftElement("rear axle", { kind: "differential", input: "rear", a: "half rl", b: "half rr", ratio: 4 })
    .shaftElement("lock", { kind: "clutch", a: "half rl", b: "half rr", capacity: 100 })
    .build();
};

describe("a whole driveline", () => {
  const model = car();
  const options = { tolerance: 1e-9, channels: ["shaft", "angmom"], sampleEvery: 0.1 } as const;
  const run = simulate(model, 2, options);
  const at = (name: string, t: number): number => run.column(name)[Math.round(10 * t)];

  test("closes the balance of energy", () => {
    expect(run.energy?.exchanged).toBeGreaterThan(1e4);
    expect(run.energy?.relative).toBeLessThan(1e-7);
  });

  test("keeps the angular momentum of the car", () => {
    for (const axis of ["x", "y", "z"])
      expect(Math.max(...run.column(`angmom.${axis}`).map(Math.abs))).toBeLessThan(1e-6);
  });

  test("turns all wheels alike, and stops them", () => {
    for (const corner of corners)
      expect(at(`shaft.half ${corner}.speed`, 1.5)).toBeCloseTo(at("shaft.half fl.speed", 1.5), 6);
    expect(at("shaft.half fl.speed", 1.5)).toBeGreaterThan(10);
    expect(at("shaft.propeller.speed", 1.5)).toBeCloseTo(4 * at("shaft.half fl.speed", 1.5), 6);
    // Braked wheels stop and stay stopped.
    expect(Math.abs(at("v.spin rl", 2))).toBeLessThan(0.05);
  });

  test("takes steps of a millisecond", () => {
    const { channels, sampleEvery } = options;
    const fixed = simulate(model, 2, { channels, sampleEvery, integrator: "rk4", step: 1e-3 });
    const speed = fixed.column("shaft.half fr.speed");
    for (let i = 0; i < 16; i++) expect(Math.abs(speed[i] - at("shaft.half fr.speed", i / 10))).toBeLessThan(1e-3);
  });

  test.each(["mass-matrix", "partitioned"] satisfies FormulationName[])("%s agrees", (formulation) => {
    const other = simulate(model, 2, { ...options, formulation });
    for (const name of ["shaft.crank.speed", "v.spin fl", "shaft.half rr.speed"])
      run
        .column(name)
        .forEach((x, i) => expect(Math.abs(x - other.column(name)[i])).toBeLessThan(1e-5 * (1 + Math.abs(x))));
  });
});
