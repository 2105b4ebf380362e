import type { Num } from "../graph/graph.js";

/** Named groups of numbers, the content of a record: `{ omega: [x, y, z], sinCos: [s, c] }`. */
export type Fields = Readonly<Record<string, readonly Num[]>>;

/** Memory section of a record: the state of a sample, its parameters, or scratch. */
export type Section = "state" | "parameters" | "work";

/** Which entries of a record are stored and which are known zeros. Equal layouts are one object, so that identity decides the class of a step. */
export interface Layout {
  readonly id: number;
  readonly fields: readonly { readonly name: string; readonly length: number }[];
  /** For each entry, field by field: its slot among the stored ones, or -1 for a zero. */
  readonly slots: readonly number[];
  /** Number of stored entries. */
  readonly size: number;
}

/** A record of a program: a layout, and a place that is assigned when the program is linked. */
export interface Rec<F extends Fields = Fields> {
  readonly id: number;
  readonly section: Section;
  readonly layout: Layout;
  /** The record that this one is a part of (itself, mostly), and the first slot in it. */
  readonly home: number;
  readonly firstSlot: number;
  /** Records of one group are adjacent; -1 without a group. */
  readonly group: number;
  /** For the type checker only. */
  readonly fields?: F;
}

export class Layouts {
  readonly #known = new Map<string, Layout>();

  /** Layout of fields by name; an entry is stored where `stored` says so. */
  of(fields: readonly { name: string; length: number }[], stored: readonly boolean[]): Layout {
    let key = "";
    let k = 0;
    for (const { name, length } of fields) {
      key += `${name}:`;
      for (let i = 0; i < length; i++) key += stored[k++] ? "*" : "0";
    }
    const known = this.#known.get(key);
    if (known) return known;
    let size = 0;
    const slots = stored.map((is) => (is ? size++ : -1));
    const layout: Layout = { id: this.#known.size, fields: fields.map((f) => ({ ...f })), slots, size };
    this.#known.set(key, layout);
    return layout;
  }
}

/** Splits one flat row of entries into the fields of a layout. */
export function fieldsOf<F extends Fields>(layout: Layout, entries: readonly Num[]): F {
  const out: Record<string, readonly Num[]> = {};
  let start = 0;
  for (const { name, length } of layout.fields) {
    out[name] = entries.slice(start, start + length);
    start += length;
  }
  return out as F;
}
