import * as fc from "fast-check";
import { namedSystem, systems } from "kinetree/systems";
import { describe, expect, it } from "vitest";
import type { RunStatus } from "../../src/engine/protocol.js";
import { RunHistory } from "../../src/run/history.js";
import { columnReader } from "../../src/workbench/cursor-values.js";
import { formatCount, formatLive, formatNumber } from "../../src/ui/behaviour/number-text.js";
import { realText } from "../../src/workbench/model-real.js";
import { optionLabel, systemChoices, systemDefaults } from "../../src/workbench/parameters/system-options.js";
import { fromRollPitchYaw, rollPitchYaw, type Quat } from "../../src/workbench/rotation.js";
import { timelineEnd } from "../../src/workbench/transport/timeline.js";
import { movedJoints } from "../../src/workbench/pose/posed-joints.js";
import { runState } from "../../src/workbench/transport/run-readout.js";

describe("numbers for reading", () => {
  it.each([
    [0, "0"],
    [0.1 + 0.2, "0.3"],
    [1234567, "1234570"],
    [1e-9, "1e-9"],
    [-2.5e12, "-2.5e12"],
    [Number.NaN, "not a number"],
  ])("%s is %s", (value, text) => expect(formatNumber(value)).toBe(text));

  it("of a live value keep their width over a change of sign", () => {
    expect(formatLive(-1.25).length).toBe(formatLive(1.25).length);
  });

  it("of counts are grouped", () => expect(formatCount(1234567)).toBe("1\u202f234\u202f567"));
});

describe("expressions as text", () => {
  const [m, l] = [{ parameter: "m" }, { parameter: "l" }];
  it.each([
    [{ op: "mul" as const, args: [m, { op: "add" as const, args: [l, 1] }] }, "m * (l + 1)"],
    [{ op: "sub" as const, args: [m, { op: "sub" as const, args: [l, 1] }] }, "m - (l - 1)"],
    [{ op: "div" as const, args: [{ op: "mul" as const, args: [m, l] }, 2] }, "m * l / 2"],
    [{ op: "neg" as const, args: [{ op: "add" as const, args: [m, l] }] }, "-(m + l)"],
    [{ op: "sqrt" as const, args: [{ op: "mul" as const, args: [-2, m] }] }, "sqrt((-2) * m)"],
    [3, "3"],
  ])("%j", (real, text) => expect(realText(real)).toBe(text));
});

it("roll, pitch and yaw lead back to the same turn", () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, part, part, (w, x, y, z) => {
      fc.pre(Math.hypot(w, x, y, z) > 0.1);
      const length = Math.hypot(w, x, y, z);
      const quat: Quat = [w / length, x / length, y / length, z / length];
      const back = fromRollPitchYaw(rollPitchYaw(quat));
      const same = Math.abs(quat.reduce((sum, each, i) => sum + each * back[i], 0));
      // Near straight up the pitch comes from an arcsine whose slope is infinite: half of the digits are lost there.
      expect(same).toBeGreaterThan(1 - 1e-7);
    }),
  );
});

describe("the end of a timeline", () => {
  it.each([
    [0, 0, null, 1],
    [0, 1.2, null, 2],
    [0, 2, null, 2],
    [0, 7, null, 10],
    [0, 3, 4, 4],
    [0, 6, 4, 10],
    [5, 5.5, null, 6],
  ])("from %s, recorded to %s, duration %s: %s", (first, last, duration, end) =>
    expect(timelineEnd(first, last, duration)).toBe(end),
  );
});

describe("columns at the time shown", () => {
  const columns = {
    run: 1,
    names: ["q.a", "v.a"],
    units: ["rad", "rad/s"],
    position: new Int32Array(),
    quaternion: new Int32Array(),
  };

  it("come from the last row at or before the time", () => {
    const history = new RunHistory(columns);
    history.push({ t: Float64Array.of(0, 1, 2), values: Float64Array.of(1, 10, 2, 20, 3, 30) });
    const read = columnReader({ opened: null, posed: null, result: null, history, cursor: 1.5 });
    expect([read("q.a"), read("v.a"), read("load.a.fx")]).toEqual([2, 20, null]);
  });

  it("come from a result file while one is open", () => {
    const t = Float64Array.of(0, 1);
    const values = Float64Array.of(5, 6);
    const result = { name: "r", names: ["q.a"], units: ["rad"], t, values, metadata: {}, warnings: [] };
    const read = columnReader({ opened: null, posed: null, result, history: null, cursor: 1 });
    expect([read("q.a"), read("v.a")]).toEqual([6, null]);
  });

  it("are unknown while nothing is open", () => {
    expect(columnReader({ opened: null, posed: null, result: null, history: null, cursor: 0 })("q.a")).toBeNull();
  });
});

describe("options of the named systems", () => {
  const words = systems.flatMap(({ name, defaults }) =>
    Object.entries(defaults)
      .filter(([, value]) => typeof value === "string")
      .map(([option]) => [name, option] as const),
  );

  it.each(words)("%s: %s may be one of the words listed, each of which builds", (name, option) => {
    const system = systems.find((each) => each.name === name);
    const choices = systemChoices(name, option) ?? [];
    expect(choices).toContain(system?.defaults[option]);
    for (const choice of choices) expect(() => system?.build({ [option]: choice })).not.toThrow();
  });

  it("are labelled in words", () => expect(optionLabel("upperAngleDeg")).toBe("upper angle [deg]"));
});

describe("what the run is doing", () => {
  const nothing = { result: null, status: null, history: null, playing: false };
  const history = new RunHistory({
    run: 1,
    names: [],
    units: [],
    position: new Int32Array(),
    quaternion: new Int32Array(),
  });
  const status = (state: RunStatus["state"]): RunStatus => ({
    run: 1,
    state,
    t: 0,
    realTimeFactor: 0,
    physicsShare: 0,
    steps: { accepted: 0, rejected: 0 },
    formulation: "",
    formulationReason: "",
    integratorNow: null,
    implicit: null,
    advice: null,
    warnings: [],
    integrator: "",
    compileMs: 0,
    trouble: null,
    last: null,
  });
  it.each([
    ["ready", nothing],
    ["compiling", { ...nothing, status: status("compiling") }],
    ["running", { ...nothing, history, status: status("running"), playing: true }],
    ["replaying", { ...nothing, history, status: status("paused"), playing: true }],
    ["paused", { ...nothing, history, status: status("paused") }],
    ["failed", { ...nothing, history, status: status("failed") }],
  ])("is %s", (word, state) => expect(runState(state)).toBe(word));
});

it("joints that moved are told by their names, each once", () => {
  expect(movedJoints(['joint "a"', 'joint "b" coordinate 1', 'joint "b" coordinate 2', "c"])).toEqual(["a", "b", "c"]);
});

it("a variant of the lander brings its own defaults", () => {
  expect(systemDefaults(namedSystem("europa-lander"), { variant: "literal" })["bellyFactor"]).toBe(1);
});
