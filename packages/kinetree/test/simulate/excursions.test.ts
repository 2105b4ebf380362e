import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { RunFailedError } from "../../src/simulate/run/failure.js";
import { simulate } from "../../src/simulate/simulate.js";

function caught(run: () => unknown): RunFailedError {
  try {
    run();
  } catch (error) {
    if (error instanceof RunFailedError) return error;
    throw error;
  }
  throw new Error("the run was expected to fail");
}

/** A slider in free fall: x = -g t² / 2 with g = 2. */
const falling = (limits: object) =>
  mechanism("falling")
    .gravity(0, 0, -2)
    .parameter("floor", -0.25)
    .body("block", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "block", axis: [0, 0, 1], ...limits })
    .build();

describe("limits without stops", () => {
  it("are reported with the farthest recorded value / x = -t²", () => {
    const { excursions } = simulate(falling({ lower: param("floor"), upper: 1 }), 1);
    expect(excursions).toHaveLength(1);
    const [{ joint, limit, bound, value, t }] = excursions;
    expect([joint, limit, bound, t]).toEqual(["rail", "lower", -0.25, 1]);
    expect(value).toBeCloseTo(-1, 9);
  });

  it("follow the parameters of the run", () => {
    expect(simulate(falling({ lower: param("floor") }), 1, { parameters: { floor: -2 } }).excursions).toEqual([]);
  });

  it("with stiff stops are kept / depth below weight over stiffness twice", () => {
    // Without damping a block that falls from rest at the stop dips 2 m g / k below it; here it falls 0.25 m first:
    // k d² / 2 = m g (0.25 + d).
    const k = 1e4;
    const depth = (2 + Math.sqrt(4 + 2 * k * 2 * 0.25)) / k;
    const { column } = simulate(falling({ lower: -0.25, stopStiffness: k }), 1, { sampleEvery: 1e-3 });
    const lowest = Math.min(...column("q.rail"));
    expect(lowest).toBeGreaterThan(-0.25 - depth * (1 + 1e-9));
    expect(lowest).toBeLessThan(-0.25 - 0.9 * depth);
  });
});

describe("a run that fails", () => {
  it("hands over what it had recorded", () => {
    const runaway = mechanism("runaway")
      .gravity(0, 0, 0)
      .body("block", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "block", axis: [0, 0, 1], stiffness: 1e8 })
      .build();
    const failed = caught(() =>
      simulate(runaway, 10, { integrator: "rk4", step: 1e-2, sampleEvery: 1e-2, state: { q: { rail: 1 } } }),
    );
    expect(failed.recorded.end).toBe("not-finite");
    expect(failed.recorded.t.length).toBeGreaterThan(1);
    expect(failed.recorded.column("q.rail").every(Number.isFinite)).toBe(true);
  });
});
