import { addTo } from "./multimap.js";
import type { LiveStep } from "./prune.js";

/** Consecutive steps of one variant: one call of its kernel. */
export interface Run {
  readonly variant: number;
  readonly steps: readonly LiveStep[];
}

/**
 * An order that respects dependencies and puts steps of one variant together: six equal legs become one call
 * whose iterations the processor overlaps, where leg after leg would be a chain of calls. Otherwise the order of the
 * algorithm is kept, which keeps parents and children close in memory.
 */
export function schedule(steps: readonly LiveStep[]): Run[] {
  const writers = new Map<number, number[]>(); // by home record
  const dependents: number[][] = steps.map(() => []);
  const missing = new Int32Array(steps.length);
  steps.forEach(({ step }, i) => {
    const sources = new Set<number>();
    for (const rec of step.inputs) for (const writer of writers.get(rec.home) ?? []) sources.add(writer);
    for (const source of sources) dependents[source].push(i);
    missing[i] = sources.size;
    for (const rec of step.outputs) addTo(writers, rec.home, i);
  });

  // Ready steps by variant, and all of them in the order of the algorithm; both are heaps in effect, since steps become
  // ready in rising order within a sweep and the rest is sorted out by taking the least.
  const readyOf = new Map<number, MinHeap>();
  const ready = new MinHeap();
  const done = new Uint8Array(steps.length);
  const offer = (i: number): void => {
    const variant = steps[i].variant.id;
    let queue = readyOf.get(variant);
    if (!queue) readyOf.set(variant, (queue = new MinHeap()));
    queue.push(i);
    ready.push(i);
  };
  missing.forEach((count, i) => {
    if (count === 0) offer(i);
  });

  const runs: Run[] = [];
  for (let first = ready.pop(); first !== undefined; first = ready.pop()) {
    if (done[first]) continue;
    const queue = readyOf.get(steps[first].variant.id) as MinHeap;
    const run: LiveStep[] = [];
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      if (done[i]) continue;
      done[i] = 1;
      run.push(steps[i]);
      for (const dependent of dependents[i]) if (--missing[dependent] === 0) offer(dependent);
    }
    runs.push({ variant: steps[first].variant.id, steps: run });
  }
  return runs;
}

class MinHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let i = items.push(item) - 1;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (items[up] <= item) break;
      items[i] = items[up];
      i = up;
    }
    items[i] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return least;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && items[child + 1] < items[child]) child++;
      if (items[child] >= last) break;
      items[i] = items[child];
      i = child;
    }
    items[i] = last;
    return least;
  }
}
