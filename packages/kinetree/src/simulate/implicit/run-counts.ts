import { noCounts, type ImplicitCounts } from "../../integrate/implicit/method.js";

const names = Object.keys(noCounts()) as readonly (keyof ImplicitCounts)[];

const combined = (
  a: ImplicitCounts | null,
  b: ImplicitCounts | null,
  combine: (x: number, y: number) => number,
): ImplicitCounts => {
  const out = noCounts();
  for (const name of names) out[name] = combine(a?.[name] ?? 0, b?.[name] ?? 0);
  return out;
};

/** Counts of two stretches of a run together; null if neither was implicit. */
export const addCounts = (a: ImplicitCounts | null, b: ImplicitCounts | null): ImplicitCounts | null =>
  a === null && b === null ? null : combined(a, b, (x, y) => x + y);

/** Counts since `before`, where memory is used for one run after the other. */
export const countsSince = (now: ImplicitCounts | null, before: ImplicitCounts | null): ImplicitCounts | null =>
  now === null ? null : combined(now, before, (x, y) => x - y);

/** As numbers of a checkpoint, and back. */
export const packCounts = (counts: ImplicitCounts | null): Float64Array =>
  Float64Array.from(counts === null ? [] : names.map((name) => counts[name]));

export function unpackCounts(numbers: Float64Array): ImplicitCounts | null {
  if (numbers.length === 0) return null;
  const out = noCounts();
  names.forEach((name, i) => (out[name] = numbers[i]));
  return out;
}
