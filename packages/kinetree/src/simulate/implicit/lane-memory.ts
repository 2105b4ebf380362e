import type { Instance, LaneIndex } from "../../kernel/instance.js";

type Call = (state: number, parameters: number, work: number) => void;

/** One lane of a pair's memory: vectors in and out, and the functions that work on them. */
export class LaneMemory {
  readonly lane: LaneIndex;
  readonly #instance: Instance;
  readonly #f64: Float64Array;
  readonly #state: number;
  readonly #parameters: number;
  readonly #work: number;
  readonly #calls: Readonly<Record<string, Call>>;

  constructor(instance: Instance, lane: LaneIndex) {
    this.lane = lane;
    this.#instance = instance;
    this.#f64 = instance.f64;
    this.#state = instance.state();
    this.#parameters = instance.parameters();
    this.#work = instance.work;
    this.#calls = instance.exports as unknown as Readonly<Record<string, Call>>;
  }

  get f64(): Float64Array {
    return this.#f64;
  }

  run(name: string): void {
    this.#calls[name](this.#state, this.#parameters, this.#work);
  }

  /** A function that is run often, looked up once. */
  bind(name: string): () => void {
    const [call, state, parameters, work] = [this.#calls[name], this.#state, this.#parameters, this.#work];
    return () => call(state, parameters, work);
  }

  has(name: string): boolean {
    return name in this.#instance.exports;
  }

  /** Index in `f64` of the first number of a record. */
  at(offset: number): number {
    return (this.#state + offset) / 8 + this.lane;
  }

  read(offset: number, count: number, out: Float64Array, start = 0): void {
    const first = this.at(offset);
    const f64 = this.#f64;
    for (let i = 0; i < count; i++) out[start + i] = f64[first + 2 * i];
  }

  write(offset: number, values: Float64Array, start: number, count: number): void {
    const first = this.at(offset);
    const f64 = this.#f64;
    for (let i = 0; i < count; i++) f64[first + 2 * i] = values[start + i];
  }

  copy(from: number, to: number, count: number): void {
    const [source, target] = [this.at(from), this.at(to)];
    const f64 = this.#f64;
    for (let i = 0; i < count; i++) f64[target + 2 * i] = f64[source + 2 * i];
  }

  get(offset: number): number {
    return this.#f64[this.at(offset)];
  }

  set(offset: number, value: number): void {
    this.#f64[this.at(offset)] = value;
  }
}
