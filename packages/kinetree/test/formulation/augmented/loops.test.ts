import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import type { State } from "../../../src/state/state.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { dice } from "../../support/dice.js";
import { norm2 } from "../../support/numbers.js";
import { Exploded } from "./exploded.js";
import { refusal } from "../../support/refusal.js";

const link = { mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.2, 0.25] } as const;
/** A planar parallelogram of hinges: three of its twenty rows say nothing new. */
const parallelogram = mechanism("parallelogram")
  .gravity(0, 0, -9.81)
  .body("left", link)
  .body("top", link)
  .body("right", link)
  .revolute("a", { parent: "ground", child: "left", axis: [0, 1, 0] })
  .revolute("b", { parent: "left", child: "top", at: [1, 0, 0], axis: [0, 1, 0] })
  .revolute("c", { parent: "top", child: "right", at: [1, 0, 0], axis: [0, 1, 0] })
  .revolute("d", {
    parent: "ground",
    child: "right",
    at: [2, 0, -1],
    childAt: [1, 0, 0],
    axis: [0, 1, 0],
    role: "loop",
  })
  .build();

/** Rows that the ones before them do not imply, by Gram and Schmidt. */
function independentRows(K: Float64Array, rows: number, nv: number): Set<number> {
  const kept = new Set<number>();
  const basis: Float64Array[] = [];
  for (let k = 0; k < rows; k++) {
    const row = K.slice(k * nv, (k + 1) * nv);
    const size = norm2(row);
    for (const e of basis) {
      const along = row.reduce((sum, x, i) => sum + x * e[i], 0);
      row.forEach((x, i) => (row[i] = x - along * e[i]));
    }
    const left = norm2(row);
    if (left < 1e-8 * size) continue;
    basis.push(row.map((x) => x / left));
    kept.add(k);
  }
  return kept;
}

