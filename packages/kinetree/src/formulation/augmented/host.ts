import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { reported } from "./direct-solvers.js";
import { JointEquations, type EquationsData } from "./joint-equations.js";
import { KeptSolve } from "./kept-solve.js";
import { copyLane, gather, gatherFrom, lanesAgree, scatterTo } from "./lanes.js";
import { SPEEDS } from "./structure.js";

/** By this kind the part that the host does is known: see `HostSpec`. */
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

/** Places of all speeds, body after body. */
export const speedPlaces = ({ speeds }: Pick<AugmentedData, "speeds">): Int32Array =>
  Int32Array.from(speeds.flatMap((first) => Array.from({ length: SPEEDS }, (_, k) => first + k)));

/** What of an instance the host works on. */
type HostMemory = Pick<Instance, "f64"> & { readonly artifact: Pick<Instance["artifact"], "parameterCount"> };

/**
 * G̃ U = −V and v̇ = v̇_free + G U for both lanes of a state: the constraint controller of Wachlin (2018), (2.28). A lane that
 * holds the same numbers as the first takes over its result; a second lane that stands still, as in a single run, keeps its own.
 */
export function makeAugmentedHost(data: AugmentedData, { f64, artifact }: HostMemory): EntryFunction {
  const { structure, at, allRows, dampingRatio } = data;
  const { rows } = structure;
  const [nq, nv] = [(SPEEDS + 1) * structure.bodies, SPEEDS * structure.bodies];
  const equations = new JointEquations(data);
  const q = new Float64Array(nq);
  const named = new Float64Array(artifact.parameterCount);
  const phi = new Float64Array(rows);
  const gamma = new Float64Array(rows);
  const v = new Float64Array(nv);
  const vdot = new Float64Array(nv);
  const speedAt = speedPlaces(data);
  const rowAt = Int32Array.from(data.rowNumbers);
  const frequency = new Float64Array(1);
  const { K, C, U, report } = equations;
  // Iterations depend on where they begin too.
  const isIterative = data.solve === "rnsd" || data.solve === "fom";
  // Blocks are most of the numbers. They follow from q and from the named parameters, which stand for them here.
  const kept = isIterative ? null : new KeptSolve([q, named, vdot, v, phi, gamma, frequency], [vdot, U, report]);

  const isCopy = (state: number, parameters: number): boolean =>
    lanesAgree(f64, (state + at.q) / 8, nq) &&
    lanesAgree(f64, parameters / 8, named.length) &&
    lanesAgree(f64, (state + at.vdot) / 8, nv) &&
    (at.frequency === null || lanesAgree(f64, (state + at.frequency) / 8, 1)) &&
    lanesAgree(f64, (state + at.phi) / 8, rows) &&
    lanesAgree(f64, (state + at.gamma) / 8, rows) &&
    lanesAgree(f64, (state + at.v) / 8, nv) &&
    lanesAgree(f64, (state + at.lambda) / 8, allRows);

  /** Whether the second lane stands where it was last solved; its result is then back. */
  const isRecalled = (state: number, parameters: number): boolean => {
    if (kept === null) return false;
    gather(q, f64, (state + at.q) / 8 + 1);
    gather(named, f64, parameters / 8 + 1);
    return kept.recall();
  };

  const solveLane = (state: number, parameters: number, lane: number): void => {
    gather(phi, f64, (state + at.phi) / 8 + lane);
    gather(gamma, f64, (state + at.gamma) / 8 + lane);
    gatherFrom(v, f64, (state + at.v) / 8 + lane, speedAt);
    gatherFrom(vdot, f64, (state + at.vdot) / 8 + lane, speedAt);
    // −(F̃ + 2 ζ ω Ė + ω² E), with F̃ = K v̇_free + γ and Ė = K v.
    const omega = at.frequency === null ? data.naturalFrequency : f64[(state + at.frequency) / 8 + lane];
    frequency[0] = omega;
    if (lane === 1 && isRecalled(state, parameters)) return deliver(state, lane);
    gather(K, f64, (state + at.K) / 8 + lane);
    gather(C, f64, (state + at.C) / 8 + lane);
    if (isIterative) gatherFrom(U, f64, (state + at.lambda) / 8 + lane, rowAt);
    const damping = 2 * dampingRatio * omega;
    for (let i = 0; i < rows; i++) equations.V[i] = -gamma[i] - omega * omega * phi[i];
    for (let i = 0; i < nv; i++) v[i] = vdot[i] + damping * v[i];
    equations.takeRates(v);
    // A singular matrix must not pass for an answer.
    if (!equations.solve()) U.fill(NaN);
    equations.addLoads(vdot);
    if (lane === 1) kept?.keep();
    deliver(state, lane);
  };

  const deliver = (state: number, lane: number): void => {
    scatterTo(f64, (state + at.vdot) / 8 + lane, vdot, speedAt);
    scatterTo(f64, (state + at.lambda) / 8 + lane, U, rowAt);
    const status = (state + at.status) / 8 + lane;
    f64[status] = rows > 0 ? report[reported.quality] : 1;
    f64[status + 2] += report[reported.fallbacks];
    f64[status + 4] += report[reported.iterations];
  };

  return (state, parameters) => {
    const isSame = isCopy(state, parameters);
    solveLane(state, parameters, 0);
    if (!isSame) return solveLane(state, parameters, 1);
    copyLane(f64, (state + at.vdot) / 8, nv);
    copyLane(f64, (state + at.lambda) / 8, allRows);
    copyLane(f64, (state + at.status) / 8, 3);
  };
}
