/** Rising, without what is NaN. */
export const sorted = (values: Iterable<number>): Float64Array =>
  Float64Array.from(values)
    .filter((x) => !Number.isNaN(x))
    .sort();

/** The quantile p of a sorted list, straight lines between the numbers (type 7 of Hyndman and Fan 1996); NaN of an empty one. */
export function quantile(rising: ArrayLike<number>, p: number): number {
  if (rising.length === 0) return NaN;
  const place = p * (rising.length - 1);
  const below = Math.min(Math.floor(place), rising.length - 1);
  const above = Math.min(below + 1, rising.length - 1);
  return rising[below] + (place - below) * (rising[above] - rising[below]);
}