describe("a loop with redundant rows", () => {
  const model = explode(parallelogram);
  const topology = buildTopology(model);
  const closures = new ClosureEvaluator(model, topology);
  const { nq, nv } = topology.counts;
  const draw = dice(61, 1, false);
  // A square that hangs from the origin; mass centres are the midpoints of its sides.
  const q = new Float64Array(nq);
  const poses = [
    { at: [0, 0, -0.5], angle: Math.PI / 2 },
    { at: [0.5, 0, -1], angle: 0 },
    { at: [1.5, 0, -1], angle: 0 },
  ];
  poses.forEach(({ at, angle }, body) => {
    q.set([...at, Math.cos(angle / 2), 0, Math.sin(angle / 2), 0], 7 * body);
  });
  const v = Float64Array.from({ length: nv }, () => draw.between(-1, 1));
  const state: State = { t: 0, q, v };
  const { K, phi } = closures.at(state);
  const kept = independentRows(K.data, closures.rows, nv);
  const keeps = (row: number): boolean => kept.has(row);
  /** Some millimetres and milliradians apart. */
  const drifted = (sample: number): State => {
    const d = dice(62, sample, false);
    const moved = q.map((x) => x + d.between(-2e-3, 2e-3));
    for (let body = 0; body < 3; body++) {
      const turn = moved.subarray(7 * body + 3, 7 * body + 7);
      const size = norm2(turn);
      turn.forEach((x, i) => (turn[i] = x / size));
    }
    return { t: 0, q: moved, v };
  };

  test("stands closed, with three rows too many", () => {
    expect(Math.max(...phi.map(Math.abs))).toBeLessThan(1e-15);
    expect(closures.rows - kept.size).toBe(3);
  });

  test("errors obey their oscillator in all kept rows, and rows left out carry no load", () => {
    const [dampingRatio, naturalFrequency] = [0.7, 30];
    const exploded = new Exploded(parallelogram, { dampingRatio, naturalFrequency }, { keeps });
    const apart = drifted(1);
    const { K, phi } = closures.at(apart);
    expect(Math.max(...phi.map(Math.abs))).toBeGreaterThan(1e-3);
    exploded.setState(apart);
    exploded.run();
    const vdot = exploded.vdot();
    const gamma = closures.bias(apart);
    const dot = (row: number, x: Float64Array): number =>
      x.reduce((sum, each, i) => sum + K.data[row * nv + i] * each, 0);
    expect(exploded.lambda().filter((_, row) => !kept.has(row))).toEqual(new Float64Array(3));
    for (let row = 0; row < closures.rows; row++) {
      if (!kept.has(row)) continue;
      const left =
        dot(row, vdot) +
        gamma[row] +
        2 * dampingRatio * naturalFrequency * dot(row, v) +
        naturalFrequency ** 2 * phi[row];
      // Terms of up to ω times some rad/s, 1e2 to 1e3, and loads of that size times κ(G̃) ε.
      expect(Math.abs(left)).toBeLessThan(1e-9);
    }
  });

  test("projection takes errors out of pose and speeds by the least move, in both lanes", () => {
    const exploded = new Exploded(parallelogram, {}, { keeps, isProjected: true });
    const starts = [drifted(2), drifted(3)];
    starts.forEach((start, lane) => exploded.setState(start, [lane]));
    exploded.run("settle");
    starts.forEach((start, lane) => {
      const settled = exploded.state(lane);
      const { K, phi } = closures.at(settled);
      const rates = phi.map((_, row) => settled.v.reduce((sum, x, i) => sum + K.data[row * nv + i] * x, 0));
      expect(Math.max(...phi.map(Math.abs))).toBeLessThan(1e-12);
      expect(Math.max(...rates.map(Math.abs))).toBeLessThan(1e-12);
      // Of order of the errors, and none where there is no error.
      expect(norm2(settled.q.map((x, i) => x - start.q[i]))).toBeLessThan(0.05);
    });
    const again = exploded.state(0);
    exploded.run("settle");
    expect(Math.max(...exploded.state(0).q.map((x, i) => Math.abs(x - again.q[i])))).toBeLessThan(1e-12);
    expect(Math.max(...exploded.state(0).v.map((x, i) => Math.abs(x - again.v[i])))).toBeLessThan(1e-12);
  });

  test("projection of one sample fills both lanes", () => {
    const exploded = new Exploded(parallelogram, {}, { keeps, isProjected: true });
    exploded.setState(drifted(4));
    exploded.run("settle");
    expect(exploded.state(1)).toEqual(exploded.state(0));
    expect(Math.max(...closures.at(exploded.state(1)).phi.map(Math.abs))).toBeLessThan(1e-12);
  });

  test("with all rows the matrix is singular, and the quality says so", () => {
    const exploded = new Exploded(parallelogram);
    exploded.setState(state);
    exploded.run();
    expect(exploded.read(exploded.dynamics.quality)[0]).toBeLessThan(1e-12);
    const sound = new Exploded(parallelogram, {}, { keeps });
    sound.setState(state);
    sound.run();
    expect(sound.read(sound.dynamics.quality)[0]).toBeGreaterThan(1e-6);
  });
});

describe("what bodies on their own cannot do is refused with a reason", () => {
  const tip = (inertia: [number, number, number], armature: number) =>
    mechanism("tip")
      .body("bob", { mass: 1, inertia })
      .revolute("hinge", { parent: "ground", child: "bob", axis: [0, 1, 0], armature })
      .build();
  const refused = { code: "formulation-refuses", subject: 'formulation "augmented"', value: "tip" };
  test("a point of mass", () => {
    expect(refusal(() => new Exploded(tip([0, 0, 0], 0)))).toEqual(refused);
  });
  test("an armature", () => {
    expect(refusal(() => new Exploded(tip([1, 1, 1], 0.5)))).toEqual(refused);
  });
  test.each([
    [{ solve: "bandit" }, "unknown-solver", 'solver "bandit"', "bandit"],
    [{ product: "blok" }, "unknown-product", 'product "blok"', "blok"],
    [{ zeta: 1 }, 'unknown-option of formulation "augmented"', 'option of formulation "augmented" "zeta"', "zeta"],
    [{ naturalFrequency: -1 }, "option-range", 'formulation "augmented"', -1],
  ])("unknown and senseless options: %j", (options, code, subject, value) => {
    expect(refusal(() => new Exploded(tip([1, 1, 1], 0), options as never))).toEqual({ code, subject, value });
  });
});
