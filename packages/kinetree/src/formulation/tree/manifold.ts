import type { Num } from "../../graph/graph.js";
import { abs, add, div, max, mul, sqrt } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { mulMatVec } from "../../spatial/mat3.js";
import { matrixOfQuat, mulQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, cross3, dot3, scale3, vec3, type Vec3 } from "../../spatial/vec3.js";
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

/** The pieces of a tree's coordinates. */
export function chartPieces(tree: TreeProgram): ChartPieces {
  const plain: { q: number; v: number; n: number }[] = [];
  const turning: { q: number; v: number; free: boolean }[] = [];
  for (const { motion, q, v, nv } of [...tree.skeleton.nodes].sort((a, b) => a.v - b.v)) {
    if (nv === 0) continue;
    if (motion === "spherical" || motion === "free") {
      turning.push({ q, v, free: motion === "free" });
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
      ({ start, delta }) => ({ q: { q: start.q.map((x, i) => add(x, delta.d[i])) } }),
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
      ({ start, delta }) => {
        const turn = turned(start.q.slice(free ? 3 : 0) as unknown as Quat, vec3(delta.d));
        return { q: { q: free ? [...add3(vec3(start.q), vec3(delta.d, 3)), ...turn] : turn } };
      },
      into,
    );
  }
}

/** q₀ ⊗ (1, δ/2) / √(1 + δ²/4) */
function turned(start: Quat, delta: Vec3): Quat {
  const half = scale3(0.5, delta);
  const scale = div(1, sqrt(add(1, dot3(half, half))));
  const q = mulQuat(start, [1, ...half]);
  return [mul(scale, q[0]), mul(scale, q[1]), mul(scale, q[2]), mul(scale, q[3])];
}

/** δ̇ for the speeds v at q = retract(q₀, δ): v itself; ω + ½ δ × ω + ¼ δ (δ·ω) for a turn; R v for a free joint's position. */
export function traceDeltaRates(tree: TreeProgram, rates: Rec): void {
  const { program } = tree;
  const { plain, turning } = chartPieces(tree);
  for (const { v, n } of plain) {
    const inputs = { speeds: program.slice<Numbers<"v">>(tree.v, v, { v: n }) };
    program.step(`rates ${n}`, inputs, ({ speeds }) => ({ d: { d: [...speeds.v] } }), {
      d: program.slice(rates, v, { d: n }),
    });
  }
  for (const { q, v, free } of turning) {
    const [nq, nv] = free ? [7, 6] : [4, 3];
    const inputs = {
      now: program.slice<Numbers<"q">>(tree.q, q, { q: nq }),
      delta: program.slice<Numbers<"d">>(tree.delta, v, { d: nv }),
      speeds: program.slice<Numbers<"v">>(tree.v, v, { v: nv }),
    };
    program.step(
      `rates ${free ? "free" : "spherical"}`,
      inputs,
      ({ now, delta, speeds }) => {
        const d = vec3(delta.d);
        const omega = vec3(speeds.v);
        const turn = add3(add3(omega, scale3(0.5, cross3(d, omega))), scale3(mul(0.25, dot3(d, omega)), d));
        if (!free) return { d: { d: [...turn] } };
        return {
          d: { d: [...turn, ...mulMatVec(matrixOfQuat(now.q.slice(3) as unknown as Quat), vec3(speeds.v, 3))] },
        };
      },
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
