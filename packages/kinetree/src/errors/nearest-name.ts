/** A suggestion further away than this part of the longer name is noise, not help. */
const FARTHEST_SHARE = 0.5;

/** An abbreviation shorter than this could mean anything. */
const SHORTEST_ABBREVIATION = 3;

/** Files may hold long names and thousands of them; beyond these the search would cost more than it helps. */
const LONGEST_NAME = 64;
const MOST_NAMES = 2000;
const MOST_COMPARED = 60;

/** The known name nearest by edit distance, ignoring case; failing that, one that `wanted` abbreviates ("pos" for "position"); else null. */
export function nearestName(wanted: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Infinity;
  const names: readonly string[] = Array.isArray(known) ? known : [...known];
  if (wanted.length > LONGEST_NAME || names.length > MOST_NAMES) return null;
  for (const name of worthComparing(wanted, names)) {
    const limit = Math.floor(FARTHEST_SHARE * Math.max(wanted.length, name.length));
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (distance <= limit && distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  if (best !== null || wanted.length < SHORTEST_ABBREVIATION) return best;
  return names.find((name) => name.toLowerCase().startsWith(wanted.toLowerCase())) ?? null;
}

/** All of them, or only those of nearly the same length where there are many. */
function worthComparing(wanted: string, names: readonly string[]): readonly string[] {
  const short = names.filter((name) => name.length <= LONGEST_NAME);
  if (short.length <= MOST_COMPARED) return short;
  return short.filter((name) => Math.abs(name.length - wanted.length) <= 1).slice(0, MOST_COMPARED);
}

/** The fix for an unknown name: the nearest known one, or a short list of those there are. */
export function suggestName(wanted: string, known: Iterable<string>): string {
  const names = firstOf(known, MOST_NAMES + 1);
  const nearest = nearestName(String(wanted), names);
  if (nearest !== null) return `Did you mean "${nearest}"?`;
  if (names.length === 0) return "There is none yet: add it first.";
  const shown = names.slice(0, 8).map((name) => `"${name}"`);
  const more = names.length > MOST_NAMES ? `over ${MOST_NAMES - shown.length}` : names.length - shown.length;
  return `Known: ${shown.join(", ")}${names.length > shown.length ? `, and ${more} more` : ""}.`;
}

/** So many of the names: thousands of unknown names among thousands of known ones must not take minutes. */
function firstOf(known: Iterable<string>, most: number): readonly string[] {
  const names: string[] = [];
  for (const name of known) {
    // In plain JavaScript a name may be missing altogether.
    names.push(String(name));
    if (names.length === most) break;
  }
  return names;
}

/**
 * Least number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other, no
 * letter edited twice ("optimal string alignment"; swapped neighbours are the commonest slip of typing).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast = new Array<number>(b.length + 1).fill(0);
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, replaced);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
