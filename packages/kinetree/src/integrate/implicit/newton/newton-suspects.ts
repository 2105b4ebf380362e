import type { ResidualSystem } from "../system.js";

/** Beyond this many the list stops helping. */
const LONGEST_LIST = 5;

/** Entries that a singular matrix may leave open, by name: those that are not integrated, or all if all are. */
export function undetermined(system: Pick<ResidualSystem, "size" | "mass" | "nameOf">): string {
  const { size, mass } = system;
  const entries = Array.from({ length: size }, (_, i) => i);
  const algebraic = entries.filter((i) => mass !== null && mass[i] === 0);
  const suspects = algebraic.length > 0 ? algebraic : entries;
  const names = suspects.slice(0, LONGEST_LIST).map((i) => system.nameOf(i));
  const more = suspects.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
