/** Places of the entries of a square matrix, row by row: columns of row i from `start[i]` to `start[i + 1]`, ascending. */
export interface SparsePattern {
  readonly n: number;
  readonly start: Int32Array;
  readonly column: Int32Array;
}

/** The pattern of the factors L and U of elimination without exchanges, row by row, with the places of the diagonal. Plain data. */
export interface FactorPattern extends SparsePattern {
  readonly diagonal: Int32Array;
  /** Rows before this one are intermediate: right-hand sides have no entries there, and solutions are not needed there. */
  readonly lead: number;
  /** First entry of each row in a column that is not intermediate. */
  readonly middle: Int32Array;
  /** Place in the factors of each entry of the matrix. */
  readonly placeOf: Int32Array;
  /** Multiplications that making the factors takes, and those of one solution. */
  readonly factorCost: number;
  readonly solveCost: number;
}

/**
 * The pattern of the factors. The diagonal is always in it, whether or not the matrix has an entry there.
 * @param lead first rows that solutions leave out
 */
export function factorPattern({ n, start, column }: SparsePattern, lead = 0): FactorPattern {
  const rows: Int32Array[] = [];
  const diagonal = new Int32Array(n);
  const begin = new Int32Array(n + 1);
  const mark = new Int32Array(n).fill(-1);
  let factorCost = 0;
  for (let i = 0; i < n; i++) {
    // Columns below the diagonal are met in rising order; eliminating one may add others behind it.
    const heap: number[] = [];
    const above: number[] = [i];
    const below: number[] = [];
    mark[i] = i;
    const meet = (j: number): void => {
      if (mark[j] === i) return;
      mark[j] = i;
      if (j < i) pushHeap(heap, j);
      else above.push(j);
    };
    for (let e = start[i]; e < start[i + 1]; e++) meet(column[e]);
    while (heap.length > 0) {
      const k = popHeap(heap);
      below.push(k);
      const row = rows[k];
      const first = diagonal[k] - begin[k] + 1;
      factorCost += 1 + row.length - first;
      for (let e = first; e < row.length; e++) meet(row[e]);
    }
    above.sort((a, b) => a - b);
    rows.push(Int32Array.from([...below, ...above]));
    diagonal[i] = begin[i] + below.length;
    begin[i + 1] = begin[i] + below.length + above.length;
  }
  const all = new Int32Array(begin[n]);
  rows.forEach((row, i) => all.set(row, begin[i]));
  const placeOf = new Int32Array(start[n]);
  for (let i = 0; i < n; i++) {
    let at = begin[i];
    for (let e = start[i]; e < start[i + 1]; e++) {
      while (all[at] < column[e]) at++;
      placeOf[e] = at;
    }
  }
  const middle = new Int32Array(n);
  let solveCost = 0;
  for (let i = lead; i < n; i++) {
    let at = begin[i];
    while (all[at] < lead) at++;
    middle[i] = at;
    solveCost += begin[i + 1] - at;
  }
  return { n, start: begin, column: all, diagonal, lead, middle, placeOf, factorCost, solveCost };
}

/** The matrix that remains once the leading rows are eliminated, and the places of its entries in the original. */
export function patternLeft(pattern: FactorPattern): { readonly left: FactorPattern; readonly from: Int32Array } {
  const { n, start, column, lead, middle } = pattern;
  const size = n - lead;
  const begin = new Int32Array(size + 1);
  const from: number[] = [];
  for (let i = lead; i < n; i++) {
    for (let e = middle[i]; e < start[i + 1]; e++) from.push(e);
    begin[i - lead + 1] = from.length;
  }
  const columns = Int32Array.from(from, (e) => column[e] - lead);
  return { left: factorPattern({ n: size, start: begin, column: columns }), from: Int32Array.from(from) };
}

function pushHeap(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent] <= heap[at]) return;
    [heap[parent], heap[at]] = [heap[at], heap[parent]];
    at = parent;
  }
}

function popHeap(heap: number[]): number {
  const top = heap[0];
  const last = heap.pop() as number;
  if (heap.length === 0) return top;
  heap[0] = last;
  for (let at = 0; ;) {
    const child = 2 * at + 1;
    if (child >= heap.length) return top;
    const least = child + 1 < heap.length && heap[child + 1] < heap[child] ? child + 1 : child;
    if (heap[at] <= heap[least]) return top;
    [heap[least], heap[at]] = [heap[at], heap[least]];
    at = least;
  }
}

