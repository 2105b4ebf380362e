import { describe, expect, test } from "vitest";
import { traceLoads } from "../../../src/formulation/loads/loads.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { rotateAbout, screwAlong } from "../../../src/model/builder/joint.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { CoordinateOptions } from "../../../src/model/joints/joint-definition.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { explodeState } from "../../support/explode-state.js";
import { measured } from "./measure-cut.js";
import { refusal } from "../../support/refusal.js";

/* What frames show of the coordinates of a joint, and what they do not. */

const body = { mass: 1, inertia: [0.4, 0.5, 0.6] as [number, number, number] };

describe("turns", () => {
  const hinge = (kind: "revolute" | "screw") => {
    const joint = { parent: "ground", child: "wheel", axis: [0, 0, 1], stiffness: 1 } as const;
    const start = mechanism("turning").body("wheel", body);
    return (kind === "screw" ? start.screw("j", { ...joint, pitch: 0.01 }) : start.revolute("j", joint)).build();
  };
  const seen = (model: Model, angle: number, withTurns = false): number => {
    const topology = buildTopology(model);
    const state = { t: 0, q: Float64Array.of(angle), v: Float64Array.of(0) };
    const { z, ...bodies } = explodeState(model, topology, state);
    return measured(explode(model), "j", withTurns && z ? { ...bodies, z } : bodies).q[0];
  };

  test("without turns in the state, frames show the angle of a hinge between -π and π", () => {
    expect(seen(hinge("revolute"), 4)).toBeCloseTo(4 - 2 * Math.PI, 12);
    expect(seen(hinge("revolute"), -3)).toBeCloseTo(-3, 12);
  });

  test("the state tells the turns", () => {
    for (const angle of [-40, -3, 0.5, 4, 100]) expect(seen(hinge("revolute"), angle, true)).toBeCloseTo(angle, 11);
  });

  test("the advance of a screw tells its turns", () => {
    for (const angle of [-40, -3, 0.5, 4, 100]) expect(seen(hinge("screw"), angle)).toBeCloseTo(angle, 11);
  });
});

describe("refused", () => {
  const hinge = (options: CoordinateOptions): Model =>
    mechanism("refused")
      .body("wheel", body)
      .revolute("axle", { parent: "ground", child: "wheel", axis: [0, 0, 1], ...options })
      .build();
  const run = (model: Model) => simulate(explode(model), 0.1, { formulation: "mass-matrix" });

  test("armature of a cut joint", () => {
    expect(refusal(() => run(hinge({ armature: 0.1 })))).toEqual({
      code: "armature-on-cut-joint",
      subject: 'joint "axle"',
      value: 0.1,
    });
  });

  test("a range that nothing holds is none of a cut joint's business", () => {
    expect(() => run(hinge({ lower: -7, upper: 7, rest: 5, damping: 1 }))).not.toThrow();
  });

  test("loads along axes that frames do not show", () => {
    const model = mechanism("refused")
      .body("wheel", body)
      .general("axle", {
        parent: "ground",
        child: "wheel",
        axes: [rotateAbout([0, 0, 1], { damping: 1 }), screwAlong([1, 0, 0], 0.1)],
      })
      .build();
    const exploded = explode(model);
    const tree = new TreeProgram(buildSkeleton(exploded, buildTopology(exploded)));
    expect(refusal(() => traceLoads(tree.begin("loads")))).toEqual({
      code: "cut-joint-loads",
      subject: 'joint "axle"',
      value: "axle",
    });
  });
});
