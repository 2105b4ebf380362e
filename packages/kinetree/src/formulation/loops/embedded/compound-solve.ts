import type { Num } from "../../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../../graph/num.js";
import type { ArticulatedFields } from "../../recursions/articulated/passes.js";

/** M⁻¹ Fᵀ and −M⁻¹ h by M = L D Lᵀ. */
export function solveIndependent(
  { M, h }: { readonly M: readonly Num[]; readonly h: readonly Num[] },
  F: readonly Num[],
  n: number,
  onGround: boolean,
): { gain: readonly (readonly Num[])[]; rest: readonly Num[] } {
  const L: Num[][] = Array.from({ length: n }, () => []);
  const inverse: Num[] = [];
  const W: Num[][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++) {
    let pivot = M[i * n + i];
    for (let j = 0; j < i; j++) {
      let w = M[i * n + j];
      for (let k = 0; k < j; k++) w = sub(w, mul(W[i][k], L[j][k]));
      W[i][j] = w;
      L[i][j] = mul(w, inverse[j]);
      pivot = sub(pivot, mul(w, L[i][j]));
    }
    inverse[i] = div(1, pivot);
  }
  const solve = (b: Num[]): Num[] => {
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] = sub(b[i], mul(L[i][j], b[j]));
    for (let i = 0; i < n; i++) b[i] = mul(b[i], inverse[i]);
    for (let i = n - 1; i >= 0; i--) for (let j = i + 1; j < n; j++) b[i] = sub(b[i], mul(L[j][i], b[j]));
    return b;
  };
  const rest = solve(h.map((value) => neg(value)));
  if (onGround) return { gain: [], rest };
  const columns = Array.from({ length: 6 }, (_, c) => solve(Array.from({ length: n }, (_, j) => F[6 * j + c])));
  return { gain: Array.from({ length: n }, (_, j) => columns.map((column) => column[j])), rest };
}

/** I − F M⁻¹ Fᵀ and b + F rest. */
export function parentFeels(
  own: ArticulatedFields,
  F: readonly Num[],
  gain: readonly (readonly Num[])[],
  rest: readonly Num[],
): ArticulatedFields {
  const reduced = (value: Num, r: number, c: number): Num =>
    gain.reduce<Num>((total, row, j) => sub(total, mul(F[6 * j + r], row[c])), value);
  const order = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  const pushed = (value: Num, r: number): Num =>
    rest.reduce<Num>((total, y, j) => add(total, mul(F[6 * j + r], y)), value);
  return {
    A: order.map(([r, c], e) => reduced(own.A[e], r, c)),
    B: own.B.map((value, e) => reduced(value, Math.floor(e / 3), 3 + (e % 3))),
    C: order.map(([r, c], e) => reduced(own.C[e], 3 + r, 3 + c)),
    angular: own.angular.map((value, r) => pushed(value, r)),
    linear: own.linear.map((value, r) => pushed(value, 3 + r)),
  };
}
