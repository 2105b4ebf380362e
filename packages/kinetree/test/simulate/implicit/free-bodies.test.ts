import { describe, expect, it } from "vitest";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";

/** A rod that swings about a ball joint 1.2 m from its mass centre, described by a free joint that the ball joint closes. */
const rod = (): Model =>
  mechanism("rod")
    .gravity(0, 0, -9.81)
    .body("rod", { mass: 1, inertia: [0.01, 0.333, 0.333] })
    .free("float", { parent: "ground", child: "rod", role: "tree" })
    .spherical("pivot", { parent: "ground", child: "rod", childAt: { position: [-1.2, 0, 0] }, role: "loop" })
    .build();

describe("free bodies in loops", () => {
  const state = { q: { float: [1.2, 0, 0, 1, 0, 0, 0] } };
  const truth = simulate(rod(), 5, { state, integrator: "dop853", tolerance: 1e-11, formulation: "tree-augmented" });

  it.each(["radau5", "bdf"] as const)(
    "%s follows a rod beyond the pose at which its axes are far from the parent's",
    (integrator) => {
      const found = simulate(rod(), 5, { state, integrator, tolerance: 1e-6, formulation: "constrained" });
      expect(found.end).toBe("finished");
      found.final.q.forEach((value, i) => expect(value).toBeCloseTo(truth.final.q[i], 5));
    },
  );
});
