import { describe, expect, test } from "vitest";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { refusal } from "../../support/refusal.js";

/* Constant-velocity joints that are bent through half a turn: the quaternion across them goes on, though frames alone do not tell its sign. */

const body = { mass: 1, inertia: [0.4, 0.5, 0.6] as [number, number, number], com: [0, 0, 0.2] as const };

const shaft = (isSprung: boolean): Model =>
  mechanism("shaft")
    .gravity(0, 0, -9.81)
    .body("shaft", body)
    .constantVelocity("cv", {
      parent: "ground",
      child: "shaft",
      axis: [0, 0, 1],
      xAxis: [1, 0, 0],
      ...(isSprung ? { first: { stiffness: 0.3 }, second: { stiffness: 0.8 } } : {}),
    })
    .build();

/** The same joint closes a loop that a free joint opens. */
const looped = (isSprung: boolean): Model => {
  const model = mechanism("loop")
    .gravity(0, 0, -9.81)
    .body("shaft", body)
    .free("loose", { parent: "ground", child: "shaft", role: "tree" })
    .constantVelocity("cv", {
      parent: "ground",
      child: "shaft",
      axis: [0, 0, 1],
      xAxis: [1, 0, 0],
      role: "loop",
      ...(isSprung ? { first: { stiffness: 0.3 }, second: { stiffness: 0.8 } } : {}),
    });
  return model.build();
};

describe.each([
  { q: [3, 0], v: [1, 0] },
  { q: [3, 0.3], v: [4, -1] },
  { q: [0.4, 0.3], v: [4, -1] },
  { q: [2 * Math.PI + 3, 0.3], v: [6, 0.5] },
])("$q at $v", ({ q, v }) => {
  test.each([false, true])("like the tree, with springs: %s", (isSprung) => {
    const options = { tolerance: 1e-8, state: { q: { cv: q }, v: { cv: v } } } as const;
    const reference = simulate(shaft(isSprung), 1, { ...options, formulation: "articulated" });
    const sheets = reference.column(reference.names[0]).map((a) => Math.floor((a / Math.PI + 1) / 2));
    expect(new Set(sheets).size).toBeGreaterThan(1);
    for (const formulation of ["partitioned", "augmented"] as const) {
      const found = simulate(shaft(isSprung), 1, { ...options, formulation });
      reference.final.q.forEach((x, i) => expect(Math.abs(found.final.q[i] - x)).toBeLessThan(1e-5));
      expect(found.energy?.relative).toBeLessThan(1e-7);
    }
  });
});

test.each(["tree-augmented", "mass-matrix", "partitioned", "augmented"] as const)(
  "as a loop joint, %s",
  (formulation) => {
    // About x, as the first coordinate of the tree counts: R = Rx(α).
    const [a, speed] = [2.5, 4];
    const tree = simulate(shaft(true), 1, {
      tolerance: 1e-8,
      formulation: "articulated",
      state: { q: { cv: [a, 0] }, v: { cv: [speed, 0.5] } },
    });
    const [bodies] = [{ q: { loose: [0, 0, 0, Math.cos(a / 2), Math.sin(a / 2), 0, 0] } }];
    // At β = 0 the second coordinate turns about (0, cos(α/2), −sin(α/2)) of the shaft.
    const v = { loose: [speed, 0.5 * Math.cos(a / 2), -0.5 * Math.sin(a / 2), 0, 0, 0] };
    const loop = simulate(looped(true), 1, { tolerance: 1e-8, formulation, state: { ...bodies, v } });
    expect(tree.final.q[0]).toBeGreaterThan(Math.PI);
    tree.final.q.forEach((x, i) => expect(Math.abs((loop.final.z?.[i] ?? NaN) - x)).toBeLessThan(1e-5));
    expect(loop.energy?.relative).toBeLessThan(1e-7);
  },
);

test("a start with the second bend at half a turn, where the first has no rate, is refused", () => {
  for (const angle of [Math.PI, -Math.PI, 3 * Math.PI])
    for (const formulation of ["articulated", "mass-matrix", "partitioned", "augmented"] as const)
      expect(refusal(() => simulate(shaft(false), 1, { formulation, state: { q: { cv: [0.3, angle] } } }))).toEqual({
        code: "singular-start",
        subject: 'joint "cv"',
        value: [0.3, angle],
      });
});
