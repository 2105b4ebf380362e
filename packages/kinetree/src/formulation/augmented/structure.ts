import type { Link } from "./joint-graph.js";

/** Speeds of a body. */
export const SPEEDS = 6;
/** All its numbers of state: position, quaternion, speeds. */
export const STATES = 13;

/** One end of a joint: the body that it acts on, and where its block of rows × 6 begins among the blocks of all ends. */
export interface LinkEnd {
  readonly body: number;
  readonly block: number;
}

/** A joint in the order in which the equations have it. */
export interface PlacedLink {
  /** Its first row. */
  readonly first: number;
  readonly rows: number;
  readonly ends: readonly LinkEnd[];
}

/** Where everything of the joints' equations lies; plain data. */
export interface Structure {
  readonly links: readonly PlacedLink[];
  readonly bodies: number;
  readonly rows: number;
  /** Numbers in the blocks of all ends. */
  readonly blockSize: number;
  /** Farthest that an entry of the matrix stands from the diagonal, in rows. */
  readonly reach: number;
}

/** Rows of the joints one after another, as `order` lists them. */
export function structureOf(links: readonly Link[], order: readonly number[], bodies: number): Structure {
  const placed: PlacedLink[] = [];
  let [first, block] = [0, 0];
  for (const link of order) {
    const { rows, bodies: on } = links[link];
    const ends = on.map((body, k) => ({ body, block: block + k * rows * SPEEDS }));
    placed.push({ first, rows, ends });
    first += rows;
    block += on.length * rows * SPEEDS;
  }
  let reach = 0;
  for (const [a, b] of pairsOf(placed)) reach = Math.max(reach, placed[b].first + placed[b].rows - 1 - placed[a].first);
  return { links: placed, bodies, rows: first, blockSize: block, reach };
}

/** Pairs of joints that share a body, the earlier one first, each joint with itself included. */
export function pairsOf(links: readonly PlacedLink[]): readonly (readonly [number, number])[] {
  const on = new Map<number, number[]>();
  const pairs: [number, number][] = [];
  links.forEach(({ ends }, b) => {
    const partners = new Set([b]);
    for (const { body } of ends) {
      const known = on.get(body) ?? [];
      known.forEach((a) => partners.add(a));
      known.push(b);
      on.set(body, known);
    }
    for (const a of [...partners].sort((p, q) => p - q)) pairs.push([a, b]);
  });
  return pairs;
}

/** Where entry (i, j) of a symmetric matrix lies: data[i · pitch + j]. */
export interface Storage {
  readonly pitch: number;
  /** Entries below the diagonal are there too; otherwise their places belong to others. */
  readonly isFull: boolean;
  /** Length of the data. */
  readonly size: number;
}

/** All entries, row by row. */
export const denseStorage = (n: number): Storage => ({ pitch: n, isFull: true, size: n * n });

/** Entries from the diagonal to `reach` right of it. */
export const bandStorage = (n: number, reach: number): Storage => ({
  pitch: reach,
  isFull: false,
  size: n * (reach + 1),
});
