import { RequestError } from "../errors/kinetree-error.js";
import { GroundMemory } from "./ground-memory.js";
import type { GroundCell } from "./pool.js";

const PAGE = 65536;

/** A memory of fixed size. Every memory takes ten gigabytes of addresses, however small it is, and a process has some thousand times that. */
export function newMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message =
      `there is no room for another memory of ${pages * PAGE} bytes (${error.message}). Every simulation or evaluator that is still in use takes ` +
      "gigabytes of addresses. Let go of those that are done with, run many samples with runBatch, or use several processes.";
    throw new RequestError({ code: "out-of-addresses", subject: "WebAssembly memory", value: bytes, message });
  }
}

/** Sections of several programs, one behind the other, in one memory: programs that are always used together need only one. */
export class Room {
  #bytes = 0;
  #memory: WebAssembly.Memory | null = null;
  #grounds: GroundMemory | null = null;
  readonly #cells: GroundCell[] = [];

  /** Where the next program goes, and has to be linked for. */
  get free(): number {
    return this.#bytes;
  }

  /** Makes room for a program and its grounds, before the memory is used. */
  admit(bytes: number, grounds: readonly GroundCell[]): void {
    if (this.#memory) throw new Error("the memory has its size already");
    this.#bytes += bytes;
    this.#cells.push(...grounds);
  }

  /** Grounds lie behind all programs, each once. */
  get grounds(): GroundMemory {
    if (!this.#grounds) {
      this.#grounds = new GroundMemory(this.#bytes);
      this.#grounds.reserve(this.#cells);
    }
    return this.#grounds;
  }

  get memory(): WebAssembly.Memory {
    return (this.#memory ??= newMemory(this.grounds.end));
  }
}
