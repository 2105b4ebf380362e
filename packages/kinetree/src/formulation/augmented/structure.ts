import type { Link } from "./joint-graph.js";

export const SPEEDS = 6;
/** State variables of a body: position, quaternion, speeds. */
export const STATES = 13;

/** A joint in the order in which the equations have it. */
export interface PlacedLink {
  readonly first: number;
  readonly rows: number;
  /** The bodies that it acts on, and where the block of rows × 6 of each begins among the blocks of all ends. */
  readonly ends: readonly { readonly body: number; readonly block: number }[];
}

/** Layout of the joints' equations; plain data. */
export interface Structure {
  readonly links: readonly PlacedLink[];
  readonly bodies: number;
  readonly rows: number;
  /** Numbers in the blocks of all ends. */
  readonly blockSize: number;
  /** Half bandwidth of the matrix, in rows. */
  readonly reach: number;
}

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
  readonly size: number;
}

export const denseStorage = (n: number): Storage => ({ pitch: n, isFull: true, size: n * n });

/** Entries from the diagonal to `reach` right of it. */
export const bandStorage = (n: number, reach: number): Storage => ({
  pitch: reach,
  isFull: false,
  size: n * (reach + 1),
});

/** Where a symmetric matrix may have entries, fill of its elimination included. */
export interface Envelope {
  readonly rows: number;
  /** Half bandwidth. */
  readonly reach: number;
  /** Last column of each row, fill included; not less than the row itself. */
  readonly ends: Int32Array;
}

/** For each joint the later ones that its elimination touches. Fill is recorded at the first of them, which passes it on. */
export function fillOf(links: readonly PlacedLink[]): readonly ReadonlySet<number>[] {
  const later = links.map(() => new Set<number>());
  for (const [a, b] of pairsOf(links)) if (a !== b) later[a].add(b);
  for (const ahead of later) {
    const next = Math.min(...ahead);
    for (const other of ahead) if (other !== next) later[next].add(other);
  }
  return later;
}

export function envelopeOf(links: readonly PlacedLink[], rows: number): Envelope {
  const ends = new Int32Array(rows);
  let reach = 0;
  const later = fillOf(links);
  links.forEach((link, joint) => {
    const last = links[Math.max(joint, ...later[joint])];
    const end = last.first + last.rows - 1;
    ends.fill(end, link.first, link.first + link.rows);
    reach = Math.max(reach, end - link.first);
  });
  return { rows, reach, ends };
}
