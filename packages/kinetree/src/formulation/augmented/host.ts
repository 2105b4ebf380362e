import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { reported } from "./direct-solvers.js";
import type { IterationLimits } from "./iterative-solvers.js";
import { makeProduct, type ProductName } from "./products.js";
import { makeSolver, type SolveName } from "./solvers.js";
import { SPEEDS, type Structure } from "./structure.js";

/** By this kind the part that the host does is known: see `HostSpec`. */
export const AUGMENTED_HOST = "augmented";

/** How the loads of the joints are found; plain data. */
export interface AugmentedData extends IterationLimits {
  readonly structure: Structure;
  readonly product: ProductName;
  readonly solve: SolveName;
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
    readonly v: number;
    /** Accelerations: of free bodies, then of jointed ones. */
    readonly vdot: number;
    /** Loads, all rows of all closures, kept from call to call for iterations to begin with. */
    readonly lambda: number;
    /** See `reported`; counts are added up. */
    readonly status: number;
  };
  /** First speed of each body. */
  readonly speeds: readonly number[];
  /** Place of each row in lambda. */
  readonly rowNumbers: readonly number[];
}

/** What the equations of one sample are made of, gathered from memory. */
interface Sample {
  readonly K: Float64Array;
  readonly C: Float64Array;
  readonly phi: Float64Array;
  readonly gamma: Float64Array;
  readonly v: Float64Array;
  readonly vdot: Float64Array;
  readonly U: Float64Array;
}

/**
 * G̃ U = −V and v̇ = v̇_free + G U for both lanes of a state: the constraint controller of Wachlin (2018), (2.28). A lane that
 * holds the same numbers as the first, as in a single run, takes over its result.
 */
export function makeAugmentedHost(data: AugmentedData, { f64 }: Pick<Instance, "f64">): EntryFunction {
  const { structure, at, rowNumbers } = data;
  const { rows, blockSize } = structure;
  const solver = makeSolver(data.solve, rows, structure.reach, data);
  const product = makeProduct(data.product, structure, solver.storage);
  const A = new Float64Array(solver.storage.size);
  const V = new Float64Array(rows);
  const nv = SPEEDS * structure.bodies;
  const numbers = (n: number): Float64Array => new Float64Array(n);
  const x: Sample = {
    K: numbers(blockSize),
    C: numbers(blockSize),
    phi: numbers(rows),
    gamma: numbers(rows),
    v: numbers(nv),
    vdot: numbers(nv),
    U: numbers(rows),
  };
  /** Where the lanes of speed k of a body lie among all speeds. */
  const speedAt = Int32Array.from(data.speeds.flatMap((first) => Array.from({ length: SPEEDS }, (_, k) => first + k)));
  const rowAt = Int32Array.from(rowNumbers);
  const forward = forwardOf(structure);

  /** Whether both lanes hold the same numbers. */
  const isCopy = (state: number): boolean => {
    const same = (from: number, count: number): boolean => {
      for (let i = (state + from) / 8, end = i + 2 * count; i < end; i += 2) if (f64[i] !== f64[i + 1]) return false;
      return true;
    };
    return (
      same(at.vdot, nv) &&
      same(at.phi, rows) &&
      same(at.gamma, rows) &&
      same(at.v, nv) &&
      same(at.K, blockSize) &&
      same(at.C, blockSize) &&
      rowsAreSame(f64, (state + at.lambda) / 8, rowAt)
    );
  };

  const solveLane = (state: number, lane: number): void => {
    gather(x.K, f64, (state + at.K) / 8 + lane);
    gather(x.C, f64, (state + at.C) / 8 + lane);
    gather(x.phi, f64, (state + at.phi) / 8 + lane);
    gather(x.gamma, f64, (state + at.gamma) / 8 + lane);
    gatherFrom(x.v, f64, (state + at.v) / 8 + lane, speedAt);
    gatherFrom(x.vdot, f64, (state + at.vdot) / 8 + lane, speedAt);
    gatherFrom(x.U, f64, (state + at.lambda) / 8 + lane, rowAt);
    product(A, x.K, x.C);
    // −V = −(F̃ + 2 ζ ω Ė + ω² E), with F̃ = K v̇_free + γ and Ė = K v.
    const [damping, stiffness] = [2 * data.dampingRatio * data.naturalFrequency, data.naturalFrequency ** 2];
    for (let i = 0; i < rows; i++) V[i] = -x.gamma[i] - stiffness * x.phi[i];
    forward.errorRates(V, x.K, x.v, -damping);
    forward.errorRates(V, x.K, x.vdot, -1);
    const { report } = solver;
    report.fill(0);
    solver.solve(x.U, A, V);
    // A singular matrix must not pass for an answer.
    if (report[reported.quality] === 0 && rows > 0) x.U.fill(NaN);
    forward.addLoads(x.vdot, x.C, x.U);
    scatterTo(f64, (state + at.vdot) / 8 + lane, x.vdot, speedAt);
    scatterTo(f64, (state + at.lambda) / 8 + lane, x.U, rowAt);
    const status = (state + at.status) / 8 + lane;
    f64[status] = rows > 0 ? report[reported.quality] : 1;
    f64[status + 2] += report[reported.fallbacks];
    f64[status + 4] += report[reported.iterations];
  };

  return (state) => {
    const isSame = isCopy(state);
    solveLane(state, 0);
    if (!isSame) return solveLane(state, 1);
    copyLane(f64, (state + at.vdot) / 8, nv);
    for (let i = 0; i < rows; i++) {
      const place = (state + at.lambda) / 8 + 2 * rowAt[i];
      f64[place + 1] = f64[place];
    }
    copyLane(f64, (state + at.status) / 8, 3);
  };
}

