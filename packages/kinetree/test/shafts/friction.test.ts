import { describe, expect, test } from "vitest";
import { mechanism, piecewise, simulate, table } from "../../src/index.js";
import { bench, startWith } from "./drives.js";

const last = (values: Float64Array): number => values[values.length - 1];

/** A wheel of 7.8 kg m² under a torque, as on a slope, with its brake. */
const wheel = (torque: number) =>
  mechanism("braked wheel")
    .body("wheel", { mass: 60, inertia: [4, 7.8, 4] })
    .continuous("spin", { parent: "ground", child: "wheel", axis: [0, 1, 0] })
    .jointForce("slope", { joint: "spin", force: torque });

describe("brake", () => {
  const braked = wheel(900)
    .shaftElement("brake", { kind: "brake", on: { joint: "spin" }, capacity: 4000, command: 1 })
    .build();

  test("holds a wheel on a slope without creep for a minute, in steps of a millisecond", () => {
    const run = simulate(braked, 60, {
      integrator: "rk4",
      step: 1e-3,
      state: startWith(braked, { "brake, command": 1 }),
      sampleEvery: 1,
      channels: ["drive"],
    });
    const angle = run.column("q.spin");
    // Torque over stiffness, at once: the wheel has swung to rest after a second.
    expect(angle[2]).toBeCloseTo(900 / 4e5, 12);
    expect(Math.abs(last(angle) - angle[10])).toBeLessThan(1e-15);
    expect(last(run.column("drive.brake.torque"))).toBeCloseTo(-900, 8);
    expect(Math.abs(run.final.v[0])).toBeLessThan(1e-12);
  });

  test("slips at its capacity and then holds", () => {
    const model = wheel(0)
      .shaftElement("brake", { kind: "brake", on: { joint: "spin" }, capacity: 4000, lag: 0, command: 0.5 })
      .build();
    const run = simulate(model, 1, {
      state: { ...startWith(model, {}), v: Float64Array.of(100) },
      channels: ["energy", "drive"],
    });
    const stop = (100 * 7.8) / 2000;
    const at = (t: number): number => run.column("v.spin")[Math.round(t * 100)];
    expect(at(0.2)).toBeCloseTo(100 - (2000 / 7.8) * 0.2, 1);
    expect(at(Math.ceil(stop * 100) / 100 + 0.3)).toBeCloseTo(0, 2);
    expect(run.energy?.work).toBeCloseTo(-0.5 * 7.8 * 100 ** 2, 4);
    expect(run.energy?.relative).toBeLessThan(1e-7);
  });

  test("follows its command with its lag, and lets go", () => {
    const model = bench("released")
      .shaft("rotor", { inertia: 2 })
      .shaftElement("brake", {
        kind: "brake",
        on: "rotor",
        capacity: 300,
        command: piecewise([
          [0, 1],
          [1, 0],
        ]),
      })
      .shaftElement("motor", { kind: "motor", on: "rotor", maxTorque: 30, command: 1 })
      .build();
    const run = simulate(model, 2, { channels: ["drive", "shaft"], sampleEvery: 0.01 });
    expect(run.column("drive.brake.command")[105]).toBeCloseTo(Math.exp(-1), 6);
    // Free once the capacity is below the torque: 300 exp(-t/0.05) = 30.
    expect(run.column("shaft.rotor.speed")[100]).toBeCloseTo(0, 6);
    expect(last(run.column("drive.brake.torque"))).toBeCloseTo(0, 5);
    expect(last(run.column("shaft.rotor.acc"))).toBeCloseTo(15, 5);
  });
});

describe("clutch", () => {
  const [Ja, Jb, capacity, w0] = [0.5, 2, 40, 200];
  const model = bench("clutch")
    .shaft("engine", { inertia: Ja })
    .shaft("box", { inertia: Jb })
    .shaftElement("clutch", {
      kind: "clutch",
      a: "engine",
      b: "box",
      capacity,
      stiffness: 1e4,
      damping: 20,
      command: 1,
    })
    .build();

  test("locks after the time of the book, at the common speed, and loses what slipped", () => {
    const lock = (w0 * Ja * Jb) / (capacity * (Ja + Jb));
    const run = simulate(model, 4, {
      state: startWith(model, { "engine, speed": w0 }),
      channels: ["shaft", "drive"],
      sampleEvery: 1e-3,
    });
    const [a, b] = [run.column("shaft.engine.speed"), run.column("shaft.box.speed")];
    const first = a.findIndex((x, i) => Math.abs(x - b[i]) < 1e-3 * w0);
    expect(run.t[first]).toBeGreaterThan(lock - 0.01);
    expect(run.t[first]).toBeLessThan(lock + 0.01);
    expect(last(a)).toBeCloseTo((Ja * w0) / (Ja + Jb), 6);
    expect(last(b)).toBeCloseTo(last(a), 6);
    expect(run.energy?.work).toBeCloseTo((-0.5 * w0 ** 2 * Ja * Jb) / (Ja + Jb), 3);
    expect(run.energy?.relative).toBeLessThan(1e-7);
  });

  test("that an actuator opens carries nothing", () => {
    const open = bench("open")
      .shaft("engine", { inertia: Ja })
      .shaft("box", { inertia: Jb })
      .shaftElement("clutch", { kind: "clutch", a: "engine", b: "box", capacity, lag: 0.01 })
      .actuator("pedal", { element: "clutch" })
      .build();
    const state = startWith(open, { "engine, speed": w0 });
    expect(last(simulate(open, 1, { state, channels: ["shaft"] }).column("shaft.box.speed"))).toBe(0);
    const half = simulate(open, 1, { state, u: [0.5], channels: ["shaft"] });
    expect(last(half.column("shaft.box.speed"))).toBeCloseTo(((capacity / 2) * (1 - 0.01)) / Jb, 3);
  });
});

describe("gearbox", () => {
  test("shifts by slipping, keeps its ratios, and the balance closes", () => {
    const model = bench("gearbox")
      .shaft("input", { inertia: 0.3 })
      .shaft("output", { inertia: 20 })
      .shaftElement("motor", { kind: "motor", on: "input", maxTorque: 60, command: 1 })
      .shaftElement("box", {
        kind: "gearbox",
        input: "input",
        output: "output",
        ratios: [3, 1.8, 1],
        reverse: -3.4,
        capacity: 400,
        stiffness: 5e3,
        damping: 20,
        shiftTime: 0.3,
        command: table([
          [0, 1],
          [2, 1],
          [2.001, 2],
          [4, 2],
          [4.001, 3],
        ]),
      })
      .build();
    const state = startWith(model, { "box, lever": 1 });
    const run = simulate(model, 6, { state, channels: ["shaft", "drive"], sampleEvery: 0.01 });
    const ratioAt = (t: number): number =>
      run.column("shaft.input.speed")[Math.round(100 * t)] / run.column("shaft.output.speed")[Math.round(100 * t)];
    expect(ratioAt(1.9)).toBeCloseTo(3, 3);
    expect(ratioAt(3.9)).toBeCloseTo(1.8, 3);
    expect(last(run.column("shaft.input.speed")) / last(run.column("shaft.output.speed"))).toBeCloseTo(1, 3);
    expect(run.column("drive.box.command")[190]).toBeCloseTo(1, 9);
    // Inertias as the output sees them.
    expect(run.column("shaft.output.acc")[190]).toBeCloseTo((60 * 3) / (20 + 0.3 * 9), 2);
    expect(run.energy?.relative).toBeLessThan(1e-6);
  });
});
