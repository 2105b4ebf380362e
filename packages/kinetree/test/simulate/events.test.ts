import { describe, expect, it, test } from "vitest";
import type { StateByJoint } from "../../src/state/state.js";
import { cos } from "../../src/graph/elementary.js";
import { add, mul, neg, square, sub } from "../../src/graph/num.js";
import { methods } from "../../src/integrate/method.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import type { EventSpec } from "../../src/simulate/plan/plan-options.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { period } from "../integrate/pendulum-motion.js";
import { GRAVITY, projectile } from "./slider.js";

const height: EventSpec["when"] = (probe) => probe.q("flight", 1);
const above = (level: number, rest: Partial<EventSpec> = {}): EventSpec => ({
  name: `above ${level}`,
  when: (probe) => sub(height(probe), level),
  ...rest,
});
const angle: EventSpec = { name: "down", when: (probe) => probe.q("hinge") };
const timesOf = (events: readonly { readonly state: { readonly t: number } }[]): number[] =>
  events.map(({ state }) => state.t);
const relative = (value: number, exact: number): number => Math.abs(value / exact - 1);

/** Thrown upwards at 10 m/s from 0: at height z at (v ∓ √(v² − 2 g z)) / g. */
const thrown: StateByJoint = { q: { flight: [0, 0] }, v: { flight: [3, 10] } };
const passing = (level: number, sign: 1 | -1): number => (10 + sign * Math.sqrt(100 - 2 * GRAVITY * level)) / GRAVITY;

describe.each(Object.values(methods).filter(({ tableau }) => tableau.order > 1))("projectile with $name", (method) => {
  const options = { integrator: method.name, step: 0.0731, events: [above(2, { direction: "rising" }), above(0)] };

  it("instants on the way up and down / roots of the parabola to 1e-12", () => {
    const { events } = simulate(projectile(), 3, { ...options, state: thrown });
    expect(events.map(({ name }) => name)).toEqual(["above 2", "above 0"]);
    expect(relative(events[0].state.t, passing(2, -1))).toBeLessThan(1e-12);
    expect(relative(events[1].state.t, passing(0, 1))).toBeLessThan(1e-12);
  });

  it("state at an event / on the parabola", () => {
    const { events } = simulate(projectile(), 3, { ...options, state: thrown });
    const { t, q, v } = events[1].state;
    expect(Math.abs(q[1])).toBeLessThan(1e-12);
    expect(relative(q[0], 3 * t)).toBeLessThan(1e-12);
    expect(relative(v[1], -10)).toBeLessThan(1e-12);
  });
});

describe("pendulum from rest at 2.5 rad", () => {
  const T = period(2.5);
  const quarters = (first: number, every: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => ((first + every * i) * T) / 4);

  it.each([
    { direction: "both", exact: quarters(1, 2, 4) },
    { direction: "falling", exact: quarters(1, 4, 2) },
    { direction: "rising", exact: quarters(3, 4, 2) },
  ] as const)("passages of the lowest point, $direction / odd quarters of the period", ({ direction, exact }) => {
    for (const integrator of ["dormand-prince", "dop853"] as const) {
      const events = [{ ...angle, direction }];
      const state = { q: { hinge: 2.5 } };
      const found = timesOf(simulate(pendulum(), 2 * T, { integrator, tolerance: 1e-14, state, events }).events);
      expect(found.length).toBe(exact.length);
      found.forEach((t, i) => expect(relative(t, exact[i])).toBeLessThan(1e-12));
    }
  });

  it("passages of a measure made of elementary functions / passages of the angle it hides", () => {
    const events: EventSpec[] = [
      { name: "cosine", when: (probe) => sub(cos(probe.q("hinge")), Math.cos(1.2)) },
      { name: "angle", when: (probe) => sub(square(probe.q("hinge")), 1.44) },
    ];
    const found = simulate(pendulum(), T, { tolerance: 1e-12, state: { q: { hinge: 2.5 } }, events }).events;
    expect(found.map(({ name }) => name).sort()).toEqual([
      "angle",
      "angle",
      "angle",
      "angle",
      ...Array<string>(4).fill("cosine"),
    ]);
    for (const name of ["angle", "cosine"]) {
      const times = timesOf(found.filter((event) => event.name === name));
      // The angle passes ±1.2 symmetrically about each quarter.
      expect(relative(times[0] + times[1], T / 2)).toBeLessThan(1e-10);
      expect(relative(times[2] + times[3], (3 * T) / 2)).toBeLessThan(1e-10);
    }
  });
});

describe("within one step", () => {
  const oneStep = { integrator: "rk4", step: 1, state: { q: { flight: [0, 20] }, v: { flight: [1, 0] } } } as const;
  const fallTo = (level: number): number => Math.sqrt((2 * (20 - level)) / GRAVITY);

  test("two events / both, in order of time whatever the order of asking", () => {
    for (const levels of [
      [19, 17],
      [17, 19],
    ]) {
      const result = simulate(projectile(), 1, { ...oneStep, events: levels.map((level) => above(level)) });
      expect(result.counts.accepted).toBe(1);
      expect(result.events.map(({ name }) => name)).toEqual(["above 19", "above 17"]);
      expect(relative(result.events[0].state.t, fallTo(19))).toBeLessThan(1e-12);
      expect(relative(result.events[1].state.t, fallTo(17))).toBeLessThan(1e-12);
    }
  });

  test("a terminal event before another / ends the run, and the other does not happen", () => {
    const events = [above(17), above(19, { terminal: true })];
    const result = simulate(projectile(), 1, { ...oneStep, events, sampleEvery: 0.1 });
    expect(result.end).toBe("event");
    expect(result.events.map(({ name }) => name)).toEqual(["above 19"]);
    expect(result.final).toEqual(result.events[0].state);
    expect(Array.from(result.t)).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.4, result.final.t]);
  });

  test("a terminal event after another / both happen", () => {
    const events = [above(17, { terminal: true }), above(19)];
    const result = simulate(projectile(), 1, { ...oneStep, events });
    expect(result.events.map(({ name }) => name)).toEqual(["above 19", "above 17"]);
    expect(result.final.t).toBe(result.events[1].state.t);
  });

  test("two passages of one event / are found by looks, eight of which are in a step, and between them", () => {
    const state = { q: { flight: [0, 0] }, v: { flight: [0, 10] } };
    const events = [above(5.05)]; // the top is at 5.097 m; the ball is above for 0.2 s
    const run = (step: number): number =>
      simulate(projectile(), 3, { state, events, integrator: "rk4", step }).events.length;
    expect(run(1.5)).toBe(2); // a look every 0.19 s
    expect(run(3)).toBe(2); // looks at 0.75 s, 1.125 s
  });
});

