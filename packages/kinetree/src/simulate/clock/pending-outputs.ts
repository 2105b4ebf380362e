/** Commands that are computed and not yet delivered, oldest first. */
export class PendingOutputs {
  readonly #queue: { readonly tick: number; readonly commands: Float64Array }[] = [];

  /** When the next ones are due; Infinity if none wait. */
  get next(): number {
    return this.#queue[0]?.tick ?? Infinity;
  }

  /** The ones that will be latched last; null if none wait. */
  get last(): Float64Array | null {
    return this.#queue.at(-1)?.commands ?? null;
  }

  put(tick: number, commands: Float64Array): void {
    this.#queue.push({ tick, commands: commands.slice() });
  }

  /** Those that are due at a tick. */
  take(tick: number): Float64Array | null {
    return this.next <= tick ? (this.#queue.shift()?.commands ?? null) : null;
  }

  snapshot(): number[] {
    return [this.#queue.length, ...this.#queue.flatMap(({ tick, commands }) => [tick, ...commands])];
  }

  restore(next: () => number, width: number): void {
    this.#queue.length = 0;
    for (let left = next(); left > 0; left--)
      this.#queue.push({ tick: next(), commands: Float64Array.from({ length: width }, next) });
  }
}
