import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import { Code, I32 } from "../../kernel/code.js";
import { addConstrainedFactor, addConstrainedSolve, type ConstrainedShape } from "../../kernel/constrained-solve.js";
import { callSequence, entryFunction } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import type { LoopContext, TracedDynamics } from "../formulation.js";
import type { ClosureTrace } from "../loops/closures/closure-trace.js";
import { rowCount } from "../loops/closures/closures.js";
import { closureBlocks, writeClosures } from "../loops/closures/write-closures.js";
import { traceTakeBack } from "../loops/projection/take-back.js";
import { independentRows, scatterMultipliers, traceQuality } from "../loops/tree-augmented/tree-augmented.js";
import { compositeBody } from "../recursions/composite-body.js";
import { inverseDynamics } from "../recursions/inverse-dynamics.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";

type Rows = { x: readonly Num[] };

/** M v̇ + r = Kᵀ λ, K v̇ + γ = 0, dense, over the independent rows: the reference formulation. Featherstone (2008), section 8.2. */
export function traceMultipliers(
  tree: TreeProgram,
  loads: NodeLoads,
  vdot: Rec,
  { plan, drift, held }: LoopContext,
): TracedDynamics {
  const { program, skeleton } = tree;
  const { closures, rows, trace } = independentRows(tree, plan);
  const m = rows.size;
  const equations = new DenseEquations(tree, loads, trace, m);
  const rest = program.state({ vdot: skeleton.nv }); // never written, so it stays zero
  const multipliers = program.state({ x: m });
  const lambda = program.state({ x: rowCount(closures) });
  const quality = program.state({ x: 1 });

  inverseDynamics(tree, loads, rest, vdot); // r, where the solve leaves v̇
  equations.trace(trace);
  traceBias(trace, held, multipliers);
  const assemble = entryFunction(program);

  program.begin("multipliers");
  traceQuality(trace, equations.schur, equations.schurFactor, quality);
  scatterMultipliers(trace, multipliers, lambda);
  const report = entryFunction(program);
  const accelerate = (linkage: Linkage): number => {
    const solve = equations.solve(linkage, [{ x: vdot, right: multipliers }], { atRest: false });
    return callSequence(linkage, assemble(linkage), solve, report(linkage));
  };
  if (drift !== "projection") return { accelerate, lambda, quality };
  const finish = traceTakeBack(tree, closures, rows, (ofPose, { byPose, bySpeed, move, change }) => {
    equations.trace(ofPose);
    const corrections = [
      { x: move, right: byPose },
      { x: change, right: bySpeed },
    ];
    return () => (linkage) => equations.solve(linkage, corrections, { atRest: true });
  });
  return { accelerate, lambda, quality, settle: { when: "step", finish } };
}

/** γ of the independent rows, with damping of their residuals. */
function traceBias(trace: ClosureTrace, held: LoopContext["held"], into: Rec): void {
  const { program } = trace.tree;
  if (!held) return writeClosures(trace, { gamma: into });
  const gamma = program.state({ x: into.layout.size });
  writeClosures(trace, { gamma });
  trace.keptRows.forEach((row, k) => {
    const inputs = { bias: program.slice<Rows>(gamma, k, { x: 1 }), held: program.slice<Rows>(held, row, { x: 1 }) };
    program.step("held bias", inputs, ({ bias, held }) => ({ out: { x: [add(bias.x[0], held.x[0])] } }), {
      out: program.slice(into, k, { x: 1 }),
    });
  });
}

/** Where a solve finds γ and leaves λ, and where it finds r and leaves the accelerations. */
interface Unknowns {
  readonly x: Rec;
  readonly right: Rec;
}

/** M and K with their factors, in records that accelerations and projection use in turn. */
class DenseEquations {
  readonly #tree: TreeProgram;
  readonly #loads: NodeLoads;
  readonly #shape: ConstrainedShape;
  // Scratch, but the solve reaches it by its address, which only state records have.
  readonly #M: Rec;
  readonly #K: Rec;
  readonly #factor: Rec;
  readonly #Y: Rec;
  readonly #scratch: Rec;
  readonly schur: Rec;
  readonly schurFactor: Rec;

  constructor(tree: TreeProgram, loads: NodeLoads, trace: ClosureTrace, m: number) {
    const { program, skeleton } = tree;
    const n = skeleton.nv;
    this.#tree = tree;
    this.#loads = loads;
    this.#shape = { n, m, zeros: leadingZeros(trace, m, n) };
    this.#M = program.state({ M: n * n });
    this.#K = program.state({ K: m * n });
    this.#factor = program.state({ x: n * n });
    this.#Y = program.state({ x: m * n });
    this.#scratch = program.state({ x: n });
    this.schur = program.state({ x: m * m });
    this.schurFactor = program.state({ x: m * m });
  }

  /** M and K at the pose, into the entry point at hand. */
  trace(trace: ClosureTrace): void {
    compositeBody(this.#tree, this.#loads, this.#M);
    writeClosures(trace, { K: this.#K });
  }

  /** A function that factors once and solves for each of the unknowns; at rest, r is zero. */
  solve({ module, pool, offsetOf }: Linkage, unknowns: readonly Unknowns[], options: { atRest: boolean }): number {
    const [M, K, factor, Y, S, scratch] = [this.#M, this.#K, this.#factor, this.#Y, this.schur, this.#scratch];
    const code = new Code([I32, I32, I32]);
    const call = (recs: readonly Rec[], index: number): void => {
      for (const rec of recs) code.get(0).i32(offsetOf(rec)).op("i32.add");
      code.call(index);
    };
    if (this.#shape.n > 0) {
      call([M, K, factor, Y, S, scratch], addConstrainedFactor(module, pool, this.#shape));
      const solve = addConstrainedSolve(module, this.#shape, options);
      for (const { x, right } of unknowns) call([factor, Y, S, this.schurFactor, x, right, scratch], solve);
    }
    return module.add(code);
  }
}

/** Of each independent row: entries before the first speed that moves it. */
function leadingZeros(trace: ClosureTrace, m: number, n: number): readonly number[] {
  const zeros = new Array<number>(m).fill(n);
  for (const { row, rows, v } of closureBlocks(trace).list)
    for (let k = row; k < row + rows; k++) zeros[k] = Math.min(zeros[k], v);
  return zeros;
}
