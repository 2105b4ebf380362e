import { expect, it } from "vitest";
import { treeProgramOf } from "../../src/analysis/dynamics-derivatives.js";
import { moveInto } from "../../src/formulation/joints/move.js";
import { coordinateRate } from "../../src/formulation/tree/coordinate-rates.js";
import { TreeInstance } from "../../src/formulation/tree/tree-instance.js";
import type { Num } from "../../src/graph/graph.js";
import {
  allJoints,
  backwards,
  difference,
  moved,
  relativeDistance,
  somePoint,
} from "../analysis/derivative-systems.js";

const models = [allJoints(), backwards()].map((model) => ({ name: model.name, model }));

it.each(models)("q̇ = N(q) v is the rate of the motion along v: $name", ({ model }) => {
  const tree = treeProgramOf(model, "this test");
  const { program, skeleton } = tree;
  const rates = program.state<{ q: readonly Num[] }>({ q: skeleton.nq });
  for (const node of skeleton.nodes.filter(({ nq }) => nq > 0)) {
    const into = { rate: program.slice<{ q: readonly Num[] }>(rates, node.q, { q: node.nq }) };
    program.step(`copy ${node.nq}`, { rate: coordinateRate(tree, node, tree.v) }, ({ rate }) => ({ rate }), into);
  }
  const instance = new TreeInstance(tree);
  const { q, v } = somePoint(model, 4);
  instance.write(tree.q, q);
  instance.write(tree.v, v);
  instance.run("main");
  const out = new Float64Array(q.length);
  instance.read(out, rates, 0);
  expect(
    relativeDistance(
      out,
      difference((x) => moved(model, q, v, x)),
    ),
  ).toBeLessThan(1e-11);
});

it.each(models)("retraction agrees with the exponential up to the third order: $name", ({ model }) => {
  const { skeleton } = treeProgramOf(model, "this test");
  const { q, v } = somePoint(model, 4);
  const apart = (size: number): number =>
    relativeDistance(moveInto(q.slice(), skeleton, q, v, size), moved(model, q, v, size));
  expect(apart(1e-2)).toBeLessThan(1e-6); // δ³ / 12, a half of it in the quaternion, |δ| below 2 · 1e-2
  expect(apart(1e-2) / apart(5e-3)).toBeGreaterThan(7.5); // 2³ but for the fourth order
});

it.each(models)("retraction keeps quaternions at unit length: $name", ({ model }) => {
  const { skeleton } = treeProgramOf(model, "this test");
  const { q, v } = somePoint(model, 4);
  moveInto(q, skeleton, q, v, 3);
  for (const { motion, q: at } of skeleton.nodes) {
    if (motion !== "spherical" && motion !== "free") continue;
    const first = motion === "free" ? at + 3 : at;
    expect(Math.abs(Math.hypot(...q.subarray(first, first + 4)) - 1)).toBeLessThan(2 * Number.EPSILON);
  }
});
