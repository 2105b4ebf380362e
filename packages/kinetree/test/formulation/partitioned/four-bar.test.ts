import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { absoluteStates } from "../../../src/formulation/loops/absolute/absolute-state.js";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import { neutralState, type State } from "../../../src/state/state.js";
import type { Model } from "../../../src/model/types.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { ExplodedRun } from "./exploded-run.js";

const model = fourBar();
/** The shortest and the longest bar together are longer than the other two, so all bars swing to and fro: F. Grashof's rule. */
const swinging = fourBar({ crank: 2, coupler: 2, rocker: 3, ground: 4.5 });

/** The drawn pose with the crank at this speed, all bars moving along. */
function start(run: ExplodedRun, speed: number, model: Model): State {
  const topology = buildTopology(model);
  const states = absoluteStates(model, topology);
  const drawn = neutralState(model);
  const crank = topology.tree.find(({ joint }) => model.joints[joint].name === "crank");
  if (crank) drawn.v[crank.vStart] = speed;
  const state = states.explode(drawn);
  const body = run.topology.tree[run.topology.positionOf[0]];
  // Settling keeps the independent speeds, whichever they are: scaled until the crank's is the wanted one.
  run.put(state);
  const { q, v } = run.settle();
  const factor = speed / v[body.vStart + 1];
  return { t: 0, q, v: v.map((x) => x * factor) };
}

const closureError = (run: ExplodedRun) => {
  const evaluator = new ClosureEvaluator(run.model, run.topology);
  return ({ t, q, v }: State): { position: number; rate: number } => {
    const { phi, sparse, drift } = evaluator.at({ t, q });
    const rates = drift.map((x, i) => [...sparse[i]].reduce((sum, [j, value]) => sum + value * v[j], x));
    return { position: Math.max(...phi.map(Math.abs)), rate: Math.max(...rates.map(Math.abs)) };
  };
};

describe("a planar four-bar", () => {
  test("rows that only keep the bars in their plane are found to be redundant", () => {
    const run = new ExplodedRun(model);
    start(run, 4, model);
    expect(run.rows).toBe(20);
    expect(run.partition("rank")).toBe(17);
  });

  test("settling closes an open state to rounding, and keeps what is independent", () => {
    const run = new ExplodedRun(model);
    const state = start(run, 4, model);
    const delta = Float64Array.from({ length: run.nv }, (_, i) => 0.02 * Math.sin(3 * i + 1));
    const moved = run.retract(state.q, delta);
    const v = state.v.map((x, i) => x + 0.3 * Math.cos(5 * i));
    run.put({ t: 0, q: moved, v }, delta);
    const settled = run.settle();
    const { position, rate } = closureError(run)({ t: 0, ...settled });
    expect(position).toBeLessThan(1e-14 * 10);
    expect(rate).toBeLessThan(1e-14 * 100);
    const kept = (x: Float64Array, y: Float64Array): number => x.filter((each, i) => each === y[i]).length;
    expect(kept(settled.delta, delta)).toBe(1);
    expect(kept(settled.v, v)).toBe(1);
  });

  test.each([
    // The crank's angle tells all the others wherever it is.
    ["turns round and round: one choice does", model, 1, 1],
    // Every bar comes to a dead point, at which its angle tells nothing: four of them on the way there and back.
    ["swings through its dead points: coordinates chosen anew", swinging, 4, Infinity],
  ] as const)("%s; closed, energy kept", (_, each, least, most) => {
    const run = new ExplodedRun(each);
    let state = start(run, 6, each);
    const error = closureError(run);
    const evaluator = createEvaluator(run.model);
    const total = (s: State): number => {
      const { kinetic, potential } = evaluator.energy(s);
      return kinetic + potential;
    };
    const before = total(state);
    const kinetic = evaluator.energy(state).kinetic;
    const worst = { position: 0, rate: 0, energy: 0 };
    for (let i = 0; i < 4000; i++) {
      state = run.step(state, 5e-4);
      if (i % 20 > 0) continue;
      const { position, rate } = error(state);
      worst.position = Math.max(worst.position, position);
      worst.rate = Math.max(worst.rate, rate);
      worst.energy = Math.max(worst.energy, Math.abs(total(state) - before));
    }
    expect(worst.position).toBeLessThan(1e-13);
    expect(worst.rate).toBeLessThan(1e-12);
    // h⁴ = 6e-14 times the fifth derivatives, some 10⁴ of them, and 10² times that near dead points
    expect(worst.energy).toBeLessThan(1e-7 * kinetic);
    expect(run.partition("count")).toBeGreaterThanOrEqual(least);
    expect(run.partition("count")).toBeLessThanOrEqual(most);
  });
});
