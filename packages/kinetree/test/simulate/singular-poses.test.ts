import { describe, expect, it, test } from "vitest";
import { formulations } from "../../src/formulation/formulations.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { integrators, type IntegratorName } from "../../src/integrate/integrators.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { Sample } from "../../src/simulate/batch/batch-types.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import type { SimulationResult } from "../../src/simulate/run/result.js";
import { sub } from "../../src/graph/num.js";
import type { Probe } from "../../src/evaluate/probes/probe-types.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { GROUND } from "../../src/model/types.js";
import { rod } from "../../src/systems/parts/rod.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { fourBarRow } from "../../src/systems/linkages/four-bar-row.js";
import { sliderCrank } from "../../src/systems/linkages/slider-crank.js";
import type { StateByJoint } from "../../src/state/state.js";
import { refusal } from "../support/refusal.js";

const link = rod([0, 0, 0], [0, 0, 1], { mass: 1, radius: 0.02 });
const across = rod([0, 0, 0], [1, 0, 0], { mass: 1, radius: 0.02 });

/** Rods that lie level, one on the other: where crank and coupler turn against each other. */
const LEVEL = Math.PI / 2;

/** Links of a row at one angle, with one speed: it moves as one parallelogram. */
function together(n: number, angle: number, speed: number): StateByJoint {
  const names = (kind: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${kind}${i}`);
  const all = (sign: number, of: readonly string[], value: number): [string, number][] =>
    of.map((name) => [name, sign * value]);
  const links = names("link", n + 1);
  const couplers = names("coupler", n);
  const by = (value: number): Record<string, number> =>
    Object.fromEntries([...all(1, links, value), ...all(-1, couplers, value)]);
  return { q: by(angle), v: by(speed) };
}

/** Angles of links and couplers of a row differ from the first by so much at most: on the branch that goes on smoothly. */
function offBranch({ names, rows, t }: SimulationResult): number {
  const at = (name: string): number => names.indexOf(name);
  const angles = names.filter((name) => /^q\.(link|coupler)\d+$/.test(name));
  let most = 0;
  for (let k = 0; k < t.length; k++) {
    const row = rows.subarray(k * names.length, (k + 1) * names.length);
    const first = row[at("q.link0")];
    for (const name of angles)
      most = Math.max(most, Math.abs((name.startsWith("q.link") ? 1 : -1) * row[at(name)] - first));
  }
  return most;
}

/** How often the first link has passed the level. */
const passesOf = (result: SimulationResult): number =>
  Math.floor((Math.abs(result.column("q.link0").at(-1) as number) + LEVEL) / Math.PI);

/** The largest error of the energy at a recorded instant, relative to the energy exchanged. */
function energyError(result: SimulationResult): number {
  const [kinetic, potential] = ["energy.kinetic", "energy.potential"].map((name) => result.column(name));
  const total = kinetic.map((value, k) => value + potential[k]);
  const exchanged = result.energy?.exchanged ?? NaN;
  return Math.max(...total.map((value) => Math.abs(value - total[0]))) / exchanged;
}

const withLoops = formulations.map(({ name }) => name).filter((name) => name !== "articulated");
/** In absolute coordinates steps take longer: some integrators of each kind. */
const inAbsolute: readonly string[] = ["rk4", "dop853", "radau5", "bdf"];
const isTried = (formulation: string, integrator: string): boolean =>
  !["partitioned", "augmented"].includes(formulation) || inAbsolute.includes(integrator);
const stepping = integrators.map(({ name }) => name).filter((name): name is IntegratorName => name !== "auto");

/** Errors of an energy that is kept at these settings: those of a linkage without such a pose, with a factor of ten. */
const settings: Readonly<Partial<Record<IntegratorName, readonly [RunOptions, number]>>> = {
  "euler-cromer": [{ step: 1e-3 }, 0.7],
  rk4: [{ step: 1e-2 }, 1.5e-6],
  rkf45: [{ tolerance: 1e-6 }, 3e-5],
  "dormand-prince": [{ tolerance: 1e-6 }, 1e-6],
  dop853: [{ tolerance: 1e-6 }, 5e-6],
  bdf: [{ tolerance: 1e-6 }, 1e-5],
  radau5: [{ tolerance: 1e-6 }, 3e-7],
  rosenbrock: [{ tolerance: 1e-6 }, 1e-6],
  "generalized-alpha": [{ tolerance: 1e-5 }, 1e-3],
  hht: [{ tolerance: 1e-5 }, 1e-3],
};

describe("a rhombic four-bar goes through ten level poses: on its branch, energy kept", () => {
  const pairs = withLoops.flatMap((formulation) => stepping.map((integrator) => ({ formulation, integrator })));
  it.each(pairs.filter(({ formulation, integrator }) => isTried(formulation, integrator)))(
    "$formulation, $integrator",
    ({ formulation, integrator }) => {
      const [options, allowed] = settings[integrator] ?? [{ tolerance: 1e-6 }, 1e-6];
      const result = simulate(fourBarRow({ n: 1 }), 10, {
        formulation,
        integrator,
        ...options,
        channels: ["energy"],
        state: together(1, 0, 1),
      });
      expect(result.end).toBe("finished");
      expect(passesOf(result)).toBeGreaterThanOrEqual(10);
      expect(offBranch(result)).toBeLessThan(1e-6);
      expect(energyError(result)).toBeLessThan(allowed);
    },
  );
});

describe("the constrained equations pass the level as well", () => {
  it.each(["bdf", "radau5", "generalized-alpha", "hht"] as const)("%s", (integrator) => {
    const [options, allowed] = settings[integrator] ?? [{}, 0];
    const result = simulate(fourBarRow({ n: 1 }), 10, {
      formulation: "constrained",
      integrator,
      ...options,
      channels: ["energy"],
      state: together(1, 0, 1),
    });
    expect(passesOf(result)).toBeGreaterThanOrEqual(10);
    expect(offBranch(result)).toBeLessThan(1e-6);
    expect(energyError(result)).toBeLessThan(allowed);
  });
});

describe("whatever the start speed", () => {
  const speeds = [-9.7, -5, -2.3, -0.4, 0.1, 0.7, 3.1, 8.3];
  it.each(["embedded", "tree-augmented"] as const)("%s", (formulation) => {
    const simulation = createSimulation(fourBarRow({ n: 2 }), { formulation });
    for (const speed of speeds) {
      const result = simulation.run(5, { state: together(2, 0, speed) });
      expect(Math.abs(result.energy?.relative ?? NaN)).toBeLessThan(1e-8);
      expect(offBranch(result)).toBeLessThan(1e-6);
      expect(result.warnings).toEqual([]);
    }
  });
});

test("forty four-bars in a row pass together", () => {
  const result = simulate(fourBarRow({ n: 40 }), 2.9, { state: together(40, 0, 1), tolerance: 1e-6 });
  expect(passesOf(result)).toBeGreaterThanOrEqual(3);
  expect(offBranch(result)).toBeLessThan(1e-6);
  expect(Math.abs(result.energy?.relative ?? NaN)).toBeLessThan(1e-5);
});

describe("other linkages with singular poses keep their energy", () => {
  const cases = [
    ["parallelogram", fourBar({ coupler: 2, rocker: 1, ground: 2 }), { crank: 5 }],
    ["antiparallelogram", fourBar({ coupler: 2, rocker: 1, ground: 2, branch: "crossed" }), { crank: 5 }],
    ["kite", fourBar({ coupler: 2, rocker: 2, ground: 1 }), { crank: 5 }],
    ["slider-crank with equal lengths", sliderCrank({ crank: 1, rod: 1 }), { crank: 5 }],
  ] as const;
  it.each(cases)("%s", (_, model, v) => {
    for (const formulation of ["embedded", "tree-augmented", "partitioned"] as const) {
      const { end, energy } = simulate(model, 5, { formulation, integrator: "dop853", state: { v } });
      expect({ formulation, end, isKept: Math.abs(energy?.relative ?? NaN) < 1e-8 }).toEqual({
        formulation,
        end: "finished",
        isKept: true,
      });
    }
  });
});

test("closures that never lose rank stop no run, however much their quality falls", () => {
  // Links geared to one another: the rhombus' motion without its level pose.
  const model = mechanism("geared")
    .gravity(0, 0, -9.81)
    .body("first", link)
    .body("second", link)
    .body("carried", across)
    .revolute("first", { parent: GROUND, child: "first", axis: [0, 1, 0] })
    .revolute("second", { parent: GROUND, child: "second", at: [1, 0, 0], axis: [0, 1, 0] })
    .revolute("carried", { parent: "first", child: "carried", at: [0, 0, 1], axis: [0, 1, 0] })
    .gear("together", { driven: "second", driving: "first", ratio: 1 })
    .gear("level", { driven: "carried", driving: "first", ratio: -1 })
    .build();
  for (const tolerance of [1e-3, 1e-4, 1e-5, 1e-6])
    for (const formulation of ["tree-augmented", "embedded", "mass-matrix"] as const) {
      const options = { formulation, tolerance, integrator: "dop853", state: { v: { first: 1 } } } as const;
      expect(simulate(model, 10, options).end).toBe("finished");
    }
});

describe("a start in the level pose", () => {
  const model = fourBarRow({ n: 1 });

  it.each(withLoops)("with speeds goes on along them: %s", (formulation) => {
    for (const integrator of ["dop853", "radau5"] as const) {
      const result = simulate(model, 3, { formulation, integrator, state: together(1, LEVEL, 5) });
      expect(offBranch(result)).toBeLessThan(1e-6);
      expect(Math.abs(result.energy?.relative ?? NaN)).toBeLessThan(1e-8);
    }
  });

  /** Coupler and link 1 swing about the end of link 0, which stands still: the other motion through the pose. */
  const swing: StateByJoint = {
    q: { link0: LEVEL, link1: LEVEL, coupler0: -LEVEL },
    v: { link0: 0, link1: 5, coupler0: 5 },
  };

  it.each(withLoops)("takes the other motion if the speeds are along that: %s", (formulation) => {
    const result = simulate(model, 0.6, { formulation, integrator: "dop853", state: swing });
    for (const angle of result.column("q.link0")) expect(Math.abs(angle - LEVEL)).toBeLessThan(1e-8);
    expect(result.column("v.link1")[0]).toBe(5);
    expect(Math.abs(result.energy?.relative ?? NaN)).toBeLessThan(1e-8);
  });

  test("at rest is refused", () => {
    expect(refusal(() => simulate(model, 1, { state: together(1, LEVEL, 0) })).code).toBe("singular-start");
  });

  test("with speeds along neither motion is refused", () => {
    const { q } = together(1, LEVEL, 5);
    const state = { q: q ?? {}, v: { link0: 5, link1: 3 } };
    expect(refusal(() => simulate(model, 1, { state })).code).toBe("singular-start-speeds");
  });
});

describe("reached at rest, the pose ends the run at once", () => {
  // From 30 degrees below the level, with just the energy to reach it: (2/3 + 1) ω² / 2 = 2 g sin 30°.
  const below = (2 * Math.PI) / 3;
  const speed = Math.sqrt((2 * 2 * 9.81 * 0.5) / (2 / 3 + 1));
  it.each(withLoops)("%s", (formulation) => {
    const options = { formulation, integrator: "dop853", maxSteps: 2000, state: together(1, below, -speed) } as const;
    expect(refusal(() => simulate(fourBarRow({ n: 1 }), 3, options)).code).toBe("closures-singular");
  });
});

describe("samples and events within a passage", () => {
  const options = { formulation: "tree-augmented", integrator: "dop853", channels: ["energy"] } as const;
  const state = together(1, 0, 1);

  test("samples are as good as those of the steps", () => {
    const result = simulate(fourBarRow({ n: 1 }), 1, { ...options, state, sampleEvery: 1e-3 });
    expect(energyError(result)).toBeLessThan(1e-9);
    expect(offBranch(result)).toBeLessThan(1e-9);
  });

  test("an event in the pose itself is found there, and may end the run", () => {
    const events = [{ name: "level", when: (probe: Probe) => sub(probe.q("link0"), LEVEL), terminal: true }];
    const result = simulate(fourBarRow({ n: 1 }), 1, { ...options, state, events });
    expect(result.end).toBe("event");
    expect(result.events.map(({ name }) => name)).toEqual(["level"]);
    expect(Math.abs(result.final.q[0] - LEVEL)).toBeLessThan(1e-9);
  });
});

test("a passage is no work of an implicit integrator", () => {
  const state = together(1, 0, 1);
  expect(simulate(fourBarRow({ n: 1 }), 1, { integrator: "dop853", state }).implicit).toBeNull();
});

describe("the same bits", () => {
  const model = fourBarRow({ n: 1 });

  it.each(withLoops)("however often the motion is recorded: %s", (formulation) => {
    const options = { formulation, tolerance: 1e-6, state: together(1, 0, 1) } as const;
    const [often, rarely] = [0.01, 2].map((sampleEvery) => simulate(model, 2, { ...options, sampleEvery }));
    expect(often.final).toEqual(rarely.final);
    expect(often.counts).toEqual(rarely.counts);
  });

  it.each(["embedded", "tree-augmented", "mass-matrix"] as const)("in a batch: %s", async (formulation) => {
    const options = { formulation, tolerance: 1e-6 } as const;
    const states = [1, 2.5, -3].map((speed) => together(1, 0, speed));
    const sample = (i: number): Sample => ({ state: states[i] });
    const batch = await runBatch(model, { ...options, tEnd: 3, samples: states.length, sample });
    states.forEach((state, i) => {
      const single = simulate(model, 3, { ...options, state });
      expect(batch.end[i]).toBe("finished");
      expect(batch.stateAt(i)).toEqual(single.final);
    });
  });

  it.each<FormulationName>(["embedded", "tree-augmented", "partitioned", "augmented"])(
    "resumed from checkpoints all along the way: %s",
    (formulation) => {
      const options = { formulation, integrator: "dormand-prince", tolerance: 1e-6 } as const;
      const simulation = createSimulation(model, options);
      const whole = simulation.run(2, { state: together(1, 0, 1) });
      const run = simulation.begin(2, { state: together(1, 0, 1) });
      const checkpoints = [];
      while (run.advance(formulation === "augmented" ? 20 : 12)) checkpoints.push(run.checkpoint());
      run.finish();
      expect(checkpoints.length).toBeGreaterThan(2);
      for (const checkpoint of checkpoints) {
        const resumed = simulation.resume(checkpoint);
        while (resumed.advance(1000));
        expect(resumed.finish().final).toEqual(whole.final);
      }
    },
  );
});
