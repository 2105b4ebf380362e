import { describe, expect, it } from "vitest";
import { newtonMatrix } from "../../../src/formulation/implicit/newton-matrix.js";
import { traceEquations, type ClosureLevel } from "../../../src/formulation/implicit/trace-equations.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { mechanism, type AnyMechanism } from "../../../src/model/builder/mechanism.js";
import { GROUND, type Model } from "../../../src/model/types.js";
import { fourBarRow } from "../../../src/systems/linkages/four-bar-row.js";
import type { Vec3R as Vec3 } from "../../../src/model/real.js";
import { buildTopology } from "../../../src/topology/build-topology.js";

type AddJoint = (soFar: AnyMechanism, name: string, ends: { parent: string; child: string; at: Vec3 }) => AnyMechanism;

const joints: Readonly<Record<string, AddJoint>> = {
  "revolute along y": (m, name, ends) => m.revolute(name, { ...ends, axis: [0, 1, 0] }),
  revolute: (m, name, ends) => m.revolute(name, { ...ends, axis: [1, 2, 3] }),
  prismatic: (m, name, ends) => m.prismatic(name, { ...ends, axis: [0.3, 0, 1] }),
  screw: (m, name, ends) => m.screw(name, { ...ends, axis: [0, 0, 1], pitch: 0.1 }),
  cylindrical: (m, name, ends) => m.cylindrical(name, { ...ends, axis: [1, 0, 1] }),
  universal: (m, name, ends) => m.universal(name, { ...ends, axis1: [1, 0, 0], axis2: [0, 1, 0] }),
  "constant-velocity": (m, name, ends) => m.constantVelocity(name, { ...ends, axis: [0, 0, 1], xAxis: [1, 0, 0] }),
  planar: (m, name, ends) => m.planar(name, { ...ends, axis: [0, 0, 1], xAxis: [1, 0, 0] }),
  spherical: (m, name, ends) => m.spherical(name, ends),
  free: (m, name, ends) => m.free(name, ends),
};

/** Body i on joint i, whose parent is given; springs pull it towards another body, where there is one. */
function treeOf(
  n: number,
  add: AddJoint,
  parentOf: (i: number) => number,
  springTo: (i: number) => number = () => -1,
): Model {
  const name = (i: number): string => (i < 0 ? GROUND : `b${i}`);
  const start: AnyMechanism = mechanism(`tree of ${n}`).gravity(0, 0, -9.81);
  const built = start.repeat(n, (soFar, i) => {
    const body = { mass: 1 + 0.1 * i, com: [0.1, 0.2, -0.3] as const, inertia: [0.3, 0.4, 0.5] as const };
    const jointed = add(soFar.body(name(i), body), `j${i}`, {
      parent: name(parentOf(i)),
      child: name(i),
      at: [0.1, 0, -0.7],
    });
    const other = springTo(i);
    if (other < 0) return jointed;
    return jointed.pointSpring(`s${i}`, {
      a: name(other),
      b: name(i),
      stiffness: 100,
      damping: 1,
      freeLength: 0.1,
    });
  });
  return built.build();
}

/** Solutions that one set of factors is made for: what both cost together is what a step costs. */
const SOLVES_A_FACTOR = 20;

/** Multiplications per body of factors and the solutions with them. */
function costPerBody(model: Model, level: ClosureLevel): number {
  const skeleton = buildSkeleton(model, buildTopology(model));
  const equations = traceEquations(new TreeProgram(skeleton, 0), level, false);
  const { factorCost, solveCost } = newtonMatrix(skeleton, equations, () => true).pattern;
  return (factorCost + SOLVES_A_FACTOR * solveCost) / model.bodies.length;
}

/** From n to 2 n bodies: 1 where the cost is linear, 2 where it is quadratic, 4 where it is cubic. */
function growth(make: (n: number) => Model, level: ClosureLevel = "rates", n = 40): number {
  return costPerBody(make(2 * n), level) / costPerBody(make(n), level);
}

describe("multiplications of a Newton step per body do not grow with the number of bodies", () => {
  it.each([
    ["revolute", 40],
    ["spherical", 20],
    ["constant-velocity", 20],
  ])("chain of %s joints", (kind, size) => {
    expect(growth((n) => treeOf(n, joints[kind], (i) => i - 1), "rates", size)).toBeLessThan(1.1);
  });

  it("chain of all kinds of joints in turn, and few bodies cost no more than many", () => {
    const kinds = Object.values(joints);
    const add: AddJoint = (m, name, ends) => kinds[Number(name.slice(1)) % kinds.length](m, name, ends);
    const chain = (n: number): Model => treeOf(n, add, (i) => i - 1);
    const [few, some, many] = [1, 2, 4].map((rounds) => costPerBody(chain(rounds * kinds.length), "rates"));
    expect(many / some).toBeLessThan(1.2);
    expect(few).toBeLessThan(1.05 * many);
  });

  const chainOf80 = costPerBody(
    treeOf(80, joints["revolute"], (i) => i - 1),
    "rates",
  );
  it.each([
    ["binary", (i: number) => Math.floor((i + 1) / 2) - 1],
    ["star", (i: number) => (i === 0 ? -1 : 0)],
    ["comb", (i: number) => (i % 2 === 0 ? i - 2 : i - 1)],
  ] as const)("%s trees of any size cost no more than a chain", (_, parentOf) => {
    for (const n of [10, 80])
      expect(costPerBody(treeOf(n, joints["revolute"], parentOf), "rates")).toBeLessThan(1.1 * chainOf80);
  });

  it("chain whose neighbours pull at one another", () => {
    const make = (n: number): Model =>
      treeOf(
        n,
        joints["revolute"],
        (i) => i - 1,
        (i) => i - 2,
      );
    expect(growth(make, "rates", 80)).toBeLessThan(1.1);
  });

  it("row of four-bars, each on the one before", () => {
    expect(growth((n) => fourBarRow({ n, coupling: "nested" }), "stabilised", 40)).toBeLessThan(1.1);
  });
});
