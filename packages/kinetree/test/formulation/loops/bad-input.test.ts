import { describe, expect, test } from "vitest";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { assemble } from "../../../src/formulation/loops/assemble/assemble.js";
import { neutralState, type State } from "../../../src/state/state.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { modelDefaults } from "../../../src/model/defaults.js";
import { identityPose } from "../../../src/model/pose.js";
import { GROUND, type Constraint, type Joint, type Model, type Pose } from "../../../src/model/types.js";
import { RunFailedError } from "../../../src/simulate/run/failure.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { sliderCrank } from "../../../src/systems/linkages/slider-crank.js";
import { formulationsOf, unlessRefused } from "../../support/closed-cases.js";
import { relativeError } from "../../support/numbers.js";

const axis = [0, 1, 0] as const;

/** Bars of these lengths in a row from the origin, and a pin that should be at x on the ground. */
function pinned(lengths: readonly number[], x: number): Model {
  const at = (place: number): Pose => ({ ...identityPose, position: [place, 0, 0] });
  const joints = [...lengths.keys(), lengths.length].map((i): Joint => ({
    name: i < lengths.length ? `joint${i}` : "pin",
    kind: "revolute",
    axis,
    parent: i === 0 ? GROUND : `bar${i - 1}`,
    child: i < lengths.length ? `bar${i}` : GROUND,
    X_parent_joint: at(i === 0 ? 0 : lengths[i - 1]),
    X_child_joint: at(i < lengths.length ? 0 : x),
    coordinates: [modelDefaults.coordinate],
    role: i < lengths.length ? "auto" : "loop",
  }));
  const bodies = lengths.map((length, i) => ({
    ...modelDefaults.body,
    name: `bar${i}`,
    mass: 1,
    com: [length / 2, 0, 0] as const,
    inertia: [0.1, 0.1, 0.1, 0, 0, 0] as const,
  }));
  const nothing = { parameters: [], loads: [], actuators: [], controllers: [] };
  return buildModel({ name: "row", bodies, joints, gravity: [0, 0, -9.81], ...nothing });
}

