import { unknownName } from "../../errors/unknown-name.js";
import { pairsOf, SPEEDS, STATES, type Storage, type Structure } from "./structure.js";

/*
 * G̃ = (∂Ė/∂X) G, Wachlin (2018), (2.24) and section 4.1. X holds thirteen numbers a body: position, quaternion, speeds. Loads
 * change speeds alone, so the rows of G for positions and quaternions are zero, and so is what they meet in ∂Ė/∂X here: its
 * values there do not matter. K are the blocks of ∂Ė/∂X for the speeds, rows × 6 for each end of each joint; C = K M⁻¹ those of Gᵀ.
 */

/** Dense matrices, zeros and all; compressed sparse columns; only the blocks of joints that share a body. */
export type ProductName = "dense" | "csc" | "block";

export const productNames: readonly ProductName[] = Object.freeze(["dense", "csc", "block"]);

/** Overwrites A with G̃, from the blocks K and C; allocates nothing. */
export type Product = (A: Float64Array, K: Float64Array, C: Float64Array) => void;

export function makeProduct(name: ProductName, structure: Structure, storage: Storage): Product {
  switch (name) {
    case "dense":
      return denseProduct(structure, storage);
    case "csc":
      return columnProduct(structure, storage);
    case "block":
      return blockProduct(structure, storage);
    default:
      throw unknownName("product", name, productNames);
  }
}

/** Column of a body's speed k in ∂Ė/∂X. */
const columnOf = (body: number, k: number): number => STATES * body + STATES - SPEEDS + k;

/** Calls back for each entry of the blocks: its place in them, its row, and its column in ∂Ė/∂X. */
function eachEntry({ links }: Structure, visit: (from: number, row: number, column: number) => void): void {
  for (const { first, rows, ends } of links)
    for (const { body, block } of ends)
      for (let r = 0; r < rows; r++)
        for (let k = 0; k < SPEEDS; k++) visit(block + r * SPEEDS + k, first + r, columnOf(body, k));
}

/** G, states × rows, with the places where the entries of the blocks go. */
function denseCoupling(structure: Structure): { readonly G: Float64Array; readonly place: Int32Array } {
  const place = new Int32Array(structure.blockSize);
  eachEntry(structure, (from, row, column) => (place[from] = column * structure.rows + row));
  return { G: new Float64Array(STATES * structure.bodies * structure.rows), place };
}

function scatter(out: Float64Array, values: Float64Array, place: Int32Array): void {
  for (let i = 0; i < place.length; i++) out[place[i]] = values[i];
}

/** Copies the upper band of a full matrix, unless the solver takes the full one. */
function deliver(A: Float64Array, full: Float64Array, n: number, { pitch, size }: Storage, reach: number): void {
  if (full === A) return;
  A.fill(0, 0, size);
  for (let i = 0; i < n; i++) {
    const end = Math.min(n, i + reach + 1);
    for (let j = i; j < end; j++) A[i * pitch + j] = full[i * n + j];
  }
}

/** The definition itself, rows × states times states × rows: M² · 13 N multiplications, nearly all of them by zero. */
function denseProduct(structure: Structure, storage: Storage): Product {
  const n = structure.rows;
  const states = STATES * structure.bodies;
  const { G, place: placeInG } = denseCoupling(structure);
  const D = new Float64Array(n * states);
  const placeInD = new Int32Array(structure.blockSize);
  eachEntry(structure, (from, row, column) => (placeInD[from] = row * states + column));
  const own = storage.isFull ? null : new Float64Array(n * n);
  return (A, K, C) => {
    scatter(D, K, placeInD);
    scatter(G, C, placeInG);
    const out = own ?? A;
    out.fill(0, 0, n * n);
    // Along rows: contiguous in all three matrices.
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < states; k++) {
        const d = D[i * states + k];
        for (let j = 0; j < n; j++) out[i * n + j] += d * G[k * n + j];
      }
    }
    deliver(A, out, n, storage, structure.reach);
  };
}

