import { describe, expect, it } from "vitest";
import { KinetreeError } from "../../src/errors/kinetree-error.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { jointsFromState, neutralState, stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { solidBox, solidSphere } from "../../src/model/bodies/solids.js";
import type { Model } from "../../src/model/types.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { hingeChain, sphericalChain } from "../../src/systems/chains/chain.js";
import { nPendulum } from "../../src/systems/chains/n-pendulum.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { drawer, moved, somePoint } from "./derivative-systems.js";

const g = 9.81;
/** Positions are settled to 1e-10 rad or m; forces to 1e-10 of weight and stiffness. */
const SETTLED = 1e-9;

const q = (model: Model, joints: Record<string, number | number[]>): Float64Array =>
  stateFromJoints(model, { q: joints }).q;

/** Root of a monotonic function between two places. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0 === f(a) > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

describe("known positions of rest", () => {
  it("a mass on a spring hangs by m g / k", () => {
    const model = mechanism("spring")
      .body("mass", solidSphere(2, 0.1))
      .prismatic("slide", { parent: "ground", child: "mass", axis: [0, 0, 1], stiffness: 300, rest: 0.1 })
      .build();
    const { point, iterations, residual, isStable } = equilibrium(model);
    expect(Math.abs(point.q[0] - (0.1 - (2 * g) / 300))).toBeLessThan(SETTLED);
    expect(iterations).toBe(1); // a linear problem
    expect(residual).toBeLessThan(1e-12);
    expect(isStable).toBe(true);
  });

  it("a pendulum comes to hang, with the square of the error from step to step", () => {
    const model = pendulum();
    const { point, iterations, isStable } = equilibrium(model, { q: q(model, { hinge: 0.5 }) });
    expect(Math.abs(point.q[0])).toBeLessThan(SETTLED);
    expect(iterations).toBeLessThanOrEqual(5);
    expect(isStable).toBe(true);
  });

  it("an upright pendulum is the nearest balance, and said to be unstable", () => {
    const model = pendulum();
    const { point, isStable } = equilibrium(model, { q: q(model, { hinge: 3 }) }, { find: "nearest" });
    expect(Math.abs(point.q[0] - Math.PI)).toBeLessThan(SETTLED);
    expect(isStable).toBe(false);
  });

  it("from nearly upright it settles below all the same", () => {
    const model = pendulum();
    const { point, isStable } = equilibrium(model, { q: q(model, { hinge: 3 }) });
    expect(Math.abs(point.q[0])).toBeLessThan(SETTLED);
    expect(isStable).toBe(true);
  });

  it.each(["stable", "nearest"] as const)("a level pendulum, where the stiffness vanishes, yields: %s", (find) => {
    const model = pendulum();
    const { point } = equilibrium(model, { q: q(model, { hinge: Math.PI / 2 }) }, { find });
    expect(Math.abs(point.q[0])).toBeLessThan(SETTLED);
  });

  it("a spring-loaded rod rests where k θ = m g l cos θ", () => {
    const [m, l, k] = [1.5, 0.8, 6];
    const model = mechanism("arm")
      .body("rod", solidSphere(m, 0, [l, 0, 0]))
      // About −y the rod, level at 0, lifts with rising angle.
      .revolute("hinge", { parent: "ground", child: "rod", axis: [0, -1, 0], stiffness: k })
      .build();
    const expected = bisect((x) => k * x + m * g * l * Math.cos(x), -Math.PI, 0);
    expect(Math.abs(equilibrium(model).point.q[0] - expected)).toBeLessThan(SETTLED);
  });

  it("a crank with a spring to the wall rests where the energy is least", () => {
    const [m, l, k, free] = [2, 0.5, 400, 0.6];
    const wall = [0.9, 0, 0.3] as const;
    const model = mechanism("crank")
      .body("crank", { ...solidSphere(m, 0.05, [0.3, 0, 0]), frames: { pin: [l, 0, 0] } })
      .revolute("hinge", { parent: "ground", child: "crank", axis: [0, -1, 0] })
      .pointSpring("spring", { a: { body: "ground", at: wall }, b: "crank/pin", stiffness: k, freeLength: free })
      .build();
    // V = m g 0.3 sin θ + k (s − free)² / 2, s the distance of (l cos θ, l sin θ) from the wall's point
    const slope = (x: number): number => {
      const [dx, dz] = [l * Math.cos(x) - wall[0], l * Math.sin(x) - wall[2]];
      const s = Math.hypot(dx, dz);
      return m * g * 0.3 * Math.cos(x) + ((k * (s - free)) / s) * (-dx * l * Math.sin(x) + dz * l * Math.cos(x));
    };
    const { point, isStable } = equilibrium(model, { q: Float64Array.of(-0.2) });
    expect(Math.abs(slope(point.q[0]))).toBeLessThan(1e-7);
    expect(isStable).toBe(slope(point.q[0] + 1e-4) > slope(point.q[0] - 1e-4));
  });

  it("a torque tilts a pendulum to sin θ = τ / m g l", () => {
    const model = pendulum({ mass: 2, length: 0.7 });
    const tau = 5;
    const { point } = equilibrium(model, { tau: Float64Array.of(tau) });
    expect(Math.abs(point.q[0] - Math.asin(tau / (2 * g * 0.7)))).toBeLessThan(SETTLED);
    expect([...point.tau]).toEqual([tau]);
  });

  it("a body on a bushing sinks by m g / k and stays level", () => {
    const model = mechanism("mount")
      .body("engine", solidBox(50, [0.5, 0.4, 0.6]))
      .free("free", { parent: "ground", child: "engine" })
      .bushing("mount", {
        a: "ground",
        b: "engine",
        stiffness: { rotation: [900, 800, 700], translation: [5e4, 6e4, 7e4] },
      })
      .build();
    const { point, neutralDirections } = equilibrium(model, {
      q: q(model, { free: [0.01, 0.02, 0.1, Math.cos(0.2), 0, Math.sin(0.2), 0] }),
    });
    const [x, y, z, w, a, b, c] = point.q;
    expect(Math.max(...[x, y, z + (50 * g) / 7e4, a, b, c].map(Math.abs))).toBeLessThan(SETTLED);
    expect(Math.abs(w - 1)).toBeLessThan(1e-12);
    expect(neutralDirections).toBe(0);
  });

  it("parameters count", () => {
    const model = mechanism("spring")
      .parameter("k", 300)
      .body("mass", solidSphere(2, 0.1))
      .prismatic("slide", { parent: "ground", child: "mass", axis: [0, 0, 1], stiffness: param("k") })
      .build();
    const { point } = equilibrium(model, {}, { parameters: { k: 100 } });
    expect(Math.abs(point.q[0] + (2 * g) / 100)).toBeLessThan(SETTLED);
  });
});

describe.each([
  { name: "chain of 20 hinges", model: hingeChain({ n: 20 }), length: 1 },
  { name: "chain of 6 spherical joints", model: sphericalChain({ n: 6 }), length: 1 },
  { name: "pendulum of 8 links", model: nPendulum({ n: 8, length: 0.5 }), length: 0.5 },
])("any start, links turned by up to 3 rad: $name", ({ model, length }) => {
  const evaluator = createEvaluator(model);
  const n = model.bodies.length;
  const startsOf = (seeds: number): Float64Array[] =>
    Array.from({ length: seeds }, (_, k) => {
      const draw = drawer(k + 1);
      const neutral = neutralState(model);
      return moved(
        model,
        neutral.q,
        neutral.v.map(() => 3 * draw()),
        1,
      );
    });

  it("settles straight down", () => {
    for (const start of startsOf(5)) {
      const { point, isStable, iterations } = equilibrium(model, { q: start });
      // Links of 1 kg, mass centres at the depths (i + 1/2) l.
      const lowest = (-g * length * n * n) / 2;
      expect(Math.abs(evaluator.energy(point).potential / lowest - 1)).toBeLessThan(1e-12);
      expect(isStable).toBe(true);
      expect(iterations).toBeLessThan(50);
    }
  });

  it("finds some balance by Newton's method, where no force is missing", () => {
    for (const start of startsOf(30)) {
      const { point, residual, iterations } = equilibrium(model, { q: start }, { find: "nearest" });
      const left = evaluator.inverseDynamics(point, point.v).map(Math.abs);
      expect(Math.max(...left)).toBeLessThan(1e-9 * g * length * n * n);
      expect(residual).toBeLessThan(1e-9 * g * length * n * n);
      // Links may turn by 3 rad, 0.5 rad a step, and Newton's method ends in a few; spins without stiffness must not take the room.
      expect(iterations).toBeLessThan(40);
    }
  });
});

describe("directions that nothing resists", () => {
  it("a top hanging on a point may turn about the vertical", () => {
    const model = mechanism("bell")
      .body("bell", { mass: 3, com: [0, 0, -0.4], inertia: [0.2, 0.2, 0.1] })
      .spherical("pivot", { parent: "ground", child: "bell" })
      .build();
    const { neutralDirections, point, isStable } = equilibrium(model, { q: somePoint(model, 6).q });
    expect(neutralDirections).toBe(1);
    expect(isStable).toBe(true);
    const [w, x, y, z] = point.q;
    // Its mass centre is straight below: the body's z axis is the world's.
    expect(Math.abs(1 - 2 * (x * x + y * y) - 1)).toBeLessThan(1e-14);
    expect(Math.abs(Math.hypot(w, x, y, z) - 1)).toBeLessThan(1e-14);
  });

  it("a balanced arm rests everywhere: k a = m g", () => {
    // A spring without free length from a height a above the hinge to the mass at l: V = (m g − k a) l sin θ + const.
    const [m, a] = [2, 0.5];
    const model = mechanism("lamp")
      .body("arm", { ...solidSphere(m, 0.05, [0.7, 0, 0]), frames: { end: [0.7, 0, 0] } })
      .revolute("hinge", { parent: "ground", child: "arm", axis: [0, -1, 0] })
      .pointSpring("spring", {
        a: { body: "ground", at: [0, 0, a] },
        b: "arm/end",
        stiffness: (m * g) / a,
        freeLength: 0,
      })
      .build();
    const start = q(model, { hinge: 0.4 });
    const { neutralDirections, point, iterations } = equilibrium(model, { q: start });
    expect(neutralDirections).toBe(1);
    expect(iterations).toBe(0);
    expect(point.q[0]).toBe(start[0]);
  });

  it("a body alone in space is in balance in all six", () => {
    const model = mechanism("rock")
      .gravity(0, 0, 0)
      .body("rock", solidSphere(1, 1))
      .free("free", { parent: "ground", child: "rock" })
      .build();
    expect(equilibrium(model).neutralDirections).toBe(6);
  });
});

describe("pinned joints", () => {
  it("hold their coordinates, and the force that takes is told", () => {
    const model = doublePendulum({ mass1: 1, mass2: 2, length1: 0.5, length2: 0.4 });
    const { point, holding } = equilibrium(model, { q: q(model, { shoulder: 0.3 }) }, { pinned: ["shoulder"] });
    const { q: joints } = jointsFromState(model, point);
    expect(joints["shoulder"]).toBe(0.3);
    expect(Math.abs((joints["elbow"] as number) + 0.3)).toBeLessThan(SETTLED); // the lower rod hangs straight down
    // About y, holding against gravity at a positive angle takes a positive torque: both masses at the arm l₁ sin 0.3.
    expect(Math.abs(holding[0] - 3 * g * 0.5 * Math.sin(0.3))).toBeLessThan(1e-8);
    expect(holding[1]).toBe(0);
  });

  it("may be single coordinates", () => {
    const model = mechanism("puck")
      .gravity(0, -g, 0)
      .body("puck", solidSphere(1, 0.1))
      .planar("plane", { parent: "ground", child: "puck", axis: [0, 0, 1], xAxis: [1, 0, 0] })
      .build();
    const { holding, neutralDirections } = equilibrium(model, {}, { pinned: [{ joint: "plane", coordinate: 1 }] });
    expect([...holding]).toEqual([0, g, 0]);
    expect(neutralDirections).toBe(2);
  });

  it("a free joint as a whole", () => {
    const model = mechanism("rock")
      .body("rock", solidSphere(2, 1))
      .free("free", { parent: "ground", child: "rock" })
      .build();
    const { holding, iterations } = equilibrium(model, {}, { pinned: ["free"] });
    expect([...holding]).toEqual([0, 0, 0, 0, 0, 2 * g]);
    expect(iterations).toBe(0);
  });
});

describe("what cannot be", () => {
  const caught = (run: () => unknown): KinetreeError => {
    try {
      run();
    } catch (error) {
      if (error instanceof KinetreeError) return error;
      throw error;
    }
    throw new Error("nothing was thrown");
  };
  const falling = mechanism("falling")
    .body("stone", solidSphere(2, 0.1))
    .prismatic("shaft", { parent: "ground", child: "stone", axis: [0, 0, 1] })
    .build();

  it("a weight that nothing holds is named, with its force", () => {
    const error = caught(() => equilibrium(falling));
    expect([error.code, error.subject]).toEqual(["equilibrium-unresisted", 'joint "shaft"']);
    expect(error.value).toBeCloseTo(-2 * g, 12);
    expect(error.message).toMatch(/pin the joint/);
  });

  it("a free fall is named", () => {
    const model = mechanism("rock")
      .body("rock", { mass: 1, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1] })
      .free("free", { parent: "ground", child: "rock" })
      .build();
    expect(caught(() => equilibrium(model)).code).toBe("equilibrium-unresisted");
  });

  it("a torque beyond what the weight can balance leaves a force, told with its joint", () => {
    const model = pendulum();
    const error = caught(() => equilibrium(model, { q: q(model, { hinge: 0.3 }), tau: Float64Array.of(20) }));
    expect(error.subject).toBe('joint "hinge"');
    expect(error.code).toBe("equilibrium-not-found");
    // 20 − m g l where the pendulum is level, the least there is; of the places visited the best is told.
    expect(Math.abs(error.value as number)).toBeGreaterThanOrEqual(20 - g);
    expect(Math.abs(error.value as number)).toBeLessThan(1.01 * (20 - g));
  });

  it("too few steps are an error that names the joint and the force left over", () => {
    const model = nPendulum({ n: 8 });
    const error = caught(() => equilibrium(model, { q: somePoint(model, 1).q }, { maxIterations: 1 }));
    expect(error.code).toBe("equilibrium-not-found");
    expect(error.subject).toMatch(/^joint "joint\d"$/);
    expect(error.message).toMatch(/after 1 steps/);
  });

  it("unknown pins are refused with the nearest name", () => {
    const error = caught(() => equilibrium(falling, {}, { pinned: ["shift"] }));
    expect([error.code, error.message]).toEqual([
      "unknown-joint",
      'pinned joint "shift" is unknown. Did you mean "shaft"?',
    ]);
  });

  it("coordinates that a joint does not have, and parts of a rotation, are refused", () => {
    const ball = mechanism("ball")
      .body("ball", solidSphere(1, 0.1))
      .spherical("socket", { parent: "ground", child: "ball" })
      .build();
    expect(caught(() => equilibrium(falling, {}, { pinned: [{ joint: "shaft", coordinate: 1 }] })).code).toBe(
      "unknown-coordinate",
    );
    expect(caught(() => equilibrium(ball, {}, { pinned: [{ joint: "socket", coordinate: 1 }] })).code).toBe(
      "pin-part-of-rotation",
    );
  });

  it("a start of the wrong length is refused", () => {
    expect(caught(() => equilibrium(falling, { q: new Float64Array(3) })).code).toBe("wrong-length");
  });
});
