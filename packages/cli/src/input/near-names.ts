import { nearestName } from "kinetree/tools";

/** Of two names that differ by a slip of the pen, this part is the same at their ends. */
const SAME_ENDS = 0.6;
const SHORTEST_ABBREVIATION = 3;

/** A name that was probably meant; stricter than the library's suggestion, which has few names to choose from. */
export function probableName(wanted: string, known: readonly string[]): string | null {
  const near = known.filter((name) => isNear(wanted.toLowerCase(), name.toLowerCase()));
  return near.length === 0 ? null : nearestName(wanted, near);
}

function isNear(wanted: string, name: string): boolean {
  if (wanted.length >= SHORTEST_ABBREVIATION && name.startsWith(wanted)) return true;
  const shorter = Math.min(wanted.length, name.length);
  let head = 0;
  while (head < shorter && wanted[head] === name[head]) head++;
  let tail = 0;
  while (tail < shorter - head && wanted.at(-1 - tail) === name.at(-1 - tail)) tail++;
  return head + tail >= SAME_ENDS * Math.max(wanted.length, name.length);
}
