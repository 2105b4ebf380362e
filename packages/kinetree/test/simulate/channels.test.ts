import { describe, expect, it, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { KinetreeError } from "../../src/errors/kinetree-error.js";
import { hashNumbers } from "../../src/model/hash.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { mechanisms } from "../support/mechanisms.js";
import { relativeError } from "../support/numbers.js";

const everything = [
  "vdot",
  "pos",
  "quat",
  "vel",
  "omega",
  "acc",
  "alpha",
  "load",
  "energy",
  "com",
  "momentum",
  "angmom",
];

/** Values of all columns that begin so, in a row. */
function group(result: SimulationResult, prefix: string, row: number): number[] {
  const width = result.names.length;
  return result.names.flatMap((name, i) => (name.startsWith(`${prefix}.`) ? [result.rows[row * width + i]] : []));
}

describe.each(mechanisms(31, 12, { maxBodies: 8 }))("channels of $model.name", ({ model, state }) => {
  const parameters = Object.fromEntries(model.parameters.map(({ name, value }) => [name, 1.05 * value]));
  const tau = Float64Array.from(state.v, (_, i) => 0.1 * (i + 1));
  const u = Float64Array.from(model.actuators, (_, i) => 0.2 * (i + 1));
  const result = simulate(model, state.t + 0.02, {
    state,
    tau,
    u,
    parameters,
    channels: everything,
    step: 1e-3,
    sampleEvery: 0.005,
  });
  const evaluator = createEvaluator(model);
  evaluator.setParameters(parameters);
  const rows = Array.from(result.t, (_, row) => row);

  it.each([
    ["pos", (row: number) => evaluator.bodies(result.stateAt(row)).flatMap(({ position }) => [...position])],
    ["quat", (row: number) => evaluator.bodies(result.stateAt(row)).flatMap(({ quaternion }) => [...quaternion])],
    ["vel", (row: number) => evaluator.bodies(result.stateAt(row)).flatMap((body) => [...body.linearVelocity])],
    ["omega", (row: number) => evaluator.bodies(result.stateAt(row)).flatMap((body) => [...body.angularVelocity])],
    ["momentum", (row: number) => [...evaluator.momentum(result.stateAt(row)).linear]],
    ["angmom", (row: number) => [...evaluator.momentum(result.stateAt(row)).angular]],
    ["com", (row: number) => (model.bodies.length > 0 ? [...evaluator.centreOfMass(result.stateAt(row))] : [])],
    ["vdot", (row: number) => [...evaluator.forwardDynamics(result.stateAt(row), { tau, u })]],
    ["acc", (row: number) => accelerations(row).flatMap(({ linear }) => [...linear])],
    ["alpha", (row: number) => accelerations(row).flatMap(({ angular }) => [...angular])],
    [
      "load",
      (row: number) =>
        evaluator
          .jointLoads(result.stateAt(row), undefined, { tau, u })
          .flatMap(({ torque, force }) => [...torque, ...force]),
    ],
  ] as const)("%s / the evaluator's", (name, expected) => {
    // The same equations in another order: a few hundred roundings of numbers that partly cancel.
    for (const row of rows) expect(relativeError(group(result, name, row), expected(row), 1e-3)).toBeLessThan(1e-10);
  });

  const accelerations = (row: number) => evaluator.bodyAccelerations(result.stateAt(row), undefined, { tau, u });

  it("energies / the evaluator's", () => {
    for (const row of rows) {
      const { kinetic, potential } = evaluator.energy(result.stateAt(row));
      const [T, V, total] = group(result, "energy", row);
      expect(relativeError([T, V, total], [kinetic, potential, kinetic + potential], 1e-3)).toBeLessThan(1e-11);
    }
  });
});

test("what is recorded / does not change the run, to the bit", () => {
  const model = lander();
  const options = { state: { q: { hip0: 0.3 }, v: { knee2: 1 } }, tolerance: 1e-7 };
  const bare = simulate(model, 0.5, { ...options, energyBalance: false });
  const full = simulate(model, 0.5, { ...options, channels: everything });
  expect(hashNumbers(full.final.q, full.final.v)).toBe(hashNumbers(bare.final.q, bare.final.v));
  expect(full.counts).toEqual(bare.counts);
});

describe("names", () => {
  const model = doublePendulum();
  const namesOf = (...channels: string[]): readonly string[] =>
    createSimulation(model, { channels }).names.filter((name) => !/^[qv]\./.test(name));

  it("of a group / all bodies in the order of the model", () => {
    expect(namesOf("pos")).toEqual(
      ["upper", "lower"].flatMap((body) => ["x", "y", "z"].map((k) => `pos.${body}.${k}`)),
    );
  });
  it("of one body, one number, a star, twice the same / each once", () => {
    expect(namesOf("vel.lower")).toEqual(["vel.lower.x", "vel.lower.y", "vel.lower.z"]);
    expect(namesOf("pos.lower.z")).toEqual(["pos.lower.z"]);
    expect(namesOf("vel.lower.")).toEqual(namesOf("vel.lower"));
    expect(namesOf("energy.")).toEqual(namesOf("energy"));
    expect(namesOf("*.lower.z", "pos.lower.z")).toEqual(
      ["pos", "quat", "vel", "omega", "acc", "alpha"].map((name) => `${name}.lower.z`),
    );
  });
  it("of coordinates / which are there anyway", () => {
    expect(namesOf("q", "v.elbow")).toEqual([]);
  });
  it("carry units", () => {
    const { names, units } = createSimulation(model, { channels: ["acc.upper.x", "load.elbow", "energy.work"] });
    const unit = (name: string): string => units[names.indexOf(name)];
    expect(["q.elbow", "v.elbow", "acc.upper.x", "load.elbow.tx", "load.elbow.fx", "energy.work"].map(unit)).toEqual([
      "rad",
      "rad/s",
      "m/s^2",
      "N m",
      "N",
      "J",
    ]);
  });
  it("with dots in them / are found", () => {
    const dotted = { ...model, bodies: model.bodies.map((body) => ({ ...body, name: `a.${body.name}` })) };
    const joints = model.joints.map((joint) => ({
      ...joint,
      parent: joint.parent === "ground" ? "ground" : `a.${joint.parent}`,
      child: `a.${joint.child}`,
    }));
    expect(createSimulation({ ...dotted, joints }, { channels: ["pos.a.lower.x"] }).names.at(-1)).toBe("pos.a.lower.x");
  });
});

describe("expressions", () => {
  const model = pendulum();
  const [{ name: body }] = model.bodies;
  const [{ name: joint }] = model.joints;
  const run = (...channels: string[]): SimulationResult =>
    simulate(model, 1, { state: { q: { [joint]: 1 } }, channels, sampleEvery: 0.1 });

  it.each([
    ["2 * 3 + 1", () => 7],
    ["t", (t: number) => t],
    ["time ^ 2 - 1", (t: number) => t * t - 1],
    [`q.${joint} * -2`, (_t: number, q: number) => -2 * q],
    [`cos(q.${joint}) + max(t, 0.5)`, (t: number, q: number) => Math.cos(q) + Math.max(t, 0.5)],
    [`v.${joint} ^ 3 / 4`, (_t: number, _q: number, v: number) => v ** 3 / 4],
    [`abs(min(v.${joint}, 0))`, (_t: number, _q: number, v: number) => Math.abs(Math.min(v, 0))],
    [`length * t`, (t: number) => t * (model.parameters.find(({ name }) => name === "length")?.value ?? NaN)],
  ] as const)("%s", (text, expected) => {
    const result = run(`own = ${text}`);
    const [own, q, v] = ["own", `q.${joint}`, `v.${joint}`].map((name) => result.column(name));
    for (let row = 0; row < result.t.length; row++) {
      // Own elementary functions and V8's differ by an ulp or two.
      expect(relativeError([own[row]], [expected(result.t[row], q[row], v[row])], 1e-300)).toBeLessThan(1e-15);
    }
  });

  it("of channels, of other expressions and of loads / what they say", () => {
    const result = run(
      `a = pos.${body}.x + 1`,
      "b = 2 * a",
      `c = load.${joint}.fz + b`,
      `load.${joint}.fz`,
      `pos.${body}.x`,
    );
    const [a, b, c, f, x] = ["a", "b", "c", `load.${joint}.fz`, `pos.${body}.x`].map((name) => result.column(name));
    for (let row = 0; row < result.t.length; row++) {
      expect(a[row]).toBe(x[row] + 1);
      expect(b[row]).toBe(2 * a[row]);
      expect(Math.abs(c[row] - (f[row] + b[row]))).toBeLessThan(1e-14 * Math.abs(f[row]) + 1e-14);
    }
  });
});

describe("mistakes / are named", () => {
  const model = doublePendulum();
  it.each([
    [["position.lower"], "unknown-channel", "pos"],
    [["pos.lowr"], "unknown-channel", "pos.lower"],
    [["pos.lower.w"], "unknown-channel", "pos.lower"],
    [[""], "unknown-channel", "group"],
    [["= 1"], "channel-without-name", "no name"],
    [["a = pos.lower"], "channel-expression", "more than one number"],
    [["a = b + 1", "b = 2"], "channel-expression", '"b"'],
    [["a = 1", "a = 2"], "duplicate-channel", '"a"'],
    [["a = energy.work"], "channel-expression", "energy.work"],
    [["a = 1 +"], "expression-syntax", "1 +"],
    [["time = 1"], "duplicate-channel", "time"],
    [["q.elbow = 1"], "duplicate-channel", "q.elbow"],
    [["pos", "pos.lower.x = 1"], "duplicate-channel", "pos.lower.x"],
  ] as const)("%j", (channels, code, part) => {
    let caught: unknown;
    try {
      createSimulation(model, { channels });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(KinetreeError);
    expect((caught as KinetreeError).code).toBe(code);
    expect((caught as KinetreeError).message).toContain(part);
  });

  it("work without a balance", () => {
    expect(() => createSimulation(model, { channels: ["energy.work"], energyBalance: false })).toThrow("energyBalance");
  });
});
