import { describe, expect, it } from "vitest";
import { modalMatrices } from "../../src/elements/flexible/clamped-frequencies.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { sub } from "../../src/graph/num.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { clamped, length, moment, radius, rod } from "../formulation/flexible-beams.js";
import type { Beam } from "../../src/model/flexible.js";

const all = { modes: { y: 2, z: 2, axial: 1, torsion: 1 } };
/** A rod on a hinge, with a station off its axis, bent in all ways. */
const bent = mechanism("bent rod")
  .beam("rod", rod(all))
  .station("side", { on: "rod", at: [1.2, 0.05, -0.03] })
  .revolute("hinge", { parent: "ground", child: "rod", axis: [0, 1, 0] })
  .build();
const state = { q: { hinge: 0.4, rod: [0.02, 0.004, -0.03, 0.002, 1e-5, 0.05] }, v: { hinge: 1 } };
const result = simulate(bent, 0.02, { state, channels: ["deflection", "section", "energy", "pos", "quat"] });
const row = (name: string, at = 0): number => result.column(name)[at];

describe("deflections", () => {
  it.each(["rod_tip", "side"])("of %s / where the station is, seen from the beam", (station) => {
    const places: Readonly<Record<string, readonly number[]>> = { rod_tip: [length, 0, 0], side: [1.2, 0.05, -0.03] };
    const evaluator = createEvaluator(bent);
    Array.from(result.t, (_, k) => {
      const bodies = evaluator.bodies(result.stateAt(k));
      const [beam, other] = ["rod", station].map((name) => bodies.find((body) => body.name === name));
      if (!beam || !other) throw new Error("no such body");
      const away = Array.from(other.position, (x, i) => x - beam.position[i]);
      const seen = turnedBack(beam.quaternion, away).map((x, i) => x - places[station][i]);
      const shown = ["x", "y", "z"].map((axis) => row(`deflection.${station}.${axis}`, k));
      seen.forEach((x, i) => expect(Math.abs(x - shown[i])).toBeLessThan(1e-14));
      // Of the Cayley map of Ψ η the quaternion is (1, Ψ η / 2), but for its length.
      const [w, ...vector] = relative(beam.quaternion, other.quaternion);
      ["rx", "ry", "rz"].forEach((part, i) =>
        expect(Math.abs((2 * vector[i]) / w - row(`deflection.${station}.${part}`, k))).toBeLessThan(1e-13),
      );
    });
  });
});

