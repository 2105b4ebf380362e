import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { reported } from "./direct-solvers.js";
import { JointEquations, type EquationsData } from "./joint-equations.js";
import { KeptSolve } from "./kept-solve.js";
import { copyLane, gather, gatherFrom, lanesAgree, scatterTo } from "./lanes.js";
import { SPEEDS } from "./structure.js";

export const AUGMENTED_HOST = "augmented";

/** How the loads of the joints are found; plain data. */
export interface AugmentedData extends EquationsData {
  readonly dampingRatio: number;
  readonly naturalFrequency: number;
  /** First bytes of the records within the state of a sample. */
  readonly at: {
    /** Blocks of all ends: derivatives of the error rates by the speeds, and the same times M⁻¹. */
    readonly K: number;
    readonly C: number;
    /** Errors, and their accelerations at v̇ = 0, by rows as the structure has them. */
    readonly phi: number;
    readonly gamma: number;
    readonly q: number;
    readonly v: number;
    /** Accelerations: of free bodies, then of jointed ones. */
    readonly vdot: number;
    /** Loads, all rows of all closures, kept from call to call for iterations to begin with. */
    readonly lambda: number;
    /** ω where it changes from step to step; null where it is `naturalFrequency`. */
    readonly frequency: number | null;
    /** See `reported`; counts are added up. */
    readonly status: number;
  };
  /** First speed, and first coordinate, of each body. */
  readonly speeds: readonly number[];
  readonly coordinates: readonly number[];
  /** Place of each row in lambda, and how many places it has. */
  readonly rowNumbers: readonly number[];
  readonly allRows: number;
}

export const speedPlaces = ({ speeds }: Pick<AugmentedData, "speeds">): Int32Array =>
  Int32Array.from(speeds.flatMap((first) => Array.from({ length: SPEEDS }, (_, k) => first + k)));

type HostMemory = Pick<Instance, "f64"> & { readonly artifact: Pick<Instance["artifact"], "parameterCount"> };

/** G̃ U = −V and v̇ = v̇_free + G U (Wachlin 2018, (2.28)) for both lanes; equal lanes are solved once, a lane at rest not again. */
export function makeAugmentedHost(data: AugmentedData, memory: HostMemory): EntryFunction {
  const solver = new LaneSolver(data, memory);
  return (state, parameters) => {
    const isSame = solver.lanesAgree(state, parameters);
    solver.solve(state, parameters, 0);
    if (isSame) solver.copyToSecond(state);
    else solver.solve(state, parameters, 1);
  };
}

class LaneSolver {
  readonly #data: AugmentedData;
  readonly #f64: Float64Array;
  readonly #equations: JointEquations;
  readonly #q: Float64Array;
  readonly #parameters: Float64Array;
  readonly #phi: Float64Array;
  readonly #gamma: Float64Array;
  readonly #v: Float64Array;
  readonly #vdot: Float64Array;
  readonly #frequency = new Float64Array(1);
  readonly #speedAt: Int32Array;
  readonly #rowAt: Int32Array;
  /** Null for iterative solvers, whose result also depends on where they begin. */
  readonly #kept: KeptSolve | null;
  /** Offset and size of the records that the result depends on. */
  readonly #inputs: readonly (readonly [offset: number, count: number])[];