describe("an event function that is zero", () => {
  const ticking = { integrator: "rk4", step: 0.25 } as const;

  test("at the end of a step / one event, there and not in the next step again", () => {
    for (const when of [(probe) => sub(probe.t, 0.5), (probe) => neg(sub(probe.t, 0.5))] as EventSpec["when"][]) {
      const { events } = simulate(pendulum(), 1, { ...ticking, events: [{ name: "half", when }] });
      expect(timesOf(events)).toEqual([0.5]);
    }
  });

  test("at the start / no event until it comes back", () => {
    const state = { v: { hinge: 1 } };
    const T = period(2 * Math.asin(1 / (2 * Math.sqrt(GRAVITY)))); // v = 2 √(g/l) sin(a/2) at the lowest point
    const { events } = simulate(pendulum(), 0.9 * T, { tolerance: 1e-13, state, events: [angle] });
    expect(events.length).toBe(1);
    expect(relative(events[0].state.t, T / 2)).toBeLessThan(1e-12);
  });

  test("only touched / no event", () => {
    const when: EventSpec["when"] = (probe) => square(sub(probe.t, 0.4));
    expect(simulate(pendulum(), 1, { ...ticking, events: [{ name: "touch", when }] }).events).toEqual([]);
  });

  test("at tEnd / an event at tEnd", () => {
    const when: EventSpec["when"] = (probe) => sub(probe.t, 1);
    const result = simulate(pendulum(), 1, { events: [{ name: "end", when, terminal: true }] });
    expect(timesOf(result.events)).toEqual([1]);
    expect(result.end).toBe("event");
  });
});

describe("instants", () => {
  it.each([0.1, 1 / 3, 0.123456789, 2.999999])("t - %f passes zero / there, to the last place or two", (instant) => {
    const when: EventSpec["when"] = (probe) => sub(probe.t, instant);
    const [event] = simulate(pendulum(), 3, { state: { q: { hinge: 1 } }, events: [{ name: "now", when }] }).events;
    expect(relative(event.state.t, instant)).toBeLessThan(4 * Number.EPSILON);
  });

  it("far from time zero / as exact as the clock", () => {
    const when: EventSpec["when"] = (probe) => sub(probe.t, 1e6 + 1 / 3);
    const state = { t: 1e6, q: { hinge: 1 } };
    const [event] = simulate(pendulum(), 1e6 + 1, { state, events: [{ name: "now", when }] }).events;
    expect(relative(event.state.t, 1e6 + 1 / 3)).toBeLessThan(4 * Number.EPSILON);
  });
});

test("events / do not depend on samples and measures, nor change the run", () => {
  const state = { q: { hinge: 2 } };
  const plain = simulate(pendulum(), 5, { state });
  const watched = createSimulation(pendulum(), {
    events: [angle],
    measures: { twice: (probe) => mul(2, probe.q("hinge")), late: (probe) => add(probe.t, 1) },
  });
  const runs = [0.01, 5].map((sampleEvery) => watched.run(5, { state, sampleEvery }));
  expect(runs[0].events).toEqual(runs[1].events);
  expect(runs[0].final).toEqual(plain.final);
  expect(runs[0].counts).toEqual(plain.counts);
});

describe("two passages within one step", () => {
  const top = (10 * 10) / (2 * GRAVITY);
  // Above the level for 2 √(2 · 1e-6 / g) = 0.9 ms, near the top of a flight of 3 s.
  it.each(["dop853", "dormand-prince", "bdf", "radau5"] as const)("both are found by %s", (integrator) => {
    const level = top - 1e-6;
    const { events } = simulate(projectile(), 3, {
      state: thrown,
      integrator,
      tolerance: 1e-9,
      events: [above(level)],
    });
    expect(events).toHaveLength(2);
    expect(Math.abs(events[1].state.t - events[0].state.t - 2 * Math.sqrt(2e-6 / GRAVITY))).toBeLessThan(1e-4);
  });

  it("with fixed steps", () => {
    const options = { state: thrown, integrator: "rk4", step: 0.0731, events: [above(top - 1e-6)] } as const;
    expect(simulate(projectile(), 3, options).events).toHaveLength(2);
  });

  it("a terminal one ends the run at the first of them", () => {
    const { end, final } = simulate(projectile(), 3, {
      state: thrown,
      integrator: "dop853",
      events: [above(top - 1e-6, { terminal: true })],
    });
    expect(end).toBe("event");
    expect(final.t).toBeLessThan(10 / GRAVITY);
  });

  it("none where the level is not reached", () => {
    const { events } = simulate(projectile(), 3, { state: thrown, integrator: "dop853", events: [above(top + 1e-6)] });
    expect(events).toHaveLength(0);
  });
});