/** conj(q) (0, v) q */
function turnedBack([w, x, y, z]: ArrayLike<number> & Iterable<number>, v: readonly number[]): number[] {
  const u = [-x, -y, -z];
  const cross = (a: readonly number[], b: readonly number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const t = cross(u, v).map((each) => 2 * each);
  const ut = cross(u, t);
  return v.map((each, i) => each + w * t[i] + ut[i]);
}

/** conj(a) b */
function relative(a: Float64Array, b: Float64Array): number[] {
  const [w, x, y, z] = [a[0], -a[1], -a[2], -a[3]];
  return [
    w * b[0] - x * b[1] - y * b[2] - z * b[3],
    w * b[1] + x * b[0] + y * b[3] - z * b[2],
    w * b[2] - x * b[3] + y * b[0] + z * b[1],
    w * b[3] + x * b[2] - y * b[1] + z * b[0],
  ];
}

describe("sections of a cantilever at rest / statics", () => {
  const [fy, fz, tx] = [3e-4, -5e-4, 7e-5];
  const loaded = clamped({
    modes: { y: 1, z: 1 },
    corrections: [
      { at: length, load: "force-y" },
      { at: length, load: "force-z" },
      { at: length, load: "torque-x" },
    ],
  })
    .wrench("push", { at: "rod_tip", along: "world", force: [0, fy, fz], torque: [tx, 0, 0] })
    .build();
  const { point } = equilibrium(loaded);
  const atRest = simulate(loaded, 1e-6, { state: point, channels: ["section"] });
  const first = (name: string): number => atRest.column(name)[0];
  const bending = Math.sqrt(fy * fy + fz * fz);

  it.each([
    ["mz", fy, 1],
    ["my", -fz, 1],
    ["vy", fy, 0],
    ["vz", fz, 0],
    ["t", tx, 0],
    ["stress", (bending * radius) / moment, 1],
  ] as const)("%s along it: %d times the arm to the power of %d", (part, load, power) => {
    for (const percent of [0, 25, 50, 75]) {
      const expected = load * (length * (1 - percent / 100)) ** power;
      // The end turns by some 1e-4, and the load's axes with it.
      expect(Math.abs(first(`section.rod.${percent}.${part}`) / expected - 1)).toBeLessThan(1e-4);
    }
  });
});

describe("elastic energy", () => {
  it("½ ηᵀ K η", () => {
    const { stiffness } = modalMatrices(bent.bodies[0].flexible as Beam);
    const { q } = result.stateAt(0);
    const eta = Array.from({ length: 6 }, (_, i) => q[bent.joints[0].kind === "flexible" ? 1 + i : i]);
    const names = Array.from({ length: 6 }, (_, i) => row(`q.rod.${i}`));
    expect(eta).toEqual(names);
    const energy = names.reduce((sum, x, i) => sum + 0.5 * stiffness.data[7 * i] * x * x, 0);
    expect(Math.abs(row("energy.elastic") / energy - 1)).toBeLessThan(1e-14);
  });
});

describe("names", () => {
  const namesOf = (...channels: string[]): readonly string[] =>
    createSimulation(bent, { channels, energyBalance: false }).names.filter((name) => !/^[qv]\./.test(name));

  it("of sections: at stations, at quarters, and wherever one asks", () => {
    expect(namesOf("section.side")).toEqual(
      ["n", "vy", "vz", "t", "my", "mz", "stress"].map((p) => `section.side.${p}`),
    );
    expect(namesOf("section")).toHaveLength(7 * (5 + 2));
    expect(namesOf("section.rod.12.5.my", "section.rod.33")).toHaveLength(8);
  });

  it("of what is not there: said", () => {
    expect(() => namesOf("section.rod.101.my")).toThrowError(/unknown.*section of a beam in percent/);
    expect(() => namesOf("deflection.tip")).toThrowError(/unknown/);
    for (const channel of ["deflection", "section", "deflection.a.x"])
      expect(() => createSimulation(doublePendulum(), { channels: [channel] })).toThrowError(
        /has no (flexible bodies|beams)/,
      );
  });

  it("carry units, amplitudes too", () => {
    const { names, units } = result;
    const unit = (name: string): string => units[names.indexOf(name)];
    expect(["q.rod.0", "q.rod.4", "q.rod.5", "v.rod.3", "v.rod.5"].map(unit)).toEqual([
      "m",
      "m",
      "rad",
      "m/s",
      "rad/s",
    ]);
    expect(
      ["deflection.side.y", "deflection.side.ry", "section.side.stress", "section.rod.0.t", "energy.elastic"].map(unit),
    ).toEqual(["m", "rad", "Pa", "N m", "J"]);
  });
});

describe("while a run goes on", () => {
  it("expressions, measures and events see the same numbers", () => {
    const watched = simulate(bent, 0.2, {
      state,
      channels: ["deflection.rod_tip.z", "section.rod.50.my", "twice = 2 * deflection.rod_tip.z + section.rod.50.my"],
      measures: {
        z: (probe) => probe.deflection("rod_tip").displacement[2],
        my: (probe) => probe.section("rod", 1).momentY,
      },
      events: [
        { name: "level", when: (probe) => sub(probe.deflection("rod_tip").displacement[2], 0.001), terminal: true },
      ],
    });
    for (let k = 0; k < watched.t.length; k++) {
      const [z, my] = ["deflection.rod_tip.z", "section.rod.50.my"].map((name) => watched.column(name)[k]);
      expect(watched.column("z")[k]).toBe(z);
      expect(watched.column("my")[k]).toBe(my);
      expect(Math.abs(watched.column("twice")[k] - (2 * z + my))).toBeLessThan(1e-12 * Math.abs(my) + 1e-15);
    }
    expect(watched.end).toBe("event");
    expect(Math.abs(watched.column("z")[watched.t.length - 1] - 0.001)).toBeLessThan(1e-9);
  });

  it("a section that is not on the beam: said", () => {
    const look = (beam: string, at: number) => () =>
      createSimulation(bent, { measures: { x: (probe) => probe.section(beam, at).axial } });
    expect(look("rod", 2.5)).toThrowError(/beam "rod" has no section at 2.5 m: it is 2 m long/);
    expect(look("side", 1)).toThrowError(/beam "side" is unknown/);
  });
});

describe("elsewhere", () => {
  it("a law of a controller sees deflections, and extremes of a batch see stresses", async () => {
    const steered = mechanism("steered rod")
      .beam("rod", rod({ modes: { z: 1 } }))
      .revolute("hinge", { parent: "ground", child: "rod", axis: [0, 1, 0] })
      .actuator("motor", { joint: "hinge" })
      .controller("steer", {
        period: 0.01,
        actuators: ["motor"],
        law: { commands: ["3 * deflection.rod_tip.z + 1e-9 * section.rod.50.stress"] },
      })
      .build();
    const { t, column, final } = simulate(steered, 0.05, { channels: ["section.rod.0.stress"], sampleEvery: 1e-4 });
    expect(Number.isFinite(final.q[0])).toBe(true);
    const { extremes } = await runBatch(steered, {
      samples: 2,
      tEnd: 0.05,
      sample: () => ({}),
      extremes: { stress: { of: (probe) => probe.section("rod", 0).stress, take: "max" } },
    });
    const largest = column("section.rod.0.stress").reduce((most, x) => Math.max(most, x), 0);
    expect(t.length).toBeGreaterThan(400);
    // Steps end elsewhere than samples are taken: near a maximum that makes little difference.
    expect(Math.abs(extremes[1] / largest - 1)).toBeLessThan(1e-2);
  });

  it("a body with modes from elsewhere: deflections of its nodes, amplitudes without a unit, no sections", () => {
    const panel = mechanism("panel")
      .modalBody("panel", {
        mass: 2,
        com: [0.5, 0, 0],
        inertia: [0.1, 0.2, 0.2],
        data: {
          mass: [[0.5]],
          stiffness: [[100]],
          damping: { ratio: 0.01 },
          translation: [[0, 0, 0.5]],
          firstMoments: [[0, 0, 0.3, 0, 0, 0, 0, 0, 0]],
          secondMoments: null,
          nodes: [{ name: "end", position: [1, 0, 0], shapes: [[0, 0, 1]], slopes: [[0, -1.2, 0]] }],
        },
      })
      .weld("root", { parent: "ground", child: "panel" })
      .build();
    const { names, units, column } = simulate(panel, 0.1, { channels: ["deflection"], state: { q: { panel: 0.01 } } });
    const eta = column("q.panel");
    expect([...column("deflection.panel_end.z")]).toEqual([...eta]);
    expect(column("deflection.panel_end.ry")[0]).toBeCloseTo(-0.012, 15);
    expect(["q.panel", "v.panel"].map((name) => units[names.indexOf(name)])).toEqual(["", "1/s"]);
    expect(() => createSimulation(panel, { channels: ["section"] })).toThrowError(/only beams have sections/);
  });
});
