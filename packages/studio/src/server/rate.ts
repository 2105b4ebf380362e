/** How fast something counts up, lately. */
export interface Rate {
  /** Forgets what was before. */
  readonly restart: (done: number) => void;
  readonly add: (done: number) => void;
  /** A second; 0 as long as nobody can tell. */
  readonly value: () => number;
}

/** Older counts are forgotten [ms]. */
const LATELY = 10_000;

/** @param now milliseconds that never go back */
export function createRate(now: () => number = () => performance.now()): Rate {
  let seen: { readonly at: number; readonly done: number }[] = [];
  return {
    restart: (done) => {
      seen = [{ at: now(), done }];
    },
    add: (done) => {
      const at = now();
      seen.push({ at, done });
      // One that is older stays, to measure from.
      while (seen.length > 2 && at - seen[1].at > LATELY) seen.shift();
    },
    value: () => {
      const [first] = seen;
      const last = seen.at(-1);
      if (first === undefined || last === undefined || last.done === first.done) return 0;
      return (1000 * (last.done - first.done)) / Math.max(1, now() - first.at);
    },
  };
}
