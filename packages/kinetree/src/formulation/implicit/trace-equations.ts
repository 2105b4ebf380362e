import { elementStateCount } from "../../elements/states/element-states.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import { tracePartials, type ProgramPartials } from "../../kernel/partials.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { turnCount } from "../joints/cut-turns.js";
import { inverseDynamics } from "../recursions/inverse-dynamics.js";
import { traceLoads } from "../loads/loads.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { coordinateParts, traceRates } from "../loops/closures/closure-rates.js";
import { closuresOf, rowCount, type Closure } from "../loops/closures/closures.js";
import { addDrivenPower } from "../loops/closures/driven-power.js";
import { Reactions } from "../loads/reactions.js";
import { traceDeltaRates, traceRetract } from "../tree/manifold.js";
import { declareFollowing, traceCounted, traceFollowing, type FollowRecords, type Following } from "./following.js";
import { MeetingRows } from "./meeting-rows.js";
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
  /** Multipliers that change the speeds that follow; empty without. */
  readonly nu: Rec;
  /** δ̇; residual generalised forces; rates of the contacts' states and of the angles of cut joints. */
  readonly deltaRates: Rec;
  readonly needed: Rec;
  readonly zRates: Rec;
  /** Residuals of the closures, and their rates or accelerations: see `ClosureLevel`. */
  readonly phi: Rec;
  readonly rows: Rec;
  /** Power of the loads; empty unless asked for. */
  readonly power: Rec;
  /** For the caller to fill, empty where the choice is known: see `Marks`. */
  readonly markedRows: Rec;
  readonly markedDeltas: Rec;
  readonly markedSpeeds: Rec;
}

/** Equations of motion, unsolved, and the derivatives of all their intermediate values. */
export interface TracedEquations {
  readonly records: EquationRecords;
  readonly level: ClosureLevel;
  readonly closures: readonly Closure[];
  readonly rowCount: number;
  /** Which multipliers are unknowns besides λ. */
  readonly multipliers: { readonly mu: boolean; readonly nu: boolean };
  readonly partials: ProgramPartials;
  /** Entries of [δ, v, z, a, λ, μ, ν]. */
  readonly unknowns: { readonly nv: number; readonly nz: number; readonly rows: number };
}

/** Entry points: the equations, and after them their derivatives. */
export const EQUATIONS = "equations";
export const DERIVATIVES = "derivatives";

/**
 * Traces the equations of motion in the form that implicit methods solve: nothing is eliminated, so every equation has few
 * unknowns.
 * @param withPower whether the power of the loads is wanted
 * @param following the part of the state that follows from the rest in every evaluation, with level "rates"
 */
