/**
 * Holds the numbers of a ground, which come with a run: code is made without them, and others can take their place. What is
 * compiled for one ground then works on any other.
 */
export interface HeldGround {
  numbers: Float64Array;
}

/** Numbers that are read one by one, by their place, as those of a row, from a memory whose place is known only when code runs. */
export interface GroundTable {
  readonly kind: "ground";
  /** Of the terrain. */
  readonly name: string;
  readonly held: HeldGround;
}

/** Number `first` + `offset` of the ground; NaN counts as 0, as it does where kernels make a place of it. */
export const groundEntryAt = ({ held }: GroundTable, first: number, offset: number): number =>
  held.numbers[(Number.isNaN(first) ? 0 : first) + offset];
