import { Bytes } from "./bytes.js";
import type { GroundTable, HeldGround } from "../graph/ground-table.js";
import type { Table } from "../graph/table.js";
import { NODE_SIZE } from "../graph/triangle-table.js";

/** Where an instance of a program says at which address the numbers of a ground are. */
export interface GroundCell {
  readonly cell: number;
  readonly held: HeldGround;
}

/** Read-only data of kernels at the start of memory: constants (the same in both lanes), bit patterns, tables. */
export class Pool {
  readonly #base: number;
  /** Address 0 stays unused, so that a forgotten address shows. */
  readonly #bytes = new Bytes().u8(...new Array<number>(16).fill(0));
  readonly #constants = new Map<string, number>();
  readonly #tables = new Map<Table, number>();
  /** Grounds, each with the address of the cell that takes the address of its numbers. */
  readonly grounds: GroundCell[] = [];

  /** @param base address of its first byte, where it is not alone in the memory */
  constructor(base = 0) {
    this.#base = base;
  }

  get length(): number {
    return this.#bytes.length;
  }

  get #next(): number {
    return this.#base + this.#bytes.length;
  }

  view(): Uint8Array {
    return this.#bytes.view();
  }

  /** Address of a number in both lanes. */
  constant(value: number): number {
    return this.#keep(Object.is(value, -0) ? "-0" : String(value), () => this.#bytes.f64(value).f64(value));
  }

  /** Address of a 64-bit pattern in both lanes, given by its upper and lower half. */
  pattern(high: number, low: number): number {
    return this.#keep(`${high}:${low}`, () => {
      for (let lane = 0; lane < 2; lane++)
        for (const word of [low, high]) for (let i = 0; i < 32; i += 8) this.#bytes.u8((word >>> i) & 0xff);
    });
  }

  /** Address of a table: see `lookup-code.ts` for the layout. */
  table(table: Table): number {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    // Tables within a table come first: the outer one holds their addresses.
    if (table.kind === "ground") return this.#ground(table);
    const parts = this.#parts(table);
    const address = this.#next;
    // Little-endian, as WebAssembly is.
    for (const part of parts) this.#bytes.bytes(new Uint8Array(Float64Array.from(part).buffer));
    if (this.#bytes.length % 16 !== 0) this.#bytes.f64(0);
    this.#tables.set(table, address);
    return address;
  }

  /** Tables of one ground, held by steps of several origins, share its cell. */
  #ground(table: GroundTable): number {
    const { held } = table;
    const known = this.grounds.find((each) => each.held === held);
    const cell = known?.cell ?? this.words([0]);
    if (!known) this.grounds.push({ cell, held });
    this.#tables.set(table, cell);
    return cell;
  }

  #parts(table: Exclude<Table, GroundTable>): readonly ArrayLike<number>[] {
    switch (table.kind) {
      case "curve":
        return [[table.x.length], table.x, table.y, table.slope];
      case "map":
        return [[table.x0, table.y0, table.dx, table.dy, table.nx, table.ny], table.z];
      case "row":
        return [table.values];
      case "triangles":
        return [[this.table(table.rows), table.nodes.length / NODE_SIZE], table.nodes];
    }
  }

  /** Appends raw 32-bit words, padded to 16 bytes; gives their address. */
  words(values: readonly number[]): number {
    const address = this.#next;
    const data = Int32Array.from(values);
    this.#bytes.bytes(new Uint8Array(data.buffer));
    while (this.#bytes.length % 16 !== 0) this.#bytes.u8(0);
    return address;
  }

  #keep(key: string, write: () => void): number {
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const address = this.#next;
    write();
    this.#constants.set(key, address);
    return address;
  }
}
