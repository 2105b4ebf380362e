/** Steps of a scale that grows: each shows the next only when it is full. */
const steps = [1, 2, 5];

/** How far a timeline reaches [s]: to the duration that is wanted, or to the next round time, so that it does not stretch with every row. */
export function timelineEnd(first: number, last: number, duration: number | null): number {
  const wanted = Math.max(last, duration ?? 0);
  if (duration !== null && duration >= last) return duration;
  const length = Math.max(wanted - first, 1);
  const decade = 10 ** Math.floor(Math.log10(length));
  const step = steps.map((factor) => factor * decade).find((each) => each >= length * (1 - 1e-9)) ?? 10 * decade;
  return first + step;
}
