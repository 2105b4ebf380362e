/** What a search has found: the largest number that passed and the smallest that failed; null where none did. */
export interface Bisection {
  readonly passed: number | null;
  readonly failed: number | null;
  readonly tried: readonly { readonly at: number; readonly isPassed: boolean }[];
}

/**
 * The border between passing and failing to a resolution, where what passes lies below. Neither end is taken for granted; what lies
 * between is taken to have one border.
 */
export function bisect(low: number, high: number, resolution: number, passes: (at: number) => boolean): Bisection {
  const tried: { at: number; isPassed: boolean }[] = [];
  const ask = (at: number): boolean => {
    const isPassed = passes(at);
    tried.push({ at, isPassed });
    return isPassed;
  };
  if (!ask(low)) return { passed: null, failed: low, tried };
  if (ask(high)) return { passed: high, failed: null, tried };
  let [passed, failed] = [low, high];
  while (failed - passed > resolution) {
    const middle = (passed + failed) / 2;
    if (ask(middle)) passed = middle;
    else failed = middle;
  }
  return { passed, failed, tried };
}
