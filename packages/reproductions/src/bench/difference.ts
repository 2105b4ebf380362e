/** One number of a motion over time, by two formulations. */
export interface ComparedChannel {
  readonly name: string;
  readonly ours: ArrayLike<number>;
  readonly theirs: ArrayLike<number>;
}

/** How far two motions are apart, where they are farthest. */
export interface LargestDifference {
  /** As a part of the largest value that the channel has. */
  readonly value: number;
  /** Its name. */
  readonly channel: string;
}

/** The largest difference of any channel at any instant, relative to the largest value of that channel. */
export function largestDifference(channels: readonly ComparedChannel[]): LargestDifference {
  let worst: LargestDifference = { value: 0, channel: "none" };
  for (const { name, ours, theirs } of channels) {
    const value = relativeDifference(ours, theirs);
    // Not a number is no agreement either.
    if (!(value <= worst.value)) worst = { value, channel: name };
    if (Number.isNaN(value)) break;
  }
  return worst;
}

/** The largest difference at any instant by the largest value. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return NaN;
  let [apart, largest] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    // Unlike comparisons, Math.max hands on what is not a number.
    apart = Math.max(apart, Math.abs(a[i] - b[i]));
    largest = Math.max(largest, Math.abs(a[i]), Math.abs(b[i]));
  }
  return apart === 0 ? 0 : apart / largest;
}
