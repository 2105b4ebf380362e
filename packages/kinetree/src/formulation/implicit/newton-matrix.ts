import { factorPattern, patternLeft, type FactorPattern } from "../../linalg/sparse-factors.js";
import type { Skeleton } from "../skeleton/skeleton.js";
import { accumulationOrder, eliminationOrder, firstUnknowns } from "./elimination-order.js";
import type { TracedEquations } from "./trace-equations.js";

/**
 * The matrix of Newton's method for a mechanism: one row and one column for every unknown and for every intermediate value between
 * unknowns and residuals. Rows and columns are in the order of elimination. Plain data.
 *
 * Eliminated from the tips of the tree to its base, a node leaves an equation between the force on its parent and the motion of its
 * parent: the articulated-body algorithm, with stiffness and damping added to the inertia, found by elimination. The work grows with
 * the number of nodes. Springs and loops between distant bodies leave fill, and the multipliers of a loop come after all its nodes.
 */
export interface NewtonMatrix {
  /** The whole. Its leading rows are eliminated once per linearisation point: neither σ (integrated values) nor ρ (positions) is in them. */
  readonly pattern: FactorPattern;
  /** The remainder, which is factored for each σ; and the place of each of its entries in the whole. */
  readonly left: FactorPattern;
  readonly leftFrom: Int32Array;
  /** Contributions to the whole: place in the factors, and minus the derivative of that slot, or a constant where that is -1. */
  readonly places: Int32Array;
  readonly slots: Int32Array;
  readonly constants: Float64Array;
  /** Entries on the diagonal of the remainder that get σ, and ρ. */
  readonly sigmas: Int32Array;
  readonly rhos: Int32Array;
  /** Row and column, in the remainder, of each unknown of [δ, v, z, a, λ, μ, ν]; -1 for unused ones. */
  readonly order: Int32Array;
  /** 1 for rows of multipliers, which may be redundant. */
  readonly isOptional: Uint8Array;
}

/** Typical number of solves per factorisation, which weighs the cost of an order of elimination. */
const SOLVES_PER_FACTOR = 20;
/** Variables beyond which accumulating derivatives first cannot pay. */
const MOST_ACCUMULATED = 1500;

/**
 * Newton's matrix, in the cheaper of two orders: along the tree, or, for mechanisms of a few bodies, with all intermediate values first,
 * which leaves a small dense matrix of the unknowns.
 * @param isKept which rows of closures are independent
 */
export function newtonMatrix(
  skeleton: Skeleton,
  equations: TracedEquations,
  isKept: (row: number) => boolean,
): NewtonMatrix {
  const { unknowns, partials, multipliers } = equations;
  const first = firstUnknowns(unknowns);
  const isUsed = new Uint8Array(partials.variableCount).fill(1);
  for (let k = 0; k < unknowns.rows; k++) {
    if (!isKept(k)) isUsed[first.lambda + k] = 0;
    if (!isKept(k) || !multipliers.mu) isUsed[first.mu + k] = 0;
    if (!isKept(k) && multipliers.nu) isUsed[first.nu + k] = 0;
  }
  const alongTree = eliminationOrder(skeleton, equations, isUsed);
  const along = orderedMatrix(equations, isKept, alongTree, 0);
  if (partials.variableCount > MOST_ACCUMULATED) return along;
  const intermediates = accumulationOrder(partials);
  const order = [...intermediates, ...alongTree.filter((variable) => variable < partials.unknownCount)];
  const accumulated = orderedMatrix(equations, isKept, order, intermediates.length);
  const cost = ({ left }: NewtonMatrix): number => left.factorCost + SOLVES_PER_FACTOR * left.solveCost;
  return cost(accumulated) < cost(along) ? accumulated : along;
}

