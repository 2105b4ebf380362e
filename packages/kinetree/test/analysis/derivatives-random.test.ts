import { beforeAll, describe, expect, it } from "vitest";
import { createForwardDerivatives, createInverseDerivatives } from "../../src/analysis/derivatives.js";
import { treeProgramOf } from "../../src/analysis/dynamics-derivatives.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { traceLoads } from "../../src/formulation/loads/loads.js";
import { articulatedBody } from "../../src/formulation/recursions/articulated/articulated-body.js";
import { coordinateRate } from "../../src/formulation/tree/coordinate-rates.js";
import { TreeInstance } from "../../src/formulation/tree/tree-instance.js";
import type { Num } from "../../src/graph/graph.js";
import type { Rec } from "../../src/kernel/record.js";
import { seedOf, traceTangent } from "../../src/kernel/tangent.js";
import type { Model } from "../../src/model/types.js";
import { mechanisms } from "../support/mechanisms.js";
import { difference, drawer, moved, relativeDistance } from "./derivative-systems.js";

/* Random trees of all joint types, drawn forwards and backwards, with random loads and parameters. */

interface Row {
  readonly name: string;
  /** Relative distances of directional derivatives from differences, by variable; null where a corner is too near to tell. */
  readonly forward: Readonly<Record<string, number | null>>;
  readonly inverse: Readonly<Record<string, number | null>>;
  /** Distance of −M⁻¹ ∂ID from the tangent of the articulated-body recursion itself, as a part of the latter. */
  readonly roads: number;
}

/** Differences of two step sizes that agree with one another: what they say of an exact derivative. */
function distance(exact: readonly number[], f: (x: number) => ArrayLike<number>): number | null {
  const [coarse, fine] = [difference(f, 2e-3), difference(f, 5e-4)];
  if (relativeDistance(coarse, fine) > 1e-7) return null; // a corner of a curve, stop or table lies between
  return relativeDistance(exact, fine);
}

const product = (A: { rows: number; cols: number; data: Float64Array }, x: ArrayLike<number>): number[] =>
  Array.from({ length: A.rows }, (_, i) =>
    Array.from({ length: A.cols }, (_, j) => A.data[i * A.cols + j] * x[j]).reduce((sum, y) => sum + y, 0),
  );

/** ∂v̇ along a direction of q and one of v together, straight through the articulated-body recursion. */
function directTangent(
  model: Model,
  point: Required<Omit<OperatingPoint, "z">>,
  dq: Float64Array,
  dv: Float64Array,
): Float64Array {
  const tree = treeProgramOf(model, "this test");
  const { program, skeleton } = tree;
  const { nv } = skeleton;
  const [vdot, dqRec, dvRec, rate] = [0, 1, 2, 3].map(() => program.state<{ x: readonly Num[] }>({ x: nv }));
  program.begin("values");
  articulatedBody(tree, traceLoads(tree), vdot);
  const steps = [...program.steps];
  program.begin("tangent");
  const ofV = seedOf(program, tree.v, dvRec);
  const seed = (rec: Rec): Rec | null => {
    const { firstSlot, layout } = rec;
    if (rec.home !== tree.q.home || layout.size === 0) return ofV(rec);
    const node = skeleton.nodes.find(({ q, nq }) => firstSlot >= q && firstSlot + layout.size <= q + nq);
    if (!node) throw new Error(`coordinates ${firstSlot} to ${firstSlot + layout.size - 1} belong to several nodes`);
    if (layout.size === node.nq) return coordinateRate(tree, node, dqRec);
    // A part of a node's coordinates, which a load reads: rates of plain coordinates.
    return program.slice(dqRec, node.v + firstSlot - node.q, { q: layout.size });
  };
  traceTangent(program, { steps, seed, results: [{ of: vdot, into: rate }] });
  const instance = new TreeInstance(tree);
  instance.fill(tree.t, point.t);
  instance.write(tree.q, point.q);
  instance.write(tree.v, point.v);
  instance.write(tree.tau, point.tau);
  instance.write(tree.u, point.u);
  instance.write(dqRec, dq);
  instance.write(dvRec, dv);
  instance.run("values");
  instance.run("tangent");
  const out = new Float64Array(nv);
  instance.read(out, rate, 0);
  return out;
}

describe("derivatives of random mechanisms", () => {
  const rows: Row[] = [];

  beforeAll(() => {
    for (const { model, state, inputs, vdot, nv } of mechanisms(2024, 30, { maxBodies: 6 })) {
      const evaluator = createEvaluator(model);
      const draw = drawer(state.q.length + 1);
      const point = { ...state, ...inputs };
      const [dq, dv] = [0, 1].map(() => Float64Array.from({ length: nv }, draw));
      const along = (values: Float64Array, d: Float64Array, x: number): Float64Array =>
        values.map((y, i) => y + x * d[i]);
      const fd = (changed: Partial<OperatingPoint>): Float64Array =>
        evaluator.forwardDynamics({ ...point, ...changed }, { ...point, ...changed });
      const id = (changed: Partial<OperatingPoint>, a = vdot): Float64Array =>
        evaluator.inverseDynamics({ ...point, ...changed }, a, { ...point, ...changed });
      const q = (x: number): Float64Array => moved(model, point.q, dq, x);

      const forward = createForwardDerivatives(model, ["q", "v", "tau"]);
      forward.at(point);
      const [byQ, byV, byTau] = (["q", "v", "tau"] as const).map((by) => forward.jacobian(by));
      const inverse = createInverseDerivatives(model, ["q", "v", "vdot"]);
      inverse.at(point, vdot);
      const direct = directTangent(model, point, dq, dv);
      const composed = product(byQ, dq).map((x, i) => x + product(byV, dv)[i]);
      rows.push({
        name: model.name,
        forward: {
          q: distance(product(byQ, dq), (x) => fd({ q: q(x) })),
          v: distance(product(byV, dv), (x) => fd({ v: along(point.v, dv, x) })),
          tau: distance(product(byTau, dv), (x) => fd({ tau: along(point.tau, dv, x) })),
        },
        inverse: {
          q: distance(product(inverse.jacobian("q"), dq), (x) => id({ q: q(x) })),
          v: distance(product(inverse.jacobian("v"), dv), (x) => id({ v: along(point.v, dv, x) })),
          vdot: distance(product(inverse.jacobian("vdot"), dv), (x) => id({}, along(vdot, dv, x))),
        },
        roads: relativeDistance(composed, direct),
      });
    }
  });

  it.each(["forward", "inverse"] as const)("of %s dynamics agree with differences to 1e-8", (which) => {
    const told = rows.flatMap((row) =>
      Object.entries(row[which]).map(([by, error]) => ({ name: row.name, by, error })),
    );
    const clear = told.filter(({ error }) => error !== null);
    expect(clear.filter(({ error }) => !((error as number) < 1e-8))).toEqual([]);
    expect(clear.length).toBeGreaterThan(0.8 * told.length);
  });

  it("of forward dynamics agree on two roads: −M⁻¹ ∂ID, and the tangent of the articulated-body recursion", () => {
    // Both round; κ(M) reaches some 1e5 among these, and stiff stops make derivatives of 1e6.
    expect(rows.filter(({ roads }) => !(roads < 1e-11)).map(({ name, roads }) => ({ name, roads }))).toEqual([]);
  });
});
