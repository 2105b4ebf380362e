import { RequestError } from "../errors/kinetree-error.js";
import type { HeldGround } from "../graph/ground-table.js";
import type { GroundCell } from "./pool.js";

const LINE = 64;

/** Room for later grounds, in doubles: a memory keeps its size, and pages that nobody writes cost addresses only. */
const LEAST_ROOM = 2 ** 20;

interface Place {
  readonly address: number;
  /** Doubles for which there is room. */
  readonly room: number;
  /** What lies there now. */
  numbers: Float64Array | null;
}

/** The grounds behind the programs of a memory: each has one place, whose address all programs there read from their cells. */
export class GroundMemory {
  #end: number;
  readonly #places = new Map<HeldGround, Place>();

  /** @param start first byte behind the programs */
  constructor(start: number) {
    this.#end = start;
  }

  /** First byte behind the grounds. */
  get end(): number {
    return this.#end;
  }

  reserve(cells: readonly GroundCell[]): void {
    for (const { held } of cells) {
      if (this.#places.has(held)) continue;
      const room = Math.max(LEAST_ROOM, held.numbers.length);
      this.#places.set(held, { address: this.#end, room, numbers: null });
      this.#end += Math.ceil((8 * room) / LINE) * LINE;
    }
  }

  /** Writes the addresses of grounds into the cells of a program, and the grounds themselves if they are not there yet. */
  place(cells: readonly GroundCell[], memory: WebAssembly.Memory): void {
    const words = new DataView(memory.buffer);
    for (const { cell, held } of cells) words.setUint32(cell, (this.#places.get(held) as Place).address, true);
    this.follow(memory);
  }

  /** Writes grounds that are held now in place of others. */
  follow(memory: WebAssembly.Memory): void {
    for (const [held, place] of this.#places) {
      if (place.numbers === held.numbers) continue;
      if (held.numbers.length > place.room) throw tooLarge(held, place);
      new Float64Array(memory.buffer, place.address, held.numbers.length).set(held.numbers);
      place.numbers = held.numbers;
    }
  }
}

const tooLarge = ({ numbers }: HeldGround, { room }: Place): RequestError =>
  new RequestError({
    code: "ground-too-large",
    subject: "ground",
    value: numbers.length,
    message:
      `ground of ${numbers.length} numbers, where this simulation has room for ${room}: it was made with a smaller one. ` +
      "Make the simulation with the largest ground first, or a simulation for this one.",
  });
