import { describe, expect, test } from "vitest";
import { setupDefaults, type Drag, type RunSetup } from "../../src/experiment/types.js";
import { system, testEngine } from "./support.js";

const setup = { ...setupDefaults, sampleEvery: 0.01 };

interface Recorded {
  readonly t: Float64Array;
  readonly values: Float64Array;
}

/** A run that is dragged about, paused in between and dragged again; its rows up to a time, and its drags. */
async function dragged(
  name: string,
  body: string,
  given: RunSetup,
  channels: readonly string[] = [],
): Promise<{ readonly rows: Recorded; readonly drags: readonly Drag[] }> {
  const { host, pass, rows } = testEngine();
  const { posed } = await host.open(system(name), {}, null);
  await host.begin(given, posed.start, {}, channels, false);
  await host.play(1);
  pass(200);
  for (let k = 0; k < 20; k++) {
    await host.hold({ body, point: [0.05, 0, 0.01], target: [0.1 * Math.sin(k), 0.2, 0.03 * k] });
    pass(17);
  }
  await host.hold(null);
  pass(100);
  await host.hold({ body, point: [0, 0, 0], target: [1, 0.5, 0.25] });
  pass(100);
  await host.pause();
  await host.play(1);
  pass(200);
  await host.pause();
  return { rows: rows(), drags: await host.drags() };
}

/** The same run from its start and its drags alone, as fast as possible and in other pieces. */
async function repeated(name: string, given: RunSetup, drags: readonly Drag[], to: number): Promise<Recorded> {
  const { host, pass, rows } = testEngine();
  const { posed } = await host.open(system(name), {}, null);
  await host.begin(given, posed.start, {}, [], false, drags);
  await host.runTo(to / 3);
  pass(60_000);
  await host.pause();
  await host.runTo(to);
  pass(60_000);
  return rows();
}

/** Some body that moves. */
async function bodyOf(name: string): Promise<string> {
  const { model } = await testEngine().host.open(system(name), {}, null);
  return model.bodies[model.bodies.length - 1].name;
}

describe.each([
  ["double-pendulum", setup],
  ["double-pendulum", { ...setup, integrator: "bdf", tolerance: 1e-6 }],
  ["double-pendulum", { ...setup, step: 0.003, integrator: "rk4" }],
  ["four-bar", setup],
  // Thousands of rows for each step, which take several calls.
  ["double-pendulum", { ...setup, sampleEvery: 1e-5 }],
] as const)("drags of %s", (name, given) => {
  test(`are repeated to the last bit: ${given.integrator}, rows every ${given.sampleEvery} s`, async () => {
    const { rows, drags } = await dragged(name, await bodyOf(name), given);
    expect(drags.filter(({ hold }) => hold === null)).toHaveLength(2);
    expect(drags.length).toBeGreaterThan(12);
    const again = await repeated(name, given, drags, rows.t.at(-1) ?? 0);
    const width = rows.values.length / rows.t.length;
    const common = Math.min(rows.t.length, again.t.length);
    expect(common).toBeGreaterThan(rows.t.length - 2);
    expect(again.values.slice(0, common * width)).toEqual(rows.values.slice(0, common * width));
    // Without the drags it is another run, so that the comparison says something.
    const free = await repeated(name, given, [], rows.t.at(-1) ?? 0);
    expect(free.values.slice(0, common * width)).not.toEqual(rows.values.slice(0, common * width));
  });
});

test("a new drag takes the place of those that are still to be repeated", async () => {
  const { drags } = await dragged("double-pendulum", await bodyOf("double-pendulum"), setup);
  const { host, pass } = testEngine();
  const { posed } = await host.open(system("double-pendulum"), {}, null);
  await host.begin(setup, posed.start, {}, [], false, drags);
  await host.play(1);
  pass(300);
  const hold = drags.find((each) => each.hold !== null)?.hold ?? null;
  await host.hold(hold);
  pass(20);
  await host.hold(null);
  pass(20);
  const made = await host.drags();
  expect(made.at(-1)?.hold).toBeNull();
  expect(made.length).toBeLessThan(drags.length);
  expect(made.slice(0, 3)).toEqual(drags.slice(0, 3));
});
