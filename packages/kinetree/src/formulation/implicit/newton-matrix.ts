import { factorPattern, patternLeft, type FactorPattern } from "../../linalg/sparse-factors.js";
import type { ProgramPartials } from "../../kernel/partials.js";
import type { Closure } from "../loops/closures/closures.js";
import type { Skeleton } from "../skeleton/skeleton.js";
import type { TracedEquations } from "./trace-equations.js";
import { vertexOrder } from "./vertex-order.js";

/**
 * The matrix of Newton's method for a mechanism: one row and one column for every unknown and for every number on the way from the
 * unknowns to the equations. Rows and columns are in the order of elimination. Plain data.
 *
 * Eliminated from the tips of the tree to its base, a node leaves an equation between the force that it hands down and the motion
 * of its parent: the recursion of articulated bodies, with stiffness and damping beside the inertia, found by elimination instead
 * of being written down. The work grows with the number of nodes. What ties distant bodies together (springs, loops) leaves entries
 * of its own, and multipliers come where all nodes of their loop are gone.
 */
export interface NewtonMatrix {
  /** All of it. Its leading rows are eliminated once for a point: σ, for what is integrated, and ρ, for positions, are not in them. */
  readonly pattern: FactorPattern;
  /** What is left then, which is factored for each σ; and the place of each of its entries in the whole. */
  readonly left: FactorPattern;
  readonly leftFrom: Int32Array;
  /** Contributions to the whole: place in the factors, and minus the derivative of that slot, or a constant where that is -1. */
  readonly places: Int32Array;
  readonly slots: Int32Array;
  readonly constants: Float64Array;
  /** Entries on the diagonal of what is left that get σ, and ρ. */
  readonly sigmas: Int32Array;
  readonly rhos: Int32Array;
  /** Row and column, in what is left, of each unknown of [δ, v, z, a, λ, μ]; -1 for those that are left out. */
  readonly order: Int32Array;
  /** 1 for rows of multipliers, which may say what others say already. */
  readonly isOptional: Uint8Array;
}

/** Solutions with one set of factors, as a rule: what an order of elimination costs is reckoned with it. */
const SOLVES_A_FACTOR = 20;
/** Variables beyond which accumulating derivatives first cannot pay. */
const MOST_ACCUMULATED = 1500;

/**
 * Newton's matrix, in the cheaper of two orders: along the tree, or, for mechanisms of a few bodies, with all numbers on the way first,
 * which leaves a small dense matrix of the unknowns that solutions then get by with.
 * @param isKept rows of closures that count
 */
export function newtonMatrix(
  skeleton: Skeleton,
  equations: TracedEquations,
  isKept: (row: number) => boolean,
): NewtonMatrix {
  const along = orderedMatrix(skeleton, equations, isKept, false);
  if (equations.partials.variableCount > MOST_ACCUMULATED) return along;
  const accumulated = orderedMatrix(skeleton, equations, isKept, true);
  const cost = ({ left }: NewtonMatrix): number => left.factorCost + SOLVES_A_FACTOR * left.solveCost;
  return cost(accumulated) < cost(along) ? accumulated : along;
}

