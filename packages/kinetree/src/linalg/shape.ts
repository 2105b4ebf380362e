import { RequestError } from "../errors/kinetree-error.js";
import { numbers, requireType } from "../errors/option-types.js";

/* Typed arrays swallow wrong indices silently, so every function compares sizes on entry: cheap compared with at least n operations of work. */

const GIVE = "Give an array of that length.";

interface Shape {
  readonly rows: number;
  readonly cols: number;
}

export function requireShape(what: string, matrix: Shape, rows: number, cols: number): void {
  if (matrix.rows !== rows || matrix.cols !== cols) wrongShape(what, matrix, rows, cols);
}

export function requireLength(what: string, vector: ArrayLike<unknown> | undefined, length: number, fix = GIVE): void {
  if (vector?.length === length) return;
  requireType(vector, numbers, what);
  wrongLength(what, (vector as ArrayLike<unknown>).length, length, fix);
}

/** Scratch may be longer than needed. */
export function requireWork(what: string, vector: ArrayLike<unknown>, length: number): void {
  if (vector.length < length) wrongLength(what, vector.length, length, GIVE);
}

/** Iterations on infinities or NaN do not end, so their inputs are checked first. */
export function requireFinite(what: string, data: ArrayLike<number>): void {
  for (let k = 0; k < data.length; k++) if (!Number.isFinite(data[k])) notFinite(what, data[k], k);
}

function wrongShape(what: string, { rows, cols }: Shape, expectedRows: number, expectedCols: number): never {
  const message = `${what} is ${rows} × ${cols}, must be ${expectedRows} × ${expectedCols}. Give a matrix of that shape.`;
  throw new RequestError({ code: "matrix-shape", subject: what, value: [rows, cols], message });
}

function wrongLength(what: string, length: number, expected: number, fix: string): never {
  const message = `${what} has ${length} entries, needs ${expected}. ${fix}`;
  throw new RequestError({ code: "wrong-length", subject: what, value: length, message });
}

function notFinite(what: string, value: number, index: number): never {
  const message = `${what}[${index}] is ${value}, must be finite. Look where it comes from: a division by zero, a run that diverged.`;
  throw new RequestError({ code: "not-finite", subject: what, value, message });
}