export function traceEquations(
  tree: TreeProgram,
  level: ClosureLevel,
  withPower: boolean,
  following: Following | null = null,
): TracedEquations {
  const { program, skeleton } = tree;
  const { nq, nv } = skeleton;
  const closures = closuresOf(skeleton);
  const count = rowCount(closures);
  const elementStates = elementStateCount(skeleton.model);
  const nz = elementStates + turnCount(tree.turns);
  const base = program.state({ q: nq });
  const a = program.state({ a: nv });
  const mu = program.state({ mu: count });
  const deltaRates = program.state({ d: nv });
  const needed = program.state({ tau: nv });
  const zRates = program.state({ z: nz });
  const released = program.state({ z: nz });
  const phi = program.state({ x: count });
  const rows = program.state({ x: count });
  const power = program.state({ x: withPower ? 1 : 0 });
  const follow = following && count > 0 ? declareFollowing(tree, closures, following) : null;

  tree.begin(EQUATIONS);
  if (follow) traceFollowing(tree, follow, mu);
  traceRetract(tree, base);
  const reactions = new Reactions(tree);
  const own = traceLoads(tree, { rates: zRates, released });
  const meetings = follow && following !== "chosen" && following ? new MeetingRows(tree, closures, following) : null;
  const isMeeting = (closure: Closure): boolean => meetings?.has(closure) ?? false;
  const loads: NodeLoads = count > 0 ? reactions.with(own, (closure) => !isMeeting(closure)) : own;
  inverseDynamics(tree, loads, a, needed);
  meetings?.push(reactions.lambda, needed);
  if (withPower) {
    tracePower(tree, own, power);
    addDrivenPower(tree, reactions.lambda, power);
  }
  const trace = new ClosureTrace(tree, closures);
  const targets = rowTargets(level, phi, rows, follow);
  for (const closure of closures) if (!isMeeting(closure)) writeRows(trace, closure, a, targets);
  meetings?.write(a, targets);
  if (follow?.marks) {
    traceCounted(tree, follow.marks, phi, mu);
    traceCounted(tree, follow.marks, follow.rates, follow.nu);
    traceCounted(tree, follow.marks, rows, reactions.lambda);
  }
  if (level === "stabilised" && count > 0) {
    const pushed = program.state({ v: nv });
    pushBack(trace, mu, pushed);
    traceDeltaRates(tree, deltaRates, pushed);
  } else traceDeltaRates(tree, deltaRates);

  const equations = program.steps.filter((step) => step.entry === EQUATIONS);
  program.begin(DERIVATIVES);
  // Angles of cut joints act on nothing: they only tell turns.
  const z = program.slice(tree.z, 0, { z: elementStates });
  const elementRates = program.slice(zRates, 0, { z: elementStates });
  const partials = tracePartials(program, {
    steps: equations,
    unknowns: [tree.delta, tree.v, z, a, reactions.lambda, mu, ...(follow ? [follow.nu] : [])],
    results: [deltaRates, elementRates, needed, phi, rows, ...(follow ? [follow.rates] : [])],
  });
  const none = program.state({ x: 0 });
  return {
    records: {
      base,
      a,
      lambda: reactions.lambda,
      mu,
      nu: follow?.nu ?? none,
      deltaRates,
      needed,
      zRates,
      phi,
      rows,
      power,
      markedRows: follow?.marks?.rows ?? none,
      markedDeltas: follow?.marks?.deltas ?? none,
      markedSpeeds: follow?.marks?.speeds ?? none,
    },
    level,
    closures,
    rowCount: count,
    multipliers: { mu: level === "stabilised" || (follow !== null && follow.marks !== null), nu: follow !== null },
    partials,
    unknowns: { nv, nz: elementStates, rows: count },
  };
}

/** State records for what closures amount to: residuals φ, rates φ̇ = K v + drift, accelerations φ̈ = K v̇ + γ. */
export interface RowTargets {
  readonly phi?: Rec | undefined;
  readonly rates?: Rec | undefined;
  readonly accelerations?: Rec | undefined;
}

function rowTargets(level: ClosureLevel, phi: Rec, rows: Rec, follow: FollowRecords | null): RowTargets {
  if (level === "positions") return { phi };
  if (level === "stabilised") return { phi, rates: rows };
  return { accelerations: rows, rates: follow?.rates, phi: follow?.marks ? phi : undefined };
}

/** Writes the rows of a closure. */
export function writeRows(
  trace: ClosureTrace,
  closure: Closure,
  a: Rec,
  { phi, rates, accelerations }: RowTargets,
): void {
  const { tree } = trace;
  const { program } = tree;
  const count = closure.rows.length;
  const into = (rec: Rec): Rec => program.slice(rec, closure.first, { x: count });
  const copy = (from: Rec, to: Rec): void => {
    program.step(`row copy ${count}`, { from }, ({ from }) => ({ to: { x: entriesOf(from) } }), { to: into(to) });
  };
  const total = (first: Rec, second: Rec, to: Rec): void => {
    program.step(
      `row sum ${count}`,
      { first, second },
      ({ first, second }) => ({ to: { x: entriesOf(first).map((x, k) => add(x, entriesOf(second)[k])) } }),
      { to: into(to) },
    );
  };
  const parts = closure.kind === "coordinate" ? coordinateParts(trace, closure) : null;
  if (phi) copy(parts?.phi ?? trace.frames(closure as FramesOnly).phi, phi);
  if (rates) {
    const moved = traceRates(trace, closure, count, tree.v);
    if (parts) total(moved, parts.drift, rates);
    else copy(moved, rates);
  }
  if (accelerations) {
    const moved = traceRates(trace, closure, count, a);
    total(moved, parts ? parts.gamma : trace.bias(closure as FramesOnly), accelerations);
  }
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
