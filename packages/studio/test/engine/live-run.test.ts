import { createSimulation } from "kinetree";
import { namedSystem, systems } from "kinetree/systems";
import { describe, expect, test } from "vitest";
import { setupDefaults } from "../../src/experiment/types.js";
import { system, testEngine } from "./support.js";

const setup = { ...setupDefaults, sampleEvery: 0.01 };

describe("a live run", () => {
  // A run of the page has no end, one of the command has; both take the same steps from one start.
  test.each([
    ["pendulum", "dormand-prince"],
    ["pendulum", "dop853"],
    ["pendulum", "bdf"],
    ["pendulum", "radau5"],
    ["pendulum", "auto"],
    ["four-bar", "dormand-prince"],
    ["europa-lander", "dormand-prince"],
    ["europa-lander", "dop853"],
  ] as const)("of %s by %s has the bits of a run that ends", async (name, integrator) => {
    const { host, pass, rows, status } = testEngine();
    const opened = await host.open(system(name), {}, null);
    const columns = await host.begin({ ...setup, integrator }, opened.posed.start, {}, [], false);
    await host.play(1);
    pass(400);
    await host.pause();
    const { t, values } = rows();
    expect(status().state).toBe("paused");
    expect(t.length).toBeGreaterThan(35);
    const { start } = namedSystem(name);
    const channels = ["pos", "quat", "energy", ...(opened.model.contacts.length > 0 ? ["contact"] : [])];
    const expected: Float64Array[] = [];
    const reference = createSimulation(opened.model, { channels, integrator }).begin(5, {
      state: start,
      sampleEvery: 0.01,
      onRow: (_, row) => void expected.push(row.slice()),
    });
    while (expected.length < t.length) reference.advance(1);
    reference.finish();
    const width = columns.names.length;
    const known = expected[0].length;
    for (let row = 0; row < t.length; row++)
      expect(values.slice(row * width, row * width + known)).toEqual(expected[row]);
    const closures = columns.names.flatMap((each, at) =>
      each === "closure" ? Array.from(t, (_, row) => values[row * width + at]) : [],
    );
    expect(Math.max(0, ...closures)).toBeLessThan(1e-9);
  });

  test("keeps pace with the clock, at any speed, however the work is dealt out", async () => {
    const times: number[] = [];
    const seen: Float64Array[] = [];
    for (const [speed, wall] of [
      [1, 1000],
      [0.25, 4000],
      [5, 200],
    ]) {
      const { host, pass, rows } = testEngine();
      const { posed } = await host.open(system("double-pendulum"), {}, null);
      await host.begin(setup, posed.start, {}, [], false);
      await host.play(speed);
      for (let i = 0; i < 20; i++) pass(wall / 20);
      await host.pause();
      const { t, values } = rows();
      times.push(t[t.length - 1]);
      seen.push(values.slice(0, 60 * (values.length / t.length)));
    }
    // A step may reach beyond the clock; it never lags by more than a tick of a few milliseconds.
    for (const t of times) expect(Math.abs(t - 1)).toBeLessThan(0.15);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test("as fast as possible leaves the clock behind, and runTo stops by itself", async () => {
    const { host, pass, rows, status } = testEngine();
    const { posed } = await host.open(system("pendulum"), {}, null);
    await host.begin(setup, posed.start, {}, [], false);
    await host.play(Infinity);
    pass(30);
    await host.pause();
    const reached = rows().t.at(-1) ?? 0;
    expect(reached).toBeGreaterThan(0.2);
    await host.runTo(reached + 3);
    pass(60_000);
    expect(status().state).toBe("paused");
    const there = rows().t.at(-1) ?? 0;
    expect(there).toBeCloseTo(reached + 3, 9);
    await host.runTo(there + 0.025);
    pass(60_000);
    expect(rows().t.at(-1)).toBeCloseTo(there + 0.03, 9); // the first row from which that time can be shown
    // What a step has recorded beyond is not lost.
    await host.play(1);
    pass(100);
    const { t } = rows();
    t.slice(1).forEach((time, i) => expect(time - t[i]).toBeCloseTo(0.01, 9));
    expect(t.at(-1)).toBeGreaterThan(there);
  });

  test("one row at a time", async () => {
    const { host, rows } = testEngine();
    const { posed } = await host.open(system("pendulum"), {}, null);
    await host.begin({ ...setup, sampleEvery: 0.5 }, posed.start, {}, [], false);
    const before = rows().t.length;
    await host.advance();
    expect(rows().t.length).toBe(before + 1);
  });
});

describe("more columns later", () => {
  test("the run so far comes back with the same bits and the new channels, and goes on the same", async () => {
    const engine = testEngine();
    const { host, pass } = engine;
    const { posed } = await host.open(system("four-bar"), {}, null);
    const columns = await host.begin(setup, posed.start, {}, [], false);
    await host.play(1);
    pass(300);
    const before = engine.rows();
    await host.hold({ body: columns.names[columns.position[0]].split(".")[1], point: [0, 0, 0], target: [1, 1, 1] });
    pass(200);
    await host.hold(null);
    pass(100);
    await host.pause();
    const all = engine.rows();
    expect(all.t.length).toBeGreaterThan(before.t.length + 20);
    const channel = columns.names.find((name) => name.startsWith("pos."))?.replace("pos.", "vel.") ?? "";
    const again = await host.record([channel]);
    const [width, wider] = [columns.names.length, again.columns.names.length];
    expect(wider).toBe(width + 1);
    expect(again.rows.t).toEqual(all.t);
    const shared = columns.names.map((name) => again.columns.names.indexOf(name));
    for (let row = 0; row < all.t.length; row++)
      expect(shared.map((at) => again.rows.values[row * wider + at])).toEqual(
        Array.from(all.values.slice(row * width, (row + 1) * width)),
      );
    engine.events.length = 0;
    await host.play(1);
    pass(100);
    expect(engine.rows().values.length % wider).toBe(0);
    expect(engine.rows().t[0]).toBeGreaterThan(all.t[all.t.length - 1]);
  });

  test("legs with other parameters and equations follow one another without a gap", async () => {
    const engine = testEngine();
    const { host, pass } = engine;
    const { posed } = await host.open(system("pendulum"), {}, null);
    await host.begin(setup, posed.start, {}, [], false);
    await host.play(1);
    pass(200);
    await host.pause();
    const start = await host.startAt(Infinity);
    await host.setParameters({ length: 0.5 });
    await host.begin(
      { ...setup, formulation: "mass-matrix", integrator: "rk4", step: 1e-3 },
      start,
      { length: 0.5 },
      [],
      true,
    );
    await host.play(1);
    pass(200);
    await host.pause();
    const { t } = engine.rows();
    t.slice(1).forEach((time, i) => expect(time - t[i]).toBeCloseTo(0.01, 9));
    expect(engine.status().formulation).toBe("mass-matrix");
    const again = await host.record(["vel"]);
    expect(again.rows.t).toEqual(t);
  });
});

describe("a hand", () => {
  test("pulls the held point towards its target", async () => {
    const engine = testEngine();
    const { host, pass } = engine;
    const { posed, model } = await host.open(system("torque-free-top"), {}, null);
    const columns = await host.begin(setup, posed.start, {}, [], false);
    const body = model.bodies[0].name;
    await host.play(1);
    await host.hold({ body, point: [0, 0, 0], target: [1, 0, 0] });
    for (let i = 0; i < 40; i++) pass(50);
    const { t, values } = engine.rows();
    const x = values[(t.length - 1) * columns.names.length + columns.names.indexOf(`pos.${body}.x`)];
    expect(x).toBeGreaterThan(0.8);
    expect(x).toBeLessThan(1.2);
  });

  test.each(["partitioned", "augmented"] as const)("is refused by %s, and the run goes on", async (formulation) => {
    const { host, pass, status } = testEngine();
    const { posed } = await host.open(system("four-bar"), {}, null);
    await host.begin({ ...setup, formulation }, posed.start, {}, [], false);
    await host.play(1);
    pass(50);
    const hold = { body: "rocker", point: [0, 0, 0], target: [1, 0, 0] } as const;
    expect(() => host.hold(hold)).toThrow(/cannot be dragged with the formulation/);
    await host.hold(null);
    const { t } = status();
    pass(300);
    expect(status()).toMatchObject({ state: "running", trouble: null });
    expect(status().t).toBeGreaterThan(t);
  });
});

describe("what cannot go on", () => {
  test("a run that diverges stops with the cause, and the last good state starts a new one", async () => {
    const engine = testEngine();
    const { host, pass } = engine;
    const { posed } = await host.open(system("double-pendulum"), {}, null);
    await host.begin({ ...setup, integrator: "rk4", step: 0.9 }, posed.start, {}, [], false);
    await host.play(Infinity);
    pass(60_000);
    const status = engine.status();
    expect(status.state).toBe("failed");
    expect(status.trouble).toMatchObject({ code: "not-finite" });
    expect(status.last).not.toBeNull();
    await host.begin(setup, status.last ?? { t: 0, q: {}, v: {}, z: [] }, {}, [], false);
    expect(engine.status().state).toBe("paused");
  });

  test("calls out of order are refused in words", async () => {
    const { host } = testEngine();
    expect(() => host.begin(setup, { t: 0, q: {}, v: {}, z: [] }, {}, [], false)).toThrow(/no model is open/);
    await host.open(system("pendulum"), {}, null);
    expect(() => host.play(1)).toThrow(/there is no run/);
    expect(() => host.open(system("pendulm"), {}, null)).toThrow(/pendulum/);
  });
});

test.each(systems.map(({ name }) => name))("%s opens, poses and begins", async (name) => {
  const { host, status } = testEngine();
  const opened = await host.open(system(name), {}, null);
  expect(opened.posed.poses.every(Number.isFinite)).toBe(true);
  expect(opened.posed.closure).toBeLessThan(1e-9);
  expect(opened.findings.filter(({ severity }) => severity === "warning")).toEqual([]);
  expect(opened.coordinates.length).toBe(opened.counts.nq);
  // What a motion prescribes stays where that says.
  const prescribed = opened.model.constraints.flatMap((each) => (each.kind === "motion" ? [each.driven.joint] : []));
  const moving = opened.coordinates
    .filter(({ kind, joint }) => kind !== "quaternion" && !prescribed.includes(joint))
    .slice(0, 1);
  for (const { name: coordinate, at } of moving) {
    const moved = await host.pose(opened.posed.start, { [coordinate]: opened.posed.q[at] + 0.01 });
    expect(moved.closure).toBeLessThan(1e-9);
    expect(moved.q[at]).toBeCloseTo(opened.posed.q[at] + 0.01, 12);
  }
  await host.begin(setup, opened.posed.start, {}, [], false);
  expect(status().state).toBe("paused");
});
