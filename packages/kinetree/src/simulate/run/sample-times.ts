/** Instants start + k × interval, by counting rather than adding up, with the end as the last. */
export class SampleTimes {
  readonly #start: number;
  readonly #end: number;
  readonly #interval: number;
  #count = 0;

  constructor(start: number, end: number, interval: number) {
    this.#start = start;
    this.#end = end;
    this.#interval = interval;
  }

  /** The next instant at or after the last one given. */
  next(after: number): number {
    const [start, end, interval] = [this.#start, this.#end, this.#interval];
    while (this.#count > 0 && start + (this.#count - 1) * interval < after) this.#count++;
    const t = start + this.#count++ * interval;
    if (t < end - 1e-9 * interval) return t;
    return after < end || this.#count === 1 ? end : Infinity;
  }

  snapshot(): Float64Array {
    return Float64Array.of(this.#count);
  }

  restore([count]: Float64Array): void {
    this.#count = count;
  }
}