  constructor(data: AugmentedData, { f64, artifact }: HostMemory) {
    const { structure, at, solve, allRows } = data;
    const { rows, bodies } = structure;
    const [nq, nv] = [(SPEEDS + 1) * bodies, SPEEDS * bodies];
    this.#data = data;
    this.#f64 = f64;
    this.#equations = new JointEquations(data);
    this.#q = new Float64Array(nq);
    this.#parameters = new Float64Array(artifact.parameterCount);
    this.#phi = new Float64Array(rows);
    this.#gamma = new Float64Array(rows);
    this.#v = new Float64Array(nv);
    this.#vdot = new Float64Array(nv);
    this.#speedAt = speedPlaces(data);
    this.#rowAt = Int32Array.from(data.rowNumbers);
    // Blocks are most of the numbers. They follow from q and from the parameters, which stand for them here.
    const inputs = [this.#q, this.#parameters, this.#vdot, this.#v, this.#phi, this.#gamma, this.#frequency];
    const outputs = [this.#vdot, this.#equations.U, this.#equations.report];
    this.#kept = solve === "rnsd" || solve === "fom" ? null : new KeptSolve(inputs, outputs);
    this.#inputs = [
      [at.q, nq],
      [at.vdot, nv],
      ...(at.frequency === null ? [] : [[at.frequency, 1] as const]),
      [at.phi, rows],
      [at.gamma, rows],
      [at.v, nv],
      [at.lambda, allRows],
    ];
  }

  lanesAgree(state: number, parameters: number): boolean {
    if (!lanesAgree(this.#f64, parameters / 8, this.#parameters.length)) return false;
    for (const [offset, count] of this.#inputs) if (!lanesAgree(this.#f64, (state + offset) / 8, count)) return false;
    return true;
  }

  copyToSecond(state: number): void {
    const { at, allRows } = this.#data;
    copyLane(this.#f64, (state + at.vdot) / 8, this.#vdot.length);
    copyLane(this.#f64, (state + at.lambda) / 8, allRows);
    copyLane(this.#f64, (state + at.status) / 8, 3);
  }

  solve(state: number, parameters: number, lane: number): void {
    const f64 = this.#f64;
    const { at, naturalFrequency } = this.#data;
    gather(this.#phi, f64, (state + at.phi) / 8 + lane);
    gather(this.#gamma, f64, (state + at.gamma) / 8 + lane);
    gatherFrom(this.#v, f64, (state + at.v) / 8 + lane, this.#speedAt);
    gatherFrom(this.#vdot, f64, (state + at.vdot) / 8 + lane, this.#speedAt);
    this.#frequency[0] = at.frequency === null ? naturalFrequency : f64[(state + at.frequency) / 8 + lane];
    if (lane === 0 || !this.#isRecalled(state, parameters)) {
      const { K, C, U } = this.#equations;
      gather(K, f64, (state + at.K) / 8 + lane);
      gather(C, f64, (state + at.C) / 8 + lane);
      if (this.#kept === null) gatherFrom(U, f64, (state + at.lambda) / 8 + lane, this.#rowAt);
      this.#solveGathered();
      if (lane === 1) this.#kept?.keep();
    }
    this.#deliver(state, lane);
  }

  /** Whether the second lane stands where it was last solved; its result is then restored. */
  #isRecalled(state: number, parameters: number): boolean {
    if (this.#kept === null) return false;
    gather(this.#q, this.#f64, (state + this.#data.at.q) / 8 + 1);
    gather(this.#parameters, this.#f64, parameters / 8 + 1);
    return this.#kept.recall();
  }

  /** V = F̃ + 2 ζ ω Ė + ω² E, with F̃ = K v̇_free + γ and Ė = K v. */
  #solveGathered(): void {
    const equations = this.#equations;
    const [v, vdot, phi, gamma] = [this.#v, this.#vdot, this.#phi, this.#gamma];
    const omega = this.#frequency[0];
    const damping = 2 * this.#data.dampingRatio * omega;
    for (let i = 0; i < phi.length; i++) equations.V[i] = -gamma[i] - omega * omega * phi[i];
    for (let i = 0; i < v.length; i++) v[i] = vdot[i] + damping * v[i];
    equations.takeRates(v);
    // A singular matrix must not pass for an answer.
    if (!equations.solve()) equations.U.fill(NaN);
    equations.addLoads(vdot);
  }

  #deliver(state: number, lane: number): void {
    const f64 = this.#f64;
    const { at } = this.#data;
    const { U, report } = this.#equations;
    scatterTo(f64, (state + at.vdot) / 8 + lane, this.#vdot, this.#speedAt);
    scatterTo(f64, (state + at.lambda) / 8 + lane, U, this.#rowAt);
    const status = (state + at.status) / 8 + lane;
    f64[status] = U.length > 0 ? report[reported.quality] : 1;
    f64[status + 2] += report[reported.fallbacks];
    f64[status + 4] += report[reported.iterations];
  }
}