const failure = (make: () => unknown): RequestError => {
  try {
    make();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("loops that cannot close", () => {
  test("bars that are too short / the joint and the gap", () => {
    const error = failure(() => simulate(pinned([1, 1], 5), 1));
    expect(error).toMatchObject({ code: "cannot-close", subject: 'joint "pin"' });
    expect(Math.abs(error.value as number)).toBeCloseTo(3, 12);
  });

  test("a coordinate that the mechanism cannot have / the joint that stays open", () => {
    const rocker = { q: { rocker: 3 } };
    const error = failure(() => simulate(fourBar(), 1, { state: rocker }));
    expect(error).toMatchObject({ code: "cannot-close", subject: 'joint "pin"' });
  });

  test("a packed state that is open / the joint and the gap", () => {
    const state = neutralState(fourBar());
    state.q[0] += 1e-3;
    const error = failure(() => simulate(fourBar(), 1, { state }));
    expect(error).toMatchObject({ code: "loop-open", subject: 'joint "pin"' });
    // The crank turns by 1e-3 rad.
    expect(Math.abs(error.value as number)).toBeGreaterThan(1e-4);
    expect(Math.abs(error.value as number)).toBeLessThan(1e-2);
  });
});

describe("a parallelogram laid flat, which could fold either way", () => {
  const flat = mechanism("parallelogram")
    .body("left", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .body("top", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .body("right", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .revolute("left", { parent: "ground", child: "left", axis })
    .revolute("top", { parent: "left", child: "top", at: [1, 0, 0], axis })
    .revolute("right", { parent: "ground", child: "right", at: [1, 0, 0], axis })
    .revolute("pin", { parent: "top", child: "right", at: [1, 0, 0], childAt: [1, 0, 0], axis, role: "loop" })
    .build();

  test.each(formulationsOf(flat))("%s / refused, with the joint and the pose", (formulation) => {
    const error = failure(() => simulate(flat, 1, { formulation }));
    const value = new Float64Array(3);
    expect(error).toMatchObject({ code: "singular-start", subject: 'joint "pin"', value });
  });

  test("to one side of it / runs", () =>
    expect(simulate(flat, 0.1, { state: { q: { left: 0.2 } } }).end).toBe("finished"));
});

describe("a crank driven farther than the rod reaches", () => {
  const short = sliderCrank({ crank: 0.1, rod: 0.12, offset: 0.05 });
  const drive: Constraint = {
    kind: "motion",
    name: "drive",
    driven: { joint: "crank", coordinate: 0 },
    motion: { kind: "polynomial", coefficients: [0, -5] },
  };
  const driven = buildModel({ ...short, constraints: [drive] });
  const { state } = assemble(driven, neutralState(short));
  // Against the crank joint's direction the pin rises from 60 degrees; it is a rod's length away from the line, 0.17 m above
  // the pivot, nowhere, but 0.07 m below it is: sin = -0.7.
  const when = (Math.PI + Math.asin(0.7) - Math.PI / 3) / 5;

  test.each(formulationsOf(driven))("%s / stops where it locks up, with the joint and the time", (formulation) => {
    const runs = unlessRefused(() => {
      try {
        return simulate(driven, 2, { state, formulation });
      } catch (error) {
        if (error instanceof RunFailedError) return error;
        throw error;
      }
    });
    for (const error of runs) {
      if (!(error instanceof RunFailedError)) throw new Error("it went on");
      expect(["closures-singular", "step-too-small"]).toContain(error.code);
      expect((error.value as State).t).toBeCloseTo(when, 6);
      expect(error.subject).toMatch(/^joint "(rod|slider)"/);
      expect(error.recorded.t.length).toBeGreaterThan(10);
    }
  });
});

describe("constraints that say the same, or not", () => {
  const pose = { position: [0, 0, 0], rotation: [1, 0, 0, 0] } as const;
  const bodies = createEvaluator(fourBar()).bodies(neutralState(fourBar()));
  const end = bodies.find(({ name }) => name === "coupler")?.position ?? [];
  const reach = Math.hypot(...end);
  /** Rods from the origin to the coupler's joint on the crank, which keeps its distance anyway. */
  const rods = (...lengths: number[]): Model =>
    buildModel({
      ...fourBar(),
      constraints: lengths.map((length, i) => ({
        kind: "distance" as const,
        name: `rod${i}`,
        length,
        a: { body: "ground", pose },
        b: { body: "coupler", pose },
      })),
    });

  test("twice the same / named as redundant, and the motion is as without", () => {
    const { redundant, degreesOfFreedom } = assemble(rods(reach, reach), neutralState(fourBar()));
    expect(redundant.map(({ closure }) => closure)).toEqual(
      expect.arrayContaining(['constraint "rod0"', 'constraint "rod1"']),
    );
    expect(degreesOfFreedom).toBe(1);
    const start = { state: { v: { crank: 2 } } };
    const [plain, twice] = [fourBar(), rods(reach, reach)].map((model) => simulate(model, 0.3, start).final.q);
    expect(relativeError(twice, plain)).toBeLessThan(1e-7);
  });

  test("two that contradict each other / one of them", () => {
    const at = { ...pose, position: [0.1, 0, 0.05] as const };
    const torn = buildModel({
      ...fourBar(),
      constraints: [0.5, 0.7].map((length, i) => ({
        kind: "distance" as const,
        name: `rod${i}`,
        length,
        a: { body: "ground", pose },
        b: { body: "coupler", pose: at },
      })),
    });
    expect(failure(() => simulate(torn, 1))).toMatchObject({ code: "cannot-close", subject: 'constraint "rod0"' });
  });

  test("motions that the loop cannot have at once / the constraint and the speed that is left", () => {
    const move = (joint: string, rate: number): Constraint => ({
      kind: "motion",
      name: `turn ${joint}`,
      driven: { joint, coordinate: 0 },
      motion: { kind: "polynomial", coefficients: [0, rate] },
    });
    const torn = buildModel({ ...fourBar(), constraints: [move("crank", 1), move("rocker", 2)] });
    const error = failure(() => simulate(torn, 1));
    expect(error.code).toBe("speeds-break-loop");
    expect(error.subject).toMatch(/constraint "turn (crank|rocker)"|joint "pin"/);
  });
});

test("a weld drawn half a turn off / refused, since its residuals vanish there too", () => {
  const turned = mechanism("half a turn")
    .body("arm", { mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0] })
    .spherical("ball", { parent: "ground", child: "arm" })
    .weld("seam", {
      parent: "ground",
      child: "arm",
      at: { position: [0, 0, 0], axisAngle: [[0, 0, 1], Math.PI] },
      role: "loop",
    })
    .build();
  const error = failure(() => simulate(turned, 1));
  expect(error).toMatchObject({ code: "closed-wrong-way", subject: 'joint "seam"', value: "seam" });
});

test("a compound that spans the whole model / is solved like any other", () => {
  const ring = pinned([1, 1, 1, 1, 1, 1, 1, 1], 4);
  const start = assemble(ring, {
    ...neutralState(ring),
    q: Float64Array.from([-1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]),
  });
  expect(start.degreesOfFreedom).toBe(6);
  const [plain, embedded] = (["mass-matrix", "embedded"] as const).map((formulation) =>
    createEvaluator(ring, { formulation }).forwardDynamics(start.state),
  );
  expect(relativeError(embedded, plain)).toBeLessThan(1e-9);
});

test("20,000 fixed steps by embedded / closed to 1e-11 at the end", () => {
  const model = fourBar();
  const { final } = simulate(model, 20, {
    state: { v: { crank: 5 } },
    formulation: "embedded",
    integrator: "rk4",
    step: 1e-3,
  });
  expect(assemble(model, final).before).toBeLessThan(1e-11);
});