/** ∂Ė/∂X as compressed sparse columns times G as a full matrix: every stored entry meets one row of G. */
function columnProduct(structure: Structure, storage: Storage): Product {
  const n = structure.rows;
  const states = STATES * structure.bodies;
  const { G, place } = denseCoupling(structure);
  const columns: { from: number; row: number }[][] = Array.from({ length: states }, () => []);
  eachEntry(structure, (from, row, column) => columns[column].push({ from, row }));
  // Entries of column c, from start[c] to start[c + 1]: where they come from, and their rows.
  const start = new Int32Array(states + 1);
  columns.forEach((column, c) => (start[c + 1] = start[c] + column.length));
  const source = Int32Array.from(columns.flatMap((column) => column.map(({ from }) => from)));
  const row = Int32Array.from(columns.flatMap((column) => column.map(({ row }) => row)));
  const own = storage.isFull ? null : new Float64Array(n * n);
  return (A, K, C) => {
    scatter(G, C, place);
    const out = own ?? A;
    out.fill(0, 0, n * n);
    for (let c = 0; c < states; c++) {
      const rowOfG = c * n;
      for (let e = start[c]; e < start[c + 1]; e++) {
        const value = K[source[e]];
        const at = row[e] * n;
        for (let j = 0; j < n; j++) out[at + j] += value * G[rowOfG + j];
      }
    }
    deliver(A, out, n, storage, structure.reach);
  };
}

/** Numbers of a task: first rows of the two joints, their rows, their blocks. */
const TASK = 6;

/** Algorithm 1: only joints that share a body. G̃ is symmetric, loads being equal and opposite, so each pair is computed once. */
function blockProduct({ links }: Structure, { pitch, isFull, size }: Storage): Product {
  const numbers: number[] = [];
  for (const [a, b] of pairsOf(links)) {
    for (const end of links[a].ends) {
      const other = links[b].ends.find(({ body }) => body === end.body);
      if (other) numbers.push(links[a].first, links[b].first, links[a].rows, links[b].rows, end.block, other.block);
    }
  }
  const tasks = Int32Array.from(numbers);
  return (A, K, C) => {
    A.fill(0, 0, size);
    for (let t = 0; t < tasks.length; t += TASK) {
      const row = tasks[t];
      const column = tasks[t + 1];
      const rows = tasks[t + 2];
      const columns = tasks[t + 3];
      addBlockProduct(A, row * pitch + column, pitch, K, tasks[t + 4], rows, C, tasks[t + 5], columns, row === column);
      if (isFull) mirror(A, pitch, row, rows, column, columns);
    }
  };
}

/** A block of A += K Cᵀ, on the diagonal only its upper half. A function of its own, to be optimised apart from its callers. */
function addBlockProduct(
  A: Float64Array,
  first: number,
  pitch: number,
  K: Float64Array,
  blockOfK: number,
  rows: number,
  C: Float64Array,
  blockOfC: number,
  columns: number,
  isDiagonal: boolean,
): void {
  for (let i = 0; i < rows; i++) {
    const k = blockOfK + i * SPEEDS;
    const k0 = K[k];
    const k1 = K[k + 1];
    const k2 = K[k + 2];
    const k3 = K[k + 3];
    const k4 = K[k + 4];
    const k5 = K[k + 5];
    const from = isDiagonal ? i : 0;
    let at = first + i * pitch + from;
    let c = blockOfC + from * SPEEDS;
    for (let j = from; j < columns; j++) {
      A[at] += k0 * C[c] + k1 * C[c + 1] + k2 * C[c + 2] + k3 * C[c + 3] + k4 * C[c + 4] + k5 * C[c + 5];
      c += SPEEDS;
      at++;
    }
  }
}

/** Copies a block above the diagonal, or the upper half of one on it, below the diagonal. */
function mirror(A: Float64Array, pitch: number, row: number, rows: number, column: number, columns: number): void {
  for (let i = row; i < row + rows; i++)
    for (let j = Math.max(i, column); j < column + columns; j++) A[j * pitch + i] = A[i * pitch + j];
}
