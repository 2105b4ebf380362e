import { newMatrix, type Matrix } from "../../../linalg/matrix.js";
import type { SparseRow } from "../../../linalg/sparse-elimination.js";
import type { Rec } from "../../../kernel/record.js";
import { buildSkeleton, type Skeleton } from "../../skeleton/skeleton.js";
import type { State } from "../../../state/state.js";
import { TreeInstance } from "../../tree/tree-instance.js";
import type { WhichTurns } from "../../joints/cut-turns.js";
import { TreeProgram } from "../../tree/tree-program.js";
import type { Model } from "../../../model/types.js";
import type { Topology } from "../../../topology/types.js";
import { ClosureTrace } from "./closure-trace.js";
import { closuresOf, rowCount, type Closure } from "./closures.js";
import { areOfPoints } from "./meetings.js";
import { closureBlocks, writeClosures, type ClosureBlock } from "./write-closures.js";

/** Residuals of all closures at a state, and how they change with the speeds. */
export interface ClosureValues {
  /** φ, one for each row. */
  readonly phi: Float64Array;
  /** φ̇ = K v + drift. */
  readonly K: Matrix;
  /** The same without zeros. */
  readonly sparse: readonly SparseRow[];
  readonly drift: Float64Array;
  /** Axes of the outer frame of a closure of points, in its base: a rotation matrix, row by row. */
  readonly axes: (closure: Closure) => Float64Array;
}

/** What of a state closures depend on. */
export type Pose = Pick<State, "t" | "q" | "z">;

