import { describe, expect, it } from "vitest";
import { embedded } from "../../src/formulation/loops/embedded/embedded.js";
import { treeAugmented } from "../../src/formulation/loops/tree-augmented/tree-augmented.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { relativeError } from "../support/numbers.js";

/* Constraints on modal amplitudes, which are several coordinates of one node, and across flexible bodies. */

const arm = mechanism("arm")
  .beam("beam", {
    length: 1,
    section: { kind: "rectangle", width: 0.02, height: 0.01 },
    material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
    modes: { z: 3 },
  })
  .revolute("shoulder", { parent: "ground", child: "beam", axis: [0, 1, 0] })
  .body("load", { mass: 1, com: [0.2, 0, 0], inertia: [0.01, 0.01, 0.01] })
  .revolute("elbow", { parent: "beam_tip", child: "load", axis: [0, 1, 0] });

const amplitude = (coordinate: number) => ({ joint: "beam", coordinate }) as const;
const shoulder = { joint: "shoulder", coordinate: 0 } as const;
const elbow = { joint: "elbow", coordinate: 0 } as const;

const tied: readonly { readonly name: string; readonly model: Model }[] = [
  {
    name: "an amplitude that follows the clock",
    model: arm.prescribe("tie", { ...amplitude(1), motion: [0, 0.01, 0.3] }).build(),
  },
  {
    name: "an amplitude that follows a hinge",
    model: arm.coupler("tie", { driven: amplitude(2), driving: shoulder, polynomial: [0, 0.1, 0.2] }).build(),
  },
  {
    name: "a hinge that follows an amplitude",
    model: arm.coupler("tie", { driven: shoulder, driving: amplitude(1), polynomial: [0, 3] }).build(),
  },
  {
    name: "two amplitudes of one beam",
    model: arm.coupler("tie", { driven: amplitude(2), driving: amplitude(0), polynomial: [0, 0.2] }).build(),
  },
  {
    name: "hinges at both ends of a beam",
    model: arm.coupler("tie", { driven: elbow, driving: shoulder, polynomial: [0, 0.5, 0.1] }).build(),
  },
];

describe.each(tied)("$name", ({ model }) => {
  it("motion and joint loads by the recursion = by the mass matrix", () => {
    // Together, because some loads are zero but for rounding.
    const [fast, dense] = (["tree-augmented", "mass-matrix"] as const).map((formulation) => {
      const { names, column } = simulate(model, 2e-3, {
        formulation,
        integrator: "rk4",
        step: 1e-4,
        channels: ["load"],
      });
      const gather = (isLoad: boolean): number[] =>
        names.filter((name) => name.startsWith("load.") === isLoad).flatMap((name) => Array.from(column(name)));
      return { motion: gather(false), loads: gather(true) };
    });
    expect(relativeError(fast.motion, dense.motion)).toBeLessThan(1e-10);
    expect(relativeError(fast.loads, dense.loads)).toBeLessThan(1e-10);
  });

  it("is refused by embedded, taken by tree-augmented", () => {
    const topology = buildTopology(model);
    expect(embedded.refuses(model, topology)).toMatch(/flexible body "beam"/);
    expect(treeAugmented.refuses(model, topology)).toBeNull();
  });
});
