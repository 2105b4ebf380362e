import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import { tracePartials, type ProgramPartials } from "../../kernel/partials.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { inverseDynamics } from "../recursions/inverse-dynamics.js";
import { traceLoads } from "../loads/loads.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { coordinateParts, traceRates } from "../loops/closures/closure-rates.js";
import { closuresOf, rowCount, type Closure } from "../loops/closures/closures.js";
import { addDrivenPower } from "../loops/closures/driven-power.js";
import { Reactions } from "../loads/reactions.js";
import { traceDeltaRates, traceRetract } from "../tree/manifold.js";
import type { NodeLoads } from "../tree/node-loads.js";
import { tracePower } from "../recursions/power.js";
import type { TreeProgram } from "../tree/tree-program.js";

type Rows = { x: readonly Num[] };

/**
 * Which equations the closures of a mechanism give. "rates": their accelerations vanish, as formulations that find accelerations
 * have it. "stabilised": positions and velocities both hold, with multipliers of their own (Gear, Leimkuhler and Gupta, Automatic
 * integration of Euler-Lagrange equations with constraints, 1985). "positions": positions hold.
 */
export type ClosureLevel = "rates" | "stabilised" | "positions";

export interface EquationRecords {
  /** Base of the chart: q = retract(base, δ). */
  readonly base: Rec;
  /** Accelerations, multipliers of forces and of positions: for the caller to fill. */
  readonly a: Rec;
  readonly lambda: Rec;
  readonly mu: Rec;
  /** δ̇; residual generalised forces; rates of the contacts' states. */
  readonly deltaRates: Rec;
  readonly needed: Rec;
  readonly zRates: Rec;
  /** Residuals of the closures, and their rates or accelerations: see `ClosureLevel`. */
  readonly phi: Rec;
  readonly rows: Rec;
  /** Power of the loads; empty unless asked for. */
  readonly power: Rec;
}

/** Equations of motion, unsolved, and the derivatives of all their intermediate values. */
export interface TracedEquations {
  readonly records: EquationRecords;
  readonly level: ClosureLevel;
  readonly closures: readonly Closure[];
  readonly rowCount: number;
  readonly partials: ProgramPartials;
  /** Entries of [δ, v, z, a, λ, μ]. */
  readonly unknowns: { readonly nv: number; readonly nz: number; readonly rows: number };
}

/** Entry points: the equations, and after them their derivatives. */
export const EQUATIONS = "equations";
export const DERIVATIVES = "derivatives";

/**
 * Traces the equations of motion in the form that implicit methods solve: nothing is eliminated, so every equation has few
 * unknowns.
 * @param nz internal states of contacts
 * @param nSummed 1 where the power of the loads is wanted
 */
export function traceEquations(tree: TreeProgram, level: ClosureLevel, nz: number, nSummed: number): TracedEquations {
  const { program, skeleton } = tree;
  const { nq, nv } = skeleton;
  const closures = closuresOf(skeleton);
  const count = rowCount(closures);
  const base = program.state({ q: nq });
  const a = program.state({ a: nv });
  const mu = program.state({ mu: count });
  const deltaRates = program.state({ d: nv });
  const needed = program.state({ tau: nv });
  const zRates = program.state({ z: nz });
  const released = program.state({ z: nz });
  const phi = program.state({ x: count });
  const rows = program.state({ x: count });
  const power = program.state({ x: nSummed });

  traceRetract(tree.begin(EQUATIONS), base);
  const reactions = new Reactions(tree);
  const own = traceLoads(tree, { rates: zRates, released });
  const loads: NodeLoads = count > 0 ? reactions.with(own) : own;
  inverseDynamics(tree, loads, a, needed);
  if (nSummed > 0) {
    tracePower(tree, own, power);
    addDrivenPower(tree, reactions.lambda, power);
  }
  const trace = new ClosureTrace(tree, closures);
  for (const closure of closures) writeRows(trace, closure, level, a, phi, rows);
  if (level === "stabilised" && count > 0) {
    const pushed = program.state({ v: nv });
    pushBack(trace, mu, pushed);
    traceDeltaRates(tree, deltaRates, pushed);
  } else traceDeltaRates(tree, deltaRates);

  const equations = program.steps.filter((step) => step.entry === EQUATIONS);
  program.begin(DERIVATIVES);
  const z = program.slice(tree.z, 0, { z: nz });
  const partials = tracePartials(program, {
    steps: equations,
    unknowns: [tree.delta, tree.v, z, a, reactions.lambda, mu],
    results: [deltaRates, zRates, needed, phi, rows],
  });
  return {
    records: { base, a, lambda: reactions.lambda, mu, deltaRates, needed, zRates, phi, rows, power },
    level,
    closures,
    rowCount: count,
    partials,
    unknowns: { nv, nz, rows: count },
  };
}

