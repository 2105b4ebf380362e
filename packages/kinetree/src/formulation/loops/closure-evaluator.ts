import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import type { Rec } from "../../kernel/record.js";
import { buildSkeleton, type Skeleton } from "../skeleton.js";
import type { State } from "../state.js";
import { TreeInstance } from "../tree-instance.js";
import { TreeProgram } from "../tree-program.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { ClosureTrace } from "./closure-trace.js";
import { closuresOf, rowCount, type Closure } from "./closures.js";
import { writeClosures } from "./write-closures.js";

/** Residuals of all closures at a state, and how they change with the speeds. */
export interface ClosureValues {
  /** φ, one for each row. */
  readonly phi: Float64Array;
  /** φ̇ = K v + drift. */
  readonly K: Matrix;
  readonly drift: Float64Array;
}

/** Closures in numbers, for assembling, for choosing coordinates and for checks. */
export class ClosureEvaluator {
  readonly skeleton: Skeleton;
  readonly closures: readonly Closure[];
  /** How many rows there are. */
  readonly rows: number;
  readonly #instance: TreeInstance;
  readonly #tree: TreeProgram;
  readonly #out: { readonly phi: Rec; readonly K: Rec; readonly drift: Rec; readonly gamma: Rec };

  /** @param parameters values of named parameters; the model's own for those left out */
  constructor(model: Model, topology: Topology, parameters: Readonly<Record<string, number>> = {}) {
    this.skeleton = buildSkeleton(model, topology);
    this.closures = closuresOf(this.skeleton);
    this.rows = rowCount(this.closures);
    const tree = (this.#tree = new TreeProgram(this.skeleton));
    const { program } = tree;
    const { nv } = this.skeleton;
    const out = (this.#out = {
      phi: program.state({ x: this.rows }),
      K: program.state({ x: this.rows * nv }),
      drift: program.state({ x: this.rows }),
      gamma: program.state({ x: this.rows }),
    });
    tree.begin("position");
    writeClosures(new ClosureTrace(tree, this.closures), { phi: out.phi, K: out.K, drift: out.drift });
    tree.begin("acceleration");
    writeClosures(new ClosureTrace(tree, this.closures), { gamma: out.gamma });
    this.#instance = new TreeInstance(tree);
    this.#instance.setParameters(parameters);
  }

  /** Residuals and their derivatives by the speeds. */
  at({ t, q }: Pick<State, "t" | "q">): ClosureValues {
    const values = {
      phi: new Float64Array(this.rows),
      K: newMatrix(this.rows, this.skeleton.nv),
      drift: new Float64Array(this.rows),
    };
    this.#instance.write(this.#tree.t, Float64Array.of(t));
    this.#instance.write(this.#tree.q, q);
    this.#instance.run("position");
    this.#instance.read(values.phi, this.#out.phi, 0);
    this.#instance.read(values.K.data, this.#out.K, 0);
    this.#instance.read(values.drift, this.#out.drift, 0);
    return values;
  }

  /** γ: φ̈ = K v̇ + γ. */
  bias({ t, q, v }: State): Float64Array {
    const gamma = new Float64Array(this.rows);
    this.#instance.write(this.#tree.t, Float64Array.of(t));
    this.#instance.write(this.#tree.q, q);
    this.#instance.write(this.#tree.v, v);
    this.#instance.run("acceleration");
    this.#instance.read(gamma, this.#out.gamma, 0);
    return gamma;
  }
}
