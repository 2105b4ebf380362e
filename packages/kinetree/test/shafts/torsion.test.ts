import { describe, expect, test } from "vitest";
import { mechanism, simulate } from "../../src/index.js";
import { bench, startWith } from "./drives.js";

const last = (values: Float64Array): number => values[values.length - 1];

describe("two rotors and a torsion spring", () => {
  const [Ja, Jb, k] = [2, 3, 500];
  const model = bench("torsion")
    .shaft("a", { inertia: Ja })
    .shaft("b", { inertia: Jb })
    .shaftElement("bar", { kind: "spring", a: "a", b: "b", stiffness: k })
    .build();
  const omega = Math.sqrt((k * (Ja + Jb)) / (Ja * Jb));

  test("swing with the frequency of the book", () => {
    const t = 3;
    const run = simulate(model, t, {
      state: startWith(model, { "a, speed": 1 }),
      tolerance: 1e-11,
      channels: ["shaft", "drive", "energy"],
    });
    const mean = Ja / (Ja + Jb);
    expect(last(run.column("shaft.a.speed"))).toBeCloseTo(mean + (1 - mean) * Math.cos(omega * t), 9);
    expect(last(run.column("shaft.b.speed"))).toBeCloseTo(mean - mean * Math.cos(omega * t), 9);
    expect(last(run.column("drive.bar.torque"))).toBeCloseTo((k * Math.sin(omega * t)) / omega, 7);
    expect(last(run.column("shaft.a.angle"))).toBeCloseTo(mean * t + ((1 - mean) * Math.sin(omega * t)) / omega, 9);
    expect(run.energy?.relative).toBeLessThan(1e-9);
    expect(run.energy?.start.kinetic).toBe(1);
  });

  test("damping of the bar and drag of bearings leave the balance closed", () => {
    const damped = bench("torsion")
      .shaft("a", { inertia: Ja, damping: 0.3 })
      .shaft("b", { inertia: Jb })
      .shaftElement("bar", { kind: "spring", a: "a", b: "b", stiffness: k, damping: 1.5, backlash: 0.02 })
      .build();
    const run = simulate(damped, 3, {
      state: startWith(damped, { "a, speed": 1 }),
      channels: ["energy"],
      tolerance: 1e-9,
    });
    expect(run.energy?.work).toBeLessThan(-0.3);
    expect(run.energy?.relative).toBeLessThan(1e-8);
  });
});

test.each(["dormand-prince", "bdf", "radau5"] as const)(
  "shafts on a body that cannot move turn by %s",
  (integrator) => {
    const model = mechanism("bolted down")
      .body("bed", { mass: 1, inertia: [1, 1, 1] })
      .weld("bolts", { parent: "ground", child: "bed" })
      .shaft("a", { inertia: 2 })
      .shaft("b", { inertia: 3 })
      .shaftElement("bar", { kind: "spring", a: "a", b: "b", stiffness: 500, damping: 1 })
      .build();
    const run = simulate(model, 1, { integrator, state: startWith(model, { "a, speed": 1 }), channels: ["shaft"] });
    expect(run.energy?.relative).toBeLessThan(1e-6);
    // The momentum of both is kept.
    expect(2 * last(run.column("shaft.a.speed")) + 3 * last(run.column("shaft.b.speed"))).toBeCloseTo(2, 9);
  },
);