/** Closures in numbers, for assembling, for choosing coordinates and for checks. */
export class ClosureEvaluator {
  readonly skeleton: Skeleton;
  readonly closures: readonly Closure[];
  /** How many rows there are. */
  readonly rows: number;
  readonly #instance: TreeInstance;
  readonly #tree: TreeProgram;
  readonly #out: {
    readonly phi: Rec;
    readonly blocks: Rec;
    readonly drift: Rec;
    readonly gamma: Rec;
    readonly upright: Rec;
    readonly axes: Rec;
  };
  readonly #ofPoints: readonly Closure[];
  readonly #blocks: readonly ClosureBlock[];

  /**
   * @param parameters values of named parameters; the model's own for those left out
   * @param which angles of cut joints that its states hold
   */
  constructor(
    model: Model,
    topology: Topology,
    parameters: Readonly<Record<string, number>> = {},
    which: WhichTurns = "read",
  ) {
    this.skeleton = buildSkeleton(model, topology);
    this.closures = closuresOf(this.skeleton);
    this.rows = rowCount(this.closures);
    const tree = (this.#tree = new TreeProgram(this.skeleton, 0, which));
    const { program } = tree;
    const { list, size } = closureBlocks(new ClosureTrace(tree, this.closures));
    this.#blocks = list;
    const ofPoints = this.closures.filter(areOfPoints);
    this.#ofPoints = ofPoints;
    const out = (this.#out = {
      phi: program.state({ x: this.rows }),
      blocks: program.state({ x: size }),
      drift: program.state({ x: this.rows }),
      gamma: program.state({ x: this.rows }),
      upright: program.state({ x: this.closures.length }),
      axes: program.state({ x: 9 * ofPoints.length }),
    });
    const position = new ClosureTrace(tree.begin("position"), this.closures);
    writeClosures(position, { phi: out.phi, blocks: out.blocks, drift: out.drift });
    ofPoints.forEach((closure, i) => position.outerAxes(closure, program.slice(out.axes, 9 * i, { x: 9 })));
    tree.begin("acceleration");
    writeClosures(new ClosureTrace(tree, this.closures), { gamma: out.gamma });
    const upright = new ClosureTrace(tree.begin("upright"), this.closures);
    this.closures.forEach((closure, i) => {
      if (closure.kind === "frames") upright.upright(closure, program.slice(out.upright, i, { x: 1 }));
    });
    this.#instance = new TreeInstance(tree);
    this.#instance.setParameters(parameters);
  }

  /** Sets all named parameters: to the given values, else to the model's. */
  setParameters(values: Readonly<Record<string, number>>): void {
    this.#instance.setParameters(values);
  }

  #put({ t, q, z }: Pose): void {
    const { t: time, q: coordinates, z: internal } = this.#tree;
    this.#instance.write(time, Float64Array.of(t));
    this.#instance.write(coordinates, q);
    const count = internal.layout.size;
    if (count > 0) this.#instance.write(internal, z ?? new Float64Array(count));
  }

  /** Residuals and their derivatives by the speeds. */
  at(state: Pose): ClosureValues {
    const phi = new Float64Array(this.rows);
    const drift = new Float64Array(this.rows);
    const entries = new Float64Array(this.#out.blocks.layout.size);
    this.#put(state);
    this.#instance.run("position");
    this.#instance.read(phi, this.#out.phi, 0);
    this.#instance.read(drift, this.#out.drift, 0);
    this.#instance.read(entries, this.#out.blocks, 0);
    const axes = new Float64Array(this.#out.axes.layout.size);
    this.#instance.read(axes, this.#out.axes, 0);
    const [blocks, ofPoints] = [this.#blocks, this.#ofPoints];
    const [rows, cols] = [this.rows, this.skeleton.nv];
    return {
      phi,
      drift,
      axes: (closure) => axes.subarray(9 * ofPoints.indexOf(closure), 9 * ofPoints.indexOf(closure) + 9),
      get K() {
        return denseOf(blocks, entries, rows, cols);
      },
      get sparse() {
        return sparseOf(blocks, entries, rows);
      },
    };
  }

  /** Closures whose frames meet the wrong way round: axes opposed, or half a turn off. */
  overturned(state: Pose): readonly Closure[] {
    const upright = new Float64Array(this.closures.length);
    this.#put(state);
    this.#instance.run("upright");
    this.#instance.read(upright, this.#out.upright, 0);
    return this.closures.filter(({ kind }, i) => kind === "frames" && !(upright[i] > 0));
  }

  /** γ: φ̈ = K v̇ + γ. */
  bias(state: State): Float64Array {
    const gamma = new Float64Array(this.rows);
    this.#put(state);
    this.#instance.write(this.#tree.v, state.v);
    this.#instance.run("acceleration");
    this.#instance.read(gamma, this.#out.gamma, 0);
    return gamma;
  }
}

/** Calls `give` for every entry that is stored. */
function eachEntry(
  blocks: readonly ClosureBlock[],
  entries: Float64Array,
  give: (row: number, column: number, value: number) => void,
): void {
  for (const { row, rows, v, nv, at } of blocks)
    for (let i = 0; i < rows; i++) for (let j = 0; j < nv; j++) give(row + i, v + j, entries[at + i * nv + j]);
}

function denseOf(blocks: readonly ClosureBlock[], entries: Float64Array, rows: number, cols: number): Matrix {
  const K = newMatrix(rows, cols);
  eachEntry(blocks, entries, (i, j, value) => (K.data[i * cols + j] += value));
  return K;
}

function sparseOf(blocks: readonly ClosureBlock[], entries: Float64Array, rows: number): readonly SparseRow[] {
  const out = Array.from({ length: rows }, () => new Map<number, number>());
  eachEntry(blocks, entries, (i, j, value) => out[i].set(j, (out[i].get(j) ?? 0) + value));
  return out;
}

const compiled = new WeakMap<Topology, ClosureEvaluator>();

/**
 * The evaluator of a model with these parameters, compiled once for a topology and shared: to be used at once, not kept. Many runs of
 * one mechanism start from many states, each of which is looked at.
 */
export function closureEvaluatorOf(
  model: Model,
  topology: Topology,
  parameters: Readonly<Record<string, number>> = {},
): ClosureEvaluator {
  let known = compiled.get(topology);
  if (known?.skeleton.model !== model) compiled.set(topology, (known = new ClosureEvaluator(model, topology)));
  known.setParameters(parameters);
  return known;
}
