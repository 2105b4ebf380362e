import type { Artifact, HostSpec, LinkedProgram } from "./link.js";
import { GroundMemory } from "./ground-memory.js";
import type { Rec } from "./record.js";
import { newMemory, type Room } from "./room.js";

/** Which of the two samples that are computed side by side. */
export type LaneIndex = 0 | 1;

export type EntryFunction = (state: number, parameters: number, work: number) => void;

/**
 * Makes the function of a host part, on the memory of an instance; all addresses are in bytes. The entry points of the instance
 * exist when the function is called, not yet when it is made.
 */
export type HostMaker = (spec: HostSpec, instance: Instance) => EntryFunction;

/** Sections begin on a cache line of their own. */
const align = (bytes: number): number => (bytes + 63) & ~63;

/** A linked program with its own memory. Lanes 0 and 1 of a block hold two samples; blocks share scratch, and by default parameters. */
export class Instance {
  readonly artifact: Artifact;
  /** The compiled code, for further instances. */
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** All memory as doubles; slot k of a section at byte b, lane l, is [b / 8 + 2 k + l]. */
  readonly f64: Float64Array;
  readonly entries: Readonly<Record<string, EntryFunction>>;
  /** Other exported functions, by name. */
  readonly exports: WebAssembly.Exports;
  readonly #stateStart: number;
  readonly #stateStride: number;
  readonly #parameterStart: number;
  readonly #parameterStride: number;
  /** Byte address of the scratch section. */
  readonly work: number;
  readonly #grounds: GroundMemory;

  constructor(
    artifact: Artifact,
    options: {
      readonly blocks?: number;
      readonly parametersPerBlock?: boolean;
      readonly module?: WebAssembly.Module;
      /** For artifacts with host parts. */
      readonly hosts?: HostMaker;
      /** A memory that it shares, and its first byte there, which it was linked for. */
      readonly within?: { readonly room: Room; readonly base: number };
    } = {},
  ) {
    this.artifact = artifact;
    const blocks = options.blocks ?? 1;
    const parameterBlocks = options.parametersPerBlock ? blocks : 1;
    const base = options.within?.base ?? 0;
    this.#stateStart = base + align(artifact.image.length);
    this.#stateStride = align(artifact.stateBytes);
    this.#parameterStart = this.#stateStart + blocks * this.#stateStride;
    const parameterSize = align(artifact.parameterBytes);
    this.#parameterStride = parameterBlocks > 1 ? parameterSize : 0;
    this.work = this.#parameterStart + parameterBlocks * parameterSize;
    const bytes = this.work + align(artifact.workBytes);
    const own = options.within ? null : new GroundMemory(bytes);
    own?.reserve(artifact.grounds);
    this.#grounds = options.within?.room.grounds ?? (own as GroundMemory);
    this.memory = options.within?.room.memory ?? newMemory(this.#grounds.end);
    this.f64 = new Float64Array(this.memory.buffer);
    new Uint8Array(this.memory.buffer).set(artifact.image, base);
    this.#grounds.place(artifact.grounds, this.memory);
    for (let block = 0; block < parameterBlocks; block++) this.f64.set(artifact.parameters, this.parameters(block) / 8);
    this.module = options.module ?? new WebAssembly.Module(artifact.code as BufferSource);
    const hosts = artifact.hosts.map((spec) => {
      if (!options.hosts) throw new Error(`host part "${spec.kind}" without a maker`);
      return options.hosts(spec, this);
    });
    const host = (number: number, state: number, parameters: number, work: number): void =>
      hosts[number](state, parameters, work);
    const instance = new WebAssembly.Instance(this.module, { kinetree: { memory: this.memory, host } });
    this.exports = instance.exports;
    this.entries = instance.exports as unknown as Record<string, EntryFunction>;
  }

  /** Bytes of one block of a program, with its constants and scratch. */
  static bytesOf({ image, stateBytes, parameterBytes, workBytes }: Artifact): number {
    return align(image.length) + align(stateBytes) + align(parameterBytes) + align(workBytes);
  }

  /** Byte address of the state section of a block. */
  state(block = 0): number {
    return this.#stateStart + block * this.#stateStride;
  }

  /** Byte address of the parameter section of a block. */
  parameters(block = 0): number {
    return this.#parameterStart + block * this.#parameterStride;
  }

  /** Index in `f64` of the first number of each state record, in lane 0 of the first block. Records without entries have no place. */
  placesOf<K extends string>(
    records: Readonly<Record<K, Rec | null | undefined>>,
    offsetOf: (rec: Rec) => number,
  ): Readonly<Record<K, number>> {
    return placesFrom(this.state(), records, offsetOf);
  }

  /** Writes numbers from a place on, the same in both lanes. */
  writeBoth(place: number, values: ArrayLike<number>): void {
    const { f64 } = this;
    for (let i = 0; i < values.length; i++) f64[place + 2 * i] = f64[place + 2 * i + 1] = values[i];
  }

  /** Sets a named parameter by its index, in one lane or in both; it takes effect with `prologue`. */
  setParameter(index: number, value: number, lane?: 0 | 1, block = 0): void {
    const at = this.parameters(block) / 8 + 2 * index;
    if (lane !== 1) this.f64[at] = value;
    if (lane !== 0) this.f64[at + 1] = value;
  }

  /** Takes the numbers of its grounds over, where they are others than before; they take effect with `prologue`. */
  followGrounds(): void {
    if (this.artifact.grounds.length > 0) this.#grounds.follow(this.memory);
  }

  /** Computes everything that follows from the parameters of a block. */
  prologue(block = 0): void {
    this.followGrounds();
    this.run("prologue", block);
  }

  run(entry: string, block = 0): void {
    this.entries[entry](this.state(block), this.parameters(block), this.work);
  }
}

function placesFrom<K extends string>(
  state: number,
  records: Readonly<Record<K, Rec | null | undefined>>,
  offsetOf: (rec: Rec) => number,
): Readonly<Record<K, number>> {
  const place = (rec: Rec | null | undefined): number => (rec && rec.layout.size > 0 ? (state + offsetOf(rec)) / 8 : 0);
  const entries = Object.entries<Rec | null | undefined>(records);
  return Object.fromEntries(entries.map(([name, rec]) => [name, place(rec)])) as Record<K, number>;
}

/** A program in a memory that it shares; its instance is made when it is first used, since the memory has its size only then. */
export class Tenant {
  readonly #linked: LinkedProgram;
  readonly #within: { readonly room: Room; readonly base: number };
  #instance: Instance | null = null;

  /** @param make links the program for the address of its first byte */
  constructor(room: Room, make: (base: number) => LinkedProgram) {
    this.#within = { room, base: room.free };
    this.#linked = make(room.free);
    const { artifact } = this.#linked;
    room.admit(Instance.bytesOf(artifact), artifact.grounds);
  }

  get instance(): Instance {
    return (this.#instance ??= new Instance(this.#linked.artifact, { within: this.#within }));
  }

  /** As `placesOf` of the instance. */
  placesOf<K extends string>(records: Readonly<Record<K, Rec | null | undefined>>): Readonly<Record<K, number>> {
    const { artifact, offsetOf } = this.#linked;
    return placesFrom(this.#within.base + align(artifact.image.length), records, offsetOf);
  }
}
