export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly detail?: string | undefined;
  readonly keys?: string | undefined;
  readonly onAction: () => void;
}

/** Entries that contain every word of a search, best first: words of the label that begin so, then anywhere in it, then elsewhere. */
export function matchEntries(entries: readonly PaletteEntry[], search: string): readonly PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const found = entries.flatMap((entry, order) => {
    const label = entry.label.toLowerCase();
    const all = `${label} ${entry.group.toLowerCase()} ${entry.detail?.toLowerCase() ?? ""}`;
    if (!words.every((word) => all.includes(word))) return [];
    const rank = words.every((word) => ` ${label}`.includes(` ${word}`))
      ? 0
      : words.every((word) => label.includes(word))
        ? 1
        : 2;
    return [{ entry, rank, order }];
  });
  return found.sort((a, b) => a.rank - b.rank || a.order - b.order).map(({ entry }) => entry);
}
