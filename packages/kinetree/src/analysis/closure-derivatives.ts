import { writeRows } from "../formulation/implicit/trace-equations.js";
import { ClosureTrace } from "../formulation/loops/closures/closure-trace.js";
import { closuresOf, rowCount } from "../formulation/loops/closures/closures.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import { TreeInstance } from "../formulation/tree/tree-instance.js";
import { TreeProgram } from "../formulation/tree/tree-program.js";
import type { Num } from "../graph/graph.js";
import type { Rec } from "../kernel/record.js";
import { traceTangent } from "../kernel/tangent.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import type { State } from "../state/state.js";
import type { Topology } from "../topology/types.js";
import { directionSeed, ratesOfParameters, type Variable } from "./direction-seeds.js";

/** Variables that rates and accelerations of closures depend on. */
export type ClosureVariable = Exclude<Variable, "tau" | "u" | "z">;

/** Derivatives of φ̇ = K v + drift and of φ̈ = K v̇ + γ of all closures, exact and compiled, two directions at a time. */
export class ClosureDerivatives {
  readonly #tree: TreeProgram;
  readonly #rows: number;
  readonly #vdot: Rec;
  readonly #direction: Rec;
  readonly #tangents: { readonly rates: Rec; readonly accelerations: Rec };
  readonly #instance: TreeInstance;

  constructor(model: Model, topology: Topology, by: readonly ClosureVariable[]) {
    const tree = new TreeProgram(buildSkeleton(model, topology));
    const { program, skeleton } = tree;
    const closures = closuresOf(skeleton);
    const count = rowCount(closures);
    const rowsOf = (): Rec => program.state<{ x: readonly Num[] }>({ x: count });
    this.#tree = tree;
    this.#rows = count;
    this.#vdot = program.state<{ vdot: readonly Num[] }>({ vdot: skeleton.nv });
    this.#direction = program.state<{ d: readonly Num[] }>({ d: Math.max(skeleton.nv, 1) });
    this.#tangents = { rates: rowsOf(), accelerations: rowsOf() };
    const [rates, accelerations] = [rowsOf(), rowsOf()];
    program.begin("values");
    const trace = new ClosureTrace(tree, closures);
    for (const closure of closures) writeRows(trace, closure, this.#vdot, { rates, accelerations });
    const steps = [...program.steps];
    for (const variable of by) {
      program.begin(`by ${variable}`);
      traceTangent(program, {
        steps,
        seed: directionSeed(tree, this.#direction, this.#vdot, variable),
        ...(variable === "parameters" ? { parameterRates: ratesOfParameters(tree) } : {}),
        results: [
          { of: rates, into: this.#tangents.rates },
          { of: accelerations, into: this.#tangents.accelerations },
        ],
      });
    }
    this.#instance = new TreeInstance(tree);
  }

  get flops(): Readonly<Record<string, number>> {
    return this.#instance.flops;
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#instance.setParameters(values);
  }

  at({ t, q, v, z }: State, vdot: Float64Array): void {
    const instance = this.#instance;
    instance.fill(this.#tree.t, t);
    instance.write(this.#tree.q, q);
    instance.write(this.#tree.v, v);
    if (z) instance.write(this.#tree.z, z);
    else if (this.#tree.z.layout.size > 0) instance.fill(this.#tree.z, 0);
    instance.write(this.#vdot, vdot);
    instance.fill(this.#direction, 0);
    instance.run("values");
  }

  /** ∂φ̇ and ∂φ̈ by a variable at the point set last, a row for each row of the closures. */
  jacobians(by: ClosureVariable): { readonly rates: Matrix; readonly accelerations: Matrix } {
    const { nv, model } = this.#tree.skeleton;
    const columns = by === "t" ? 1 : by === "parameters" ? model.parameters.length : nv;
    const out = { rates: newMatrix(this.#rows, columns), accelerations: newMatrix(this.#rows, columns) };
    const instance = this.#instance;
    for (let j = 0; j < columns; j += 2) {
      this.#seed(by, j, columns, 1);
      instance.run(`by ${by}`);
      this.#seed(by, j, columns, 0);
      for (const lane of [0, 1] as const)
        if (j + lane < columns)
          for (const part of ["rates", "accelerations"] as const)
            instance.read(out[part].data, this.#tangents[part], lane, j + lane, columns);
    }
    return out;
  }

  #seed(by: ClosureVariable, j: number, columns: number, size: number): void {
    const first = this.#tree.skeleton.model.parameters.length;
    for (const lane of [0, 1] as const) {
      if (j + lane >= columns) continue;
      if (by === "parameters") this.#instance.setParameter(first + j + lane, size, lane);
      else this.#instance.writeEntry(this.#direction, j + lane, lane, size);
    }
    if (by === "parameters") this.#instance.prologue();
  }
}