/** Residuals of a closure and, as the level has it, their rates or accelerations. */
export function writeRows(
  trace: ClosureTrace,
  closure: Closure,
  level: ClosureLevel,
  a: Rec,
  phi: Rec,
  rows: Rec,
): void {
  const { tree } = trace;
  const { program } = tree;
  const count = closure.rows.length;
  const into = (rec: Rec): Rec => program.slice(rec, closure.first, { x: count });
  const copy = (from: Rec, to: Rec): void => {
    program.step(`row copy ${count}`, { from }, ({ from }) => ({ to: { x: entriesOf(from) } }), { to: into(to) });
  };
  const total = (first: Rec, second: Rec): void => {
    program.step(
      `row sum ${count}`,
      { first, second },
      ({ first, second }) => ({ to: { x: entriesOf(first).map((x, k) => add(x, entriesOf(second)[k])) } }),
      { to: into(rows) },
    );
  };
  const parts = closure.kind === "coordinate" ? coordinateParts(trace, closure) : null;
  if (level !== "rates") copy(parts?.phi ?? trace.frames(closure as FramesOnly).phi, phi);
  if (level === "positions") return;
  const moved = traceRates(trace, closure, count, level === "rates" ? a : tree.v);
  if (parts) total(moved, level === "rates" ? parts.gamma : parts.drift);
  else if (level === "rates") total(moved, trace.bias(closure as FramesOnly));
  else copy(moved, rows);
}

type FramesOnly = Extract<Closure, { kind: "frames" }>;

const entriesOf = (fields: Fields): readonly Num[] => Object.values(fields).flat();

/**
 * v − Kᵀ μ, whose δ̇ returns positions to the closures: K belongs to speeds, along the axes of the bodies, and the δ of a free joint
 * is along those of its parent.
 */
function pushBack(trace: ClosureTrace, mu: Rec, out: Rec): void {
  const { program, skeleton } = trace.tree;
  const sums = new Map<number, Rec<Rows>>(); // by first speed
  const startOf = (v: number, nv: number): Rec<Rows> => sums.get(v) ?? program.slice<Rows>(trace.tree.v, v, { x: nv });
  for (const closure of trace.closures) {
    const count = closure.rows.length;
    const multipliers = program.slice<Rows>(mu, closure.first, { x: count });
    if (closure.kind === "coordinate") {
      const parts = trace.coordinate(closure);
      const push = (v: number, isDriven: boolean): void => {
        const node = skeleton.nodes.find((each) => each.v <= v && v < each.v + each.nv);
        if (!node) return;
        const inputs = { sum: startOf(node.v, node.nv), held: parts, mu: multipliers };
        const at = v - node.v;
        const { sum } = program.step(`push back ${at} ${isDriven}`, inputs, ({ sum, held, mu }) => ({
          sum: { x: sum.x.map((x, k) => (k === at ? sub(x, isDriven ? mu.x[0] : mul(held.slope[0], mu.x[0])) : x)) },
        }));
        sums.set(node.v, sum);
      };
      push(closure.driven.v, true);
      if (closure.driving) push(closure.driving.v, false);
      continue;
    }
    for (const node of trace.moving(closure)) {
      const { v, nv } = node.moving;
      const inputs = { sum: startOf(v, nv), held: trace.column(closure, node), mu: multipliers };
      const { sum } = program.step(`push back ${count} ${nv}`, inputs, ({ sum, held, mu }) => ({
        sum: { x: sum.x.map((x, i) => mu.x.reduce<Num>((all, m, k) => sub(all, mul(held.K[k * nv + i], m)), x)) },
      }));
      sums.set(v, sum);
    }
  }
  for (const { v, nv } of skeleton.nodes) {
    if (nv === 0) continue;
    const inputs = { sum: startOf(v, nv) };
    program.step(`pushed back ${nv}`, inputs, ({ sum }) => ({ v: { v: [...sum.x] } }), {
      v: program.slice(out, v, { v: nv }),
    });
  }
}
