import { pairsOf, type PlacedLink } from "./structure.js";

/** Where a symmetric matrix may have entries, also while it is eliminated. */
export interface Envelope {
  readonly rows: number;
  /** Farthest that an entry stands from the diagonal. */
  readonly reach: number;
  /** Last column of each row that elimination from the top finds or fills; not less than the row itself. */
  readonly ends: Int32Array;
}

/**
 * Joints behind each one that its elimination touches: its neighbours, and what earlier joints have tied it to. What a joint hangs on hangs
 * together once it is gone; it is enough to tell the next of them, which passes it on.
 */
export function fillOf(links: readonly PlacedLink[]): readonly ReadonlySet<number>[] {
  const later = links.map(() => new Set<number>());
  for (const [a, b] of pairsOf(links)) if (a !== b) later[a].add(b);
  for (const ahead of later) {
    const next = Math.min(...ahead);
    for (const other of ahead) if (other !== next) later[next].add(other);
  }
  return later;
}

/** The envelope of the matrix of the joints. */
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