describe("differentials that do more", () => {
  const outputs = (name: string, speed: number) => {
    const builder = bench(name)
      .shaft("carrier", { inertia: 0.05 })
      .shaft("left", { inertia: 0.5 })
      .shaft("right", { inertia: 0.5 })
      .shaftElement("axle", { kind: "differential", input: "carrier", a: "left", b: "right", ratio: 2 })
      .shaftElement("motor", { kind: "motor", on: "carrier", maxTorque: 30, command: 1 });
    return { builder, states: { "left, speed": speed, "right, speed": 0 } };
  };
  const torquesOf = (builder: ReturnType<typeof outputs>["builder"], states: Readonly<Record<string, number>>) => {
    const model = builder.build();
    const run = simulate(model, 0.05, { state: startWith(model, states), channels: ["shaft", "drive"] });
    expect(run.energy?.relative).toBeLessThan(1e-6);
    return ["left", "right"].map((name) => 0.5 * run.column(`shaft.${name}.acc`)[0]);
  };

  test.each([
    [10, 3],
    [0.2, 1],
    [0.375, (1 + 0.25) / (1 - 0.25)],
    [-10, 1 / 3],
  ])("bias: at %s rad/s apart the right side gets %s times the torque", (apart, times) => {
    const { builder, states } = outputs("biasing", apart);
    const [left, right] = torquesOf(
      builder.shaftElement("bias", { kind: "torque-bias", a: "left", b: "right", bias: 3 }),
      states,
    );
    expect(right / left).toBeCloseTo(times, 9);
  });

  test("lock: up to the capacity of the clutch between the outputs", () => {
    const { builder, states } = outputs("limited", 10);
    const [left, right] = torquesOf(
      builder.shaftElement("lock", { kind: "clutch", a: "left", b: "right", capacity: 7 }),
      states,
    );
    expect(right - left).toBeCloseTo(14, 9);
  });

  test("viscous: by the difference of speeds", () => {
    const { builder, states } = outputs("viscous", 10);
    const [left, right] = torquesOf(
      builder.shaftElement("fluid", { kind: "spring", a: "left", b: "right", stiffness: 0, damping: 0.3 }),
      states,
    );
    expect(right - left).toBeCloseTo(6, 9);
  });
});

describe("gears", () => {
  const [J1, J2, J3, i12, i23, T] = [0.02, 0.5, 7, 4, -3, 5];
  const model = bench("train")
    .shaft("first", { inertia: J1 })
    .shaft("second", { inertia: J2 })
    .shaft("third", { inertia: J3 })
    .shaftElement("a", { kind: "gear", input: "first", output: "second", ratio: i12 })
    .shaftElement("b", { kind: "gear", input: "second", output: "third", ratio: i23 })
    .shaftElement("motor", { kind: "motor", on: "first", maxTorque: T, command: 1 })
    .build();

  test("reflect inertias by the square of their ratios", () => {
    const run = simulate(model, 2, { channels: ["shaft", "drive", "energy"] });
    const reflected = J3 + J2 * i23 ** 2 + J1 * (i12 * i23) ** 2;
    const acceleration = (T * i12 * i23) / reflected;
    expect(last(run.column("shaft.third.acc"))).toBeCloseTo(acceleration, 12);
    expect(last(run.column("shaft.third.speed")) / (2 * acceleration)).toBeCloseTo(1, 10);
    expect(last(run.column("shaft.first.speed")) / (2 * acceleration * i12 * i23)).toBeCloseTo(1, 10);
    expect(run.energy?.relative).toBeLessThan(1e-10);
  });

  test("that close a train are refused", () => {
    expect(() =>
      bench("closed")
        .shaft("a", { inertia: 1 })
        .shaft("b", {})
        .shaftElement("one", { kind: "gear", input: "a", output: "b", ratio: 2 })
        .shaftElement("two", { kind: "gear", input: "b", output: "a", ratio: 0.5 })
        .build(),
    ).toThrow(/gear "two": .*tied to each other already/);
  });

  test("of shafts without inertia are refused", () => {
    expect(() => bench("empty").shaft("a", {}).build()).toThrow(/shaft "a": inertia is 0, .*must be > 0/);
  });
});

describe("open differential", () => {
  const [ratio, T, Ja, Jb] = [3.5, 20, 0.4, 0.9];
  const model = bench("differential")
    .shaft("carrier", { inertia: 0.05 })
    .shaft("left", { inertia: Ja })
    .shaft("right", { inertia: Jb })
    .shaftElement("axle", { kind: "differential", input: "carrier", a: "left", b: "right", ratio })
    .shaftElement("motor", { kind: "motor", on: "carrier", maxTorque: T, command: 1 })
    .build();

  test("gives equal torques and the mean speed, and keeps the power", () => {
    const run = simulate(model, 1, { channels: ["shaft", "drive"] });
    const at = (name: string): number => last(run.column(name));
    const torques = [Ja * at("shaft.left.acc"), Jb * at("shaft.right.acc")];
    expect(torques[0]).toBeCloseTo(torques[1], 11);
    expect(at("shaft.carrier.speed")).toBeCloseTo((ratio * (at("shaft.left.speed") + at("shaft.right.speed"))) / 2, 11);
    // Input torque, less what accelerates the carrier, times the ratio: both outputs together.
    expect(torques[0] + torques[1]).toBeCloseTo(ratio * (T - 0.05 * at("shaft.carrier.acc")), 10);
    expect(run.energy?.relative).toBeLessThan(1e-10);
  });
});