function orderedMatrix(
  skeleton: Skeleton,
  { partials, closures, level, unknowns }: TracedEquations,
  isKept: (row: number) => boolean,
  isAccumulated: boolean,
): NewtonMatrix {
  const { nv, nz, rows } = unknowns;
  const { variableCount, unknownCount, resultVariables } = partials;
  const [ofDelta, ofZ, ofNeeded, ofPhi, ofRows] = resultVariables;
  const first = { delta: 0, v: nv, z: 2 * nv, a: 2 * nv + nz, lambda: 3 * nv + nz, mu: 3 * nv + nz + rows };
  const keptRows = Array.from({ length: rows }, (_, k) => k).filter(isKept);
  const isUsed = new Uint8Array(variableCount).fill(1);
  for (let k = 0; k < rows; k++) {
    if (!isKept(k)) isUsed[first.lambda + k] = 0;
    if (!isKept(k) || level !== "stabilised") isUsed[first.mu + k] = 0;
  }

  const alongTree = eliminationOrder(skeleton, { partials, closures, level, unknowns }, first, isUsed);
  const isOnTheWay = (variable: number): boolean => variable >= unknownCount;
  const onTheWay = isAccumulated ? accumulationOrder(partials) : [];
  const order = isAccumulated ? [...onTheWay, ...alongTree.filter((variable) => !isOnTheWay(variable))] : alongTree;
  const place = new Int32Array(variableCount).fill(-1);
  order.forEach((variable, k) => (place[variable] = k));

  const entries: Entry[][] = order.map(() => []);
  const put = (row: number, column: number, constant: number, slot = -1): void => {
    if (place[row] < 0 || column < 0 || place[column] < 0) return;
    entries[place[row]].push({ column: place[column], slot, constant });
  };
  for (let variable = unknownCount; variable < variableCount; variable++) put(variable, variable, 1);
  for (let k = 0; k < partials.rows.length; k++) {
    put(partials.rows[k], partials.columns[k], -partials.constants[k], partials.slots[k]);
  }
  for (let i = 0; i < nv; i++) {
    put(first.delta + i, ofDelta[i], -1);
    put(first.v + i, first.a + i, -1);
    put(first.a + i, ofNeeded[i], 1);
  }
  for (let i = 0; i < nz; i++) {
    put(first.z + i, ofZ[i], -1);
  }
  for (const k of keptRows) {
    put(first.lambda + k, level === "positions" ? ofPhi[k] : ofRows[k], 1);
    if (level === "stabilised") put(first.mu + k, ofPhi[k], 1);
  }

  const n = order.length;
  const start = new Int32Array(n + 1);
  const columns: number[] = [];
  const counted: { readonly entry: Entry; readonly at: number }[] = [];
  entries.forEach((row, i) => {
    const distinct = [...new Set(row.map(({ column }) => column))].sort((x, y) => x - y);
    for (const entry of row) counted.push({ entry, at: start[i] + distinct.indexOf(entry.column) });
    columns.push(...distinct);
    start[i + 1] = start[i] + distinct.length;
  });
  const pattern = factorPattern({ n, start, column: Int32Array.from(columns) }, onTheWay.length);
  const { left, from } = patternLeft(pattern);
  const rowIn = place.slice(0, unknownCount).map((k) => (k < 0 ? -1 : k - pattern.lead));
  const isOptional = new Uint8Array(left.n);
  for (const k of keptRows)
    for (const variable of [first.lambda + k, first.mu + k]) if (rowIn[variable] >= 0) isOptional[rowIn[variable]] = 1;
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

/** Numbers on the way in an order that is cheap to accumulate derivatives in. */
function accumulationOrder({ rows, columns, unknownCount, variableCount, resultVariables }: ProgramPartials): number[] {
  const edges: [number, number][] = Array.from(rows, (row, k) => [row, columns[k]]);
  let equation = variableCount;
  for (const list of resultVariables)
    for (const variable of list) {
      if (variable >= unknownCount) edges.push([equation, variable]);
      equation++;
    }
  return vertexOrder(unknownCount, variableCount, edges);
}

interface Entry {
  readonly column: number;
  readonly slot: number;
  readonly constant: number;
}

interface First {
  readonly delta: number;
  readonly v: number;
  readonly z: number;
  readonly a: number;
  readonly lambda: number;
  readonly mu: number;
}

/**
 * Variables in the order of elimination: with the nodes, from the last to the first. A number belongs to the last node whose motion
 * it depends on, or to the last one whose equation of motion it reaches, whichever is nearer to the base: motions go up the tree,
 * and forces come down.
 */
function eliminationOrder(
  skeleton: Skeleton,
  { partials, closures, level, unknowns }: Pick<TracedEquations, "partials" | "closures" | "level" | "unknowns">,
  first: First,
  isUsed: Uint8Array,
): number[] {
  const { nv, nz } = unknowns;
  const { variableCount, unknownCount, rows, columns, resultVariables } = partials;
  const nodeOf = new Int32Array(nv);
  for (const { index, v, nv: own } of skeleton.nodes) nodeOf.fill(index, v, v + own);
  const depends = new Int32Array(variableCount).fill(-1);
  for (let i = 0; i < nv; i++) depends[first.delta + i] = depends[first.v + i] = depends[first.a + i] = nodeOf[i];
  // Entries are in the order in which variables are computed.
  for (let k = 0; k < rows.length; k++) depends[rows[k]] = Math.max(depends[rows[k]], depends[columns[k]]);
  const reaches = new Int32Array(variableCount).fill(-1);
  const [ofDelta, ofZ, ofNeeded, ofPhi, ofRows] = resultVariables;
  const FAR = 0x7fffffff;
  const reach = (variable: number, node: number): void => {
    if (variable >= 0) reaches[variable] = Math.max(reaches[variable], node);
  };
  for (let i = 0; i < nv; i++) {
    reach(ofNeeded[i], nodeOf[i]);
    reach(ofDelta[i], FAR);
  }
  for (let i = 0; i < nz; i++) reach(ofZ[i], FAR);
  for (const list of level === "positions" ? [ofPhi] : level === "rates" ? [ofRows] : [ofPhi, ofRows])
    for (const variable of list) reach(variable, FAR);
  for (let k = rows.length - 1; k >= 0; k--) reach(columns[k], reaches[rows[k]]);

  const group = new Int32Array(variableCount);
  for (let variable = 0; variable < variableCount; variable++) {
    const [from, to] = [depends[variable], reaches[variable]];
    group[variable] = from < 0 ? (to === FAR ? 0 : to) : to < 0 ? from : Math.min(from, to);
  }
  // Within a group: what is computed, then states of contacts, positions, speeds, accelerations; then the multipliers.
  const kind = new Uint8Array(variableCount);
  for (let i = 0; i < nz; i++) {
    const variable = first.z + i;
    group[variable] = ofZ[i] < 0 ? 0 : Math.max(0, depends[ofZ[i]]);
    kind[variable] = 1;
  }
  for (let i = 0; i < nv; i++) {
    for (const [k, of] of [first.delta, first.v, first.a].entries()) {
      group[of + i] = nodeOf[i];
      kind[of + i] = 2 + k;
    }
  }
  for (const closure of closures) {
    const last = lastNode(skeleton, closure, nodeOf);
    for (let k = 0; k < closure.rows.length; k++) {
      for (const [j, of] of [first.lambda, first.mu].entries()) {
        group[of + closure.first + k] = last;
        kind[of + closure.first + k] = 5 + j;
      }
    }
  }
  const all = Array.from({ length: variableCount }, (_, variable) => variable).filter(
    (variable) => variable >= unknownCount || isUsed[variable] !== 0,
  );
  return all.sort((x, y) => group[y] - group[x] || kind[x] - kind[y] || x - y);
}

/** The node of a closure that is eliminated last. */
function lastNode(skeleton: Skeleton, closure: Closure, nodeOf: Int32Array): number {
  const { nodes } = skeleton;
  const speeds =
    closure.kind === "coordinate"
      ? [closure.driven.v, ...(closure.driving ? [closure.driving.v] : [])]
      : [...closure.outerPath, ...closure.innerPath].flatMap((index) => {
          const { v, nv } = nodes[index].moving;
          return nv > 0 ? [v] : [];
        });
  return speeds.reduce((least, v) => Math.min(least, nodeOf[v]), nodes.length - 1);
}