/** A pivot this small compared with the terms it was made of is rounding. */
const ROUNDING = 1e-13;

/** A = L U without exchanges, for complex matrices of one pattern in a suitable order; redundant optional rows are dropped, their unknown zero. */
export class ComplexSparseFactors {
  readonly #pattern: FactorPattern;
  readonly #isOptional: Uint8Array | null;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly #inverseRe: Float64Array;
  readonly #inverseIm: Float64Array;
  readonly #workRe: Float64Array;
  readonly #workIm: Float64Array;
  weakest = -1;

  constructor(pattern: FactorPattern, isOptional: Uint8Array | null = null) {
    this.#pattern = pattern;
    this.#isOptional = isOptional;
    this.re = new Float64Array(pattern.column.length);
    this.im = new Float64Array(pattern.column.length);
    this.#inverseRe = new Float64Array(pattern.n);
    this.#inverseIm = new Float64Array(pattern.n);
    this.#workRe = new Float64Array(pattern.n);
    this.#workIm = new Float64Array(pattern.n);
  }

  factor(): boolean {
    const { n, start, column, diagonal } = this.#pattern;
    const { re, im } = this;
    const [wr, wi, vr, vi] = [this.#workRe, this.#workIm, this.#inverseRe, this.#inverseIm];
    for (let i = 0; i < n; i++) {
      const first = start[i];
      const middle = diagonal[i];
      const end = start[i + 1];
      for (let e = first; e < end; e++) {
        wr[column[e]] = re[e];
        wi[column[e]] = im[e];
      }
      let made = Math.abs(wr[i]) + Math.abs(wi[i]);
      for (let e = first; e < middle; e++) {
        const k = column[e];
        const fr = wr[k] * vr[k] - wi[k] * vi[k];
        const fi = wr[k] * vi[k] + wi[k] * vr[k];
        re[e] = fr;
        im[e] = fi;
        if (fr === 0 && fi === 0) continue;
        const last = start[k + 1];
        const beforeRe = wr[i];
        const beforeIm = wi[i];
        for (let f = diagonal[k] + 1; f < last; f++) {
          const j = column[f];
          wr[j] -= fr * re[f] - fi * im[f];
          wi[j] -= fr * im[f] + fi * re[f];
        }
        made += Math.abs(wr[i] - beforeRe) + Math.abs(wi[i] - beforeIm);
      }
      for (let e = middle; e < end; e++) {
        re[e] = wr[column[e]];
        im[e] = wi[column[e]];
      }
      const size = Math.abs(wr[i]) + Math.abs(wi[i]);
      if (size > ROUNDING * made && size < Infinity) {
        // Scaled, so that squares of small pivots do not vanish.
        const pr = wr[i] / size;
        const pi = wi[i] / size;
        const square = (pr * pr + pi * pi) * size;
        vr[i] = pr / square;
        vi[i] = -pi / square;
        continue;
      }
      if (!this.#isOptional || this.#isOptional[i] === 0 || !(size < Infinity)) {
        this.weakest = i;
        return false;
      }
      vr[i] = vi[i] = 0;
    }
    return true;
  }

  /** b ← A⁻¹ b, except for intermediate rows. */
  solve(br: Float64Array, bi: Float64Array): void {
    const { n, start, column, diagonal, lead, middle } = this.#pattern;
    const { re, im } = this;
    const [vr, vi] = [this.#inverseRe, this.#inverseIm];
    for (let i = lead; i < n; i++) {
      let sr = br[i];
      let si = bi[i];
      const end = diagonal[i];
      for (let e = middle[i]; e < end; e++) {
        const j = column[e];
        sr -= re[e] * br[j] - im[e] * bi[j];
        si -= re[e] * bi[j] + im[e] * br[j];
      }
      br[i] = sr;
      bi[i] = si;
    }
    for (let i = n - 1; i >= lead; i--) {
      let sr = br[i];
      let si = bi[i];
      const end = start[i + 1];
      for (let e = diagonal[i] + 1; e < end; e++) {
        const j = column[e];
        sr -= re[e] * br[j] - im[e] * bi[j];
        si -= re[e] * bi[j] + im[e] * br[j];
      }
      br[i] = sr * vr[i] - si * vi[i];
      bi[i] = sr * vi[i] + si * vr[i];
    }
  }
}