/** @param lead leading rows that are eliminated once per linearisation point */
function orderedMatrix(
  equations: TracedEquations,
  isKept: (row: number) => boolean,
  order: readonly number[],
  lead: number,
): NewtonMatrix {
  const { nv, nz, rows } = equations.unknowns;
  const { variableCount, unknownCount } = equations.partials;
  const first = firstUnknowns(equations.unknowns);
  const keptRows = Array.from({ length: rows }, (_, k) => k).filter(isKept);
  const place = new Int32Array(variableCount).fill(-1);
  order.forEach((variable, k) => (place[variable] = k));
  const { start, columns, counted } = sortedEntries(entriesOf(equations, keptRows, place, order.length));
  const pattern = factorPattern({ n: order.length, start, column: Int32Array.from(columns) }, lead);
  const { left, from } = patternLeft(pattern);
  const rowIn = place.slice(0, unknownCount).map((k) => (k < 0 ? -1 : k - pattern.lead));
  const isOptional = new Uint8Array(left.n);
  for (const k of keptRows)
    for (const start of [first.lambda, first.mu, first.nu]) if (rowIn[start + k] >= 0) isOptional[rowIn[start + k]] = 1;
  const diagonals = (start: number, count: number): number[] =>
    Array.from(rowIn.subarray(start, start + count), (row) => left.diagonal[row]);
  return {
    pattern,
    left,
    leftFrom: from,
    places: Int32Array.from(counted, ({ at }) => pattern.placeOf[at]),
    slots: Int32Array.from(counted, ({ entry }) => entry.slot),
    constants: Float64Array.from(counted, ({ entry }) => entry.constant),
    sigmas: Int32Array.from([...diagonals(first.v, nv), ...diagonals(first.z, nz)]),
    rhos: Int32Array.from(diagonals(first.delta, nv)),
    order: rowIn,
    isOptional,
  };
}

interface Entry {
  readonly column: number;
  readonly slot: number;
  readonly constant: number;
}

/** Entries of each row: the definitions of the intermediate values, and the equations of the unknowns. */
function entriesOf(
  { partials, level, multipliers, unknowns }: TracedEquations,
  keptRows: readonly number[],
  place: Int32Array,
  count: number,
): readonly (readonly Entry[])[] {
  const { nv, nz } = unknowns;
  const first = firstUnknowns(unknowns);
  const [ofDelta, ofZ, ofNeeded, ofPhi, ofRows, ofRates] = partials.resultVariables;
  const entries = Array.from({ length: count }, (): Entry[] => []);
  const put = (row: number, column: number, constant: number, slot = -1): void => {
    if (place[row] < 0 || column < 0 || place[column] < 0) return;
    entries[place[row]].push({ column: place[column], slot, constant });
  };
  for (let variable = partials.unknownCount; variable < partials.variableCount; variable++) put(variable, variable, 1);
  for (let k = 0; k < partials.rows.length; k++)
    put(partials.rows[k], partials.columns[k], -partials.constants[k], partials.slots[k]);
  for (let i = 0; i < nv; i++) {
    put(first.delta + i, ofDelta[i], -1);
    put(first.v + i, first.a + i, -1);
    put(first.a + i, ofNeeded[i], 1);
  }
  for (let i = 0; i < nz; i++) put(first.z + i, ofZ[i], -1);
  for (const k of keptRows) {
    put(first.lambda + k, level === "positions" ? ofPhi[k] : ofRows[k], 1);
    if (multipliers.mu) put(first.mu + k, ofPhi[k], 1);
    if (multipliers.nu) put(first.nu + k, ofRates[k], 1);
  }
  return entries;
}

/** Compressed sparse rows, and the place in them of every entry; several may share a place. */
function sortedEntries(entries: readonly (readonly Entry[])[]) {
  const start = new Int32Array(entries.length + 1);
  const columns: number[] = [];
  const counted: { readonly entry: Entry; readonly at: number }[] = [];
  entries.forEach((row, i) => {
    const distinct = [...new Set(row.map(({ column }) => column))].sort((x, y) => x - y);
    for (const entry of row) counted.push({ entry, at: start[i] + distinct.indexOf(entry.column) });
    columns.push(...distinct);
    start[i + 1] = start[i] + distinct.length;
  });
  return { start, columns, counted };
}
