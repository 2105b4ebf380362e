import type { Num } from "../../graph/graph.js";
import { abs, max } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { plainChart, poseChart, rotationChart, type Chart } from "../joints/charts.js";
import { jointOf } from "../joints/node-joints.js";
import type { TreeProgram } from "./tree-program.js";

/*
 * Coordinates seen from the start of a step: q = retract(q₀, δ), with one δ for every speed. Plain coordinates add; rotations
 * multiply by the Cayley map of δ, whose rate is a polynomial of δ and ω. An integrator works on δ, a plain vector, with its
 * full order, and unit quaternions stay unit without being repaired. (Munthe-Kaas, High order Runge-Kutta methods on
 * manifolds, 1999, with the Cayley map of Diele, Lopez and Peluso, 1998. The map ends at a turn of 180° within one step.)
 */

/** Plain coordinates treated in one step at most, so that few kernels serve any number of them. */
const CHUNK = 16;

/** How coordinates and tangent directions correspond. */
export interface ChartPieces {
  /** Runs of plain coordinates: first in q, first in v, count. */
  readonly plain: readonly { readonly q: number; readonly v: number; readonly n: number }[];
  /** Rotations, with the position before them if the joint is free. */
  readonly turning: readonly { readonly q: number; readonly v: number; readonly free: boolean }[];
}

export function chartPieces(tree: TreeProgram): ChartPieces {
  const plain: { q: number; v: number; n: number }[] = [];
  const turning: { q: number; v: number; free: boolean }[] = [];
  for (const node of [...tree.skeleton.nodes].sort((a, b) => a.v - b.v)) {
    const { q, v, nv } = node;
    const { chart } = jointOf(node);
    if (nv === 0) continue;
    if (chart.isCurved) {
      turning.push({ q, v, free: chart === poseChart });
      continue;
    }
    for (let k = 0; k < nv; k++) {
      const last = plain.at(-1);
      if (last && last.v + last.n === v + k && last.q + last.n === q + k && last.n < CHUNK) last.n++;
      else plain.push({ q: q + k, v: v + k, n: 1 });
    }
  }
  return { plain, turning };
}

/** Whether δ̇ differs from v for some joint. */
export const isCurved = (tree: TreeProgram): boolean => chartPieces(tree).turning.length > 0;

const chartOf = (free: boolean): Chart => (free ? poseChart : rotationChart);

type Numbers<K extends string> = { readonly [name in K]: readonly Num[] };

/** q ← retract(q₀, δ) */
export function traceRetract(tree: TreeProgram, q0: Rec): void {
  const { program } = tree;
  const { plain, turning } = chartPieces(tree);
  for (const { q, v, n } of plain) {
    const inputs = {
      start: program.slice<Numbers<"q">>(q0, q, { q: n }),
      delta: program.slice<Numbers<"d">>(tree.delta, v, { d: n }),
    };
    const into = { q: program.slice(tree.q, q, { q: n }) };
    program.step(
      `retract ${n}`,
      inputs,
      ({ start, delta }) => ({ q: { q: plainChart.retracted(start.q, delta.d) } }),
      into,
    );
  }
  for (const { q, v, free } of turning) {
    const [nq, nv] = free ? [7, 6] : [4, 3];
    const inputs = {
      start: program.slice<Numbers<"q">>(q0, q, { q: nq }),
      delta: program.slice<Numbers<"d">>(tree.delta, v, { d: nv }),
    };
    const into = { q: program.slice(tree.q, q, { q: nq }) };
    program.step(
      `retract ${free ? "free" : "spherical"}`,
      inputs,
      ({ start, delta }) => ({ q: { q: chartOf(free).retracted(start.q, delta.d) } }),
      into,
    );
  }
}

/** δ̇ for the speeds v at q = retract(q₀, δ): v itself; ω + ½ δ × ω + ¼ δ (δ·ω) for a turn; R v for a free joint's position. */
export function traceDeltaRates(tree: TreeProgram, rates: Rec, of: Rec = tree.v): void {
  const { program } = tree;
  const { plain, turning } = chartPieces(tree);
  for (const { v, n } of plain) {
    const inputs = { speeds: program.slice<Numbers<"v">>(of, v, { v: n }) };
    program.step(`rates ${n}`, inputs, ({ speeds }) => ({ d: { d: [...speeds.v] } }), {
      d: program.slice(rates, v, { d: n }),
    });
  }
  for (const { q, v, free } of turning) {
    const [nq, nv] = free ? [7, 6] : [4, 3];
    const inputs = {
      now: program.slice<Numbers<"q">>(tree.q, q, { q: nq }),
      delta: program.slice<Numbers<"d">>(tree.delta, v, { d: nv }),
      speeds: program.slice<Numbers<"v">>(of, v, { v: nv }),
    };
    program.step(
      `rates ${free ? "free" : "spherical"}`,
      inputs,
      ({ now, delta, speeds }) => ({ d: { d: chartOf(free).deltaRates(now.q, delta.d, speeds.v) } }),
      { d: program.slice(rates, v, { d: nv }) },
    );
  }
}

/** What an error of δ is measured against: the larger of the coordinate's magnitudes at both ends of a step, 1 for a turn. */
export function traceSizes(tree: TreeProgram, q0: Rec, q1: Rec, sizes: Rec): void {
  const { program } = tree;
  const { plain, turning } = chartPieces(tree);
  const measure = (q: number, v: number, n: number): void => {
    const inputs = {
      start: program.slice<Numbers<"q">>(q0, q, { q: n }),
      end: program.slice<Numbers<"q">>(q1, q, { q: n }),
    };
    program.step(
      `sizes ${n}`,
      inputs,
      ({ start, end }) => ({ size: { size: start.q.map((x, i) => max(abs(x), abs(end.q[i]))) } }),
      { size: program.slice(sizes, v, { size: n }) },
    );
  };
  for (const { q, v, n } of plain) measure(q, v, n);
  for (const { q, v, free } of turning) {
    // The input is not looked at: it only ties the step to the state, not to the parameters.
    const inputs = { start: program.slice<Numbers<"q">>(q0, q, { q: 1 }) };
    program.step("sizes turn", inputs, () => ({ size: { size: [1, 1, 1] } }), {
      size: program.slice(sizes, v, { size: 3 }),
    });
    if (free) measure(q, v + 3, 3);
  }
}
