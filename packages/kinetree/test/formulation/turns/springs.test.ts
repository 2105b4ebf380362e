import { describe, expect, test } from "vitest";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import type { IntegratorName } from "../../../src/integrate/integrators.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Actuator, CoordinateProperties, Model } from "../../../src/model/types.js";
import { compareFormulations } from "../../../src/simulate/compare/compare.js";
import type { RunOptions } from "../../../src/simulate/options/options.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { sliderCrank } from "../../../src/systems.js";
import type { StateByJoint } from "../../../src/state/state.js";

/* Loads that look at angles see them with their turns, in every formulation, at every step, however often a run is sampled. */

const TOLERANCE = 1e-7;
const closed = ["tree-augmented", "mass-matrix", "partitioned", "augmented"] as const satisfies FormulationName[];

const withCrank = (properties: Partial<CoordinateProperties>): Model => {
  const model = sliderCrank();
  const joints = model.joints.map((joint) =>
    joint.name === "crank"
      ? { ...joint, coordinates: joint.coordinates.map((own) => ({ ...own, ...properties })) }
      : joint,
  );
  return { ...model, joints };
};

interface Ending {
  readonly q: number;
  readonly relative: number;
  readonly range: number;
}

function ending(
  model: Model,
  tEnd: number,
  start: StateByJoint,
  options: RunOptions,
  sampleEvery: number,
  u?: Float64Array,
): Ending {
  const run = simulate(model, tEnd, {
    tolerance: TOLERANCE,
    ...options,
    sampleEvery,
    state: start,
    ...(u ? { u } : {}),
  });
  const crank = run.column("q.crank");
  return {
    q: crank[crank.length - 1],
    relative: run.energy?.relative ?? NaN,
    range: Math.max(...crank) - Math.min(...crank),
  };
}

/** Loads on the crank that depend on its angle, with the speed and the angle that it starts with. */
const cases: readonly {
  readonly name: string;
  readonly model: Model;
  readonly start: StateByJoint;
  readonly turns: number;
  readonly u?: Float64Array;
}[] = [
  {
    name: "a spring that is wound up and unwinds",
    model: withCrank({ stiffness: 0.05 }),
    start: { v: { crank: 120 } },
    turns: 4,
  },
  {
    name: "a spring that starts several turns from its rest",
    model: withCrank({ stiffness: 0.05, rest: 30 }),
    start: { q: { crank: 8 * Math.PI + 0.2 }, v: { crank: 100 } },
    turns: 2,
  },
  {
    name: "stops beyond a turn",
    model: withCrank({ stopStiffness: 40, stopDamping: 0.01, lower: -1, upper: 15 }),
    start: { v: { crank: 60 } },
    turns: 2,
  },
  {
    name: "an actuator that sets a stiffness",
    model: {
      ...sliderCrank(),
      actuators: [
        {
          kind: "impedance",
          name: "servo",
          joint: "crank",
          coordinate: 0,
          stiffness: [0, 0.1],
          damping: [0, 0],
          rest: 12,
          gain: 1,
          lower: null,
          upper: null,
        } satisfies Actuator,
      ],
    },
    start: { v: { crank: 90 } },
    turns: 2,
    u: Float64Array.of(0.5),
  },
];

describe.each(cases)("$name", ({ model, start, turns, u }) => {
  const reference = ending(model, 0.5, start, { formulation: "embedded" }, 0.005, u);

  test("turns as often as the case is about", () => {
    expect(reference.range).toBeGreaterThan(2 * Math.PI * turns);
    expect(reference.relative).toBeLessThan(1e-4);
  });

  test.each(closed)("%s ends where embedded does", (formulation) => {
    const found = ending(model, 0.5, start, { formulation }, 0.1, u);
    expect(Math.abs(found.q - reference.q)).toBeLessThan(1e-3);
    expect(found.relative).toBeLessThan(1e-4);
  });

  test.each(["partitioned", "augmented"] as const)("%s does not depend on how often it is sampled", (formulation) => {
    const [seldom, often] = [0.25, 0.01].map((every) => ending(model, 0.5, start, { formulation }, every, u));
    expect(seldom.q).toBe(often.q);
  });
});