/** The two products with vectors, by blocks, since every product and solver takes them alike. */
function forwardOf({ links }: Structure) {
  const ends = links.flatMap(({ first, rows, ends }) =>
    ends.map(({ body, block }) => [first, rows, SPEEDS * body, block]),
  );
  const table = Int32Array.from(ends.flat());
  return {
    /** out += scale · K v */
    errorRates: (out: Float64Array, K: Float64Array, v: Float64Array, scale: number): void => {
      for (let e = 0; e < table.length; e += 4) {
        const [first, rows, speed, block] = [table[e], table[e + 1], table[e + 2], table[e + 3]];
        for (let r = 0; r < rows; r++) {
          let sum = 0;
          for (let k = 0; k < SPEEDS; k++) sum += K[block + r * SPEEDS + k] * v[speed + k];
          out[first + r] += scale * sum;
        }
      }
    },
    /** v̇ += G U */
    addLoads: (vdot: Float64Array, C: Float64Array, U: Float64Array): void => {
      for (let e = 0; e < table.length; e += 4) {
        const [first, rows, speed, block] = [table[e], table[e + 1], table[e + 2], table[e + 3]];
        for (let r = 0; r < rows; r++)
          for (let k = 0; k < SPEEDS; k++) vdot[speed + k] += C[block + r * SPEEDS + k] * U[first + r];
      }
    },
  };
}

function gather(out: Float64Array, f64: Float64Array, start: number): void {
  for (let i = 0; i < out.length; i++) out[i] = f64[start + 2 * i];
}

function gatherFrom(out: Float64Array, f64: Float64Array, start: number, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) out[i] = f64[start + 2 * places[i]];
}

function scatterTo(f64: Float64Array, start: number, values: Float64Array, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) f64[start + 2 * places[i]] = values[i];
}

function copyLane(f64: Float64Array, start: number, count: number): void {
  for (let i = 0; i < count; i++) f64[start + 2 * i + 1] = f64[start + 2 * i];
}

function rowsAreSame(f64: Float64Array, start: number, places: Int32Array): boolean {
  for (let i = 0; i < places.length; i++)
    if (f64[start + 2 * places[i]] !== f64[start + 2 * places[i] + 1]) return false;
  return true;
}