describe("integrators", () => {
  const model = withCrank({ stiffness: 0.05 });
  const start = { v: { crank: 120 } };
  const tEnd = 0.15;
  const reference = ending(model, tEnd, start, { formulation: "embedded" }, tEnd).q;

  test.each([
    ["dop853", { tolerance: TOLERANCE }],
    ["rk4", { step: 1e-4 }],
    ["bdf", { tolerance: 1e-6 }],
    ["radau5", { tolerance: 1e-6 }],
    ["rosenbrock", { tolerance: 1e-5 }],
    ["generalized-alpha", { tolerance: 1e-5 }],
  ] as const satisfies readonly (readonly [IntegratorName, object])[])("%s", (integrator, steps) => {
    const formulation = integrator === "bdf" ? "augmented" : "partitioned";
    const run = simulate(model, tEnd, { ...steps, integrator, formulation, sampleEvery: tEnd, state: start });
    expect(reference).toBeGreaterThan(4 * Math.PI);
    expect(Math.abs(run.column("q.crank")[1] - reference)).toBeLessThan(0.02);
  });
});

describe("a joint that closes a loop", () => {
  /** The crank's hinge is cut, and the slider carries the mechanism. */
  const roles = { crank: "loop", rod: "tree", slider: "tree", pin: "tree" } as const;
  const model = withCrank({ stiffness: 0.05 });
  const cut: Model = {
    ...model,
    joints: model.joints.map((joint) => ({ ...joint, role: roles[joint.name as keyof typeof roles] })),
  };
  const reference = simulate(model, 0.5, {
    tolerance: TOLERANCE,
    formulation: "embedded",
    state: { v: { crank: 120 } },
  });
  const start = { v: { slider: reference.column("v.slider")[0] } };

  test.each(["embedded", ...closed] as const)("%s", (formulation) => {
    const run = simulate(cut, 0.5, { tolerance: TOLERANCE, formulation, state: start });
    expect(Math.abs((run.final.z?.[0] ?? NaN) - reference.column("q.crank")[100])).toBeLessThan(1e-3);
    expect(run.energy?.relative).toBeLessThan(1e-4);
    // The angle belongs to the state: a run goes on from there as if it had not been interrupted.
    const first = simulate(cut, 0.3, { tolerance: TOLERANCE, formulation, state: start });
    const second = simulate(cut, 0.5, { tolerance: TOLERANCE, formulation, state: first.final });
    expect(Math.abs((second.final.z?.[0] ?? NaN) - (run.final.z?.[0] ?? NaN))).toBeLessThan(1e-3);
    expect(Math.abs(first.final.z?.[0] ?? 0)).toBeGreaterThan(Math.PI);
  });
});

test("all formulations agree when they are compared", () => {
  const model = withCrank({ stiffness: 0.05 });
  const { verdict } = compareFormulations(model, 0.2, { state: { v: { crank: 120 } } });
  expect(verdict.outcome).toBe("agree");
});

test("a step of several turns counts them all", () => {
  // Nothing but the cut joint between the two, which turns freely and hardly feels its spring: steps are as long as the run lets them be.
  const rotor = { mass: 1, inertia: [0.4, 0.5, 0.6] as [number, number, number] };
  const model = mechanism("rotor")
    .body("wheel", rotor)
    .revolute("axle", { parent: "ground", child: "wheel", axis: [0, 0, 1] })
    .cylindrical("twin", {
      parent: "ground",
      child: "wheel",
      axis: [0, 0, 1],
      role: "loop",
      rotation: { stiffness: 1e-9 },
    })
    .build();
  const run = simulate(model, 100, { tolerance: 1e-6, formulation: "tree-augmented", state: { v: { axle: 50 } } });
  expect(run.counts.accepted).toBeLessThan(50);
  expect(run.final.z?.[0]).toBeCloseTo(run.column("q.axle")[100], 6);
});
